/** The boot guard alone, warm, in this process: what §6.3 itself costs. */
import { MAIN } from '#lib/spec/session-policy.ts';
import { sealAgents } from '#kernel/boot/seal.ts';
import { InstructionsRead } from '#lib/yamo/instructions.ts';
import { rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';

import { type Disk, disk } from '#kernel/fs/disk.ts';
import { BootstrapGone } from '#kernel/startup/guard.ts';
import { NOTHING_FORBIDDEN } from '#kernel/startup/read.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { ORDERS, type Place } from './place.ts';

/** After this many proofs V8 has compiled what it is going to compile. */
const WARM_UP = 1000;
const BLOCKS = 10;
const RUNS_IN_BLOCK = 50;

export interface GuardSamples {
  /** Microseconds a proof, the directory made durable. */
  readonly durable: readonly number[];
  /** Microseconds a proof on a disk whose fsync does nothing. */
  readonly volatile: readonly number[];
}

/**
 * Proves the deletion of fresh instructions again and again. The two disks take turns in blocks, not run by
 * run: after an fsync the next change of the directory is dearer, which is the price of the fsync. What is
 * not timed: writing the instructions, and the bootstrap record, which is a durable file of its own.
 */
export const measureGuard = (place: Place): GuardSamples => {
  const path = place.emptyWorkspace();
  const durable = prover(path, disk);
  const volatile = prover(path, { ...disk, fsync: () => undefined });
  block(durable, WARM_UP);
  block(volatile, WARM_UP);
  const samples: { durable: number[]; volatile: number[] } = { durable: [], volatile: [] };
  for (let turn = 0; turn < BLOCKS; turn += 1) {
    samples.durable.push(...block(durable, RUNS_IN_BLOCK));
    samples.volatile.push(...block(volatile, RUNS_IN_BLOCK));
  }
  rmSync(path, { recursive: true });
  return samples;
};

const block = (prove: () => number, runs: number): readonly number[] =>
  Array.from({ length: runs }, prove);

const nothing = (): void => undefined;

/** A function that lays out instructions, proves them gone, and returns the microseconds of the proof. */
const prover = (path: string, on: Disk): (() => number) => {
  const workspace = Workspace.open(on, path, { strict: false, uid: process.geteuid?.() ?? 0 });
  return () => {
    writeFileSync(`${path}/BOOTSTRAP.md`, ORDERS);
    const sealed = sealAgents(workspace, {
      strict: false,
      firstBoot: true,
      forbidden: NOTHING_FORBIDDEN,
      intend: nothing,
    });
    const begin = process.hrtime.bigint();
    const gone = BootstrapGone.prove(workspace, sealed, {
      kind: MAIN,
      record: undefined,
      rebirth: false,
      agree: (orders) => InstructionsRead.of(orders),
      priorUseEvidence: undefined,
      remember: nothing,
      forget: nothing,
      lost: nothing,
    });
    const end = process.hrtime.bigint();
    if (!gone.firstBoot) throw new Error('the guard found no instructions to delete');
    return Number(end - begin) / 1000;
  };
};
