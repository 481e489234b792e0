import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { CountReporter } from './test/support/count-reporter.ts';

/** Suites that take long or download much, and the variables that ask for them: `npm run test:NAME`, and each night. */
const APART = {
  conformance: 'YAMO_CONFORM',
  faults: 'YAMO_FAULTS',
  'third-party': 'YAMO_AGENTS',
};

/** Files that take minutes, then whole kernels, then the rest. */
const RANKS = [/\/test\/(?:house\/kinds|pages)\.test\.ts$/u, /\/test\/(?:e2e|attack)\//u, /^/u];

const rankOf = ({ moduleId }: TestSpecification): number =>
  RANKS.findIndex((pattern) => pattern.test(moduleId));

/** What takes long first, so that what is left at the end, when a worker has nothing to do, is short. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await BaseSequencer.prototype.sort.call(this, files);
    return usual.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

/** What a test that shares its process must not have: mocks, clean-up at the end of the file, other programs. */
const IMPURE =
  /\bvi\.|\b(?:before|after)All\b|#test\/support\/(?:workspace|yamo)\.ts|child_process/u;

const WHOLE_COMMANDS = 'test/e2e/**/*.test.ts';

/** Tests of code that has no state: they share processes, and what those have loaded. */
const pure = globSync('test/{lib,audit}/**/*.test.ts').filter(
  (file) => !IMPURE.test(readFileSync(file, 'utf8')),
);

const apart = Object.entries(APART)
  .filter(([, variable]) => process.env[variable] === undefined)
  .map(([suite]) => `test/${suite}/**`);

/** Whole files that take minutes: `npm run test:deep`, and each night. */
const deep = process.env['YAMO_DEEP'] === undefined ? ['test/**/*.deep.test.ts'] : [];

const FROM_BUNDLE = join(import.meta.dirname, 'test/support/from-bundle.ts');

/** A mutant is of a source, and the tests of mutants make no bundles. */
const testsSources = process.env['YAMO_MUTANTS'] !== undefined;

export default defineConfig({
  test: {
    // Kernels in the process of a test start the agents that are bundled: from sources each start takes three times the CPU.
    ...(!testsSources && {
      alias: [{ find: /^.*\/from-bundle\.ts$/u, replacement: FROM_BUNDLE }],
    }),
    projects: [
      {
        extends: true,
        test: { name: 'pure', include: pure, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          exclude: [...apart, ...deep, ...pure, WHOLE_COMMANDS],
        },
      },
      {
        extends: true,
        // Several processes, killed and timed by a busy machine: CI tries one again, and names it loudly. Nothing else
        // is tried twice; what ring 0 or an attack shows once in a hundred runs is a defect.
        test: {
          name: 'commands',
          include: [WHOLE_COMMANDS],
          exclude: deep,
          retry: process.env['YAMO_CI'] === undefined ? 0 : 1,
        },
      },
    ],
    setupFiles: 'test/support/same-examples.ts',
    // The tests of mutants need no bundles, and a mutant would have them made anew each time.
    globalSetup: testsSources ? [] : ['test/support/global-setup.ts'],
    reporters: ['default', new CountReporter()],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // Two cores are enough for four: a test of a whole kernel waits for disks and other processes.
    maxWorkers: 4,
    // Nothing asserts a duration: these end what hangs, also on a machine that is shared with others.
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
