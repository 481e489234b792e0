import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { sameFile } from '#kernel/fs/directory.ts';

describe('two stats', () => {
  const folder = mkdtempSync(join(tmpdir(), 'yamo-same-'));
  const statOf = (name: string) => {
    writeFileSync(join(folder, name), 'x');
    return statSync(join(folder, name), { bigint: true });
  };

  it('are of one file by its number on its disk, and by nothing less', () => {
    const [one, other] = [statOf('one'), statOf('other')];
    const onAnotherDisk = Object.assign(statOf('one'), { dev: one.dev + 1n });
    expect(sameFile(one, statOf('one'))).toBe(true);
    expect(sameFile(one, other)).toBe(false);
    expect(sameFile(one, onAnotherDisk)).toBe(false);
  });
});
