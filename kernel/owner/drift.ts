/** What the accepted files of a workspace have become since they were accepted. */
import { Refusal } from '#lib/spec/refusals.ts';
import { textFault } from '#kernel/fs/bytes.ts';
import { dryDisk } from '#kernel/boot/dry-disk.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { type FileText, NOTHING_FORBIDDEN, readAt } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { driftOf, fileOfKey, watchedAs } from '#kernel/state/baseline.ts';
import { StateHome } from '#kernel/state/home.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { readLayout } from '#kernel/state/layout.ts';
import { stateOf } from '#kernel/state/store.ts';

/** A file that is no longer what was accepted. */
export interface DriftedFile {
  readonly file: string;
  /** SHA-256 of what is there now. */
  readonly sha256: string;
  /** As it was accepted; `undefined` where only its hash is known. */
  readonly before: string | undefined;
  readonly after: string;
}

/** Those that were changed outside yamo. What a boot would refuse to open is its business. Changes nothing. Throws STATE_UNUSABLE. */
export const driftedFiles = (
  workspace: Workspace,
  { disk, uid, environment }: Pick<Host, 'disk' | 'uid' | 'environment'>,
): readonly DriftedFile[] => {
  const { stat } = workspace;
  const at = { root: { disk: dryDisk(disk) }, stat };
  const home = StateHome.peek(xdgFolder('XDG_STATE_HOME', environment), at, uid);
  try {
    return home === undefined ? [] : driftedIn(workspace, home);
  } finally {
    home?.close();
  }
};

/** The same of a workspace whose state is open. */
export const driftedIn = (workspace: Workspace, home: StateHome): readonly DriftedFile[] =>
  watchedAs(home, readLayout(home)).flatMap((key) => {
    const current = readIfPossible(workspace, fileOfKey(key));
    const drift = current && driftOf(home, workspace.path, key, current.bytes);
    if (current === undefined || drift === undefined) return [];
    const kept = stateOf(home).read(STATE.baseline, key);
    const before = kept === undefined || textFault(kept) !== undefined ? undefined : kept;
    const { file, after } = drift;
    return [{ file, sha256: after, before: before?.toString('utf8'), after: current.text }];
  });

const readIfPossible = (workspace: Workspace, file: string): FileText | undefined => {
  try {
    return readAt(() => workspace.place(file), file, NOTHING_FORBIDDEN);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};
