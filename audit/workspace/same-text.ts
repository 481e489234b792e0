/** Is one text a copy of another? Line ends, a byte order mark and blanks around do not make another text. */
import type { Content } from '#lib/workspace/snapshot.ts';

/** A text as it is compared. */
export const comparable = (text: string): string =>
  text
    .replace(/^\uFEFF/u, '')
    .replaceAll(/\r\n?/gu, '\n')
    .trim();

/**
 * Does a file hold this text, which is ready to be compared? Lengths and first lines are looked at first, since most
 * differ.
 */
export const holdsText = (content: Content, wanted: string): boolean =>
  content.is === 'text' &&
  content.text.length >= wanted.length &&
  content.text.length <= 2 * wanted.length + BLANKS_MAX_CHARS &&
  content.text.trimStart().startsWith(firstLine(wanted)) &&
  comparable(content.text) === wanted;

const firstLine = (text: string): string => {
  const end = text.indexOf('\n');
  return end < 0 ? text : text.slice(0, end);
};

/** Other line ends make a text longer, and none twice as long; blanks around it may. */
const BLANKS_MAX_CHARS = 1000;
