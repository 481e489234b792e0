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

const childrenOf = (pid: number): readonly number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      textOf(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
};

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
export const nameOfProcess = (pid: number): string => textOf(`/proc/${pid}/comm`).trim();

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
