/** The memory of a workspace, opened for a command of its owner (RFC-0009 §5.2, §5.3). */
import type { Disk } from '#kernel/fs/disk.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Detected, SaidLayout } from '#lib/layout/detect.ts';
import type { Changing } from '#kernel/memory/change.ts';
import { Clock } from '#kernel/process/clock.ts';
import type { Environment } from '#kernel/process/xdg.ts';
import { FingerprintKeeper } from '#kernel/redact/fingerprint-store.ts';
import { knownLayout, layoutOfPeeked } from '#kernel/run/known-layout.ts';
import { admitLayout } from '#kernel/run/layout.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { readFile } from '#kernel/startup/read.ts';
import { type Told, zoneOf } from './days-there.ts';
import { Workspace } from '#kernel/startup/workspace.ts';

/** Whose command it is, and where the kernel's state lies. */
export interface Owner {
  readonly uid: number;
  readonly stateRoot: string;
  readonly environment: Environment;
}

/** Which day it is there. */
export interface Day {
  /** As it was told, or by the machine. */
  readonly today: string;
  /** By the machine, whatever was told. */
  readonly machineDay: string;
}

const dayOf = (clock: Clock): Day => ({ today: clock.today(), machineDay: clock.machineDay() });

/** Runs `work` on a workspace that is only looked at, with the day that it is there. Throws WORKSPACE_… refusals. */
export const lookingAt = <Value>(
  disk: Disk,
  path: string,
  { uid, stateRoot, environment }: Owner,
  told: Told,
  work: (workspace: Workspace, day: Day) => Value,
): Value => {
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  try {
    const whose = (): Detected => layoutOfPeeked(workspace, stateRoot, uid);
    const zone = zoneOf(workspace, told, environment, whose);
    return work(workspace, dayOf(Clock.start(told.date, zone)));
  } finally {
    workspace.close();
  }
};

/** A workspace whose memory its owner changes. */
export interface OwnedMemory {
  readonly opened: OpenWorkspace;
  readonly day: Day;
}

/** What an owner says beside the day. */
export type Changer = Owner & {
  readonly layout?: SaidLayout | undefined;
  /** What is put back was there before, whose folder it is. */
  readonly anyLayout?: boolean;
};

/**
 * Runs `work` on a workspace whose memory is changed by its owner. Lines that are taken out of MEMORY.md stay private
 * . Throws WORKSPACE_…, LAYOUT_… and STATE_… refusals.
 */
export const changing = <Value>(
  disk: Disk,
  path: string,
  changer: Changer,
  told: Told,
  work: (changing: Changing, day: Day) => Value,
): Value => {
  const memory = openMemory(disk, path, changer, told);
  try {
    const value = work(memory.opened, memory.day);
    keepFingerprints(memory.opened);
    return value;
  } finally {
    memory.opened.close();
  }
};

/** The same for work that takes its time. Rejects as `changing` throws. */
export const changingLater = async <Value>(
  disk: Disk,
  path: string,
  changer: Changer,
  told: Told,
  work: (memory: OwnedMemory) => Promise<Value>,
): Promise<Value> => {
  const memory = openMemory(disk, path, changer, told);
  try {
    const value = await work(memory);
    keepFingerprints(memory.opened);
    return value;
  } finally {
    memory.opened.close();
  }
};

const openMemory = (
  disk: Disk,
  path: string,
  { uid, stateRoot, environment, layout, anyLayout = false }: Changer,
  told: Told,
): OwnedMemory => {
  const clock = Clock.start(told.date);
  const opened = OpenWorkspace.open(disk, path, { strict: false, uid, stateRoot, clock });
  try {
    if (!anyLayout) admitLayout(opened, layout);
    const { workspace, home } = opened;
    clock.moveTo(zoneOf(workspace, told, environment, () => knownLayout(workspace, home)));
    return { opened, day: dayOf(clock) };
  } catch (error) {
    opened.close();
    throw error;
  }
};

/** As the next main session would; what cannot be read then is said there. */
const keepFingerprints = (opened: OpenWorkspace): void => {
  const files = ['SOUL.md', 'AGENTS.md', 'USER.md', 'MEMORY.md'].flatMap((file) => {
    try {
      return readFile(opened.workspace, file) ?? [];
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
  });
  if (files.some(({ file }) => file === 'MEMORY.md'))
    FingerprintKeeper.open(opened, files, () => undefined);
};
