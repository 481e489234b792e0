/** What hooks keep of MEMORY.md goes with them, by their owner's command (RFC-0009 §5.3). */
import { join } from 'node:path';
import { forgetKept, isKeptIn } from '#kernel/memory/kept.ts';
import { asRefusal, errnoOf } from '#kernel/fs/disk.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { StateHome } from '#kernel/state/home.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Machine } from './machine.ts';

/** Forgets it in the state of every workspace: a session that still has hooks, or a boot, keeps it anew. Throws STATE_UNUSABLE. */
export const forgetAllKept = ({
  disk,
  uid,
  environment,
}: Pick<Machine, 'disk' | 'uid' | 'environment'>): void => {
  const root = xdgFolder('XDG_STATE_HOME', environment);
  for (const name of namesIn(disk, root)) {
    if (!isKeptIn(disk, join(root, name))) continue;
    const home = StateHome.common(root, name, disk, uid);
    try {
      forgetKept(home);
    } finally {
      home.close();
    }
  }
};

const namesIn = (disk: Machine['disk'], path: string): readonly string[] => {
  try {
    return disk.readdir(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw asRefusal(error, (reason) => new Refusal('STATE_UNUSABLE', { path, reason }));
  }
};
