/**
 * The power fails: an ext4 and an xfs image are shut down without their journal, as a crash would
 * leave them. Only where this may be done: as root, with loop devices, mkfs and a C compiler.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

import { afterEach, describe, expect, it } from 'vitest';

import { plainBoot, SCENARIOS } from '../support/faults.ts';
import { deskOf } from '../support/desk.ts';
import { enterWorkspace } from '../support/kernel.ts';
import { type Call, nthOf } from '#conform/witness/calls.ts';
import { straceFault } from '../support/strace.ts';
import { callsOn, type TracedBoot, tracedBoot } from '../support/traced-boot.ts';
import { freshPath, makeWorkspace, type TempWorkspace } from '../support/workspace.ts';

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
type System = keyof typeof SYSTEMS;

const missing = (system: System): string | undefined => {
  if (process.getuid?.() !== 0) return 'this is not root';
  for (const program of ['gcc', SYSTEMS[system].make[0], 'mount', 'umount', 'losetup'])
    if (spawnSync(program, ['--version']).error !== undefined) return `there is no ${program}`;
  const loop = spawnSync('losetup', ['-f']);
  return loop.status === 0 ? straceFault() : 'there are no loop devices';
};

const LOG_OF_GATE = 'memory/2026-11-21.md';

const mounted: string[] = [];
afterEach(() => {
  for (const folder of mounted.splice(0)) spawnSync('umount', [folder]);
});

/** A disk of its own for a workspace and for the state beside it. */
class Disk {
  readonly workspace: TempWorkspace = makeWorkspace();
  readonly #image = freshPath('image');
  readonly #folder = dirname(this.workspace.path);
  readonly #options: string;

  constructor(system: System) {
    const { size, make, options } = SYSTEMS[system];
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

  #mount(): void {
    execFileSync('mount', ['-o', this.#options, this.#image, this.#folder]);
    mounted.push(this.#folder);
  }

  /** Makes what is there by now durable. */
  sync(): void {
    execFileSync('sync', ['-f', this.#folder]);
  }

  /** The power fails and comes back. */
  crash(): void {
    const source = freshPath('shutdown.c');
    const program = join(dirname(source), 'shutdown');
    writeFileSync(source, SHUTDOWN);
    execFileSync('gcc', ['-o', program, source]);
    execFileSync(program, [this.#folder]);
    execFileSync('umount', [this.#folder]);
    mounted.splice(mounted.indexOf(this.#folder), 1);
    this.#mount();
  }
}

const orders = (): string => {
  const text = SCENARIOS[0]?.make().text('BOOTSTRAP.md');
  if (text === undefined) throw new Error('no scenario with instructions');
  return text;
};

/** The listings after the proof: everything is durable by then, and no agent has been started. */
const listingsAfterDeletion = (run: TracedBoot, workspace: TempWorkspace): readonly Call[] => {
  const [unlinked] = callsOn(run, workspace, 'unlink', 'BOOTSTRAP.md');
  return callsOn(run, workspace, 'getdents64', '.').filter(
    (call) => unlinked !== undefined && call.entry > unlinked.entry,
  );
};

/** A slow boot looks at folders more often, so the same number may be another call: then it is tried again. */
const ATTEMPTS = 8;

const killedRightThere = async (system: System, inject: readonly string[]): Promise<Disk> => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const disk = new Disk(system);
    disk.workspace.write('BOOTSTRAP.md', orders());
    disk.sync();
    const killed = await tracedBoot(disk.workspace, { inject });
    expect(killed.signal).toBe('SIGKILL');
    if (listingsAfterDeletion(killed, disk.workspace).length === 1) return disk;
  }
  throw new Error(`the call was missed ${ATTEMPTS} times`);
};

const faults = { ext4: missing('ext4'), xfs: missing('xfs') };
for (const [system, fault] of Object.entries(faults))
  if (fault !== undefined)
    console.error(`!!! no power was cut on ${system}, so durability is not proved there: ${fault}`);

describe.each(['ext4', 'xfs'] as const)('a power cut on %s', (system) => {
  const isPossible = faults[system] === undefined;

  it.runIf(isPossible)(
    'brings back a file whose deletion was not made durable: the crash is a crash',
    () => {
      const disk = new Disk(system);
      disk.workspace.write('BOOTSTRAP.md', orders());
      disk.sync();
      unlinkSync(disk.workspace.at('BOOTSTRAP.md'));
      disk.crash();
      expect(disk.workspace.has('BOOTSTRAP.md')).toBe(true);
    },
  );

  it.runIf(isPossible)(
    'right before the agent starts does not bring BOOTSTRAP.md back, and the record of it survives',
    async () => {
      const rehearsed = makeWorkspace({ 'BOOTSTRAP.md': orders() });
      const run = await tracedBoot(rehearsed);
      const [after] = listingsAfterDeletion(run, rehearsed);
      if (after === undefined) throw new Error('no listing after the deletion');
      const inject = [`getdents64:signal=KILL:when=${nthOf(run.calls, after)}`];

      const disk = await killedRightThere(system, inject);
      disk.crash();
      expect(disk.workspace.has('BOOTSTRAP.md')).toBe(false);
      const next = await plainBoot(disk.workspace);
      expect(next.refused).toBe('BOOTSTRAP_CONSUMED');
    },
  );

  it.runIf(isPossible)('leaves every line and every file that the gate acknowledged', async () => {
    const disk = new Disk(system);
    const { workspace } = disk;
    workspace.write('USER.md', 'old\n');
    disk.sync();
    const opened = enterWorkspace(workspace, { start: '2026-11-21T12:00' });
    const broker = deskOf(opened, {}, { loaded: ['USER.md'] });
    for (let line = 1; line <= 20; line += 1) await broker.append(LOG_OF_GATE, `- line ${line}`);
    await broker.write('USER.md', 'new\n');
    await broker.write('TOOLS.md', 'created\n');
    opened.close();
    disk.crash();
    expect(workspace.text(LOG_OF_GATE)).toMatch(/(- line \d+\n){20}$/);
    expect(workspace.text('USER.md')).toBe('new\n');
    expect(workspace.text('TOOLS.md')).toBe('created\n');
  });

  it.runIf(isPossible)('after a first boot leaves everything that was acknowledged', async () => {
    const disk = new Disk(system);
    disk.workspace.write('BOOTSTRAP.md', orders());
    disk.sync();
    expect((await plainBoot(disk.workspace, 'the tide turns at six')).code).toBe(0);
    const before = ['SOUL.md', 'USER.md', 'AGENTS.md'].map((file) =>
      readFileSync(disk.workspace.at(file)),
    );
    disk.crash();
    const after = ['SOUL.md', 'USER.md', 'AGENTS.md'].map((file) =>
      readFileSync(disk.workspace.at(file)),
    );
    expect(after).toEqual(before);
    expect(
      disk.workspace
        .list('memory')
        .map((file) => disk.workspace.text(file))
        .join(''),
    ).toContain('the tide turns at six');
    expect((await plainBoot(disk.workspace)).code).toBe(0);
  });
});
