/** Files that somebody attaches to a message: read as text, or refused in words. */
import type { Signal } from '@preact/signals';
import type { AttachedText } from '#lib/prompt/attached.ts';
import { ATTACHED_NAME_MAX_CHARS, ATTACHED_TEXTS, SAY_MAX_CHARS } from '#lib/spec/limits.ts';
import { printable } from '#lib/text/unseen.ts';
import { ServerProblem } from '#web/connection/http.ts';

/** Attaches what can be of `given`. Returns why something was not. Never rejects. */
export const attach = async (
  given: readonly File[],
  attached: Signal<readonly AttachedText[]>,
): Promise<ServerProblem | undefined> => {
  const refused: string[] = [];
  for (const file of given) {
    const taken = await taking(file, attached.peek());
    if (typeof taken === 'string') refused.push(`${printable(file.name)}: ${taken}`);
    else attached.value = [...attached.peek(), taken];
  }
  return refused.length === 0
    ? undefined
    : new ServerProblem({
        title: `Not attached: ${refused.join('; ')}.`,
        remedy: 'Put it into a folder that the agent may read, and name it in your message.',
        code: 'FILE_NOT_ATTACHED',
      });
};

/** The text of a file, or why it is not taken. */
const taking = async (
  file: File,
  before: readonly AttachedText[],
): Promise<AttachedText | string> => {
  if (before.length >= ATTACHED_TEXTS) return `a message has ${ATTACHED_TEXTS} files at most`;
  const room = before.reduce((chars, { text }) => chars - text.length, SAY_MAX_CHARS);
  // No character takes more bytes; what is larger need not be read.
  if (file.size > room * 3) return tooLong(room);
  const text = textIn(await file.arrayBuffer().catch(() => undefined));
  if (text === undefined)
    return file.type.startsWith('image/')
      ? 'it is a picture, and no agent takes pictures yet'
      : 'it cannot be read as a text in UTF-8';
  if (text.length > room) return tooLong(room);
  return { name: file.name.slice(0, ATTACHED_NAME_MAX_CHARS) || 'pasted', text };
};

const tooLong = (room: number): string =>
  `it is longer than the ${room.toLocaleString()} characters that the message has left`;

/** No text has a character of the number 0. */
const textIn = (bytes: ArrayBuffer | undefined): string | undefined => {
  if (bytes === undefined) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
};
