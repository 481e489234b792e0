/** What `--message` and `--file` say, as one turn. */
import { textFault } from '#kernel/fs/bytes.ts';
import type { Given } from '#cli/args/options.ts';
import { givenBytes } from '#cli/io/given-file.ts';

/** The one thing to say. */
export interface SingleMessage {
  /** `undefined` where neither option is given. */
  readonly message: string | undefined;
  /** It is what a file holds, all of it, and no command whatever it begins with: who wrote the file may be anybody. */
  readonly isText: boolean;
}

/** What to say, or what is wrong with it. */
export const messageIn = async (
  given: Given<'boot'>,
): Promise<SingleMessage | { readonly mistake: string }> => {
  const message = given.text('message');
  const path = given.text('file');
  if (message?.trim() === '') return { mistake: '--message is empty.' };
  if (path === undefined) return { message, isText: false };
  const bytes = await givenBytes(path);
  if (typeof bytes === 'string') return { mistake: `--file ${path}: ${bytes}.` };
  const fault = textFault(bytes);
  if (fault !== undefined) return { mistake: `--file ${path}: ${fault}.` };
  const text = bytes.toString('utf8');
  if (text.trim() === '') return { mistake: `--file ${path}: it is empty.` };
  return message === undefined
    ? { message: text, isText: true }
    : { message: `${message}\n\n${text}`, isText: false };
};
