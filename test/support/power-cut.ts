/**
 * A power cut: the file system of an image is shut down without its journal, as a crash would leave it. Only where this may be
 * done: as root, with loop devices, mkfs and a C compiler. Import it from test files only: it registers its clean-up with vitest.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

import { afterEach } from 'vitest';

import { straceFault } from './strace.ts';
import { freshPath, makeWorkspace, type TempWorkspace } from './workspace.ts';

/** FS_IOC_GOINGDOWN with NOLOGFLUSH: what is not on the disk by now is lost. */
const SHUTDOWN = `
#include <fcntl.h>
#include <sys/ioctl.h>
int main(int count, char **names) {
  unsigned flags = 2;
  return count < 2 || ioctl(open(names[1], O_RDONLY), _IOR('X', 125, unsigned), &flags) != 0;
}
`;

/** How an image is made and mounted; xfs takes none that is smaller. ext4 makes all durable by itself, every five seconds if it is not told otherwise. */
const SYSTEMS = {
  ext4: { size: '16M', make: ['mkfs.ext4', '-q'], options: 'loop,commit=300' },
  xfs: { size: '300M', make: ['mkfs.xfs', '-q'], options: 'loop' },
} as const;
export type System = keyof typeof SYSTEMS;

/** Why no power can be cut here; `undefined` if it can. */
export const missing = (system: System): string | undefined => {
  if (process.getuid?.() !== 0) return 'this is not root';
  for (const program of ['gcc', SYSTEMS[system].make[0], 'mount', 'umount', 'losetup'])
    if (spawnSync(program, ['--version']).error !== undefined) return `there is no ${program}`;
  const loop = spawnSync('losetup', ['-f']);
  return loop.status === 0 ? straceFault() : 'there are no loop devices';
};

/** How often it is looked whether a disk is left. */
const AGAIN_MS = 50;

const mounted: string[] = [];
afterEach(() => {
  for (const folder of mounted.splice(0)) spawnSync('umount', [folder]);
});

/** A disk of its own for a workspace and for the state beside it. */
export class Disk {
  readonly workspace: TempWorkspace = makeWorkspace();
  readonly #image = freshPath('image');
  readonly #folder = dirname(this.workspace.path);
  readonly #options: string;
  #shutdown: string | undefined;
  /** As the kernel writes it: `7:3`. */
  #device = '';

  constructor(system: System, size: string = SYSTEMS[system].size) {
    const { make, options } = SYSTEMS[system];
    this.#options = options;
    execFileSync('truncate', ['-s', size, this.#image]);
    execFileSync(make[0], [make[1], this.#image]);
    // A view that another test starts meanwhile has a copy of every mount; what is unmounted here goes there too if it is
    // below one that is shared. Otherwise the copy would keep the file system alive over its crash.
    execFileSync('mount', ['--bind', this.#folder, this.#folder]);
    mounted.push(this.#folder);
    execFileSync('mount', ['--make-shared', this.#folder]);
    this.#mount();
    mkdirSync(this.workspace.path, { mode: 0o700 });
  }

  #shutDown(): void {
    execFileSync((this.#shutdown ??= compiled('shutdown', SHUTDOWN)), [this.#folder]);
  }

  #mount(): void {
    execFileSync('mount', ['-o', this.#options, this.#image, this.#folder]);
    mounted.push(this.#folder);
    const { dev } = statSync(this.#folder);
    this.#device = `${dev >> 8}:${dev & 0xff}`;
  }

  /** Makes what is there by now durable. */
  sync(): void {
    execFileSync('sync', ['-f', this.#folder]);
  }

  /** The power fails and comes back. */
  crash(): void {
    this.#shutDown();
    this.restore();
  }

  /**
   * The power fails under the process `pid`: nothing reaches the disk from here on, and it says nothing any more. It stops first:
   * where others write, too, ext4 tells some whose commit the shutdown takes back that it is on the disk.
   */
  cut(pid: number): void {
    process.kill(pid, 'SIGSTOP');
    this.#shutDown();
    process.kill(pid, 'SIGKILL');
  }

  /** The power comes back; nobody has a file open by now. */
  restore(): void {
    execFileSync('umount', [this.#folder]);
    mounted.splice(mounted.indexOf(this.#folder), 1);
    this.#mount();
  }

  /** The same, once nobody has it in a view of its own: else what is mounted would be the file system that was shut down. */
  async restoreWhenLeft(): Promise<void> {
    while (spawnSync('umount', [this.#folder]).status !== 0) await pause(AGAIN_MS);
    mounted.splice(mounted.indexOf(this.#folder), 1);
    while (this.#isHeldElsewhere) await pause(AGAIN_MS);
    this.#mount();
  }

  get #isHeldElsewhere(): boolean {
    const own = readlinkSync('/proc/self/ns/mnt');
    return readdirSync('/proc').some((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/ns/mnt`) !== own &&
          readFileSync(`/proc/${pid}/mountinfo`, 'utf8').includes(` ${this.#device} `)
        );
      } catch {
        // No process, or gone meanwhile.
        return false;
      }
    });
  }
}

/** A program of C, or with `-shared -fPIC` a library. Returns its path. */
export const compiled = (name: string, text: string, ...options: readonly string[]): string => {
  const source = freshPath(`${name}.c`);
  const program = join(dirname(source), name);
  writeFileSync(source, text);
  execFileSync('gcc', [...options, '-o', program, source]);
  return program;
};
