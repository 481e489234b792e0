/** The kernel's parts, opened on a temporary workspace. Callers need not close them: the process ends soon. */
import { join } from 'node:path';
import process from 'node:process';

import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { Clock } from '#kernel/process/clock.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome } from '#kernel/state/home.ts';
import { Refusal, type RefusalCode } from '#lib/spec/refusals.ts';

import type { TempWorkspace } from './workspace.ts';

export const uid = process.getuid?.() ?? 0;

export const openWorkspace = ({ path }: TempWorkspace, disk: Disk = real): Workspace =>
  Workspace.open(disk, path, { strict: false, uid });

/** The state root that the command line would use with this workspace's `stateHome`. */
export const stateRootOf = ({ stateHome }: TempWorkspace): string => join(stateHome, 'yamo');

export const openHome = (temp: TempWorkspace, workspace: Workspace): StateHome =>
  StateHome.open(stateRootOf(temp), workspace, uid);

export const enterWorkspace = (
  temp: TempWorkspace,
  { disk = real, start }: { readonly disk?: Disk; readonly start?: string } = {},
): OpenWorkspace =>
  OpenWorkspace.open(disk, temp.path, {
    strict: false,
    uid,
    stateRoot: stateRootOf(temp),
    clock: Clock.start(start),
  });

/** The code that `run` refuses with; `undefined` if it does not refuse. Every other error passes through. */
export const refusalOf = (run: () => unknown): RefusalCode | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

/** The refusal that `run` ends in; an error if it does not refuse. */
export const refusalFrom = async (run: () => unknown): Promise<Refusal> => {
  try {
    await run();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('expected a refusal');
};

/** The code for what refuses later. */
export const laterRefusalOf = async (
  run: () => Promise<unknown>,
): Promise<RefusalCode | undefined> => {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};
