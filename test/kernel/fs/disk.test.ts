import { describe, expect, it } from 'vitest';

import { asRefusal, disk, errnoOf } from '#kernel/fs/disk.ts';
import { Refusal } from '#lib/spec/refusals.ts';

const caught = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('expected an error');
};

const failed = caught(() => disk.open('/nowhere/at/all', 0));
const bug = new TypeError('a bug');
const coded = Object.assign(new Error('of Node'), { code: 'ERR_INVALID_ARG_TYPE' });
const refusal = new Refusal('SOUL_EMPTY', {});

const refused = (error: unknown): unknown =>
  asRefusal(error, (reason) => new Refusal('MEMORY_DIR_UNUSABLE', { reason }));

describe('an error', () => {
  it('of a system call has a code; a bug and a refusal have none, and are not thrown', () => {
    expect(errnoOf(failed)).toBe('ENOENT');
    for (const other of [bug, coded, refusal, 'a text', undefined])
      expect(errnoOf(other)).toBeUndefined();
  });

  it('of a system call becomes a refusal; a bug and a refusal stay what they are', () => {
    expect(refused(failed)).toMatchObject({ code: 'MEMORY_DIR_UNUSABLE' });
    for (const other of [bug, coded, refusal]) expect(refused(other)).toBe(other);
  });
});
