/** Many workspaces audited by several threads, this one among them, which take them off one list, a few at a time. */
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { getCompileCacheDir } from 'node:module';
import type { Worker } from 'node:worker_threads';
import { disk } from '#kernel/fs/disk.ts';
import { packageRoot } from '#kernel/process/package.ts';
import { AuditCache } from '#kernel/state/audit-cache.ts';
import { KnownFiles } from '#kernel/snapshot/contents.ts';
import { Repositories } from '#kernel/snapshot/git.ts';
import type { SnapshotHost } from '#kernel/snapshot/take.ts';
import { ENGINE } from './engine.ts';
import { type AuditJob, auditOne, type WorkspaceOutcome, cachedOutcome } from './one.ts';

/** What a thread gets: plain data and the counters that all share. */
export interface Batch {
  readonly paths: readonly string[];
  readonly job: AuditJob;
  readonly host: Omit<SnapshotHost, 'disk' | 'repositories' | 'files'>;
  readonly useCache: boolean;
  /** How many of `paths` were taken off the list, and how many are finished. */
  readonly counts: Int32Array<SharedArrayBuffer>;
  readonly compileCache: string | undefined;
  /** Do several threads work on it? */
  readonly isThreaded: boolean;
}

const TAKEN = 0;
const FINISHED = 1;

/** A thread more costs as much as auditing so many workspaces. */
const WORTH_A_THREAD = 48;
const THREADS_MAX = 4;
const AT_ONCE = 4;
/** A thread that needs more ends, and what it had in hand is audited here. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 96 };
/** When so many were taken, every thread has loaded its code, and has the room that one workspace needs. */
const STARTED_AFTER = 48;

/** Audits every path; `onDone` hears how many are finished. The results are in the order of `paths`. */
export const auditAll = async (
  paths: readonly string[],
  { job, host, useCache }: Pick<Batch, 'job' | 'host' | 'useCache'>,
  onDone: (finished: number) => void,
): Promise<readonly WorkspaceOutcome[]> => {
  const results = new Map<string, WorkspaceOutcome>();
  const keep = (outcomes: readonly WorkspaceOutcome[]): void => {
    for (const outcome of outcomes) results.set(outcome.path, outcome);
  };
  const left = useCache
    ? await recallAll(paths, job, host, (outcome) => {
        keep([outcome]);
        onDone(results.size);
      })
    : paths;
  const recalled = results.size;
  const compileCache = getCompileCacheDir();
  // Only data goes to another thread; it brings its own disk.
  const { uid, stateRoot, environment, isCi } = host;
  const worth = Math.floor(left.length / WORTH_A_THREAD);
  const threads = Math.min(worth, availableParallelism(), THREADS_MAX);
  const batch: Batch = {
    paths: left,
    job,
    host: { uid, stateRoot, environment, isCi },
    useCache,
    counts: counters(),
    // Node adds its own version to the name.
    compileCache: compileCache && dirname(compileCache),
    isThreaded: threads > 1,
  };
  const done = (outcomes: readonly WorkspaceOutcome[]): void => {
    keep(outcomes);
    onDone(recalled + Atomics.load(batch.counts, FINISHED));
  };
  await (batch.isThreaded ? workInThreads(batch, threads - 1, done) : work(batch, done));
  const lost = paths.filter((path) => !results.has(path));
  if (lost.length > 0) await work({ ...batch, paths: lost, counts: counters() }, keep);
  return paths.flatMap((path) => results.get(path) ?? []);
};

/** Works with so many other threads; what they have sent is handed on when all have ended. Throws what they throw. */
const workInThreads = async (
  batch: Batch,
  others: number,
  done: (outcomes: readonly WorkspaceOutcome[]) => void,
): Promise<void> => {
  const { Worker } = await import('node:worker_threads');
  const sent: string[] = [];
  const threads = Array.from({ length: others }, () =>
    ended(
      new Worker(workerFile(), { workerData: batch, resourceLimits: THREAD_LIMITS }).on(
        'message',
        (outcomes: string) => sent.push(outcomes),
      ),
    ),
  );
  let isStarting = true;
  const here = work(batch, (outcomes) => {
    if (isStarting && Atomics.load(batch.counts, TAKEN) >= STARTED_AFTER) {
      isStarting = false;
      ENGINE.tuneForThreads();
    }
    done(outcomes);
  });
  await Promise.all([...threads, here]);
  ENGINE.afterThreads();
  // Read when the threads have given their memory back: what that takes would come on top of theirs.
  for (const outcomes of sent) done(JSON.parse(outcomes));
};

/** Waits for the end of a thread. Throws what it throws, unless it has run out of memory. */
const ended = async (worker: Worker): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  worker
    .on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') reject(error);
    })
    .on('exit', () => resolve(undefined));
  await promise;
};

/** Takes from the cache what it has, which is too quick to be worth a thread; the paths that are left. */
const recallAll = async (
  paths: readonly string[],
  job: AuditJob,
  host: Batch['host'],
  keep: (outcome: WorkspaceOutcome) => void,
): Promise<readonly string[]> => {
  const cache = AuditCache.open(host.stateRoot, disk, host.uid);
  if (cache === undefined) return paths;
  const here = threadHost(host);
  const left: string[] = [];
  try {
    for (const path of paths) {
      const outcome = await cachedOutcome(path, job, here, cache);
      if (outcome === undefined) left.push(path);
      else keep(outcome);
    }
  } finally {
    cache.close();
  }
  return left;
};

/** With what only this thread can use. */
const threadHost = (host: Batch['host']): SnapshotHost => ({
  ...host,
  disk,
  repositories: new Repositories(disk),
  files: new KnownFiles(),
});

const counters = (): Batch['counts'] =>
  new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));

/** Takes workspaces off the list and audits them until none is left; `done` is given a few outcomes at a time. */
export const work = async (
  { paths, job, host, useCache, counts, isThreaded }: Batch,
  done: (outcomes: readonly WorkspaceOutcome[]) => void,
): Promise<void> => {
  const cache = useCache ? AuditCache.open(host.stateRoot, disk, host.uid) : undefined;
  const here = threadHost(host);
  try {
    for (;;) {
      const from = Atomics.add(counts, TAKEN, AT_ONCE);
      if (from >= paths.length) return;
      const outcomes: WorkspaceOutcome[] = [];
      for (const path of paths.slice(from, from + AT_ONCE))
        outcomes.push(await auditOne(path, job, here, cache));
      Atomics.add(counts, FINISHED, outcomes.length);
      done(outcomes);
      if (isThreaded) ENGINE.collectGarbage();
    }
  } finally {
    cache?.close();
  }
};

/** From sources or from the bundle. */
const workerFile = (): string =>
  join(
    packageRoot(),
    import.meta.filename.endsWith('.ts') ? 'cli/audit/worker.ts' : 'dist/audit-worker.js',
  );

/** Which program this is: a result is only taken from the cache of the same one. Sources have none. */
export const buildOf = (version: string): string | undefined => {
  if (import.meta.filename.endsWith('.ts')) return undefined;
  const stat = disk.lstat(import.meta.filename);
  return stat === undefined
    ? undefined
    : `${version} ${stat.ino} ${stat.mtimeNs} ${process.version}`;
};
