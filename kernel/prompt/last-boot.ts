/** What the last boot of a workspace loaded, from its record. */
import { isJsonObject } from '#lib/text/json.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { walkChain } from '#kernel/state/chain.ts';
import { StateHome } from '#kernel/state/home.ts';

/** The files of a boot. */
export interface BootedFiles {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly files: readonly { readonly file: string; readonly sha256: string }[];
}

/** `undefined` where the workspace was not booted yet. Throws WORKSPACE_… and STATE_… refusals. */
export const bootedFiles = (
  path: string,
  {
    disk,
    uid,
    stateRoot,
  }: { readonly disk: Disk; readonly uid: number; readonly stateRoot: string },
): BootedFiles | undefined => {
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  const home = StateHome.peek(stateRoot, workspace, uid);
  try {
    let last: BootedFiles | undefined;
    for (const entry of home === undefined ? [] : walkChain(home)) {
      const files = loadedIn(entry['steps']);
      const at = entry['startedAt'];
      if (files.length > 0 && typeof at === 'string') last = { at, files };
    }
    return last;
  } finally {
    home?.close();
    workspace.close();
  }
};

const loadedIn = (steps: unknown): BootedFiles['files'] =>
  Array.isArray(steps) ? steps.flatMap((step: unknown) => (isLoading(step) ? [step] : [])) : [];

const isLoading = (step: unknown): step is { readonly file: string; readonly sha256: string } =>
  isJsonObject(step) &&
  typeof step['step'] === 'string' &&
  step['step'].startsWith('load_') &&
  typeof step['file'] === 'string' &&
  typeof step['sha256'] === 'string';
