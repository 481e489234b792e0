/**
 * One mutant at a time, in a copy of the repository: for what runs in a process of its own, as agents do, for what a
 * source does while it is loaded, and for what it made once and keeps (`??=`), which no later mutant changes.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';

import type { Mutant } from './instrument.ts';
import type { Known, Ledger } from './ledger.ts';
import { changed, nameOfPlace } from './places.ts';

/** What a mutant is given before it counts as one without an end. */
const ALONE_MAX_MS = 600_000;

/** Their files under second names where they can have some: what holds an agent does not let it follow links out. */
const copyBuilt = (root: string, folder: string, name: string): void => {
  const into = dirname(join(folder, name));
  const copy = (how: string): unknown =>
    execFileSync('cp', [how, join(root, name), into], { stdio: 'ignore' });
  mkdirSync(into, { recursive: true });
  try {
    copy('-RPl');
  } catch {
    rmSync(join(folder, name), { recursive: true, force: true });
    copy('-RP');
  }
};

/** A copy of what git tracks, with its packages, its bundles and its validators. */
export const copyOfRepository = (root: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'yamo-mutants-'));
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\0'))
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file));
  for (const name of ['node_modules', 'dist', 'schemas/generated']) copyBuilt(root, folder, name);
  return folder;
};

/** Whether the tests pass in a copy. */
const pass = (folder: string, tests: readonly string[]): Promise<boolean> =>
  new Promise((done, failed) => {
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
    const child = spawn(
      process.execPath,
      [vitest, 'run', ...tests, '--bail=1', '--maxWorkers=1', '--reporter=dot'],
      {
        cwd: folder,
        stdio: 'ignore',
        timeout: ALONE_MAX_MS,
        killSignal: 'SIGKILL',
      },
    );
    child.on('error', failed);
    child.on('exit', (code) => done(code === 0));
  });

/** Tests of an agent, which run it from its sources. */
const OF_AGENTS = 'test/agents';

/** The tests of a mutant that no process of a test tries by itself, or else the nearest of those that it outlived. */
const testsOf = (mutant: Mutant, known: Known): readonly string[] => {
  if (mutant.file.startsWith('agents/')) return [OF_AGENTS];
  const name = nameOfPlace(mutant);
  const loading = [...(known.loading.get(name) ?? [])];
  return loading.length > 0 ? loading : [...(known.tried.get(name) ?? [])].slice(0, 1);
};

/** Tries those of the mutants that live still. Throws where their tests fail without one. */
export const tryAlone = async (
  root: string,
  mutants: readonly Mutant[],
  ledger: Ledger,
): Promise<void> => {
  const known = ledger.known();
  const open = mutants
    .filter((one) => !known.killed.has(nameOfPlace(one)))
    .map((mutant) => ({ mutant, tests: testsOf(mutant, known) }))
    .filter(({ tests }) => tests.length > 0);
  if (open.length === 0) return;
  const folder = copyOfRepository(root);
  try {
    const all = [...new Set(open.flatMap(({ tests }) => tests))];
    if (!(await pass(folder, all)))
      throw new Error(`without a mutant these tests fail: ${all.join(', ')}`);
    for (const { mutant, tests } of open) {
      const path = join(folder, mutant.file);
      const source = readFileSync(path, 'utf8');
      writeFileSync(path, changed(source, mutant));
      const name = nameOfPlace(mutant);
      if (await pass(folder, tests)) ledger.note({ mutant: name, tried: tests.join(' ') });
      else ledger.note({ mutant: name, killed: `${tests.join(' ')} in a copy` });
      writeFileSync(path, source);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
};
