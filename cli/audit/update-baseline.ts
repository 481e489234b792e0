/** `--update-baseline`: what is gone leaves the baseline; what is new enters it only if somebody said so. */
import { EXIT } from '#lib/spec/exits.ts';
import type { Baseline } from '#kernel/audit-baseline.ts';
import type { Known } from '#kernel/audit-baseline-schema.ts';
import { disk } from '#kernel/effects/disk.ts';
import { harmless, printError, styledError } from '../terminal.ts';
import type { AuditRequest } from './request.ts';

/** Writes the baseline; an exit code where it refuses to. Throws BASELINE_INVALID. */
export const updateBaseline = (
  baseline: Baseline,
  found: readonly Known[],
  { acceptNew }: Pick<AuditRequest, 'acceptNew'>,
): number | undefined => {
  const fresh = found.filter((known) => !baseline.has(known));
  if (fresh.length > 0 && !acceptNew) {
    printError(
      `${styledError(['red', 'bold'], 'Refused:')} ${fresh.length} findings are not in the baseline yet, and it was not changed:\n`,
    );
    for (const { workspace, file, rule } of fresh)
      printError(`  ${harmless(`${workspace}/${file}`)}  ${rule}\n`);
    printError('  Do:   Mend them, or take them in knowingly with --accept-new.\n');
    return EXIT.refused;
  }
  const gone = baseline.gone(found);
  baseline.write(disk, found);
  printError(
    `${styledError('green', '✓')} ${harmless(baseline.path)}: ${found.length} findings, ${fresh.length} of them new; ${gone.length} gone.\n`,
  );
  return undefined;
};
