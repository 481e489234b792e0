/** The check of commit subjects: strict with new ones, silent about old ones and where there is nothing to look at. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { freshPath } from '#test/support/workspace.ts';

import { commitFaults, subjectFault } from '../scripts/commits/subjects.ts';

const git = (folder: string, ...args: readonly string[]): void => {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' });
};

const commit = (folder: string, subject: string): void => {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '--allow-empty', '-m', subject);
};

/** A repository whose history has an old commit, the marker, and these commits after it. */
const history = (...subjects: readonly string[]): string => {
  const folder = freshPath('repository');
  mkdirSync(folder);
  git(folder, 'init', '-q');
  commit(folder, 'old things were done, at more length than anybody would like to read in a log.');
  writeFileSync(join(folder, 'marker'), '');
  commit(folder, 'Check commits');
  for (const subject of subjects) commit(folder, subject);
  return folder;
};

describe('a subject', () => {
  it.each([
    'Name the files that enforce each requirement; explain sections',
    'Pass keys through the pipe',
    'Address what reviewers asked',
    'Bring back the ghost header',
    'Embed the schemas',
    'Revert "Load all templates before orders are taken"',
    'Test: planted links',
    'x'.repeat(72).replace('x', 'X'),
  ])('may be %j', (subject) => {
    expect(subjectFault(subject)).toBeUndefined();
  });

  it.each([
    ['Added a rule', '"Added"'],
    ['Adding a rule', '"Adding"'],
    ['Adds a rule', '"Adds"'],
    ['Tests find their files', '"Tests"'],
    ['A boot is refused', '"A"'],
    ['What was said is kept', '"What"'],
    ['add a rule', 'capital'],
    ['Add a rule.', 'full stop'],
    ['fixup! Add a rule', 'joined'],
    [`Add ${'x'.repeat(69)}`, '73 characters'],
    ['', 'capital'],
  ])('may not be %j', (subject, why) => {
    expect(subjectFault(subject)).toContain(why);
  });
});

describe('the commits that are looked at', () => {
  it('are those since the check', () => {
    expect(commitFaults(history('Add a rule', 'Keep a log'), 'marker')).toEqual([]);
    const faults = commitFaults(history('Add a rule', 'added a log', 'Keep a log'), 'marker');
    expect(faults).toEqual([expect.stringMatching(/^[0-9a-f]+ added a log\n {2}begins with no/u)]);
  });

  it('are those since the last tag', () => {
    const folder = history('added a log');
    git(folder, 'tag', 'v1');
    expect(commitFaults(folder, 'marker')).toEqual([]);
    commit(folder, 'added another');
    expect(commitFaults(folder, 'marker')).toHaveLength(1);
  });

  it('are none in a shallow clone, without git and without the check', () => {
    const folder = history('added a log');
    const clone = freshPath('clone');
    git(folder, 'clone', '-q', '--depth', '1', `file://${folder}`, clone);
    expect(commitFaults(clone, 'marker')).toEqual([]);
    const bare = freshPath('none');
    mkdirSync(bare);
    expect(commitFaults(bare, 'marker')).toEqual([]);
    expect(commitFaults(join(bare, 'missing'), 'marker')).toEqual([]);
    expect(commitFaults(folder, 'no such file')).toEqual([]);
  });
});
