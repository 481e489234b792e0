/** The conversation, and what of it is kept for a later session: both grow together. */
import type { Message } from '#lib/model/conversation.ts';
import type { AskParts } from './ask.ts';
import type { ConversationEntry } from './transcript.ts';

type Keeping = Pick<AskParts, 'session' | 'kernel'>;

/** Adds a message to the conversation. The kernel keeps it before it ends the turn, so nobody waits for that here. */
export const keep = (message: Message, parts: Keeping): void => {
  parts.session.messages.push(message);
  keepEntry({ v: 1, message }, parts);
};

/** Takes the last messages back, as many as stand behind `length`. */
export const takeBack = (length: number, parts: Keeping): void => {
  const taken = parts.session.messages.splice(length).length;
  if (taken > 0) keepEntry({ v: 1, taken }, parts);
};

/** Entries go out in their order. */
export const keepEntry = (entry: ConversationEntry, { kernel }: Pick<Keeping, 'kernel'>): void =>
  kernel.keep(entry);
