/** Many workspaces audited by several threads, which take them off one list, a few at a time. */
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { getCompileCacheDir } from 'node:module';
import { disk } from '#kernel/effects/disk.ts';
import { packageRoot } from '#kernel/effects/package.ts';
import { AuditCache } from '#kernel/state/audit-cache.ts';
import type { SurveyHost } from '#kernel/survey/take.ts';
import { type AuditJob, auditOne, type Outcome, recall } from './one.ts';

/** What a thread gets: plain data and the counter that all share. */
export interface Shift {
  readonly paths: readonly string[];
  readonly job: AuditJob;
  readonly host: Omit<SurveyHost, 'disk'>;
  readonly useCache: boolean;
  /** The place in `paths` that nobody has taken yet. */
  readonly next: Int32Array<SharedArrayBuffer>;
  readonly compileCache: string | undefined;
}

/** What a thread says: one text is copied in a fraction of the time that so many small objects take. */
export interface Message {
  /** Outcomes, as JSON. */
  readonly text: string;
  /** How many they are. */
  readonly count: number;
}

/** Starting a thread costs as much as auditing so many workspaces. */
const WORTH_A_THREAD = 48;
const THREADS_MAX = 4;
const AT_ONCE = 8;
/**
 * Almost all that an audit makes is soon garbage; without limits it is left to pile up. A thread that needs more
 * ends, and what it had in hand is audited here.
 */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 3, maxOldGenerationSizeMb: 96 };

/** Audits every path; `onDone` hears how many more are finished. The results are in the order of `paths`. */
export const auditAll = async (
  paths: readonly string[],
  { job, host, useCache }: Pick<Shift, 'job' | 'host' | 'useCache'>,
  onDone: (count: number) => void,
): Promise<readonly Outcome[]> => {
  const results = new Map<string, Outcome>();
  const take = (outcomes: readonly Outcome[]): void => {
    for (const outcome of outcomes) results.set(outcome.path, outcome);
  };
  const done = (outcomes: readonly Outcome[]): void => {
    take(outcomes);
    onDone(outcomes.length);
  };
  const before = useCache ? await recallAll(paths, job, host, done) : paths;
  const next = counter();
  const compileCache = getCompileCacheDir();
  // Only data goes to another thread; it brings its own disk.
  const { uid, stateRoot, isCi } = host;
  const shift: Shift = {
    paths: before,
    job,
    host: { uid, stateRoot, isCi },
    useCache,
    next,
    // Node adds its own version to the name.
    compileCache: compileCache && dirname(compileCache),
  };
  const worth = Math.floor(before.length / WORTH_A_THREAD);
  const count = Math.min(worth, availableParallelism(), THREADS_MAX);
  if (count > 1) {
    const messages: Message[] = [];
    const keep = (message: Message): void => {
      messages.push(message);
      onDone(message.count);
    };
    await Promise.all(Array.from({ length: count }, () => thread(shift, keep)));
    // Read when the threads have given their memory back: what that takes would come on top of theirs.
    for (const { text } of messages) take(JSON.parse(text));
  }
  const left = paths.filter((path) => !results.has(path));
  if (left.length > 0) await work({ ...shift, paths: left, next: counter() }, done);
  return paths.flatMap((path) => results.get(path) ?? []);
};

/** Takes from the cache what it has, which is too quick to be worth a thread; the paths that are left. */
const recallAll = async (
  paths: readonly string[],
  job: AuditJob,
  host: Shift['host'],
  done: (outcomes: readonly Outcome[]) => void,
): Promise<readonly string[]> => {
  const cache = AuditCache.open(host.stateRoot, disk, host.uid);
  if (cache === undefined) return paths;
  const left: string[] = [];
  try {
    for (const path of paths) {
      const outcome = await recall(path, job, { ...host, disk }, cache);
      if (outcome === undefined) left.push(path);
      else done([outcome]);
    }
  } finally {
    cache.close();
  }
  return left;
};

const counter = (): Shift['next'] =>
  new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** Takes workspaces off the list and audits them until none is left; `done` hears of a few at a time. */
export const work = async (
  { paths, job, host, useCache, next }: Shift,
  done: (outcomes: readonly Outcome[]) => void,
): Promise<void> => {
  const cache = useCache ? AuditCache.open(host.stateRoot, disk, host.uid) : undefined;
  try {
    for (;;) {
      const from = Atomics.add(next, 0, AT_ONCE);
      if (from >= paths.length) return;
      const outcomes: Outcome[] = [];
      for (const path of paths.slice(from, from + AT_ONCE))
        outcomes.push(await auditOne(path, job, { ...host, disk }, cache));
      done(outcomes);
    }
  } finally {
    cache?.close();
  }
};

const thread = async (shift: Shift, done: (message: Message) => void): Promise<void> => {
  const { Worker } = await import('node:worker_threads');
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  new Worker(workerFile(), {
    workerData: shift,
    resourceLimits: THREAD_LIMITS,
  })
    .on('message', done)
    .on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') reject(error);
    })
    .on('exit', () => resolve(undefined));
  await promise;
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
