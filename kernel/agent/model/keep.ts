/** The conversation, and what of it is kept for a later session: both grow together. */
import type { Message } from '#lib/model/conversation.ts';
import type { AskParts } from './ask.ts';
import type { Entry } from './transcript.ts';

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
export const keepEntry = (entry: Entry, parts: Keeping): void => {
  // Where the kernel is gone, so is the session.
  send(entry, parts).catch(() => undefined);
};

/** What cannot be kept does not end a turn: it is said, once, and the session cannot be gone on with. */
const send = async (entry: Entry, { session, kernel }: Keeping): Promise<void> => {
  if (session.keepingFailed) return;
  try {
    await kernel.keep(entry);
  } catch {
    if (session.keepingFailed) return;
    session.keepingFailed = true;
    await kernel.status('This conversation cannot be kept: a later session cannot go on with it.');
  }
};
