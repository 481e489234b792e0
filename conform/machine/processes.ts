/** Processes of a kernel under test, as /proc has them. */
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

const PAGE_BYTES = 4096;

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const threadsOf = (pid: number): readonly string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  } catch {
    return [];
  }
};

const childrenOf = (pid: number): readonly number[] =>
  threadsOf(pid).flatMap((thread) =>
    textOf(`${thread}/children`).split(' ').filter(Boolean).map(Number),
  );

/** All that it started, and what these started. */
export const descendantsOf = (pid: number): readonly number[] => {
  const found = new Set([pid]);
  for (const one of found) for (const child of childrenOf(one)) found.add(child);
  found.delete(pid);
  return [...found];
};

/** Memory of these processes. */
export const residentBytes = (pids: readonly number[]): number =>
  pids.reduce(
    (sum, pid) => sum + Number(textOf(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE_BYTES,
    0,
  );

/** What a process calls itself. */
const nameOfProcess = (pid: number): string => textOf(`/proc/${pid}/comm`).trim();

/** Those that are traced, and not strace itself, which still has to write. */
export const tracedAmong = (pids: readonly number[]): readonly number[] =>
  pids.filter((pid) => nameOfProcess(pid) !== 'strace');

const stateOf = (thread: string): string =>
  / \(.*\) (\w)/s.exec(textOf(`${thread}/stat`))?.[1] ?? '';

/**
 * Threads that strace has stopped and lets wait, each with how often it has run: strace sleeps, so it has nothing left
 * to do for them. One that is the same at two looks is held, however busy the machine is.
 */
export const stoppedAmong = (pids: readonly number[]): readonly string[] => {
  const traced = tracedAmong(pids);
  const stopped = traced.flatMap(threadsOf).filter((thread) => stateOf(thread) === 't');
  const tracers = pids.filter((pid) => !traced.includes(pid));
  const isAsleep = tracers.length > 0 && tracers.every((pid) => stateOf(`/proc/${pid}`) === 'S');
  return isAsleep ? stopped.map((thread) => `${thread} ${switchesOf(thread)}`) : [];
};

/** Does one of them want the processor, or wait for a disk? */
export const areBusy = (pids: readonly number[]): boolean =>
  pids.flatMap(threadsOf).some((thread) => /[RD]/.test(stateOf(thread)));

const switchesOf = (thread: string): string =>
  [...textOf(`${thread}/status`).matchAll(/ctxt_switches:\s+(\d+)/g)].map(([, n]) => n).join('+');

/** Processes that were started with this text in their environment, wherever they hang now. */
export const markedProcesses = (mark: string): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => textOf(`/proc/${name}/environ`).includes(mark))
    .map(Number);

/** Ends processes and their groups; those that are gone are gone. */
export const kill = (pids: readonly number[]): void => {
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
};
