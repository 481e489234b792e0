/** The hook as somebody's pre-commit gets it: this tree cloned, its packages fetched, built, packed and installed. */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { freshPath } from '#test/support/workspace.ts';
import { noPreCommit, PreCommit } from '#test/support/pre-commit.ts';

const ROOT = resolve(import.meta.dirname, '../..');

describe.skipIf(noPreCommit)('pre-commit', () => {
  it('builds, packs and installs this repository, and audits by it', { timeout: 600_000 }, () => {
    const folder = freshPath('hook');
    const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
    for (const name of listed.split('\0').filter((one) => one !== ''))
      cpSync(join(ROOT, name), join(folder, name));
    const preCommit = new PreCommit();
    const { code, stdout } = preCommit.audits('lite', folder, preCommit.commit(folder));
    expect([code, stdout]).toEqual([0, expect.stringMatching(/yamo audit\.+Passed/)]);
  });
});
