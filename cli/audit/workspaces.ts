/** The workspaces that a run looks at, and what is said of folders that are none. */
import type { FailedPlace } from '#audit/report/build.ts';
import { isLeak } from '#audit/report/gravest.ts';
import { pathWord } from '#audit/report/words.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import { discover } from '#kernel/snapshot/discover.ts';
import { realPath } from '#kernel/snapshot/git.ts';
import type { SnapshotHost } from '#kernel/snapshot/take.ts';
import { Progress } from '#cli/io/progress.ts';
import { harmless, printError } from '#cli/io/terminal.ts';
import type { AuditJob, WorkspaceOutcome } from './one.ts';
import type { AuditRequest } from './request.ts';

/** What is looked for, and where. */
interface Search {
  readonly request: AuditRequest;
  readonly job: AuditJob;
  readonly host: SnapshotHost;
}

/** The workspaces at or below every path, and the paths and folders that could not be opened. */
export const findWorkspaces = (
  { job, host, request }: Search,
  given = request.paths,
): {
  readonly paths: readonly string[];
  readonly failed: readonly FailedPlace[];
  readonly copies: ReadonlySet<string>;
} => {
  const progress = new Progress();
  const paths: string[] = [];
  const failed: FailedPlace[] = [];
  const copies = new Set<string>();
  for (const path of given) {
    try {
      const found = discover(
        host.disk,
        path,
        (folders) => progress.show(`looking for workspaces: ${folders} folders`),
        { layout: LAYOUTS[job.layout], instructions: job.instructions },
      );
      // Where a tier is asked for, its rules say what is missing.
      if (found.nothing === undefined || !job.instructions) paths.push(...found.workspaces);
      else failed.push({ path, error: nothingIn(path, found.nothing) });
      for (const copy of found.copies) copies.add(copy);
      for (const inner of found.inside)
        printError(
          `${harmless(inner)} lies in another workspace and is not audited; name it to audit it.\n`,
        );
      for (const { path: folder, errno } of found.unreadable)
        failed.push(failedPlace(folder, errno));
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === undefined) throw error;
      failed.push(failedPlace(path, errno));
    }
  }
  progress.done();
  // Below one path no link is followed, so no workspace is found twice.
  return { paths: given.length > 1 ? once(paths, host) : paths, failed, copies };
};

const nothingIn = (path: string, what: 'empty' | 'other'): string =>
  what === 'empty'
    ? `it is empty; yamo init ${pathWord(path)} makes one`
    : 'nothing in it is of an agent';

/** Of copies that somebody keeps, what leaks alone: a copy has no other duty, and one without a leak is named and left out. */
export const withoutCopies = (
  outcomes: readonly WorkspaceOutcome[],
  copies: ReadonlySet<string>,
): readonly WorkspaceOutcome[] =>
  outcomes.flatMap((outcome) => {
    if (!copies.has(outcome.path) || 'errno' in outcome) return [outcome];
    const findings = outcome.audit.findings.filter(({ rule }) => isLeak(rule));
    if (findings.length > 0) return [{ ...outcome, audit: { ...outcome.audit, findings } }];
    printError(`${harmless(outcome.path)} is a copy and no workspace; nothing leaks in it.\n`);
    return [];
  });

/** A workspace that was given by two names is audited once, under the first. */
const once = (paths: readonly string[], { disk }: SnapshotHost): readonly string[] => {
  const seen = new Set<string>();
  return paths.filter((path) => {
    const real = realPath(disk, path);
    const isNew = !seen.has(real);
    seen.add(real);
    return isNew;
  });
};

/** A workspace that could not be looked into. */
export const failedPlace = (path: string, errno: string): FailedPlace => ({
  path,
  error: sentenceOf(errno),
});

const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'it is no folder',
  EACCES: 'no permission to look into it',
  ELOOP: 'its symbolic links lead in a circle',
};

const sentenceOf = (errno: string): string => {
  const words = SENTENCES[errno];
  return words === undefined ? errno : `${words} (${errno})`;
};
