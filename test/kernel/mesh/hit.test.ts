/** What the process of the mesh has found is shown as long as it still stands in the file. */
import { expect, it } from 'vitest';

import { hitText } from '#kernel/mesh/hit.ts';
import { placeHash } from '#kernel/wire/place-hash.ts';

const LINES = ['# Memory', '', '- one', '- two'];

it.each([
  ['as it was indexed', LINES, '- one'],
  ['but is another line by now', ['# Memory', '', '- 1', '- two'], undefined],
  ['but has moved', ['# Memory', '- one', '- two'], undefined],
  ['but is gone', [], undefined],
])('a place that stands there %s', (_, lines, text) => {
  const hit = {
    id: 'a',
    file: 'MEMORY.md',
    from: 3,
    to: 3,
    score: 1,
    hash: placeHash(LINES, 3, 3),
  };
  const now = { text: lines.join('\n'), lines, note: () => undefined };
  expect(hitText(now, { ...hit, parts: {} })).toBe(text);
});
