/**
 * A heading, or a line in bold, that says no more than what stands below it: `## Wi-Fi password`, `**API key**`. It has
 * no mark that announces a value, and most such headings stand above prose: so what is a value below one is judged
 * more strictly than below a label with a colon.
 */
import { LABEL_MAX_CHARS, labelIn } from '#lib/language/credential-labels.ts';
import type { Label, LabelKind } from '#lib/language/credential-labels.ts';
import { isOtherThing, isStrongAnywhere, isWorth } from './credential-values.ts';

/** What such a line begins with: most lines are told by that. */
const BEGIN = ' #*_';
const HEADING = /^ {0,3}(?:#{1,6}[ \t]+(\S.*)|(\*\*|__)((?:(?!\2).)+)\2\s*)$/u;
/** `How to choose a good password` is what a text is about. */
const LABEL_MAX_WORDS = 4;
const IS_ASKED = /[?!¿¡？！]/u;

/** `createAccessTokenV2` is long and of both cases, and a name. */
const NAME = /^[A-Za-z]+\d{0,3}$/u;

/** The credential that a heading is the name of; `undefined` for any other line. */
export function headingLabel(line: string): Label | undefined {
  if (line.length > LABEL_MAX_CHARS || !BEGIN.includes(line.charAt(0))) return undefined;
  const [, title, , bold] = HEADING.exec(line) ?? [];
  const text = title ?? bold;
  if (text === undefined || IS_ASKED.test(text)) return undefined;
  const label = labelIn(text);
  if (label === undefined || label.isLoose === true) return undefined;
  return label.words.split(' ').length > LABEL_MAX_WORDS ? undefined : label;
}

/**
 * Can `value`, which begins `line`, be what a heading promised? The line holds nothing else, and it is of letters and
 * digits, as no word is; a key is long and without order too. Where words have no blanks between them, a line of
 * letters may be a sentence.
 */
export function isBelowHeading(line: string, value: string, kind: LabelKind): boolean {
  if (/\s/u.test(line.trim())) return false;
  if (kind === 'pin') return true;
  if (isOtherThing(value) || !isWorth(value, 'key or token')) return false;
  if (kind === 'key or token') return isStrongAnywhere(value) && !NAME.test(value);
  return /\d/u.test(value) && /\p{L}/u.test(value) && !/\p{Lo}/u.test(value);
}
