/**
 * Ring 0. What a first boot will need of the file system, tried before anything is deleted: room for what a
 * first boot writes, and the right to delete each file of bootstrap instructions. Nothing of the workspace is opened or changed.
 */
import { randomBytes } from 'node:crypto';
import type { BootstrapFile } from '#lib/spec/files.ts';
import { PREFLIGHT_PROBE_BYTES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { writeAll } from '#kernel/fs/bytes.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import type { Workspace } from './workspace.ts';

/**
 * Tries it in a folder of its own, which is gone again afterwards; `instructions` are regular files of the workspace.
 * Throws WORKSPACE_UNWRITABLE, or BOOTSTRAP_UNDELETABLE with everything still there.
 */
export const probe = ({ root, path }: Workspace, orders: readonly BootstrapFile[]): void => {
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

const HINTS: Readonly<Record<string, string>> = {
  EPERM: 'the file or the directory is immutable, see lsattr',
  EACCES: 'no permission to change the directory',
  EBUSY: 'something is mounted on it',
  EROFS: 'the file system is read-only',
  EIO: 'the disk reports an error',
  ENOSPC: 'the disk is full',
};

/** A file of instructions that the system does not let go. */
export const undeletable = (file: BootstrapFile, errno: string): Refusal =>
  new Refusal('BOOTSTRAP_UNDELETABLE', { file, errno, hint: HINTS[errno] ?? 'unlink failed' });
