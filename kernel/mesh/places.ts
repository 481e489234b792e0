/** Where the index of a workspace lies, or would: in the kernel's state, a folder for each scope. */
import { isAbsolute, join } from 'node:path';
import type { MeshScope } from '#lib/protocol/mesh.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { Environment } from '#kernel/process/xdg.ts';
import { isThere, refuseWithin, type StateHome, stateKey } from '#kernel/state/home.ts';

interface Site {
  readonly workspace: Workspace;
  readonly home: StateHome;
}

/** The name of the folder that holds the scopes. */
export const BASE = 'mesh';

/** Where the index of a workspace for main sessions lies, or would. Creates nothing. Throws STATE_IN_WORKSPACE, STATE_UNUSABLE. */
export const indexFolder = (opened: Site, environment: Environment): string =>
  join(baseFolder(opened, environment), 'private' satisfies MeshScope);

/** Where its ledger lies, or would: what is in no file of the workspace. Creates nothing. Throws as `indexFolder`. */
export const ledgerFolder = (opened: Site, environment: Environment): string =>
  join(baseFolder(opened, environment), 'ledger');

/** Where indexes of shared sessions lie: of the logs, and of single chats. Throws as `indexFolder`. */
export const sharedIndexes = (opened: Site, environment: Environment): readonly string[] => {
  const base = baseFolder(opened, environment);
  const { disk } = opened.home;
  return isThere(disk, base)
    ? disk
        .readdir(base)
        .filter((name) => name === ('log' satisfies MeshScope) || name.startsWith('chat-'))
        .map((name) => join(base, name))
    : [];
};

/** RFC-0013 has a variable for it; other workspaces may have theirs in the same folder. */
export const baseFolder = ({ workspace, home }: Site, environment: Environment): string => {
  const { YAMO_MEMORY_DB_DIR: given = '' } = environment;
  if (given === '') return join(home.path, BASE);
  if (!isAbsolute(given))
    throw new Refusal('STATE_UNUSABLE', { path: given, reason: 'it is no absolute path' });
  refuseWithin(given, workspace);
  return join(given, stateKey(workspace.stat), BASE);
};
