/** What of a text nobody sees, and how it is shown all the same. */

/**
 * What a screen leaves out, obeys, or shows as a blank that is none: controls, formats, lone surrogates, what Unicode has
 * not assigned or allows to be left out, and every blank but that of ASCII. In a function: it takes longer to make than
 * most texts to read.
 */
const unseen = (): RegExp => /[^\P{Z} ]|[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Nearly every name: no character of it needs to be looked up. */
const ASCII = /^[ -~]*$/;

/** Is every character of it seen? */
export const isSeen = (text: string): boolean => ASCII.test(text) || text.search(unseen()) === -1;

/** `\u{202E}`. */
export const escapeCodePoint = (char: string): string =>
  `\\u{${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;

/** The text on one line, with an escape for each character that is not seen. */
export const escapeUnseen = (text: string, escape = escapeCodePoint): string =>
  ASCII.test(text) ? text : text.replaceAll(unseen(), escape);

/** JSON in which each character that is not seen is an escape, so that it says the same; line ends stay. */
export const escapeJson = (json: string): string =>
  json.replaceAll(/[^\n -~]+/g, (part) => part.replaceAll(unseen(), escapeUnits));

const escapeUnits = (char: string): string =>
  Array.from(
    { length: char.length },
    (_, index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

const NAME_SHOWN_CHARS = 200;

/** The name of a file as a message may show it: on one line, all of it seen, cut to a length. */
export const printable = (name: string): string => {
  // A character more than is shown tells that there is more.
  const shown = escapeUnseen(name.slice(0, NAME_SHOWN_CHARS + 1));
  if (shown.length > NAME_SHOWN_CHARS) return `${shown.slice(0, NAME_SHOWN_CHARS)}…`;
  return shown === '' ? '.' : shown;
};

/** The text without formats, and without what Unicode allows to be left out: there nobody sees even a blank. */
export const withoutInvisible = (text: string): string =>
  /[^\0-\x7F]/.test(text)
    ? text.replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    : text;
