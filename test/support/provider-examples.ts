/** Examples of keys, made from the pieces of their formats: none is real, and none stands in a file. */
import * as fc from 'fast-check';

import type { KeyPiece, ProviderFormat } from '#lib/secrets/provider-formats.ts';
import { isPlaceholderKey } from '#lib/secrets/provider-placeholders.ts';

/** Of a run without a fixed length, so many characters more than needed. */
const MORE_CHARS = 12;

const charsOf = (alphabet: string): readonly string[] =>
  Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter((char) =>
    new RegExp(`[${alphabet}]`).test(char),
  );

const arbitraryOf = (piece: KeyPiece): fc.Arbitrary<string> => {
  if (typeof piece === 'string') return fc.constant(piece);
  if (!('chars' in piece)) return fc.constantFrom(...piece);
  return fc.string({
    unit: fc.constantFrom(...charsOf(piece.chars)),
    minLength: piece.from,
    maxLength: Math.min(piece.to, piece.from + MORE_CHARS),
  });
};

/** Keys of a format. Those that end in a mark are left out: in a sentence it is taken for the end of the word. */
export const keysOf = ({ pieces, isMixed }: ProviderFormat): fc.Arbitrary<string> =>
  fc
    .tuple(...pieces.map(arbitraryOf))
    .map((parts) => parts.join(''))
    .filter((key) => !isPlaceholderKey(key))
    .filter((key) => isMixed !== true || /[a-z].*[A-Z]|[A-Z].*[a-z]/.test(key))
    .filter((key) => isMixed !== true || /\d/.test(key));

/** One key of a format, the same each time. */
export const exampleOf = (format: ProviderFormat): string => {
  const [key = ''] = fc.sample(keysOf(format), { numRuns: 1, seed: 9 });
  return key;
};
