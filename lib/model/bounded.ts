/** Texts of others, made short enough to be shown. */
import { revealed } from '#lib/injection/characters.ts';

/** The beginning of a text, and how much is missing; `remedy` says how to get at that. Cut between lines where there are some. */
export const bounded = (text: string, maxChars: number, remedy: string): string => {
  if (text.length <= maxChars) return text;
  const line = text.lastIndexOf('\n', maxChars);
  const end = line > maxChars / 2 ? line : wholeCharacters(text, maxChars);
  return `${text.slice(0, end)}\n[cut: ${text.length - end} of ${text.length} characters are not shown. ${remedy}]`;
};

/** A text as one line, with whatever is invisible in it made visible. */
export const oneLine = (text: string, maxChars: number): string => {
  const line = revealed(text).replaceAll(/\s+/g, ' ').trim();
  return line.length <= maxChars ? line : `${line.slice(0, wholeCharacters(line, maxChars - 1))}…`;
};

/** No pair of surrogates is cut. */
const wholeCharacters = (text: string, end: number): number =>
  /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
