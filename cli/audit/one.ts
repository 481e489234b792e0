/** One workspace audited: from the cache if nothing has changed, else read and judged. */
import { ENGINE } from './engine.ts';
import { withAbsent } from './here.ts';
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import { type Audit, Auditor } from '#audit/engine/audit.ts';
import type { AuditConfig, ChosenConfig } from '#audit/report/choice.ts';
import type { RuleFinding } from '#audit/workspace/finding.ts';
import { RULES } from '#audit/engine/rules.ts';
import { INSTRUCTIONS, isInstructionFile } from '#lib/layout/instructions.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { signsOfOpenClaw } from '#audit/workspace/recognise.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import type { LayoutName } from '#lib/spec/layouts.ts';
import { FILE_SETTLED_MS } from '#lib/spec/limits.ts';
import { isJsonObject } from '#lib/text/json.ts';
import type { Snapshot } from '#lib/workspace/snapshot.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import type { AuditCache, CacheEntry } from '#kernel/state/audit-cache.ts';
import { stateKey } from '#kernel/state/home.ts';
import { gitFacts, Repositories } from '#kernel/snapshot/git.ts';
import { readHistory } from '#kernel/snapshot/history.ts';
import {
  lastTouchNs,
  type Listing,
  listWorkspace,
  rootOf,
  statText,
} from '#kernel/snapshot/listing.ts';
import { isOfInstructions } from '#kernel/snapshot/discover.ts';
import { selectionFor } from '#kernel/snapshot/selection.ts';
import {
  credentialsIn,
  missingNames,
  recordsOf,
  type SnapshotContext,
  type SnapshotHost,
  syncServiceOf,
  takeSnapshot,
} from '#kernel/snapshot/take.ts';

/** What is asked of every workspace of a run; plain data, since it goes to other threads. */
export interface AuditJob {
  /** What workspaces are audited as. */
  readonly layout: LayoutName;
  /** Folders of instructions for coding agents are told by their names, and audited as such. */
  readonly instructions: boolean;
  /** Workspaces of OpenClaw are told by what they hold, and audited as such. */
  readonly recognise: boolean;
  readonly pedantic: boolean;
  readonly strict: boolean;
  readonly history: boolean;
  /** The paths that files name are of this machine. */
  readonly here: boolean;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** For hashes of credentials, in hexadecimal digits. */
  readonly hashKey: string;
  /** What this program is: results of another are not taken from the cache. */
  readonly build: string;
}

/** What came of one workspace. */
export type WorkspaceOutcome =
  | {
      readonly path: string;
      readonly audit: Audit;
      /** What the last audit of this machine found; absent where none is kept. */
      readonly last?: readonly RuleFinding[];
    }
  | { readonly path: string; readonly errno: string };

/** Files that were touched so lately may change again within one tick of the clock of the file system. */
const SETTLED_NS = BigInt(FILE_SETTLED_MS) * 1_000_000n;
const HASH_CHARS = 12;

/** The keyed hash by which a report speaks of a credential. */
const hashWith = (key: string): ((text: string) => string) => {
  let secret: KeyObject | undefined;
  return (text) => {
    secret ??= createSecretKey(key, 'hex');
    return createHmac('sha256', secret).update(text).digest('hex').slice(0, HASH_CHARS);
  };
};

/** A configuration, with the hashes by which findings speak of the values that it calls public. */
export const withHashes = (
  config: AuditConfig,
  { hashKey }: Pick<AuditJob, 'hashKey'>,
): Pick<ChosenConfig, 'config' | 'publicHashes'> => {
  const values = config.public?.map(({ value }) => value) ?? [];
  return { config, publicHashes: new Set(values.map(hashWith(hashKey))) };
};

const auditors = new WeakMap<AuditJob, Map<LayoutDocument, Auditor>>();

/** The auditor of a job, made once: its time is the end of the day, so that all audits of one day agree. */
const auditorOf = (job: AuditJob, layout: LayoutDocument = LAYOUTS[job.layout]): Auditor => {
  const made = auditors.get(job) ?? new Map<LayoutDocument, Auditor>();
  auditors.set(job, made);
  const known = made.get(layout);
  if (known !== undefined) return known;
  const { today, hashKey } = job;
  const now = Date.parse(`${today}T23:59:59Z`) / 1000;
  const auditor = new Auditor({ today, now, hash: hashWith(hashKey), layout }, RULES, job);
  made.set(layout, auditor);
  return auditor;
};

/** Audits the workspace at `path`. Failures of the machine are values; never throws for them. */
export const auditOne = async (
  path: string,
  job: AuditJob,
  host: SnapshotHost,
  cache: AuditCache | undefined,
): Promise<WorkspaceOutcome> => {
  let listing: Listing;
  try {
    listing = listNames(path, job, host);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return { path, errno };
  }
  const context = await contextOf(listing, job, host);
  // What lies beside a workspace may change while no file of it does.
  if (cache === undefined || looksBeside(job, context)) {
    const snapshot = await readSnapshot(listing, context, job, host);
    return { path, audit: lean(judgeSnapshot(snapshot, job)) };
  }
  const name = stateKey(listing.root);
  const signs = signsOf(listing, context, job);
  const known = cache.read(name);
  const same = unchanged(known, signs);
  if (same !== undefined) return { path, audit: same, last: same.findings };
  const { snapshot, digest: content = '' } = await takeSnapshot(host, listing, context, {
    isDigested: true,
  });
  const before = known !== undefined && isAudit(known.result) ? known.result : undefined;
  const result =
    before !== undefined && known?.job === signs.job && known.content === content
      ? before
      : lean(judgeSnapshot(snapshot, job));
  cache.write(name, { ...signs, content, result });
  return { path, audit: result, ...(before !== undefined && { last: before.findings }) };
};

/** What an earlier audit found, if the cache has it and no file was touched since; nothing is read. */
export const cachedOutcome = async (
  path: string,
  job: AuditJob,
  host: SnapshotHost,
  cache: AuditCache,
): Promise<WorkspaceOutcome | undefined> => {
  try {
    const folder = rootOf(host.disk, path);
    const known = cache.read(stateKey(folder.root));
    if (known === undefined) return undefined;
    const listing = listNames(path, job, host, folder);
    const context = await contextOf(listing, job, host);
    if (looksBeside(job, context)) return undefined;
    const same = unchanged(known, signsOf(listing, context, job));
    return same === undefined ? undefined : { path, audit: same, last: same.findings };
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
};

/** By which the cache tells whether a result still holds. */
const signsOf = (
  listing: Listing,
  context: SnapshotContext,
  job: AuditJob,
): Pick<CacheEntry, 'job' | 'stat'> => ({
  job: digest(JSON.stringify([job, listing.partial, factsOf(context)])),
  ...(isSettled(listing) && { stat: digest(statText(listing)) }),
});

const unchanged = (
  known: CacheEntry | undefined,
  { job, stat }: Pick<CacheEntry, 'job' | 'stat'>,
): Audit | undefined =>
  known?.job === job && stat !== undefined && known.stat === stat && isAudit(known.result)
    ? known.result
    : undefined;

/** Without the edits of fixes: they hold on to whole texts, and a report only says that there is a fix. */
const lean = (result: Audit): Audit => ({
  ...result,
  findings: result.findings.map((finding) =>
    finding.fix === undefined
      ? finding
      : Object.assign({}, finding, { fix: { ...finding.fix, edits: [] } }),
  ),
});

/** The names that are looked at. Throws the error of the call if the folder itself cannot be opened. */
export const listNames = (
  path: string,
  { layout }: Pick<AuditJob, 'layout'>,
  { disk }: Pick<SnapshotHost, 'disk'>,
  folder = rootOf(disk, path),
): Listing => listWorkspace(disk, path, folder, selectionFor(LAYOUTS[layout]));

/** One workspace read and judged now, with what was read. Throws the error of the call that failed. */
export const auditNow = async (
  path: string,
  job: AuditJob,
  host: SnapshotHost,
): Promise<{ readonly snapshot: Snapshot; readonly audit: Audit }> => {
  const snapshot = await snapshotNow(path, job, host);
  return { snapshot, audit: judgeSnapshot(snapshot, job) };
};

/** One workspace read now. Throws the error of the call that failed. */
export const snapshotNow = async (
  path: string,
  job: AuditJob,
  host: SnapshotHost,
): Promise<Snapshot> => {
  const listing = listNames(path, job, host);
  return readSnapshot(listing, await contextOf(listing, job, host), job, host);
};

/** Is the workspace of this machine, so that the paths which its files name are, too? */
const looksBeside = ({ here, pedantic }: AuditJob, { records }: SnapshotContext): boolean =>
  here || (pedantic && (records?.entries.length ?? 0) > 0);

const readSnapshot = async (
  listing: Listing,
  context: SnapshotContext,
  job: AuditJob,
  host: SnapshotHost,
): Promise<Snapshot> => {
  const { snapshot } = await takeSnapshot(host, listing, context);
  return looksBeside(job, context) ? withAbsent(snapshot, listing.real, host) : snapshot;
};

/** A snapshot judged as the job asks. */
export const judgeSnapshot = (snapshot: Snapshot, job: AuditJob): Audit => {
  ENGINE.noteJudged(snapshot.items.size);
  if (job.instructions && isOfInstructions(snapshot)) {
    const items = [...snapshot.items].filter(([name]) => isInstructionFile(name));
    return withoutFixes(auditorOf(job, INSTRUCTIONS).audit({ ...snapshot, items: new Map(items) }));
  }
  const recognisedBy = job.recognise ? signsOfOpenClaw(snapshot) : undefined;
  if (recognisedBy === undefined) return auditorOf(job).audit(snapshot);
  return { ...withoutFixes(auditorOf(job, LAYOUTS.openclaw).audit(snapshot)), recognisedBy };
};

/** Fixes are those of RFC-0009. */
const withoutFixes = (audit: Audit): Audit => ({
  ...audit,
  findings: audit.findings.map(withoutFix),
});

const withoutFix = (finding: RuleFinding): RuleFinding => {
  const { fix, ...rest } = finding;
  return fix === undefined ? finding : rest;
};

/** What is known of a workspace besides its files. */
const contextOf = async (
  listing: Listing,
  { history }: AuditJob,
  host: SnapshotHost,
): Promise<SnapshotContext> => {
  const { disk, environment, repositories = new Repositories(disk) } = host;
  const git = await gitFacts(listing.real, missingNames(listing), {
    environment,
    disk,
    repositories,
  });
  const syncedBy = host.isCi ? undefined : syncServiceOf(listing.real);
  return {
    ...git,
    ...recordsOf(host, listing),
    ...(syncedBy !== undefined && { syncedBy }),
    ...(history && {
      history: await readHistory(listing.real, { environment, findSecrets: credentialsIn }),
    }),
  };
};

const factsOf = ({ git, ...rest }: SnapshotContext): unknown => [
  git && [[...git.ignored], [...git.tracked]],
  rest,
];

const isSettled = (listing: Listing): boolean =>
  BigInt(Date.now()) * 1_000_000n - lastTouchNs(listing) > SETTLED_NS;

const digest = (text: string): string => hash('sha256', text);

/** A result from the cache: written by this very build, so its shape is not in doubt, only whether it is one. */
const isAudit = (value: unknown): value is Audit =>
  isJsonObject(value) && 'findings' in value && 'tier' in value;
