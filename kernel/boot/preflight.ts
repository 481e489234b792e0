/**
 * What a first boot will need of the file system, tried before anything is deleted: room for what it
 * writes, and the right to delete each file of bootstrap instructions. Nothing of the workspace is opened or changed.
 */
import { randomBytes } from 'node:crypto';
import { type BootstrapFile, MEMORY_DIR } from '#lib/spec/files.ts';
import { PREFLIGHT_PROBE_BYTES } from '#lib/spec/limits.ts';
import { writeAll } from '#kernel/fs/bytes.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';
import { tracesOfLife } from '#lib/workspace/prior-use.ts';
import type { BootstrapRecord } from '#lib/workspace/bootstrap-record.ts';
import { undeletable } from '#kernel/startup/guard.ts';
import { type Inspected, inspect } from '#kernel/startup/preflight.ts';
import { lookAt } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';

/** What is known before anything is changed. */
export interface Preflight extends Inspected {
  /** What shows, beside bootstrap instructions, that there were sessions before. */
  readonly priorUseEvidence: string | undefined;
}

/** Throws what `inspect` throws, WORKSPACE_UNWRITABLE, BOOTSTRAP_UNDELETABLE. */
export const preflight = (
  workspace: Workspace,
  kind: SessionKind,
  today: string,
  record: BootstrapRecord | undefined,
): Preflight => {
  const ready = inspect(workspace, kind, today, record);
  if (ready.firstBoot && kind.permissions.takesInstructions) probe(workspace, ready.regular);
  // Not asked where the kernel knows by itself what became of a first boot.
  const priorUseEvidence =
    ready.firstBoot && record === undefined ? priorUseIn(workspace) : undefined;
  return { ...ready, priorUseEvidence };
};

const priorUseIn = (workspace: Workspace): string | undefined => {
  const memory = lookAt(workspace.root, 'MEMORY.md', 'MEMORY.md');
  const memoryBytes = memory === undefined ? undefined : Number(memory.size);
  const names = namesIn(workspace.memory()).map((name) => `${MEMORY_DIR}/${name}`);
  return tracesOfLife({ names, memoryBytes });
};

const namesIn = (logs: Directory | undefined): readonly string[] => {
  try {
    return logs?.names() ?? [];
  } catch (error) {
    throw asRefusal(error, (reason) => new Refusal('MEMORY_DIR_UNUSABLE', { reason }));
  }
};

/**
 * Tries it in a folder of its own, which is gone again afterwards; `instructions` are regular files of the workspace.
 * Throws WORKSPACE_UNWRITABLE, or BOOTSTRAP_UNDELETABLE with everything still there.
 */
const probe = ({ root, path }: Workspace, orders: readonly BootstrapFile[]): void => {
  const name = `.preflight.${randomBytes(6).toString('hex')}.yamo-tmp`;
  const folder = root.at(name);
  const file = `${folder}/${name}`;
  const { disk } = root;
  const unwritable = (error: unknown): unknown =>
    asRefusal(error, (errno) => new Refusal('WORKSPACE_UNWRITABLE', { path, errno }));
  try {
    disk.mkdir(folder, 0o700);
  } catch (error) {
    throw unwritable(error);
  }
  let failure: unknown;
  for (const step of [
    () => writeTestFile(root, file),
    () => orders.forEach((one) => tryToDelete(root, one, folder)),
    () => disk.unlink(file),
    () => disk.rmdir(folder),
  ]) {
    try {
      step();
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw unwritable(failure);
};

const writeTestFile = ({ disk }: Directory, path: string): void => {
  const fd = disk.open(path, OPEN.create, 0o600);
  try {
    writeAll(disk, fd, new Uint8Array(PREFLIGHT_PROBE_BYTES));
  } finally {
    // A close may fail as a write does (NFS, quotas).
    disk.close(fd);
  }
};

/**
 * A file is never renamed onto a folder: the system answers EISDIR, after it has looked whether the file's name may be
 * taken away. An immutable file, a sticky folder, a file system mounted read-only are therefore known, and nothing moves.
 */
const tryToDelete = (root: Directory, file: BootstrapFile, folder: string): void => {
  try {
    root.disk.rename(root.at(file), folder);
  } catch (error) {
    if (errnoOf(error) === 'EISDIR') return;
    throw asRefusal(error, (errno) => undeletable(file, errno));
  }
  throw undeletable(file, 'EEXIST');
};
