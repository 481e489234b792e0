/** The conversation, and what of it is kept for a later session: both grow together. */
import type { Message } from '#lib/model/conversation.ts';
import type { AskParts } from './ask.ts';
import type { Entry } from './transcript.ts';

type Keeping = Pick<AskParts, 'session' | 'kernel'>;

/** Adds a message to the conversation. */
export const keep = async (message: Message, parts: Keeping): Promise<void> => {
  parts.session.messages.push(message);
  await keepEntry({ v: 1, message }, parts);
};

/** Takes the last messages back, as many as stand behind `length`. */
export const takeBack = async (length: number, parts: Keeping): Promise<void> => {
  const taken = parts.session.messages.splice(length).length;
  if (taken > 0) await keepEntry({ v: 1, taken }, parts);
};

/** What cannot be kept does not end a turn: it is said, once, and the session cannot be gone on with. */
export const keepEntry = async (entry: Entry, { session, kernel }: Keeping): Promise<void> => {
  if (session.keepingFailed) return;
  try {
    await kernel.keep(entry);
  } catch {
    session.keepingFailed = true;
    await kernel.status('This conversation cannot be kept: a later session cannot go on with it.');
  }
};
