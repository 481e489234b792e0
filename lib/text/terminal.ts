/** How many columns of a terminal a text takes. `string-width` says the same, but for what the tests of this file list. */

/** A column for each character: Latin letters, and the signs of our own texts. The rest takes long to make ready. */
const NARROW = /^[ -~\u00A0-\u00AC\u00AE-\u02FF\u2010-\u2027✓✗]*$/;

/** What Unicode calls wide and full-width (UAX #11), and what is shown as a picture. */
const WIDE =
  /[\u1100-\u115F\u2329\u232A\u2630-\u2637\u268A-\u268F\u2E80-\u303E\u3041-\u3247\u3250-\uA4C6\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6B\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{1B2FB}\u{1D300}-\u{1D376}\u{1F200}-\u{1F265}\u{20000}-\u{3FFFD}]|(?!\p{RI})\p{Emoji_Presentation}/u;

/** What stands on the character before it or is left out, and the vowels and ends of Hangul syllables. */
const EMPTY =
  /[\p{Mn}\p{Me}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u1160-\u11FF\uD7B0-\uD7FB]/u;

/** Several characters as one picture: keys in their boxes, flags, a selector or a colour of skin behind a sign, joined signs. */
const PICTURE =
  /^[\d#*]\uFE0F?\u20E3|^\p{RI}{2}|^(?![\d#*])\p{Emoji}[\uFE0F\p{Emoji_Modifier}]|\p{Extended_Pictographic}.*\u200D\p{Extended_Pictographic}/su;

let made: Intl.Segmenter | undefined;
/** Parts a text into what people take for characters. Made when the first text needs it: most never do. */
export const segmenter = (): Intl.Segmenter =>
  (made ??= new Intl.Segmenter('en', { granularity: 'grapheme' }));

/** What people take for a character, one after the other. */
export function* clustersOf(text: string): Generator<string> {
  if (NARROW.test(text)) return yield* text;
  for (const { segment } of segmenter().segment(text)) yield segment;
}

/** Is the cluster a picture, or of a script that fills a square with each character and has no blanks to break at? */
export const isWide = (cluster: string): boolean =>
  !NARROW.test(cluster) && (WIDE.test(cluster) || PICTURE.test(cluster));

/** Columns of one cluster. */
export const clusterWidth = (cluster: string): number => {
  if (NARROW.test(cluster)) return cluster.length;
  if (PICTURE.test(cluster)) return 2;
  let columns = 0;
  for (const char of cluster) columns += EMPTY.test(char) ? 0 : WIDE.test(char) ? 2 : 1;
  return columns;
};

/** Columns of a text without line ends, tabs and escape codes, which take none. */
export const widthOf = (text: string): number => {
  if (NARROW.test(text)) return text.length;
  let columns = 0;
  for (const cluster of clustersOf(text)) columns += clusterWidth(cluster);
  return columns;
};

/** The text, and blanks behind it up to so many columns. */
export const padded = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - widthOf(text)));
