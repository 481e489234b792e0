/**
 * Changes that must not pass unseen: `npm run test:mutants`, with `--only TEXT` for those whose file or words hold it,
 * and `--jobs N` for so many at once. Each mutant is made in a copy of the repository, where the tests that it names
 * must fail. A mutant whose text no longer stands exactly once in its file, and one that lives, fail the run.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { MUTANTS } from './mutants/list.ts';
import type { Mutant } from './mutants/mutant.ts';

const ROOT = resolve(import.meta.dirname, '..');

const { values } = parseArgs({
  options: { only: { type: 'string' }, jobs: { type: 'string', default: '2' } },
});
const nameOf = ({ file, breaks }: Mutant): string => `${file}: ${breaks}`;
const chosen = MUTANTS.filter((mutant) => nameOf(mutant).includes(values.only ?? ''));

/** A copy of what git tracks, with the packages of this one. */
const copyOfRepository = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'yamo-mutants-'));
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of files.split('\0'))
    if (file !== '') cpSync(join(ROOT, file), join(folder, file));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
};

/** The exit code of the tests in a copy; without the bundles, which no test of a mutant needs. */
const run = (folder: string, tests: readonly string[]): Promise<number> =>
  new Promise((done, failed) => {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const child = spawn(
      process.execPath,
      [vitest, 'run', ...tests, '--bail=1', '--maxWorkers=1', '--reporter=dot'],
      { cwd: folder, stdio: 'ignore', env: { ...process.env, YAMO_MUTANTS: 'yes' } },
    );
    child.on('error', failed);
    child.on('exit', (code) => done(code ?? 1));
  });

/** Why the mutant counts as a failure; `undefined` where its tests saw it. */
const faultOf = async (
  folder: string,
  { file, text, becomes, tests }: Mutant,
): Promise<string | undefined> => {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  const count = source.split(text).length - 1;
  if (count !== 1) return `its text stands there ${count} times`;
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

const faults: string[] = [];
const queue = [...chosen];

const work = async (): Promise<void> => {
  const folder = copyOfRepository();
  try {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const fault = await faultOf(folder, mutant);
      if (fault === undefined) process.stdout.write(`killed  ${nameOf(mutant)}\n`);
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
await refuseBroken();
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
process.stdout.write(`${chosen.length - faults.length} of ${chosen.length} mutants killed\n`);
if (faults.length > 0) process.exitCode = 1;
