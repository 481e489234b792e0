/** Words that may belong to a label are seen however they are spelled. */
import { expect, it } from 'vitest';
import { nextHint } from '#lib/language/credential-labels.ts';
import { labelWords } from '#lib/language/credential-words.ts';

it.each([
  ['My PASSWORD is with the harbour office.', true],
  ['api-Key: x', true],
  ['https://a:b@example.com', true],
  ['Das Kennwort', true],
  ['Le mot de passe', true],
  ['Mi contrase\u00F1a', true],
  ['\u5BC6\u7801', true],
  ['pass\u212Aey', true],
  ['The boats came home at noon.', false],
])('%j: %s', (text, isHinted) => {
  expect(nextHint(text, 0) >= 0).toBe(isHinted);
});

it.each(
  (
    [
      'passwordEnds',
      'passwordWords',
      'tokenEnds',
      'tokenWords',
      'passwordHeads',
      'tokenHeads',
      'pinEnds',
    ] as const
  ).flatMap((list) => labelWords(list)),
)('%j is one of them', (word) => {
  // A head has what it is for behind it.
  expect(nextHint(`${word} x`, 0)).toBeGreaterThan(0);
});
