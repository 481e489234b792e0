/** The auditor as it is published: a script, run with the code that an earlier run has compiled. */
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { disk } from '#kernel/fs/disk.ts';
import { runScript } from '#kernel/process/script.ts';
import type * as Program from './audit-program.ts';

/**
 * An audit calls much code a few times: V8's last compilers would take a quarter of the processors' time and give
 * back less, and each regular expression would be compiled twice.
 */
const FLAGS = [
  '--invocation-count-for-maglev=4000',
  '--invocation-count-for-turbofan=40000',
  '--no-regexp-tier-up',
  '--no-regexp-peephole-optimization',
];

const script = runScript<typeof Program>(
  disk,
  join(import.meta.dirname, 'audit', 'program.js'),
  getCompileCacheDir(),
  FLAGS,
);

const keepCode = (): void => {
  const { ENGINE } = script.exports;
  // So long a run has compiled much that a short one needs not, and would load each time: that leaves it to others.
  if (ENGINE.hadThreads) return;
  // A run that finds all it needs in the cache of results has done something, too.
  script.keepCode(1 + ENGINE.judged);
};

export const audit: typeof Program.audit = async (given) => {
  const exit = await script.exports.audit(given);
  keepCode();
  return exit;
};

/** For another command of this process. */
export const auditReport: typeof Program.auditReport = async (path, settings) => {
  const report = await script.exports.auditReport(path, settings);
  keepCode();
  return report;
};

/** In a thread, which has nothing to keep: what it starts with, V8 has dropped again when so much work is done. */
export const { work } = script.exports;
