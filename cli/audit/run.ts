/** From paths to a report: workspaces found and audited, compared with a baseline or an earlier revision. */
import { basename, relative, resolve, sep } from 'node:path';
import type { Audit } from '#audit/engine/audit.ts';
import { type AuditedPlace, buildReport, type FailedPlace } from '#audit/report/build.ts';
import type { TrackedFinding } from '#audit/report/catalogue.ts';
import type { ChosenConfig } from '#audit/report/choice.ts';
import type { Goal } from '#audit/engine/grade.ts';
import type { Report } from '#audit/report/report.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { RULES } from '#audit/engine/rules.ts';
import type { Baseline } from '#kernel/owner/audit-baseline.ts';
import type { KnownFinding } from '#kernel/owner/audit-baseline-schema.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import { realPath, Repositories } from '#kernel/snapshot/git.ts';
import { snapshotAtRevision } from '#kernel/snapshot/revision.ts';
import { selectionFor } from '#kernel/snapshot/selection.ts';
import type { SnapshotHost } from '#kernel/snapshot/take.ts';
import type { Snapshot } from '#lib/workspace/snapshot.ts';
import { VERSION } from '#cli/args/version.ts';
import { auditAll } from './worker-pool.ts';
import { againstBaseline, againstBefore, knownIn, track } from './finding-status.ts';
import {
  type AuditJob,
  auditNow,
  auditOne,
  judgeSnapshot,
  withHashes,
  type WorkspaceOutcome,
} from './one.ts';
import type { FoundConfig } from './config.ts';
import { Progress } from '#cli/io/progress.ts';
import type { AuditRequest } from './request.ts';
import { failedPlace, findWorkspaces, withoutCopies } from './workspaces.ts';

/** All that a run of `yamo audit` rests on. */
export interface AuditRun {
  readonly request: AuditRequest;
  readonly job: AuditJob;
  readonly host: SnapshotHost;
  readonly baseline: Baseline | undefined;
  readonly claim: 'lite' | 'v3.0' | undefined;
  /** The configuration, if there is one. */
  readonly found: FoundConfig | undefined;
  /** It lies in a bucket: the disk of the host has it, and no other. How people call a path of that disk. */
  readonly named?: (path: string) => string;
}

/** Workspaces of a bucket, which no other thread has. */
const auditHere = async (
  paths: readonly string[],
  { job, host }: AuditRun,
): Promise<readonly WorkspaceOutcome[]> => {
  const outcomes: WorkspaceOutcome[] = [];
  for (const path of paths) outcomes.push(await auditOne(path, job, host, undefined));
  return outcomes;
};

/** What is required: what the command line says, else the configuration. */
export const requiredOf = ({ request, found, job }: AuditRun): Goal | null =>
  job.layout === 'rfc-0009' ? (request.require ?? found?.config.require ?? null) : null;

type Place = AuditedPlace | FailedPlace;

/** A report, and what a baseline would have to hold for it. */
export interface Reported {
  readonly report: Report;
  readonly known: readonly KnownFinding[];
  /** How many of the findings that are shown the last audit of this machine found too. */
  readonly again: number;
}

/** Finds, audits and reports. Throws GIT_UNAVAILABLE and REVISION_UNKNOWN. */
export const reportOn = async (run: AuditRun): Promise<Reported> => {
  const { request, baseline } = run;
  if (request.diff !== undefined) return asReport(run, await comparedPlaces(run, request.diff), []);
  const { paths, failed, copies } = findWorkspaces(run);
  if (request.since !== undefined) {
    const since = request.since;
    const places = await eachPlace(paths, (path) => placeSince(run, path, since));
    return asReport(run, [...places, ...failed], []);
  }
  const progress = new Progress();
  const outcomes =
    run.named !== undefined
      ? await auditHere(paths, run)
      : await auditAll(
          paths,
          { ...run, useCache: !request.fresh && run.job.build !== '' },
          (finished) => progress.show(`auditing: ${finished} of ${paths.length} workspaces`),
        );
  progress.done();
  const known: KnownFinding[] = [];
  const counted = withoutCopies(outcomes, copies);
  const places = counted.map((outcome) => {
    if ('errno' in outcome) return failedPlace(outcome.path, outcome.errno);
    const { path, audit } = outcome;
    if (baseline === undefined) return placeOf(path, audit, track(audit.findings));
    const own = knownIn(baseline, path, audit.findings);
    known.push(...own);
    return placeOf(path, audit, againstBaseline(track(audit.findings), baseline, own));
  });
  const reported = asReport(run, [...places, ...failed], known);
  return { ...reported, again: foundAgain(reported.report, counted) };
};

/** Workspaces of the report are in the order of their outcomes. */
const foundAgain = ({ workspaces }: Report, outcomes: readonly WorkspaceOutcome[]): number => {
  let again = 0;
  for (const [index, { findings }] of workspaces.entries()) {
    const outcome = outcomes[index];
    const last = outcome !== undefined && 'audit' in outcome ? (outcome.last ?? []) : [];
    if (last.length === 0) continue;
    const then = new Set(track(last).map(({ fingerprint }) => fingerprint));
    again += findings.filter(({ fingerprint }) => then.has(fingerprint)).length;
  }
  return again;
};

const asReport = (
  run: AuditRun,
  places: readonly Place[],
  known: readonly KnownFinding[],
): Reported => {
  const { request, job, host, claim, found, named } = run;
  const shown =
    named === undefined
      ? located(places, host, found?.folder)
      : places.map((place) => ({ ...place, path: named(place.path) }));
  const report = buildReport(shown, RULES, {
    yamo: VERSION,
    required: requiredOf(run),
    chosen: chosenBy(run),
    ...(found !== undefined && { config: relative('.', found.path) }),
    layout: LAYOUTS[job.layout],
    claim: claim ?? null,
    pedantic: job.pedantic,
    strict: job.strict,
    allow: request.allow,
  });
  return { report, known, again: 0 };
};

/** Only what the command line names is trusted: the rest may be part of what is audited. */
export const chosenBy = ({ request, claim, found, job }: AuditRun): ChosenConfig => ({
  ...withHashes(found?.config ?? {}, job),
  isGuarded: request.config === undefined && (request.require !== undefined || claim !== undefined),
  rules: request.rules,
  ignoredRules: request.ignoredRules,
  exclude: request.exclude,
  quiet: request.quiet,
  ...(request.maxWarnings !== undefined && { maxWarnings: request.maxWarnings }),
});

/** Every place with where it lies: in its repository, and below the configuration, or where the program was started. */
const located = (
  places: readonly Place[],
  { disk }: SnapshotHost,
  folder = '.',
): readonly Place[] => {
  const repositories = new Repositories(disk);
  const base = realPath(disk, folder);
  return places.map((place) => {
    const repositoryPath = repositories.pathOf(place.path);
    const real = realPath(disk, place.path);
    const configPath = relative(base, real).split(sep).join('/');
    const isBelow = configPath !== '' && configPath !== '..' && !configPath.startsWith('../');
    return {
      ...place,
      ...(place.path === '.' && { name: basename(real) }),
      ...(repositoryPath !== undefined && { repositoryPath }),
      ...(isBelow && { configPath }),
    };
  });
};

const eachPlace = async (
  paths: readonly string[],
  look: (path: string) => Promise<Place>,
): Promise<readonly Place[]> => {
  const places: Place[] = [];
  for (const path of paths) places.push(await look(path));
  return places;
};

const placeOf = (
  path: string,
  audit: Audit,
  findings: readonly TrackedFinding[],
  fixed: readonly TrackedFinding[] = [],
): AuditedPlace => ({ path, audit, findings, fixed });

/** A workspace now, against what it was in a revision. */
const placeSince = async (run: AuditRun, path: string, since: string): Promise<Place> => {
  const before = judgeSnapshot(await atRevision(path, since, run), run.job);
  try {
    const { audit } = await auditNow(path, run.job, run.host);
    return compared(path, before, audit);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return failedPlace(path, errno);
  }
};

const atRevision = (
  path: string,
  revision: string,
  { job, host }: Pick<AuditRun, 'job' | 'host'>,
): Promise<Snapshot> =>
  snapshotAtRevision(path, revision, {
    environment: host.environment,
    selection: selectionFor(LAYOUTS[job.layout]),
  });

const compared = (path: string, before: Audit, now: Audit): AuditedPlace => {
  const { findings, fixed } = againstBefore(now.findings, before.findings);
  return placeOf(path, now, findings, fixed);
};

/** `diff A B`: two folders with workspaces of the same names, or two revisions of the workspaces here. */
const comparedPlaces = async (
  run: AuditRun,
  [from, to]: readonly [string, string],
): Promise<readonly Place[]> => {
  const { host, job } = run;
  if (isFolder(from, host) && isFolder(to, host)) {
    const { paths, failed } = findWorkspaces(run, [to]);
    const places = await eachPlace(paths, async (path) => {
      const twin = resolve(from, relative(to, path));
      try {
        const now = await auditNow(path, job, host);
        if (!isFolder(twin, host)) return compared(path, { ...now.audit, findings: [] }, now.audit);
        return compared(path, (await auditNow(twin, job, host)).audit, now.audit);
      } catch (error) {
        const errno = errnoOf(error);
        if (errno === undefined) throw error;
        return failedPlace(path, errno);
      }
    });
    return [...places, ...failed];
  }
  const { paths, failed } = findWorkspaces(run, ['.']);
  const places = await eachPlace(paths, async (path) => {
    const before = judgeSnapshot(await atRevision(path, from, run), job);
    return compared(path, before, judgeSnapshot(await atRevision(path, to, run), job));
  });
  return [...places, ...failed];
};

const isFolder = (path: string, { disk }: SnapshotHost): boolean => {
  try {
    return disk.lstat(disk.realpath(path))?.isDirectory() === true;
  } catch {
    return false;
  }
};
