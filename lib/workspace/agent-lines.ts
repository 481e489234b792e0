/** What an agent adds to a log (RFC-0009 §2.5), told from what the kernel writes there. */
import { escapeCodePoint } from '#lib/text/unseen.ts';

/** Of what an agent adds, a line that would read as one of the kernel's: a title, a block, an event with its time. */
export const LIKE_A_BLOCK = /^ {0,3}(?=#{1,2}(?:[ \t]|$)|(?:=+|-+)[ \t]*$)/;
/** An event, by its look. */
export const LIKE_AN_EVENT = /^([ \t]*(?:[-*+>][ \t]*)*[A-Za-z_]+);(?=[ \t]*\d{4}-\d\d-\d\dT)/;
/** What a terminal obeys, and what ends a line where others see none. */
export const CONTROL = /[^\P{Cc}\t\n]/gu;
const FENCE = /^ {0,3}(?:[-*+>][ \t]*)*(?=```|~~~)/;

/**
 * What an agent adds to a log, so that it says the same and nothing in it can be taken for the kernel's: no titles and
 * events of its own, no code or comment that swallows what comes after it, no characters that a terminal obeys.
 */
export const asAgentLines = (text: string): string => {
  const lines = text
    .replaceAll(/\r\n?|[\u2028\u2029\v\f\u0085]/g, '\n')
    .replaceAll(CONTROL, escapeCodePoint)
    .split('\n');
  const isOpen = lines.filter((line) => FENCE.test(line)).length % 2 === 1;
  return lines
    .map((line) => {
      const fenced = isOpen ? line.replace(FENCE, (start) => `${start}\\`) : line;
      return fenced
        .replace(LIKE_A_BLOCK, (start) => `${start}\\`)
        .replace(LIKE_AN_EVENT, (_, start: string) => `${start}\\;`)
        .replaceAll('<!--', String.raw`\<!--`);
    })
    .join('\n');
};
