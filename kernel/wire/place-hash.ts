/** What tells whether lines are still what they were when they were indexed. */
import { hash } from 'node:crypto';

/** Lines as the scanner of lib/text counts them: LF, CRLF and a lone CR end one. */
export const linesOf = (text: string): readonly string[] => text.split(/\r\n|\r|\n/);

/** The hash of the lines `from` to `to`, counted from 1. */
export const placeHash = (lines: readonly string[], from: number, to: number): string =>
  hash('sha256', lines.slice(from - 1, to).join('\n'));
