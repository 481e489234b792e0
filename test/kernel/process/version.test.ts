/** What programs say of their version, and which of two comes first. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { isFrom } from '#cli/hook/entry.ts';
import { versionOf } from '#kernel/process/child.ts';
import { freshPath } from '#test/support/workspace.ts';

const saying = (script: string): Promise<readonly number[] | undefined> => {
  const folder = freshPath('bin');
  mkdirSync(folder);
  writeFileSync(join(folder, 'claude'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'claude'), 0o755);
  return versionOf('claude', folder);
};

describe('the version of a program', () => {
  it.each([
    ['echo "2.1.332 (Claude Code)"', [2, 1, 332]],
    ['echo claude 2.1.295-beta.1', [2, 1, 295]],
    ['echo 10.20.30', [10, 20, 30]],
    ['echo 2.1.332; exit 1', [2, 1, 332]],
    ['echo none', undefined],
    ['echo 2.1', undefined],
    ['exit 3', undefined],
    ['echo 2.1.332 >&2', undefined],
  ] as const)('that says %j is %j', async (script, version) => {
    expect(await saying(script)).toEqual(version);
  });

  it('that is not there is unknown', async () => {
    expect(await versionOf('claude', '/nonexistent')).toBeUndefined();
  });

  it.each([
    [[2, 1, 295], true],
    [[2, 1, 332], true],
    [[2, 1, 294], false],
    [[2, 0, 999], false],
    [[1, 9, 999], false],
    [[2, 2, 0], true],
    [[3, 0, 0], true],
  ] as const)('%j is 2.1.295 or later: %j', (version, is) => {
    expect(isFrom(version, [2, 1, 295])).toBe(is);
  });
});
