/** Where a backup, and what is restored, may lie: under a name that nothing has yet. */
import { randomBytes } from 'node:crypto';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { asRefusal, type Disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import { tryCall } from '#kernel/process/try-call.ts';
import { refuseServed } from '#daemon/phases/workspace.ts';

/** Who takes backups, or restores them. */
export type BackupHost = Pick<Host, 'disk' | 'uid' | 'environment' | 'version' | 'signal'>;

/** Where what gets the name `path` is put together: nobody has this name. */
export const besideOf = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.yamo-tmp`);

const TAKEN = 'there is something already';
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);

/** The path of a backup that is to be, without links. Throws BACKUP_PLACE. */
export const backupPlace = (disk: Disk, file: string, workspace: string): string => {
  const path = resolve(file);
  try {
    const place = join(disk.realpath(dirname(path)), basename(path));
    // What an agent can read there, it would read of other sessions.
    if (place.startsWith(workspace + sep)) throw refused(place, 'it lies in the workspace');
    if (disk.lstat(place) !== undefined) throw refused(place, TAKEN);
    return place;
  } catch (error) {
    throw asRefusal(error, (errno) => refused(path, errno));
  }
};

/**
 * Gives a file beside it the name `file`. Nothing is overwritten, however late it came; where files have one name only, as
 * on USB sticks, it is looked at before. Throws BACKUP_PLACE, errors of calls.
 */
export const giveName = (disk: Disk, from: string, file: string): void => {
  try {
    disk.link(from, file);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined || !WITHOUT_LINKS.has(errno))
      throw errno === 'EEXIST' ? refused(file, TAKEN) : error;
    if (disk.lstat(file) !== undefined) throw refused(file, TAKEN);
    disk.rename(from, file);
  }
  try {
    syncFolder(disk, dirname(file));
  } catch (error) {
    disk.unlink(file);
    throw error;
  }
};

/** What has a name in `folder` now has it after a power cut. Throws errors of calls. */
const syncFolder = (disk: Disk, folder: string): void => {
  const fd = disk.open(folder, OPEN.directory);
  disk.fsync(fd);
  disk.close(fd);
};

/** Whose places they are. */
type PlaceHost = Pick<Host, 'disk' | 'uid' | 'environment'>;

/** Whatever lies at `path` is an empty folder. Throws RESTORE_PLACE, WORKSPACE_SERVED, STATE_UNUSABLE. */
export const refuseTaken = (path: string, host: PlaceHost): void => {
  const { disk } = host;
  const noPlace = (reason: string): Refusal => new Refusal('RESTORE_PLACE', { path, reason });
  try {
    const stat = disk.lstat(path);
    if (stat === undefined) return;
    if (!stat.isDirectory()) throw noPlace('it is no folder');
    refuseServed(path, stat, host);
    if (disk.readdir(path).length > 0) throw noPlace('it is not empty');
  } catch (error) {
    throw asRefusal(error, noPlace);
  }
};

/** Makes the folder in which `path` is put together. Throws RESTORE_PLACE. */
export const makeBeside = (disk: Disk, beside: string, path: string): void => {
  try {
    disk.mkdir(beside, 0o700);
  } catch (error) {
    throw asRefusal(error, (reason) => new Refusal('RESTORE_PLACE', { path, reason }));
  }
};

/** Gives that folder its name; another that was empty may have been filled meanwhile. Throws RESTORE_PLACE, before it is there. */
export const giveFolder = (disk: Disk, beside: string, path: string): void => {
  try {
    disk.rename(beside, path);
  } catch (error) {
    throw asRefusal(error, (reason) => new Refusal('RESTORE_PLACE', { path, reason }));
  }
  // It is there, and nothing of it is taken back; at worst it has its other name after a power cut.
  tryCall(() => syncFolder(disk, dirname(path)));
};

const refused = (path: string, reason: string): Refusal =>
  new Refusal('BACKUP_PLACE', { path, reason });
