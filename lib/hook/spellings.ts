/**
 * Other spellings of a text: with its escapes resolved, and what of it is encoded, decoded. Each looks at each character
 * a fixed number of times. Nobody knows all encodings: what is made by a program as it runs is found by nothing here.
 */

import { isAscii } from '#lib/text/ascii.ts';
import { foldName } from '#lib/text/lookalike-names.ts';

/** What is longer is decoded once. */
const TWICE_CHARS = 16 * 1024;

/** The text, and what it may stand for. */
export const spellingsOf = (text: string): readonly string[] => {
  const once = DECODERS.map((decode) => decode(text)).filter((one) => one !== '');
  const twice =
    text.length > TWICE_CHARS ? [] : once.flatMap((one) => DECODERS.map((decode) => decode(one)));
  return [...new Set([text, ...once, ...twice])];
};

const charOf = (code: number): string =>
  code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';

/** `\x4d`, `\115`, `\u004d`, `\N{LATIN CAPITAL LETTER M}`, `%4d`, `&#77;`. */
const unescaped = (text: string): string =>
  /[\\%&]/.test(text)
    ? text
        .replaceAll(
          /\\u(?:\{0*([0-9a-f]{2,6})\}|([0-9a-f]{4}))|(?:\\[xU]0*|%)([0-9a-f]{2})/gi,
          (_all, ...hex) =>
            charOf(
              Number.parseInt(hex.slice(0, 3).find((one) => typeof one === 'string') ?? '', 16),
            ),
        )
        .replaceAll(/\\N\{LATIN (?:CAPITAL|SMALL) LETTER ([A-Z])\}/gi, '$1')
        .replaceAll(/\\0?([0-7]{2,3})/g, (_all, octal: string) => charOf(Number.parseInt(octal, 8)))
        .replaceAll(/&#(x[0-9a-f]+|\d+);/gi, (_all, code: string) =>
          charOf(Number(/^x/i.test(code) ? `0${code}` : code)),
        )
    : '';

const hexed = (text: string): string =>
  (text.match(/(?:(?:0x|\\x)?[0-9a-f]{2}[\s,:]*){6,}/gi) ?? [])
    .map((run) =>
      (run.replaceAll(/0x/gi, '').match(/[0-9a-f]{2}/gi) ?? [])
        .map((pair) => charOf(Number.parseInt(pair, 16)))
        .join(''),
    )
    .filter(isShown)
    .join('\n');

/** Of each offset that a run may have begun with. */
const base64ed = (text: string): string =>
  (text.match(/[\w+/-]{8,}/g) ?? [])
    .flatMap((run) => [0, 1, 2, 3].map((from) => fromBase64(run.slice(from))))
    .filter(isShown)
    .join('\n');

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const SEXTETS: ReadonlyMap<string, number> = new Map([
  ...Array.from(ALPHABET, (char, at): [string, number] => [char, at]),
  ['-', 62],
  ['_', 63],
]);

const fromBase64 = (run: string): string => {
  let bits = 0;
  let held = 0;
  let out = '';
  for (const char of run) {
    held = ((held << 6) | (SEXTETS.get(char) ?? 0)) & 0xff_ff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out += charOf((held >> bits) & 0xff);
  }
  return out;
};

/** `String.fromCharCode(77, 69, …)`, `chr(77)+chr(69)`. */
const numbered = (text: string): string => {
  const codes = text.match(/(?<![\d.])(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])(?![\d.])/g) ?? [];
  return codes.length < 4 ? '' : codes.map((code) => charOf(Number(code))).join('');
};

const reversed = (text: string): string => Array.from(text).toReversed().join('');

const rotated = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (char) => {
    const base = char < 'a' ? 65 : 97;
    return charOf(((char.charCodeAt(0) - base + 13) % 26) + base);
  });

/** Text that somebody encoded, and no chance. */
const isShown = (text: string): boolean => /[ -~]{4}/.test(text);

/** Without what a listing hides, and in the common form of its letters. */
const folded = (text: string): string => (isAscii(text) ? '' : foldName(text));

const DECODERS: readonly ((text: string) => string)[] = [
  unescaped,
  hexed,
  base64ed,
  numbered,
  reversed,
  rotated,
  folded,
];
