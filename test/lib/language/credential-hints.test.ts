/** A text of a few lines is searched for hints word by word, before the scan for all others is made. */
import { beforeEach, expect, it, vi } from 'vitest';

/** As in a process that has looked at nothing yet. */
beforeEach(() => void vi.resetModules());

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
])('%j: %s', async (text, isHinted) => {
  const { nextHint } = await import('#lib/language/credential-labels.ts');
  const first = nextHint(text, 0) >= 0;
  // A long text takes the scan, and every text after it.
  nextHint(' '.repeat(10_000), 0);
  expect([first, nextHint(text, 0) >= 0]).toEqual([isHinted, isHinted]);
});
