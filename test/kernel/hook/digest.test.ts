/** Digests and identifiers of hooks, which are made without OpenSSL. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import { digestOf, freshId } from '#kernel/hook/digest.ts';
import { hooked } from '#test/support/disk.ts';

it('has the digests of OpenSSL', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(digestOf(text)).toBe(sha256(text));
    }),
  );
});

const withoutProc = hooked({
  before: ({ on }) => {
    if (on === 'uuid') throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
  },
});
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it.each([
  ['the system', disk],
  ['Node, where the system makes none', withoutProc],
])('has a new identifier each time, of %s', (_whom, from) => {
  const ids = Array.from({ length: 100 }, () => freshId(from));
  for (const id of ids) expect(id).toMatch(UUID);
  expect(new Set(ids).size).toBe(ids.length);
});
