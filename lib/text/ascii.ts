/**
 * Questions about letters of all scripts, answered for plain ASCII first: an expression with `\p{L}` takes longer to
 * make than a short file to read, and many files need none.
 */

export const isAscii = (text: string): boolean => /^[\0-\x7F]*$/.test(text);

/** Is there a letter or a digit? */
export const hasLetter = (text: string): boolean =>
  /[a-z0-9]/i.test(text) || (!isAscii(text) && /[\p{L}\p{N}]/u.test(text));

/** The words of a text in small letters, with one blank between them. */
export const wordsOf = (lower: string): string =>
  lower.replaceAll(isAscii(lower) ? /[^a-z0-9]+/g : /[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
