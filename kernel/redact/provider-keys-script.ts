/**
 * The detector of providers' keys in the published auditor and hook: a script apart, which few runs load. The code that
 * V8 makes of theirs is not the larger for it, and its own is kept too.
 */
import { getCompileCacheDir } from 'node:module';
import { disk } from '#kernel/fs/disk.ts';
import { runScript } from '#kernel/process/script.ts';
import type * as Detector from './provider-keys.ts';

const script = runScript<typeof Detector>(
  disk,
  // As the auditor or the hook names it: each has its own code of it, since they run under other flags of V8.
  `${import.meta.dirname}/../provider-keys.js`,
  getCompileCacheDir(),
);

export const { providerKeys } = script.exports;
