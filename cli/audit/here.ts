/** Which of the paths that a workspace names are not on this machine. */
import { allNamedPaths } from '#audit/facts/named-paths.ts';
import type { Snapshot } from '#lib/workspace/snapshot.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import { homeOf } from '#kernel/process/xdg.ts';
import type { SnapshotHost } from '#kernel/snapshot/take.ts';

/** So many are looked for: a set of instructions names fewer. */
const PATHS_MAX = 500;

/** The snapshot, with what is absent. `folder` is that of the workspace, without links. */
export const withAbsent = (
  snapshot: Snapshot,
  folder: string,
  { disk, environment }: Pick<SnapshotHost, 'disk' | 'environment'>,
): Snapshot => {
  const home = homeOf(environment);
  const isAbsent = (path: string): boolean => {
    try {
      return disk.lstat(absolute(path, folder, home)) === undefined;
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      // Who may not look cannot say that nothing is there.
      return false;
    }
  };
  const named = [...allNamedPaths(snapshot)].slice(0, PATHS_MAX);
  return { ...snapshot, absent: new Set(named.filter(isAbsent)) };
};

const absolute = (path: string, folder: string, home: string): string => {
  if (path.startsWith('~')) return `${home}${path.slice(1)}`;
  return path.startsWith('/') ? path : `${folder}/${path}`;
};
