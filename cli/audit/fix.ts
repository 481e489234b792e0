/** `--fix`, `--fix-unsafe` and `--dry-run` on every workspace of a run. */
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { PlannedFix } from '#audit/engine/fixes.ts';
import { RULES } from '#audit/engine/rules.ts';
import { leavesOut } from '#audit/report/choice.ts';
import type { RuleFinding } from '#audit/workspace/finding.ts';
import type { SaidLayout } from '#lib/layout/detect.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import { harmless, print, printError, styledError } from '#cli/io/terminal.ts';
import { patchOf } from '#cli/io/patch.ts';
import { writeFixes, type Fixes, planWorkspaceFixes } from './fixes.ts';
import { refuseOther } from '#kernel/run/layout.ts';
import { layoutSeen } from './layout.ts';
import type { AuditRequest } from './request.ts';
import { type AuditRun, chosenBy, requiredOf } from './run.ts';
import { findWorkspaces } from './workspaces.ts';

/** Makes the fixes, or shows them. A workspace that cannot be audited is left to the report. */
export const fixAll = async (run: AuditRun): Promise<void> => {
  const { request, job, host, claim } = run;
  const goals = { required: requiredOf(run), claim: claim ?? null };
  const said = request.layout === 'rfc-0009' ? request.layout : undefined;
  const { paths } = findWorkspaces(run);
  if (!request.dryRun) refuseOthers(paths, host, said);
  const chosen = chosenBy(run);
  const isLeftOut = (finding: RuleFinding): boolean => {
    const rule = RULES.find(({ id }) => id === finding.rule);
    return leavesOut(chosen, { finding, rule, strict: job.strict }, [finding.file]);
  };
  const questions = request.fix === 'asks' ? new Questions() : undefined;
  try {
    for (const path of paths) {
      const agrees = async (fix: PlannedFix): Promise<boolean> =>
        questions === undefined ? false : await questions.agree(path, fix);
      const fixes = await planned(() =>
        planWorkspaceFixes(path, { job, host, goals, isLeftOut }, agrees),
      );
      if (fixes === undefined) continue;
      if (request.dryRun) showPatch(patchOf(fixes.files), request);
      else writeFixes(path, fixes, host, said);
      tell(path, fixes, request.dryRun);
    }
  } finally {
    questions?.close();
  }
};

/** Before the first of many is fixed, none of them may be another system's. Throws LAYOUT_OTHER, LAYOUT_UNCLEAR. */
const refuseOthers = (
  paths: readonly string[],
  host: AuditRun['host'],
  said: SaidLayout | undefined,
): void => {
  for (const path of paths) {
    const detected = layoutSeen(path, host);
    if (detected !== undefined) refuseOther(path, detected, said);
  }
};

/** What can be fixed; `undefined` where the workspace can no longer be read. */
const planned = async (plan: () => Promise<Fixes>): Promise<Fixes | undefined> => {
  try {
    return await plan();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
};

/** On standard output, unless a report for programs goes there. */
const showPatch = (patch: string, { outputs }: AuditRequest): void => {
  const isRead = outputs.some(({ format, file }) => file === undefined && format !== 'text');
  if (isRead) printError(patch);
  else print(patch);
};

const tell = (path: string, { done, files }: Fixes, dryRun: boolean): void => {
  const mark = dryRun ? styledError('yellow', '~') : styledError('green', '✓');
  for (const { file, title } of done)
    printError(`${mark} ${harmless(`${path}/${file}`)}: ${title}\n`);
  const count = `${files.length} ${files.length === 1 ? 'file' : 'files'}`;
  if (done.length === 0) printError(`${harmless(path)}: there is nothing to fix.\n`);
  else if (dryRun) printError(`${harmless(path)}: ${count} would change; nothing was changed.\n`);
};

/** Asks on the terminal, or of whoever writes to standard input. No answer is a no. */
class Questions {
  readonly #lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

  async agree(path: string, { finding, fix }: PlannedFix): Promise<boolean> {
    const place = `${harmless(`${path}/${finding.file}`)}${finding.line === undefined ? '' : `:${finding.line}`}`;
    printError(`${place}: found ${finding.found}; expected ${finding.expected}.\n`);
    printError(`${styledError('bold', `${fix.title}?`)} [y/N] `);
    const { value, done } = await this.#lines.next();
    if (done === true) printError('\n');
    return done !== true && /^\s*(?:y|yes)\s*$/i.test(value);
  }

  close(): void {
    void this.#lines.return?.();
    process.stdin.unref?.();
  }
}
