/**
 * What breaks ring 0 is caught by the suite alone, without the tests of its parts: one change for each case that guards
 * it. Where two rules of ring 0 hold the same, both are taken away.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { cannotRun, documentOf, held, only, ROOT } from '#test/support/conform.ts';
import { MUTANTS } from '#test/support/ring-0-mutants.ts';
import { freshPath } from '#test/support/workspace.ts';

/** Of nearly all cases, from sources, on a machine that has other things to do. */
const LONG_MS = 900_000;

describe.skipIf(cannotRun)('a mutant of ring 0', () => {
  const copy = freshPath('yamo');

  beforeAll(() => {
    copySources(copy);
  });

  it('is none without its change', { timeout: LONG_MS }, async () => {
    const ids = new Set(MUTANTS.flatMap(([, cases]) => cases.split(' ')));
    const { cases } = await held(yamoIn(copy), ...only(...ids));
    expect(cases.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  });

  it.each(MUTANTS)('(%s) is caught by %s', async (_, ids, changes) => {
    const were = new Map<string, string>();
    try {
      for (const [file, text, becomes] of changes) {
        const source = readFileSync(join(copy, file), 'utf8');
        expect(source.split(text), text).toHaveLength(2);
        if (!were.has(file)) were.set(file, source);
        writeFileSync(
          join(copy, file),
          source.replace(text, () => becomes),
        );
      }
      const { cases } = await held(yamoIn(copy), ...only(...ids.split(' ')));
      expect(cases.map(({ id, verdict, why }) => [id, verdict, why])).toEqual(
        cases.map(({ id }) => [id, 'fail', expect.anything()]),
      );
    } finally {
      for (const [file, source] of were) writeFileSync(join(copy, file), source);
    }
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
  return documentOf([], { agent: 'acp', append: '_yamo/append', boot });
};

const copySources = (folder: string): void => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of files.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  const generated = 'schemas/generated';
  cpSync(join(ROOT, generated), join(folder, generated), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
};
