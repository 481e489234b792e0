/** A folded text as words: by the code of a character alone, since this is asked of every character of every text. */

const OTHER = 0;
const LETTER = 1;
const IDEOGRAPH = 2;

/** What a UTF-16 unit is. A table, since ranges would be compared for every character. */
const KINDS = new Uint8Array(0x1_00_00)
  .fill(LETTER, 0x30, 0x3a)
  .fill(LETTER, 0x41, 0x5b)
  .fill(LETTER, 0x61, 0x7b)
  .fill(LETTER, 0xc0, 0x20_00)
  .fill(IDEOGRAPH, 0x30_40, 0xa0_00)
  .fill(LETTER, 0xac_00, 0xd7_b0)
  .fill(IDEOGRAPH, 0xf9_00, 0xfb_00);

/** A letter or a digit of a script that puts blanks between words, Korean among them. */
export const isLetter = (code: number): boolean => KINDS[code] === LETTER;

/** A character of Chinese or Japanese, which is taken for a word of its own. */
export const isIdeograph = (code: number): boolean => KINDS[code] === IDEOGRAPH;

/** Where the first word begins at or behind `from`, `before` being the unit before that; the length for none. */
export const wordBegin = (text: string, from: number, before: number): number => {
  let last = KINDS[before] ?? OTHER;
  for (let at = from; at < text.length; at += 1) {
    const kind = KINDS[text.charCodeAt(at)] ?? OTHER;
    if (kind === IDEOGRAPH || (kind === LETTER && last !== LETTER)) return at;
    last = kind;
  }
  return text.length;
};

/** A word, a colon, or what ends a sentence; all else between words is passed over. */
export interface SentenceToken {
  /** In small letters. A longer word than any that is looked for is an empty one. */
  readonly word: string;
  readonly at: number;
  readonly end: number;
}

const WORD_MAX_CHARS = 24;
const LF = 10;

/** The first token that begins at or behind `from`; `undefined` at the end. */
export const tokenAt = (folded: string, from: number): SentenceToken | undefined => {
  for (let at = from; at < folded.length; at += 1) {
    const code = folded.charCodeAt(at);
    if (isLetter(code)) return wordFrom(folded, at);
    if (isIdeograph(code) || stops(folded, at, code))
      return { word: folded.charAt(at), at, end: at + 1 };
  }
  return undefined;
};

const wordFrom = (folded: string, at: number): SentenceToken => {
  let end = at + 1;
  while (isLetter(folded.charCodeAt(end))) end += 1;
  const word = end - at > WORD_MAX_CHARS ? '' : folded.slice(at, end).toLowerCase();
  return { word, at, end };
};

/** The full stop in a name of a file ends nothing; the end of a line does if the next one is blank. */
const stops = (folded: string, at: number, code: number): boolean => {
  if (code === LF) return /^[ \t\r]{0,8}\n/.test(folded.slice(at + 1, at + 10));
  const char = folded.charAt(at);
  if (char === ':' || char === '。' || char === '|') return true;
  return '.!?;'.includes(char) && !/^\S/u.test(folded.slice(at + 1, at + 2));
};
