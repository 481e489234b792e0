/** Forgotten words, and the databases of a workspace: beside the daemon that has them open. */
import { join } from 'node:path';
import type { Forgotten } from '#lib/memory/forgotten.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { xdgFolder, type Environment } from '#kernel/process/xdg.ts';
import { forgetInDatabase } from '#kernel/sqlite/forget.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { type Accessor, isThere, StateHome } from '#kernel/state/home.ts';
import { DATABASE_FORMS, NEXUS_DATA } from '../data/open.ts';
import { isNexus } from '../phases/config.ts';

/** Takes them out of all six of the workspace at `path`; nothing where there are none. Throws WORKSPACE_…, DATABASE_… and STATE_… refusals. */
export const forgetInDatabases = (
  path: string,
  { disk, uid, environment }: Accessor & { readonly environment: Environment },
  words: Forgotten,
): void => {
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  const home = StateHome.peek(xdgFolder('XDG_STATE_HOME', environment), workspace, uid);
  try {
    if (home === undefined) return;
    const folder = isNexus({ workspace, home })
      ? join(workspace.path, NEXUS_DATA)
      : join(home.path, 'data');
    if (!isThere(disk, folder)) return;
    const directory = Directory.open(disk, folder);
    try {
      for (const form of DATABASE_FORMS) forgetInDatabase(directory, form, uid, words);
    } finally {
      directory.close();
    }
  } finally {
    home?.close();
    workspace.close();
  }
};
