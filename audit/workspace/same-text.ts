/** Is one text a copy of another? Line ends, a byte order mark and blanks around do not make another text. */
import type { Item } from '#lib/workspace/snapshot.ts';

/** A text as it is compared. */
export const comparable = (text: string): string =>
  text
    .replace(/^\uFEFF/u, '')
    .replaceAll(/\r\n?/gu, '\n')
    .trim();

/**
 * Does a file hold this text, which is ready to be compared? Sizes and first lines are looked at first: most differ, and
 * the text of a file is asked for only where it may be one.
 */
export const holdsText = (
  { content, bytes }: Pick<Item, 'content' | 'bytes'>,
  wanted: string,
): boolean => {
  const most = 2 * wanted.length + BLANKS_MAX_CHARS;
  return (
    content.is === 'text' &&
    bytes >= wanted.length &&
    bytes <= most * UNIT_MAX_BYTES &&
    content.text.length >= wanted.length &&
    content.text.length <= most &&
    content.text.trimStart().startsWith(firstLine(wanted)) &&
    comparable(content.text) === wanted
  );
};

/** Of UTF-8, for each UTF-16 unit. */
const UNIT_MAX_BYTES = 3;

const firstLine = (text: string): string => {
  const end = text.indexOf('\n');
  return end < 0 ? text : text.slice(0, end);
};

/** Other line ends make a text longer, and none twice as long; blanks around it may. */
const BLANKS_MAX_CHARS = 1000;
