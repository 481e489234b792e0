/**
 * Changes that must not pass unseen: `npm run test:mutants`, with `--only TEXT` for those whose file or words hold it,
 * `--jobs N` for so many at once, and `--texts` to look only whether their texts still stand where they did. Each mutant is made in a copy of the repository, where the tests that it names
 * must fail. A mutant whose text no longer stands exactly once in its file, and one that lives, fail the run.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { MUTANTS } from './mutants/list.ts';
import type { Mutant } from './mutants/mutant.ts';

const ROOT = resolve(import.meta.dirname, '..');

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    texts: { type: 'boolean', default: false },
  },
});
const nameOf = ({ file, breaks }: Mutant): string => `${file}: ${breaks}`;
const chosen = MUTANTS.filter((mutant) => nameOf(mutant).includes(values.only ?? ''));

/** Their files under second names where they can have some: what holds an agent does not let it follow links out. */
const copyPackages = (folder: string): void => {
  const copy = (how: string): unknown =>
    execFileSync('cp', [how, join(ROOT, 'node_modules'), folder], { stdio: 'ignore' });
  try {
    copy('-RPl');
  } catch {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    copy('-RP');
  }
};

/** A copy of what git tracks, with its packages. */
const copyOfRepository = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'yamo-mutants-'));
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of files.split('\0'))
    if (file !== '') cpSync(join(ROOT, file), join(folder, file));
  if (!values.texts) copyPackages(folder);
  return folder;
};

/** The exit code of the tests in a copy; without the bundles, which no test of a mutant needs. */
const run = (folder: string, tests: readonly string[]): Promise<number> =>
  new Promise((done, failed) => {
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
    const child = spawn(
      process.execPath,
      [vitest, 'run', ...tests, '--bail=1', '--maxWorkers=1', '--reporter=dot'],
      { cwd: folder, stdio: 'ignore', env: { ...process.env, YAMO_MUTANTS: 'yes' } },
    );
    child.on('error', failed);
    child.on('exit', (code) => done(code ?? 1));
  });

/** Why the mutant cannot be made. */
const misplaced = (source: string, { text }: Mutant): string | undefined => {
  const count = source.split(text).length - 1;
  return count === 1 ? undefined : `its text stands there ${count} times`;
};

/** Why the mutant counts as a failure; `undefined` where its tests saw it. */
const faultOf = async (folder: string, mutant: Mutant): Promise<string | undefined> => {
  const { file, text, becomes, tests } = mutant;
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  const fault = misplaced(source, mutant);
  if (fault !== undefined || values.texts) return fault;
  writeFileSync(
    path,
    source.replace(text, () => becomes),
  );
  try {
    return (await run(folder, tests)) === 0 ? `lives: ${tests.join(', ')} passed` : undefined;
  } finally {
    writeFileSync(path, source);
  }
};

const SEEN = values.texts ? 'in place' : 'killed';
const faults: string[] = [];
const queue = [...chosen];

const work = async (): Promise<void> => {
  const folder = copyOfRepository();
  try {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const fault = await faultOf(folder, mutant);
      if (fault === undefined) process.stdout.write(`${SEEN}  ${nameOf(mutant)}\n`);
      else {
        faults.push(nameOf(mutant));
        process.stdout.write(`FAULT   ${nameOf(mutant)}: ${fault}\n`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Tests that fail by themselves would kill every mutant. */
const refuseBroken = async (): Promise<void> => {
  const folder = copyOfRepository();
  try {
    const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
    if ((await run(folder, tests)) !== 0)
      throw new Error(`without a mutant these tests fail: ${tests.join(', ')}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

if (chosen.length === 0) throw new Error('no mutant of that name');
if (!values.texts) await refuseBroken();
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
process.stdout.write(`${chosen.length - faults.length} of ${chosen.length} mutants ${SEEN}\n`);
if (faults.length > 0) process.exitCode = 1;
