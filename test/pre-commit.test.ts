/** pre-commit packs and installs the hook by npm. The whole build is tried in test/third-party. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { freshPath } from '#test/support/workspace.ts';
import { noPreCommit, PreCommit } from '#test/support/pre-commit.ts';

import manifest from '../package.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '..');

/** This repository as far as pre-commit and npm see it: built already, and with a build that prints what ours prints. */
const repository = (): string => {
  const folder = freshPath('hook');
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  for (const name of ['.npmrc', '.pre-commit-hooks.yaml', 'dist'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  const { name, version, bin, type, engines, scripts } = manifest;
  const { prepare } = scripts;
  const trimmed = { name, version, bin, type, engines, files: ['dist'], scripts: { prepare } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(trimmed));
  writeFileSync(
    join(folder, 'scripts/build.ts'),
    "process.stdout.write('dist/yamo.js                 19.1 KB\\n');\n",
  );
  return folder;
};

describe.skipIf(noPreCommit)('pre-commit', () => {
  it('installs the hook on the Node of the system, and runs it', () => {
    const preCommit = new PreCommit();
    const folder = repository();
    const commit = preCommit.commit(folder);
    const passed = preCommit.audits('lite', folder, commit);
    expect([passed.code, passed.stdout]).toEqual([0, expect.stringMatching(/yamo audit\.+Passed/)]);
    const refused = preCommit.audits('uninitialised', folder, commit);
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('exit code: 1')]);
  });
});
