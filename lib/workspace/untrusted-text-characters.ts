/**
 * Characters that a person does not see and a model reads: they carry text past the one who looks (§4). What people
 * type for a reason is left alone, each for a reason that a test names: emoji, the joiners and marks of a script.
 */

/** What is hidden, as a table of `untrusted-text.ts` says it in words. */
export type HiddenKind =
  | 'bidi'
  | 'invisible'
  | 'tag'
  | 'selector'
  | 'private use'
  | 'control'
  | 'escape';

/** A run of hidden characters of one kind. */
export interface Hidden {
  readonly kind: HiddenKind;
  /** Offsets in the text, the second one behind the last character. */
  readonly from: number;
  readonly to: number;
}

/** Formats and what Unicode says may be left out when it is shown: whoever looks sees nothing there. */
export const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** All of the above, controls but for blanks and line ends, private use, separators of lines, the blank of Braille. */
const SUSPECT =
  /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Zl}\p{Zp}\u2800]|[^\P{Cc}\t\n\f\r]/gu;

/** What is no plain ASCII: there is little of it in most texts, and only there characters must be looked up. */
const NOT_PLAIN = /[^\t\n\f\r -~]+/g;

/** Formats that are seen: they stand over or around the number that follows them. */
const SEEN = /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]/u;
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
const SELECTOR = /\p{Variation_Selector}/u;
const TAG = /[\u{E0000}-\u{E007F}]/u;

const ZWNJ = 0x20_0c;
const ZWJ = 0x20_0d;
const BYTE_ORDER_MARK = '\uFEFF';

/** Runs of hidden characters, from the first to the last; those of different kinds are runs of their own. */
export function* hiddenIn(text: string): Generator<Hidden> {
  for (const { 0: part, index } of text.matchAll(NOT_PLAIN)) yield* hiddenAmong(text, part, index);
}

/** `part` stands at `from` in the text. */
function* hiddenAmong(text: string, part: string, from: number): Generator<Hidden> {
  let run: { kind: HiddenKind; from: number; to: number } | undefined;
  for (const { 0: char, index } of part.matchAll(SUSPECT)) {
    const at = from + index;
    // A character that is hidden is no reason for one more of it.
    const repeats = run?.to === at && text.startsWith(char, at - char.length);
    if (!repeats && isMeant(text, at, char)) continue;
    if (run?.to === at && (repeats || run.kind === kindOf(char))) {
      run.to += char.length;
      continue;
    }
    if (run !== undefined) yield run;
    run = { kind: kindOf(char), from: at, to: at + char.length };
  }
  if (run !== undefined) yield run;
}

/** The text with each hidden character shown as `\u{202E}`; all else stays to the letter. */
export const revealed = (text: string): string => {
  let shown = '';
  let at = 0;
  for (const { from, to } of hiddenIn(text)) {
    shown += text.slice(at, from);
    for (const char of text.slice(from, to)) shown += escapeCodePoint(char);
    at = to;
  }
  return at === 0 ? text : shown + text.slice(at);
};

/** `\u{202E}`. */
export const escapeCodePoint = (char: string): string =>
  `\\u{${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;

const kindOf = (char: string): HiddenKind => {
  if (BIDI.test(char)) return 'bidi';
  if (TAG.test(char)) return 'tag';
  if (SELECTOR.test(char)) return 'selector';
  if (/\p{Co}/u.test(char)) return 'private use';
  if (char === '\u001B' || char === '\u009B') return 'escape';
  return /\p{Cc}/u.test(char) ? 'control' : 'invisible';
};

/** Is it there for a reader, by the rules of a script or of emoji? */
const isMeant = (text: string, at: number, char: string): boolean => {
  if (SEEN.test(char)) return true;
  if (char === BYTE_ORDER_MARK) return at === 0;
  const around = { before: charBefore(text, at), after: charAt(text, at + char.length) };
  const code = char.codePointAt(0) ?? 0;
  if (code === ZWJ || code === ZWNJ) return joins(text, at, code, around);
  if (/[\u061C\u200E\u200F]/u.test(char)) return ordersItsNeighbour(text, at);
  if (SELECTOR.test(char)) return selects(char, around);
  if (TAG.test(char)) return spellsFlag(text, at, char);
  return belongs(char, around);
};

interface Around {
  readonly before: string;
  readonly after: string;
}

/** Scripts whose letters change their form by a joiner, or by its absence. */
const JOINING =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Mand}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Bali}\p{scx=Java}]/u;
const PICTURE = /\p{Extended_Pictographic}/u;
const SKIN_OR_SELECTOR = /[\p{Emoji_Modifier}\p{Variation_Selector}]/u;

/** One joiner within a word of such a script, or the one that makes one emoji of two. */
const joins = (text: string, at: number, code: number, { before, after }: Around): boolean => {
  if (isLetterOf(JOINING, before))
    return after === '' || !/[\p{L}\p{M}\p{Cf}]/u.test(after) || isLetterOf(JOINING, after);
  if (code !== ZWJ || !PICTURE.test(after)) return false;
  let base = before;
  let from = at - before.length;
  // A tone of skin and a selector may stand between the picture and its joiner, and nothing else.
  for (let steps = 0; steps < 2 && SKIN_OR_SELECTOR.test(base); steps += 1) {
    base = charBefore(text, from);
    from -= base.length;
  }
  return PICTURE.test(base);
};

const isLetterOf = (script: RegExp, char: string): boolean =>
  script.test(char) && /[\p{L}\p{M}]/u.test(char);

/** So far from a mark of direction its letter may stand: a blank, a bracket, a full stop between them. */
const NEIGHBOUR_CHARS = 3;
const RIGHT_TO_LEFT = /[\p{scx=Hebr}\p{scx=Arab}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}]/u;

/** A mark that puts what stands beside a word of Hebrew or Arabic where it belongs; one, not a row of them. */
const ordersItsNeighbour = (text: string, at: number): boolean => {
  const near = text.slice(Math.max(0, at - NEIGHBOUR_CHARS), at + 1 + NEIGHBOUR_CHARS);
  const isAlone = !BIDI.test(text.charAt(at - 1)) && !BIDI.test(text.charAt(at + 1));
  return isAlone && Array.from(near).some((char) => isLetterOf(RIGHT_TO_LEFT, char));
};

/** One selector behind a character that has the variants: an emoji, a sign, a Han character, a Mongolian letter. */
const selects = (char: string, { before, after }: Around): boolean => {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0xfe_00) return isLetterOf(/\p{sc=Mong}/u, before);
  if (code <= 0xfe_02) return /[\p{Sm}\p{sc=Han}\p{sc=Mymr}]/u.test(before);
  if (code < 0xfe_0e) return false;
  if (code > 0xfe_0f) return /\p{sc=Han}/u.test(before);
  // Digits have a picture only as keys: `1`, the selector, the box around it.
  return /[\d#*]/.test(before)
    ? after === '\u20E3'
    : /[\p{S}\p{Extended_Pictographic}]/u.test(before);
};

/** The flag of a part of a country: a black flag, the letters of its code as tags, the tag that ends it. */
const FLAG = /^\u{1F3F4}[\u{E0061}-\u{E007A}\u{E0030}-\u{E0039}]{3,6}\u{E007F}/u;
/** The longest one, in UTF-16 units. */
const FLAG_MAX_CHARS = 16;

const spellsFlag = (text: string, at: number, char: string): boolean => {
  const back = Math.min(at, FLAG_MAX_CHARS);
  const found = text.slice(at - back, at).lastIndexOf('\u{1F3F4}');
  if (found < 0) return false;
  const from = at - back + found;
  const flag = FLAG.exec(text.slice(from, from + FLAG_MAX_CHARS))?.[0];
  return flag !== undefined && at + char.length <= from + flag.length;
};

/** Blanks between words of scripts that write none, fillers within old Hangul, and the like. */
const belongs = (char: string, { before, after }: Around): boolean => {
  switch (char) {
    case '\u200B':
      return isLetterOf(WITHOUT_BLANKS, before) && isLetterOf(WITHOUT_BLANKS, after);
    case '\u034F':
      return /\p{M}/u.test(before);
    case '\u115F':
    case '\u1160':
      return /[\u1100-\u1112\u1161-\u11FF]/u.test(before + after);
    case '\u180E':
      return isLetterOf(/\p{sc=Mong}/u, before);
    case '\u2800':
      return /[\u2801-\u28FF]/u.test(before + after);
    default:
      return false;
  }
};
const WITHOUT_BLANKS = /[\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;

const charAt = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
};

const charBefore = (text: string, at: number): string => {
  const pair = text.slice(Math.max(0, at - 2), at);
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(pair) ? pair : pair.slice(-1);
};
