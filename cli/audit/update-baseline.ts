/** `--update-baseline`: takes out what is gone, and takes in what is new only if somebody said so. */
import type { Report } from '#audit/report/report.ts';
import { RULES } from '#audit/engine/rules.ts';
import { EXIT } from '#lib/spec/exits.ts';
import type { Baseline } from '#kernel/owner/audit-baseline.ts';
import type { KnownFinding } from '#kernel/owner/audit-baseline-schema.ts';
import { disk } from '#kernel/fs/disk.ts';
import { harmless, printError, styledError } from '#cli/io/terminal.ts';
import type { AuditRequest } from './request.ts';
import type { Reported } from './run.ts';

/** Writes the baseline; an exit code where it refuses to. Throws BASELINE_INVALID. */
export const updateBaseline = (
  baseline: Baseline,
  { report, known: found }: Reported,
  { acceptNew }: Pick<AuditRequest, 'acceptNew'>,
): number | undefined => {
  const fresh = found.filter((known) => !baseline.has(known));
  if (fresh.length > 0 && !acceptNew) {
    printError(
      `${styledError(['red', 'bold'], 'Refused:')} ${fresh.length} findings are not in the baseline yet, and it was not changed:\n`,
    );
    for (const { workspace, file, rule } of fresh)
      printError(`  ${harmless(`${workspace}/${file}`)}  ${rule}\n`);
    printError('  Do:   Fix them, or take them in knowingly with --accept-new.\n');
    return EXIT.refused;
  }
  const missing = baseline.missing(found);
  const looked = new Looked(report, baseline);
  const kept = missing.filter((known) => baseline.isThere(known) && !looked.at(known));
  baseline.write(disk, [...found, ...kept]);
  printError(
    `${styledError('green', '✓')} ${harmless(baseline.path)}: ${found.length + kept.length} findings, ${fresh.length} of them new; ${missing.length - kept.length} gone.\n`,
  );
  return undefined;
};

/**
 * What a run says something of. A finding is gone only if its rule was asked in its workspace and answered: a run on
 * one workspace of many, or without --history, must not forget the rest.
 */
class Looked {
  /** By the names of workspaces in the baseline: rules that had no answer. */
  readonly #silent: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #asked: ReadonlySet<string>;

  constructor({ workspaces, rules }: Report, baseline: Baseline) {
    this.#asked = new Set(rules.map(({ id }) => id));
    this.#silent = new Map(
      workspaces.flatMap(({ path, error, notAsked, unanswered }) => {
        const silent = new Set([...notAsked, ...unanswered.map(({ rule }) => rule)]);
        return error === undefined ? [[baseline.nameOf(path), silent] as const] : [];
      }),
    );
  }

  /** Would this run have found it? A rule that there is no more finds nothing. */
  at({ workspace, rule }: KnownFinding): boolean {
    const silent = this.#silent.get(workspace);
    if (silent === undefined) return false;
    return !EXISTING.has(rule) || (this.#asked.has(rule) && !silent.has(rule));
  }
}

const EXISTING: ReadonlySet<string> = new Set(RULES.map(({ id }) => id));
