/**
 * The power fails: an ext4 and an xfs image are shut down without their journal, as a crash would
 * leave them. Only where this may be done: as root, with loop devices, mkfs and a C compiler.
 */
import { readFileSync, unlinkSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { plainBoot, SCENARIOS } from '../support/faults.ts';
import { deskOf } from '../support/desk.ts';
import { enterWorkspace } from '../support/kernel.ts';
import { type Call, nthOf } from '#conform/witness/calls.ts';
import { Disk, missing, type System } from '../support/power-cut.ts';
import { callsOn, type TracedBoot, tracedBoot } from '../support/traced-boot.ts';
import { makeWorkspace, type TempWorkspace } from '../support/workspace.ts';

const LOG_OF_GATE = 'memory/2026-11-21.md';

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
