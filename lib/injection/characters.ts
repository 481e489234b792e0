/**
 * Characters that a person does not see and a model reads: they carry text past the one who looks (§4). What people
 * type for a reason is left alone, each for a reason that a test names: emoji, the joiners and marks of a script.
 */
import { escapeCodePoint } from '#lib/text/unseen.ts';

/** What is hidden, as `INJECTION_NAMES` says it in words. */
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

/**
 * What may be a suspect: outside of these ranges, which hold what most texts are written with, units must be looked up.
 * With some ranges more V8 would call a function for each character.
 */
const CANDIDATE =
  /[^\t\n\f\r -~\xA0-\xAC\xAE-\u034E\u0350-\u05FF\u0606-\u061B\u0620-\u06DC\u0900-\u115E\u2010-\u2027\u2030-\u205E\u2070-\u27FF\u2900-\u3163\uDC00-\uDFFF\u3165-\uD803\uD835-\uDB3F]/g;

/** Where the first candidate stands at or behind `from`; the length for none. */
const candidateFrom = (text: string, from: number): number => {
  CANDIDATE.lastIndex = from;
  return CANDIDATE.test(text) ? CANDIDATE.lastIndex - 1 : text.length;
};

const SUSPECT = 1;
const FIRST_HALF = 2;
/**
 * UTF-16 units that are suspects: formats and the like, controls but for blanks and line ends, private use, separators
 * of lines, the blank of Braille. And first halves of characters of which some are.
 */
const UNITS = new Uint8Array(0x1_00_00);
for (const [first, last = first] of [
  [0x00, 0x08],
  [0x0b],
  [0x0e, 0x1f],
  [0x7f, 0x9f],
  [0xad],
  [0x03_4f],
  [0x06_00, 0x06_05],
  [0x06_1c],
  [0x06_dd],
  [0x07_0f],
  [0x08_90, 0x08_91],
  [0x08_e2],
  [0x11_5f, 0x11_60],
  [0x17_b4, 0x17_b5],
  [0x18_0b, 0x18_0f],
  [0x20_0b, 0x20_0f],
  [0x20_28, 0x20_2e],
  [0x20_60, 0x20_6f],
  [0x28_00],
  [0x31_64],
  [0xe0_00, 0xf8_ff],
  [0xfe_00, 0xfe_0f],
  [0xfe_ff],
  [0xff_a0],
  [0xff_f0, 0xff_fb],
] as const)
  UNITS.fill(SUSPECT, first, last + 1);
// Of signs of Kaithi, of Egyptian, of shorthand, of music, of tags, and of the planes for private use.
for (const first of [0xd8_04, 0xd8_0d, 0xd8_2f, 0xd8_34]) UNITS[first] = FIRST_HALF;
UNITS.fill(FIRST_HALF, 0xdb_40, 0xdb_ff + 1);

/**
 * This expression and others here stand in functions: each takes longer to make than a short text to read, and most
 * texts need none of them.
 */
const isSuspect = (char: string): boolean =>
  /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}]/u.test(char);

/** Where the suspects of a text stand. */
export function* suspectsIn(text: string): Generator<number> {
  for (let at = candidateFrom(text, 0); at < text.length; at = candidateFrom(text, at + 1)) {
    const unit = UNITS[text.charCodeAt(at)];
    if (unit === SUSPECT || (unit === FIRST_HALF && isSuspect(charAt(text, at)))) yield at;
  }
}

/** Formats that are seen: they stand over or around the number that follows them. */
const SEEN = /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]/u;
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
const SELECTOR = /\p{Variation_Selector}/u;
const TAG = /[\u{E0000}-\u{E007F}]/u;

const ZWNJ = 0x20_0c;
const ZWJ = 0x20_0d;
const BYTE_ORDER_MARK = '\uFEFF';

/** What tells whether a character is hidden stands no farther from it than so many UTF-16 units. */
export const HIDDEN_REACH_CHARS = 24;

/** Runs of hidden characters, from the first to the last; those of different kinds are runs of their own. */
export function* hiddenIn(text: string): Generator<Hidden> {
  let run: { kind: HiddenKind; from: number; to: number } | undefined;
  for (const at of suspectsIn(text)) {
    const char = charAt(text, at);
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

/**
 * The text with each hidden character shown as `\u{202E}`; all else stays to the letter. Of a text that is a part of
 * another, `from` and `to` say which characters are wanted: those around them tell whether one is there for a reader.
 */
export const revealed = (text: string, from = 0, to = text.length): string => {
  let shown = '';
  let at = from;
  for (const hidden of hiddenIn(text)) {
    if (hidden.to <= from) continue;
    if (hidden.from >= to) break;
    const end = Math.min(hidden.to, to);
    const start = Math.max(hidden.from, from);
    shown += text.slice(at, start);
    for (const char of text.slice(start, end)) shown += escapeCodePoint(char);
    at = end;
  }
  return shown + text.slice(at, to);
};

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

/** Is it a letter of a script whose letters change their form by a joiner, or by its absence? */
const isJoining = (char: string): boolean =>
  isLetter(char) &&
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Mand}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Bali}\p{scx=Java}]/u.test(
    char,
  );
const PICTURE = /\p{Extended_Pictographic}/u;
const SKIN_OR_SELECTOR = /[\p{Emoji_Modifier}\p{Variation_Selector}]/u;

/** One joiner within a word of such a script, or the one that makes one emoji of two. */
const joins = (text: string, at: number, code: number, { before, after }: Around): boolean => {
  if (isJoining(before))
    return after === '' || !/[\p{L}\p{M}\p{Cf}]/u.test(after) || isJoining(after);
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

const isLetter = (char: string): boolean => /[\p{L}\p{M}]/u.test(char);

/** So far from a mark of direction its letter may stand: a blank, a bracket, a full stop between them. */
const NEIGHBOUR_CHARS = 3;
const isRightToLeft = (char: string): boolean =>
  isLetter(char) && /[\p{scx=Hebr}\p{scx=Arab}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}]/u.test(char);

/** A mark that puts what stands beside a word of Hebrew or Arabic where it belongs; one, not a row of them. */
const ordersItsNeighbour = (text: string, at: number): boolean => {
  const near = text.slice(Math.max(0, at - NEIGHBOUR_CHARS), at + 1 + NEIGHBOUR_CHARS);
  const isAlone = !BIDI.test(text.charAt(at - 1)) && !BIDI.test(text.charAt(at + 1));
  return isAlone && Array.from(near).some(isRightToLeft);
};

/** One selector behind a character that has the variants: an emoji, a sign, a Han character, a Mongolian letter. */
const selects = (char: string, { before, after }: Around): boolean => {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0xfe_00) return isMongolian(before);
  if (code <= 0xfe_02) return /[\p{Sm}\p{sc=Han}\p{sc=Mymr}]/u.test(before);
  if (code < 0xfe_0e) return false;
  if (code > 0xfe_0f) return /\p{sc=Han}/u.test(before);
  // Digits have a picture only as keys: `1`, the selector, the box around it.
  return /[\d#*]/.test(before)
    ? after === '\u20E3'
    : /[\p{S}\p{Extended_Pictographic}]/u.test(before);
};

const isMongolian = (char: string): boolean => isLetter(char) && /\p{sc=Mong}/u.test(char);

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
      return isWithoutBlanks(before) && isWithoutBlanks(after);
    case '\u034F':
      return /\p{M}/u.test(before);
    case '\u115F':
    case '\u1160':
      return /[\u1100-\u1112\u1161-\u11FF]/u.test(before + after);
    case '\u180E':
      return isMongolian(before);
    case '\u2800':
      return /[\u2801-\u28FF]/u.test(before + after);
    default:
      return false;
  }
};
const isWithoutBlanks = (char: string): boolean =>
  isLetter(char) && /[\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u.test(char);

const charAt = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
};

const charBefore = (text: string, at: number): string => {
  const pair = text.slice(Math.max(0, at - 2), at);
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(pair) ? pair : pair.slice(-1);
};
