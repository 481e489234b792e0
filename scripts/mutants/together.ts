/**
 * Many mutants at once: each source that holds some is all of them, and each file of tests is loaded once for all that
 * it reaches (runner.ts). What takes no end is ended here.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import process from 'node:process';

import { BaseSequencer, createVitest, type TestSpecification, type Vitest } from 'vitest/node';

import { instrumented, type Mutant, SWITCH } from './instrument.ts';
import { Ledger } from './ledger.ts';
import { Loads } from './loads.ts';
import { nameOfPlace } from './places.ts';

const TEST_MAX_MS = 30_000;
const LOOK_MS = 1000;
/** A mutant may take so much longer than the test usually does. */
const ENDLESS_MS = 60_000;
const ENDLESS_TIMES = 10;
/** Files of tests that take no longer than this are alike; the nearest is run first. */
const QUICK_MS = 1000;

/** Whole programs and machines, which are not in the process of a test. */
const ELSEWHERE = [
  'e2e',
  'attack',
  'faults',
  'house',
  'third-party',
  'conformance',
  'live',
  'soak',
];

/** As in vitest.config.ts: agents are started from their bundles. */
const BUNDLED = [
  {
    find: /^.*\/from-bundle\.ts$/u,
    replacement: resolve(import.meta.dirname, '../../test/support/from-bundle.ts'),
  },
];

/** What it is asked for, in that order. */
class AsGiven extends BaseSequencer {
  override sort = (files: TestSpecification[]): Promise<TestSpecification[]> =>
    Promise.resolve(files);
}

/** Vitest with every source that holds mutants instrumented. */
const start = (root: string, mutants: readonly Mutant[], jobs: number): Promise<Vitest> => {
  const byFile = Map.groupBy(mutants, ({ file }) => file);
  const instrument = {
    name: 'mutants',
    enforce: 'pre' as const,
    transform(_code: string, id: string): string | undefined {
      const held = byFile.get(relative(root, id));
      return held === undefined ? undefined : instrumented(readFileSync(id, 'utf8'), held);
    },
  };
  return createVitest(
    'test',
    {
      config: false,
      root,
      watch: false,
      // It would give one run the mutants of another, and the tests of everybody those of both.
      fsModuleCache: false,
      include: ['test/*/**/*.test.ts'],
      exclude: ELSEWHERE.map((suite) => `test/${suite}/**`),
      globalSetup: ['test/support/global-setup.ts'],
      runner: join(import.meta.dirname, 'runner.ts'),
      reporters: [{}],
      sequence: { sequencer: AsGiven },
      pool: 'forks',
      maxWorkers: jobs,
      testTimeout: TEST_MAX_MS,
      dangerouslyIgnoreUnhandledErrors: true,
    },
    { plugins: [instrument], resolve: { alias: [...BUNDLED] } },
  );
};

/** Ends what tries a mutant without an end, which is killed by that. */
const endEndless = (ledger: Ledger, endlessMs: number): void => {
  for (const { pid, mutant, since, usualMs, file } of ledger.running()) {
    const mostMs = endlessMs + ENDLESS_TIMES * usualMs;
    if (mutant === undefined || Date.now() - since < mostMs) continue;
    ledger.note({ mutant, killed: `${file} > without an end` });
    ledger.end(pid);
    endProcess(pid);
  }
};

/** What was tried when a process ended by itself was what ended it; one that is still there has no end. */
const settleEnded = (ledger: Ledger): void => {
  for (const { pid, mutant, file } of ledger.running()) {
    if (mutant === undefined) ledger.note({ broken: file });
    else ledger.note({ mutant, killed: `${file} > the end of its process` });
    ledger.end(pid);
    endProcess(pid);
  }
};

const endProcess = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
};

/** Tests beside a source are named like it: the longest common folder first. */
const nearness = (test: string, files: readonly string[]): number =>
  Math.max(
    ...files.map((file) => {
      const parts = file.split('/');
      const at = test
        .split('/')
        .slice(1)
        .findIndex((part, index) => part !== parts[index]);
      return at === -1 ? parts.length : at;
    }),
  );

/** How long each file of tests took when it was last run here, in milliseconds. */
const durations = (root: string): ReadonlyMap<string, number> => {
  const folder = join(root, 'node_modules/.vite/vitest');
  const results = existsSync(folder) ? readdirSync(folder) : [];
  const files = results.flatMap((name) => {
    const path = join(folder, name, 'results.json');
    if (!existsSync(path)) return [];
    const { projects = {} }: Results = JSON.parse(readFileSync(path, 'utf8'));
    return Object.entries(projects).flatMap(([project, own]) =>
      project === '' ? [] : Object.entries(own.files),
    );
  });
  return new Map(files.map(([file, { duration }]) => [file, duration]));
};

/** What vitest keeps of its last run. The project without a name is that of a run with mutants. */
interface Results {
  readonly projects?: Readonly<
    Record<string, { readonly files: Readonly<Record<string, { readonly duration: number }>> }>
  >;
}

export interface Running {
  /** So many files of tests at once. */
  readonly jobs: number;
  /** How much longer than usual a test may take. */
  readonly endlessMs?: number;
}

/** Tries all of them with every file of tests that loads one, and notes what becomes of each. */
export const tryTogether = async (
  root: string,
  mutants: readonly Mutant[],
  ledger: Ledger,
  { jobs, endlessMs = ENDLESS_MS }: Running,
): Promise<void> => {
  const named = mutants.map((mutant) => ({ ...mutant, name: nameOfPlace(mutant) }));
  ledger.list(named.map(({ id, name }) => ({ id, name })));
  const { exitCode } = process;
  // What is loaded here, to build bundles, is as it is.
  Reflect.set(globalThis, SWITCH, () => false);
  const vitest = await start(root, mutants, jobs);
  const watch = setInterval(() => endEndless(ledger, endlessMs), LOOK_MS);
  try {
    await vitest.standalone();
    const loads = new Loads(root);
    const all = (await vitest.globTestSpecifications()).map((specification) => {
      const test = relative(root, specification.moduleId);
      return { specification, test, loads: loads.of(test) };
    });
    const files = [...new Set(mutants.map(({ file }) => file))];
    const lasted = durations(root);
    const rank = ({ test }: { readonly test: string }): number =>
      Math.max(QUICK_MS, lasted.get(test) ?? 0);
    // What is quick kills most; what takes long tries the few that are left.
    let queue = all.toSorted(
      (one, other) =>
        rank(one) - rank(other) || nearness(other.test, files) - nearness(one.test, files),
    );
    while (queue.length > 0) {
      const known = ledger.known();
      queue = queue.filter(
        (one) =>
          !known.done.has(one.test) &&
          !known.broken.has(one.test) &&
          named.some(({ name, file }) => one.loads.has(file) && known.isOpen(name, one.test)),
      );
      const next = queue.slice(0, jobs);
      process.stdout.write(
        `${queue.length} files, ${known.killed.size} killed: ${next.map(({ test }) => test).join(' ')}\n`,
      );
      await vitest.runTestSpecifications(
        next.map(({ specification }) => specification),
        false,
      );
      settleEnded(ledger);
      const now = ledger.known();
      const isCut = now.killed.size > known.killed.size;
      for (const { test } of next)
        if (!isCut && !now.done.has(test) && !now.broken.has(test)) ledger.note({ broken: test });
    }
  } finally {
    clearInterval(watch);
    settleEnded(ledger);
    await vitest.close();
    // Tests that fail by a mutant are what is wanted.
    process.exitCode = exitCode;
  }
};
