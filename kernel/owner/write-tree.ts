/** A new folder with files in it, which is whole or not there. */
import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, closeQuietly, type Disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import { createFile } from '#kernel/fs/replace.ts';
import { makeFolders } from './folders.ts';
import { tryCall } from '#kernel/process/try-call.ts';

/** A file to be written, for its owner alone. */
export interface WrittenFile {
  readonly bytes: Buffer;
  /** May its owner run it? */
  readonly isProgram: boolean;
}

/**
 * All of it, or nothing: it is written beside, and gets its name when it is whole and `settle` has been told where it lies.
 * Who is killed leaves a folder whose name ends in `.yamo-tmp`. Throws CONVERT_FAILED, CONVERT_PLACE, and what `settle` throws.
 */
export const writeTree = (
  disk: Disk,
  out: string,
  texts: ReadonlyMap<string, WrittenFile>,
  settle: (beside: string) => void,
): void => {
  const beside = join(dirname(out), `.${basename(out)}.${randomBytes(6).toString('hex')}.yamo-tmp`);
  let at = out;
  try {
    disk.mkdir(beside, 0o700);
    const root = Directory.open(disk, beside);
    try {
      for (const [name, file] of texts) {
        at = join(out, name);
        const parts = name.split('/');
        makeFolders(root, parts.slice(0, -1), (directory) =>
          writeFile(directory, parts.at(-1) ?? name, file),
        );
      }
    } finally {
      root.close();
    }
    at = out;
    settle(beside);
    disk.rename(beside, out);
  } catch (error) {
    removeWritten(disk, beside, [...texts.keys()]);
    if (error instanceof Refusal) throw error;
    if (TAKEN.has(errnoOf(error) ?? ''))
      throw new Refusal('CONVERT_PLACE', { path: out, reason: 'there is something already' });
    throw asRefusal(error, (errno) => new Refusal('CONVERT_FAILED', { path: at, errno }));
  }
};

const writeFile = (directory: Directory, name: string, { bytes, isProgram }: WrittenFile): void => {
  createFile(directory, name, bytes);
  if (!isProgram) return;
  const { disk } = directory;
  const fd = disk.open(directory.at(name), OPEN.read, 0);
  try {
    disk.fchmod(fd, 0o700);
  } finally {
    closeQuietly(disk, fd);
  }
};

/** Somebody else made it meanwhile. */
const TAKEN: ReadonlySet<string> = new Set(['ENOTEMPTY', 'EEXIST', 'ENOTDIR']);

/** What cannot be removed stays under its temporary name. */
const removeWritten = (disk: Disk, beside: string, names: readonly string[]): void => {
  const folders = new Set(
    names.flatMap((name) => {
      const parts = name.split('/').slice(0, -1);
      return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    }),
  );
  const deepestFirst = [...folders].toSorted((one, other) => other.length - one.length);
  for (const remove of [
    ...names.map((name) => () => disk.unlink(join(beside, name))),
    ...deepestFirst.map((name) => () => disk.rmdir(join(beside, name))),
    () => disk.rmdir(beside),
  ]) {
    tryCall(remove);
  }
};
