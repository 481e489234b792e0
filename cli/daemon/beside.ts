/** Commands beside a daemon that serves their workspace: what they tell it when they are done, and what it stands against. */
import process from 'node:process';
import { Refusal } from '#lib/spec/refusals.ts';
import { disk } from '#kernel/fs/disk.ts';
import { runningDaemon } from '#daemon/phases/home.ts';
import { refuseServed } from '#daemon/phases/workspace.ts';
import { askDaemon } from './client.ts';
import { servedPath } from './start.ts';

/**
 * Tells a daemon that runs, after a change that it did not see: its clients hear of it, and a workspace that could not be
 * served is tried again at once. `path`: of one workspace; `undefined`: of all. The change stands whatever becomes of
 * this, so a daemon that does not hear it is no failure.
 */
export const tellDaemon = async (by: string, path: string | undefined): Promise<void> => {
  const running = runningDaemon(machine());
  if (running === undefined) return;
  try {
    await askDaemon(running, 'changed', {
      by,
      ...(path !== undefined && { path: servedPath(path) }),
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
};

/** What would pull the ground from under a workspace that is served waits for its end. Throws WORKSPACE_SERVED, STATE_UNUSABLE. */
export const refuseBesideDaemon = (given: string): void => {
  const path = servedPath(given);
  const stat = disk.lstat(path);
  if (stat !== undefined) refuseServed(path, stat, machine());
};

const machine = () => ({ disk, uid: process.geteuid?.() ?? 0, environment: process.env });
