/** `yamo audit`: workspaces found, judged, fixed where asked, and reported. */
import process from 'node:process';
import { RULES } from '#audit/engine/rules.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { Baseline } from '#kernel/owner/audit-baseline.ts';
import { disk } from '#kernel/fs/disk.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { readSettings } from '#kernel/contract/settings.ts';
import { AuditCache } from '#kernel/state/audit-cache.ts';
import { Repositories } from '#kernel/snapshot/git.ts';
import { liesInWorkspace } from '#kernel/snapshot/discover.ts';
import type { SnapshotHost } from '#kernel/snapshot/take.ts';
import { buildOf } from '../audit/worker-pool.ts';
import { ENGINE } from '../audit/engine.ts';
import { writeReport } from '../audit/formats.ts';
import {
  commonFolder,
  type FoundConfig,
  nearestConfig,
  readConfig,
  unreadConfig,
} from '../audit/config.ts';
import { noteLayouts } from '../audit/layout.ts';
import type { AuditJob } from '../audit/one.ts';
import { type AuditRequest, auditRequestOf } from '../audit/request.ts';
import { type AuditRun, reportOn } from '../audit/run.ts';
import { givenOf } from '#cli/args/arguments.ts';
import type { Given } from '#cli/args/options.ts';
import type { Report } from '#audit/report/report.ts';
import { reported } from '#cli/io/reported.ts';
import { harmless, printError } from '#cli/io/terminal.ts';
import { VERSION } from '#cli/args/version.ts';

/** The auditor is bundled apart from the rest, so it tells its errors itself. */
export const audit = async (given: Given<'audit'>): Promise<number> => {
  try {
    return await auditAsked(given);
  } catch (error) {
    return await reported(error, given.flag('json'));
  } finally {
    ENGINE.asBefore();
  }
};

/** The report on one workspace, for whoever tells it in words of his own. Throws as `audit` would tell. */
export const auditReport = async (path: string, settings: string | undefined): Promise<Report> => {
  const request = auditRequestOf(givenOf([path], {}));
  if (typeof request === 'string') throw new TypeError(request);
  try {
    return (await reportOn(await runOf(request, settings))).report;
  } finally {
    ENGINE.asBefore();
  }
};

const auditAsked = async (given: Given<'audit'>): Promise<number> => {
  const request = auditRequestOf(given);
  if (typeof request === 'string') {
    printError(`${request}\nSee: yamo audit --help\n`);
    return EXIT.usage;
  }
  if (request.listRules) {
    const { listRules } = await import('../audit/list-rules.ts');
    return listRules(request);
  }
  const run = await inBucket(await runOf(request, given.text('settings')), given);
  if (request.layout === undefined) noteLayouts(run);
  if (request.watch) return (await import('../audit/watch.ts')).watch(run);
  if (request.fix !== 'none') {
    const { fixAll } = await import('../audit/fix.ts');
    await fixAll(run);
    const { tellDaemon } = await import('#cli/daemon/beside.ts');
    for (const path of request.dryRun ? [] : request.paths) await tellDaemon('audit --fix', path);
  }
  const done = await reportOn(run);
  if (request.updateBaseline && run.baseline !== undefined) {
    const { updateBaseline } = await import('../audit/update-baseline.ts');
    const exit = updateBaseline(run.baseline, done, request);
    if (exit !== undefined) return exit;
    return await reportAgain(run);
  }
  await writeReport(done.report, request, done.again);
  return done.report.exit;
};

/** A workspace in a bucket is fetched first, and nothing of it is kept. Throws STORE_… refusals. */
const inBucket = async (run: AuditRun, given: Given<'audit'>): Promise<AuditRun> => {
  const { request, host } = run;
  const [address = ''] = request.paths;
  if (!address.startsWith('s3://')) return run;
  const { openBucket } = await import('#kernel/store/open.ts');
  const { store } = await readSettings(disk, process.env, given.text('settings'));
  const bucket = await openBucket(address, 'all', {
    disk,
    uid: host.uid,
    environment: process.env,
    settings: store,
  });
  for (const note of bucket.notes) printError(`${note}\n`);
  return {
    ...run,
    host: { ...host, disk: bucket.disk },
    request: { ...request, paths: [bucket.path] },
    named: bucket.named,
  };
};

/** With the baseline as it was written just now. */
const reportAgain = async (run: AuditRun): Promise<number> => {
  const { request } = run;
  const baseline = await Baseline.read(disk, request.baseline ?? '', false);
  const { report } = await reportOn({ ...run, baseline });
  await writeReport(report, request);
  return report.exit;
};

/** What the run rests on. Throws SETTINGS_INVALID, BASELINE_INVALID and CONFIG_INVALID. */
const runOf = async (request: AuditRequest, settings: string | undefined): Promise<AuditRun> => {
  const host: SnapshotHost = {
    disk,
    uid: process.geteuid?.() ?? 0,
    stateRoot: xdgFolder('XDG_STATE_HOME', process.env),
    // Threads get a copy of it, too.
    environment: { ...process.env },
    isCi: (process.env['CI'] ?? '') !== '',
  };
  const { claim } = await readSettings(disk, process.env, settings);
  const { baseline: path, updateBaseline, pedantic, strict, history, here, today } = request;
  const baseline = path === undefined ? undefined : await Baseline.read(disk, path, updateBaseline);
  // State in a workspace would be in reach of its agent: then nothing is kept.
  const hasState = !liesInWorkspace(disk, host.stateRoot);
  const hashKey = baseline?.key ?? machineKey(host, hasState);
  const build = hasState ? (buildOf(VERSION) ?? '') : '';
  const layout = request.layout ?? 'rfc-0009';
  const found = await configOf(request);
  // Where a tier is asked for, or a layout said, nothing passes as a folder of another kind.
  const instructions =
    (request.layout ?? request.require ?? found?.config.require ?? claim) === undefined;
  // A badge says a tier, and what a baseline knows was judged by the layout of its time.
  const recognise =
    instructions &&
    baseline?.isBeforeLayouts !== true &&
    request.outputs.every(({ format }) => format !== 'badge');
  const kind = { layout, instructions, recognise };
  const job: AuditJob = { ...kind, pedantic, strict, history, here, today, hashKey, build };
  // A claim is one of a tier, and tiers are those of RFC-0009.
  const own = layout === 'rfc-0009' ? claim : undefined;
  return { request, job, host, baseline, claim: own, found };
};

/** The configuration that was named, or the nearest at or above what all paths have in common. Throws CONFIG_INVALID. */
const configOf = async ({
  config,
  ignoreConfig,
  paths,
}: AuditRequest): Promise<FoundConfig | undefined> => {
  if (ignoreConfig) return undefined;
  const ruleIds = RULES.map(({ id }) => id);
  if (config !== undefined) return await readConfig(config, { disk, ruleIds });
  const repositories = new Repositories(disk);
  const folder = commonFolder(paths);
  const found = await nearestConfig(folder, { disk, repositories, ruleIds });
  const unread = found === undefined ? unreadConfig(folder, { disk, repositories }) : undefined;
  if (unread !== undefined)
    printError(
      `${harmless(unread)} is not read: it lies above ${harmless(folder)}, which is in no git repository. --config names it.\n`,
    );
  return found;
};

/** Hashes of one machine can be compared with each other, and with those of no other. */
const machineKey = ({ stateRoot, uid }: SnapshotHost, hasState: boolean): string => {
  const cache = hasState ? AuditCache.open(stateRoot, disk, uid) : undefined;
  try {
    return (cache?.hashKey() ?? AuditCache.anyKey()).toString('hex');
  } finally {
    cache?.close();
  }
};
