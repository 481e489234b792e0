/** What breaks ring 0 is caught by the suite alone, without the tests of its parts. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { cannotRun, documentOf, held, ROOT } from '#test/support/conform.ts';
import { freshPath } from '#test/support/workspace.ts';

/** What breaks ring 0: file, text, what it becomes, and the case that catches it. */
const MUTANTS: readonly (readonly [string, string, string, string])[] = [
  ['kernel/startup/guard.ts', 'if (now.nlink !== 0n) {', 'if (Number(now.nlink) < 0) {', 'X-03'],
  ['kernel/startup/guard.ts', '    root.sync();', '', 'B-02'],
  ['kernel/startup/guard.ts', 'if (nlink !== 1n) {', 'if (nlink < 1n) {', 'B-17'],
  [
    'kernel/startup/guard.ts',
    'now.size !== opened.stat.size || now.mtimeNs !== opened.stat.mtimeNs',
    'now.size < 0n',
    'X-06',
  ],
  [
    'kernel/startup/guard.ts',
    'const copies = names.filter(isCopyName);',
    'const copies: readonly string[] = [];',
    'B-22',
  ],
  [
    'kernel/startup/load.ts',
    "loading.kind === 'main' ? readNext",
    'loading.kind !== undefined ? readNext',
    'M-07',
  ],
  [
    'lib/spec/access.ts',
    "soul: { read: 'required', write: 'reconfigure'",
    "soul: { read: 'required', write: 'allowed'",
    'A-01',
  ],
];

describe.skipIf(cannotRun)('a mutant of ring 0', () => {
  it.each(MUTANTS)('%s: %s -> %s is caught by %s', async (file, text, becomes, id) => {
    const copy = copyOfSources();
    const source = readFileSync(join(copy, file), 'utf8');
    expect(source.split(text)).toHaveLength(2);
    const kernel = yamoIn(copy);
    expect((await held(kernel, '--only', id)).cases).toMatchObject([{ id, verdict: 'pass' }]);
    writeFileSync(join(copy, file), source.replace(text, becomes));
    expect((await held(kernel, '--only', id)).cases).toMatchObject([{ id, verdict: 'fail' }]);
  });
});

/** A document of yamo as its sources in this folder run. */
const yamoIn = (copy: string): string => {
  const bootIn = (session: string, ...more: readonly string[]): readonly string[] => [
    '{node}',
    join(copy, 'cli/main.ts'),
    'boot',
    '{workspace}',
    '--session',
    session,
    '--agent',
    '{agent}',
    '--message',
    '{message}',
    ...more,
  ];
  const boot = { main: bootIn('main', '--attended'), shared: bootIn('shared') };
  return documentOf([], { agent: 'acp', boot, seconds: 60 });
};

const copyOfSources = (): string => {
  const folder = freshPath('yamo');
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of files.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
};
