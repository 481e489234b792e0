/** Folders of the suite in the temporary one, and what killed suites have left of theirs. */
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** Numbers of processes say nothing in another namespace of them. */
const namespace = (): string => /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';

/** A new one, with the process in its name that has it. */
export const freshFolder = (): string =>
  mkdtempSync(join(tmpdir(), `yamo-conform-${namespace()}-${process.pid}-`));

/** Removes those of this user whose suite has ended, and what its kernels have locked. */
export const sweepFolders = (): void => {
  const here = namespace();
  for (const name of readdirSync(tmpdir())) {
    const [, where, pid] = /^yamo-conform-(\d+)-(\d+)-/.exec(name) ?? [];
    const path = join(tmpdir(), name);
    if (where === here && !isAlive(Number(pid)) && isOwn(path)) removeFolder(path);
  }
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
};

const isOwn = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.();

/** Also what a kernel has locked. */
export const removeFolder = (path: string): void => {
  try {
    remove(path);
  } catch {
    spawnSync('chattr', ['-R', '-ia', path], { stdio: 'ignore' });
    spawnSync('chmod', ['-R', 'u+rwX', path], { stdio: 'ignore' });
    remove(path);
  }
};

const remove = (path: string): void =>
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
