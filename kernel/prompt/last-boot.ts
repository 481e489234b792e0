/** What the last boot of a workspace loaded, from its record. */
import { isNumber, isString, listOf, objectOf, oneOf } from '#lib/guard.ts';
import type { ShownFile } from '#lib/prompt/lost.ts';
import { isJsonObject } from '#lib/text/json.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { type ChainEntry, walkChain } from '#kernel/state/chain.ts';
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

/** What a prompt showed at a day. */
export interface ShownThen {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly files: readonly ShownFile[];
}

/**
 * By the last start of that kind before a day of UTC, or by the first one since, where there is none before; `undefined`
 * where no record says. Throws WORKSPACE_… and STATE_… refusals.
 */
export const shownBefore = (
  path: string,
  { day, kind }: { readonly day: string; readonly kind: string },
  {
    disk,
    uid,
    stateRoot,
  }: { readonly disk: Disk; readonly uid: number; readonly stateRoot: string },
): ShownThen | undefined => {
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  const home = StateHome.peek(stateRoot, workspace, uid);
  try {
    let found: ShownThen | undefined;
    for (const entry of home === undefined ? [] : walkChain(home)) {
      const at = entry['startedAt'];
      if (entry['kind'] !== kind || entry['prompt'] === undefined || typeof at !== 'string')
        continue;
      if (found === undefined || at < day) found = { at, files: promptIn(entry) };
    }
    return found;
  } finally {
    home?.close();
    workspace.close();
  }
};

/** What an entry of the record says of its prompt. */
export const promptIn = (entry: ChainEntry | undefined): readonly ShownFile[] => {
  const shown = entry?.['prompt'];
  return areShown(shown) ? shown : [];
};

const areShown = listOf(
  objectOf({ file: isString, fate: oneOf('whole', 'cut', 'dropped'), lines: isNumber }),
);

const loadedIn = (steps: unknown): BootedFiles['files'] =>
  Array.isArray(steps) ? steps.flatMap((step: unknown) => (isLoading(step) ? [step] : [])) : [];

const isLoading = (step: unknown): step is { readonly file: string; readonly sha256: string } =>
  isJsonObject(step) &&
  typeof step['step'] === 'string' &&
  step['step'].startsWith('load_') &&
  typeof step['file'] === 'string' &&
  typeof step['sha256'] === 'string';
