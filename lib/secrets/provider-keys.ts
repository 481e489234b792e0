/**
 * Keys in the formats of `PROVIDER_FORMATS`, and private keys in PEM (§4.2). Keys are long, and hardly anything else
 * that people write is: only where so many characters of a key follow each other is a text looked at closely.
 */
import {
  ALPHABETS,
  type KeyPiece,
  PROVIDER_FORMATS,
  type ProviderFormat,
} from './provider-formats.ts';
import { isPlaceholderKey } from './provider-placeholders.ts';
import { isServiceKey } from './service-keys.ts';

/** A key that was found by its format. */
export interface FormatKey {
  /** Words of our own. */
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

/** Every format has so many characters in a row that are `DENSE`. */
const DENSE_MIN_CHARS = 20;
/** By the code of a character: is it in the class? */
const codes = (chars: string): Uint8Array => {
  const set = new Uint8Array(128);
  for (const [, from = '', to = from] of chars.matchAll(/(.)(?:-(.))?/g))
    set.fill(1, from.charCodeAt(0), to.charCodeAt(0) + 1);
  return set;
};
/** Those of base64, which have slashes at any place, are longer than that. */
const BASE64_MIN_CHARS = 38;
const PLAIN_OR_MARK = codes(ALPHABETS.url);
const DENSE = codes(`${ALPHABETS.base64}_-`);
/** What may stand in a key besides. */
const OF_KEY = codes(`${ALPHABETS.base64}_.:~=-`);
const LETTER_OR_DIGIT = codes(ALPHABETS.plain);
/** May stand right before a key, as emphasis; after a letter they say that a word goes on. */
const MARK = codes('_-');

/** The keys of a text, in its order; none overlaps another. Linear in its length; never throws. */
export function formatKeysIn(text: string): readonly FormatKey[] {
  const blocks = [...privateKeysIn(text)];
  const tokens = apartFrom(blocks, [...tokensIn(text)]);
  const found = [...blocks, ...tokens].toSorted((a, b) => a.from - b.from);
  const others = apartFrom(found, [...azureKeysIn(text)]);
  return others.length === 0 ? found : [...found, ...others].toSorted((a, b) => a.from - b.from);
}

/** Those of `others` that share no character with one of `keys`. Both are in the order of a text. */
export const apartFrom = (
  keys: readonly FormatKey[],
  others: readonly FormatKey[],
): readonly FormatKey[] => {
  let at = 0;
  return others.filter(({ from, to }) => {
    while (at < keys.length && (keys[at]?.to ?? 0) <= from) at += 1;
    return (keys[at]?.from ?? to) >= to;
  });
};

/** Does a text hold such a key? As `formatKeysIn`, and ends at the first one. */
export const hasFormatKey = (text: string): boolean =>
  tokensIn(text).next().done !== true ||
  privateKeysIn(text).next().done !== true ||
  azureKeysIn(text).next().done !== true;

function* tokensIn(text: string): Generator<FormatKey> {
  let behind = 0;
  for (let at = DENSE_MIN_CHARS - 1; at < text.length;) {
    if (DENSE[text.charCodeAt(at)] !== 1) {
      at += DENSE_MIN_CHARS;
      continue;
    }
    const from = runStart(text, at, behind, DENSE);
    const to = runEnd(text, at, DENSE);
    if (!isDense(text, from, to)) {
      at = to + DENSE_MIN_CHARS;
      continue;
    }
    const zoneFrom = runStart(text, from, behind, OF_KEY);
    behind = runEnd(text, to - 1, OF_KEY);
    yield* keysBetween(text, zoneFrom, behind);
    at = behind + DENSE_MIN_CHARS - 1;
  }
}

/** A key of Azure may have dots anywhere, so that no part of it need be long. */
const AZURE_MARK = 'Q~';
const AZURE_MARK_AT = 4;

function* azureKeysIn(text: string): Generator<FormatKey> {
  for (let at = text.indexOf(AZURE_MARK); at >= 0; at = text.indexOf(AZURE_MARK, at + 1)) {
    const from = at - AZURE_MARK_AT;
    if (from < 0 || LETTER_OR_DIGIT[text.charCodeAt(from - 1)] === 1) continue;
    const key = keyAt(text, from);
    if (key === undefined) continue;
    yield key;
    at = key.to;
  }
}

/** A path is long too, and its parts are not. */
const isDense = (text: string, from: number, to: number): boolean => {
  if (to - from < DENSE_MIN_CHARS || to - from >= BASE64_MIN_CHARS)
    return to - from >= DENSE_MIN_CHARS;
  let part = from;
  for (let at = from; at < to; at += 1) {
    if (PLAIN_OR_MARK[text.charCodeAt(at)] === 1) continue;
    if (at - part >= DENSE_MIN_CHARS) return true;
    part = at + 1;
  }
  return to - part >= DENSE_MIN_CHARS;
};

const runStart = (text: string, at: number, floor: number, set: Uint8Array): number => {
  let from = at;
  while (from > floor && set[text.charCodeAt(from - 1)] === 1) from -= 1;
  return from;
};

const runEnd = (text: string, at: number, set: Uint8Array): number => {
  let to = at + 1;
  while (to < text.length && set[text.charCodeAt(to)] === 1) to += 1;
  return to;
};

function* keysBetween(text: string, from: number, to: number): Generator<FormatKey> {
  // In a text with escapes the letter of one stands before a key: `\nKEY`.
  let isFresh = true;
  let hasKey = false;
  let at = text.charAt(from - 1) === '\\' && /[nrt]/.test(text.charAt(from)) ? from + 1 : from;
  while (at < to) {
    const code = text.charCodeAt(at);
    const key: FormatKey | undefined = isFresh ? keyAt(text, at) : undefined;
    if (key !== undefined) {
      hasKey = true;
      yield key;
    }
    isFresh = key === undefined && LETTER_OR_DIGIT[code] !== 1 && (isFresh || MARK[code] !== 1);
    at = key?.to ?? at + 1;
  }
  if (hasKey) return;
  const own = bareKeyBetween(text, from, to);
  if (isServiceKey(text, own.from, own.to))
    yield { kind: 'key behind the name of its service', ...own };
}

/** Without the marks at both ends, which belong to the sentence. */
const bareKeyBetween = (text: string, start: number, end: number): { from: number; to: number } => {
  let from = start;
  let to = end;
  while (from < to && LETTER_OR_DIGIT[text.charCodeAt(from)] !== 1) from += 1;
  while (to > from && LETTER_OR_DIGIT[text.charCodeAt(to - 1)] !== 1) to -= 1;
  const name = text.slice(from, to).search(/[:=]/u);
  return name < 0 ? { from, to } : { from: from + name + 1, to };
};

const keyAt = (text: string, from: number): FormatKey | undefined => {
  readers ??= readersByFirst();
  for (const reader of readers[text.charCodeAt(from)] ?? []) {
    const to = reader.endOf(text, from);
    if (to !== undefined) return { kind: reader.provider, from, to };
  }
  return undefined;
};

const isOfAllKinds = (value: string): boolean =>
  /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);

/** The name of a file goes on so: `key-….jpg`. */
const FILE_END =
  /^\.(?:jpe?g|png|gif|svg|webp|avif|ico|mp[34]|pdf|css|m?js|html?|md|txt|json|zip|t?gz)(?![\w])/i;
const FILE_END_MAX_CHARS = 6;

/** One format, made ready to be looked for. */
class Reader {
  readonly provider: string;
  /** The first fixed part stands so far behind the start of a key. Cheaper to ask than the expression. */
  readonly #marks: readonly string[];
  readonly #marksAt: number;
  readonly #pieces: readonly KeyPiece[];
  readonly #isMixed: boolean;
  #expression: RegExp | undefined;

  constructor({ provider, pieces, isMixed = false }: ProviderFormat) {
    this.provider = provider;
    this.#pieces = pieces;
    this.#isMixed = isMixed;
    const { marks, at } = marksOf(pieces);
    this.#marks = marks;
    this.#marksAt = at;
  }

  /** Where the key that begins at `from` ends; `undefined` if none does. */
  endOf(text: string, from: number): number | undefined {
    const at = from + this.#marksAt;
    if (!this.#marks.some((mark) => text.startsWith(mark, at))) return undefined;
    this.#expression ??= new RegExp(`${this.#pieces.map(sourceOf).join('')}(?![0-9A-Za-z])`, 'y');
    this.#expression.lastIndex = from;
    const value = this.#expression.exec(text)?.[0];
    if (value === undefined || isPlaceholderKey(value)) return undefined;
    if (FILE_END.test(text.slice(from + value.length, from + value.length + FILE_END_MAX_CHARS)))
      return undefined;
    return this.#isMixed && !isOfAllKinds(value) ? undefined : from + value.length;
  }
}

/** The formats by the code of the character that they begin with; made when a text looks like a key at all. */
let readers: readonly (readonly Reader[])[] | undefined;

const readersByFirst = (): readonly (readonly Reader[])[] => {
  const made: Reader[][] = Array.from({ length: 128 }, () => []);
  for (const format of PROVIDER_FORMATS) {
    const reader = new Reader(format);
    for (const code of firstCodes(format.pieces[0])) made[code]?.push(reader);
  }
  return made;
};

/** The characters that a piece can begin with. */
const firstCodes = (piece: KeyPiece = []): readonly number[] => {
  if (typeof piece === 'string') return [piece.charCodeAt(0)];
  if (!('chars' in piece)) return [...new Set(piece.map((one) => one.charCodeAt(0)))];
  return [...codes(piece.chars).entries()].flatMap(([code, isIn]) => (isIn === 1 ? [code] : []));
};

/** The first fixed part, if its place is fixed. */
const marksOf = (pieces: readonly KeyPiece[]): { marks: readonly string[]; at: number } => {
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') return { marks: [piece], at };
    if (!('chars' in piece)) return { marks: piece, at };
    if (piece.from !== piece.to) break;
    at += piece.from;
  }
  return { marks: [''], at: 0 };
};

const sourceOf = (piece: KeyPiece): string => {
  if (typeof piece === 'string') return literal(piece);
  if ('chars' in piece) return `[${piece.chars}]{${piece.from},${piece.to}}`;
  return `(?:${piece.map(literal).join('|')})`;
};

/** Of what has a meaning in an expression, fixed parts hold dots only. */
const literal = (text: string): string => text.replaceAll('.', String.raw`\.`);

const PEM_MARK = 'PRIVATE KEY';
const PEM_BEGIN = /(?<=(-----BEGIN [0-9A-Z ]{0,40}))PRIVATE KEY(?: BLOCK)?-----/y;
/** Between lines: in a quotation, in a literal of a program, in JSON; with the facts that old blocks begin with. */
const PEM_BREAK = /(?:[\s>"'+,|]|\\[nr]|(?:Proc-Type|DEK-Info|Comment|Version):[^\r\n\\]{0,100})*/y;
const PEM_LINE = /[0-9A-Za-z+/=]+/y;
const PEM_END = /-----END [0-9A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
/** The first line of a block has 64 characters; a word has fewer than this. */
const PEM_LINE_MIN_CHARS = 32;

/** Blocks with something in them, whatever kind of key they name; also those that are cut off. */
function* privateKeysIn(text: string): Generator<FormatKey> {
  for (let at = text.indexOf(PEM_MARK); at >= 0; at = text.indexOf(PEM_MARK, at + 1)) {
    PEM_BEGIN.lastIndex = at;
    const begin = PEM_BEGIN.exec(text);
    if (begin === null) continue;
    const to = bodyEnd(text, at + begin[0].length);
    if (to === undefined) continue;
    yield { kind: 'private key', from: at - (begin[1]?.length ?? 0), to };
    at = to;
  }
}

const bodyEnd = (text: string, from: number): number | undefined => {
  let at = behind(PEM_BREAK, text, from);
  let end = behind(PEM_LINE, text, at);
  if (end - at < PEM_LINE_MIN_CHARS || isPlaceholderKey(text.slice(at, end))) return undefined;
  for (let next = end; next > at;) {
    end = next;
    at = behind(PEM_BREAK, text, end);
    next = behind(PEM_LINE, text, at);
  }
  const closed = behind(PEM_END, text, at);
  return closed > at ? closed : end;
};

const behind = (expression: RegExp, text: string, at: number): number => {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : at;
};
