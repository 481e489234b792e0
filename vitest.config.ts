import { defineConfig } from 'vitest/config';

import { CountReporter } from './test/support/count-reporter.ts';

const faults = process.env['YAMO_FAULTS'] !== undefined;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // A kill or an error at every system call takes minutes: `npm run test:faults`, and each night.
    exclude: faults ? [] : ['test/faults/**'],
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', new CountReporter()],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
});
