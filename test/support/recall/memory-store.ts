import { createHash } from 'node:crypto';

import { ingest, type MemoryUnit } from '#lib/recall/ingest.ts';

/** As the kernel computes it. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The units of files, as a store would hold them. */
export const unitsOf = (files: Readonly<Record<string, string>>): readonly MemoryUnit[] =>
  Object.entries(files).flatMap(
    ([file, text]) => ingest({ scope: 'log', file, text }, sha256).units,
  );
