/**
 * Our hooks put into the settings of hosts, and taken back, by their owner's command. What stood there is kept as it was,
 * so that whoever takes the hooks back gets the bytes of before.
 */
import { basename, dirname } from 'node:path';
import { commandsIn, withHooks, withoutHooks } from '#lib/hook/settings-edit.ts';
import { Unchangeable } from '#lib/hook/settings-text.ts';
import { switchedOff } from '#lib/hook/switched-off.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { readAll, sha256 } from '#kernel/fs/bytes.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, type Disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import { createFile, replaceFile } from '#kernel/fs/replace.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { StateHome } from '#kernel/state/home.ts';
import { type HookFile, readTogether } from './host-files.ts';
import type { Machine } from './machine.ts';

/** What a command would change. */
export interface HookChange extends HookFile {
  /** `undefined`: the file is not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Place = Pick<Machine, 'disk' | 'uid' | 'environment'>;

/** What to install would change. Throws HOOK_SETTINGS. */
export const planInstall = (file: HookFile, command: string, { disk }: Place): HookChange => {
  const before = read(disk, file.path);
  const after = edited(file, () => withHooks(before ?? '', { host: file.host, command }));
  return { ...file, before, after };
};

/** What to take back would change. Throws HOOK_SETTINGS, STATE_… refusals. */
export const planUninstall = (file: HookFile, place: Place): HookChange => {
  const before = read(place.disk, file.path);
  if (before === undefined) return { ...file, before, after: undefined };
  const kept = keptOf(file.path, place);
  // Nobody has changed it since: the bytes of before.
  if (kept?.after === sha256(before)) return { ...file, before, after: kept.before };
  const after = edited(file, () => withoutHooks(before, file.host, kept?.before));
  // The file itself was ours, and nobody has put anything else into it.
  const isOurs = kept !== undefined && kept.before === undefined && EMPTY.test(after);
  return { ...file, before, after: isOurs ? undefined : after };
};

/** The commands of ours in a settings file. Throws HOOK_SETTINGS where it cannot be read. */
export const installedIn = (file: HookFile, { disk }: Pick<Place, 'disk'>): readonly string[] => {
  const text = read(disk, file.path);
  return text === undefined ? [] : edited(file, () => commandsIn(text, file.host));
};

/**
 * What switches the hooks of a settings file off, in words: there, or in another file that the host reads with it.
 * Throws HOOK_SETTINGS where one cannot be read.
 */
export const switchedOffIn = (
  file: HookFile,
  place: Place,
  project: string,
): string | undefined => {
  for (const one of readTogether(file, place, project)) {
    const text = read(place.disk, one.path);
    const off = text === undefined ? undefined : edited(one, () => switchedOff(text, one.host));
    if (off !== undefined)
      return `by ${off.setting}${one.path === file.path ? '' : ` in ${one.path}`}, ${off.loss}`;
  }
  return undefined;
};

/** Writes the change; a copy of what stood there is kept in the state. Throws HOOK_SETTINGS, STATE_… refusals. */
export const carryOutHook = (change: HookChange, isInstall: boolean, place: Place): void => {
  const { path, before, after } = change;
  if (before === after) return;
  const { disk } = place;
  attempt(path, () => {
    const real = disk.lstat(path) === undefined ? path : disk.realpath(path);
    const madeFolder = makeFolder(disk, dirname(real));
    const directory = Directory.open(disk, dirname(real));
    try {
      if (read(disk, path) !== before) throw new Refusal('HOOK_SETTINGS', changedMeanwhile(path));
      const name = basename(real);
      const previous = disk.lstat(directory.at(name));
      // To replace it needs no right to write it: whoever took that away meant it.
      if (previous !== undefined && (previous.mode & OWNER_WRITES) === 0n)
        throw new Refusal('HOOK_SETTINGS', { path, reason: 'it is read-only', advice: WRITABLE });
      if (isInstall) keep(change, place, madeFolder);
      if (after === undefined) {
        disk.unlink(directory.at(name));
        directory.sync();
        if (keptOf(path, place)?.madeFolder === true) removeIfEmpty(disk, dirname(real));
        return;
      }
      const bytes = Buffer.from(after);
      if (previous === undefined) createFile(directory, name, bytes);
      else replaceFile(directory, { name, bytes, previous });
    } finally {
      directory.close();
    }
  });
};

const EMPTY = /^\s*(?:\{\s*\})?\s*$/;

const changedMeanwhile = (path: string) => ({
  path,
  reason: 'it was changed meanwhile',
  advice: 'Try again.',
});

/** What stood in a settings file before, and the digest of what was written. */
interface Kept {
  readonly path: string;
  readonly before?: string | undefined;
  readonly after: string;
  /** Its folder was not there. */
  readonly madeFolder?: boolean;
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  'after' in value &&
  typeof value.after === 'string' &&
  (!('before' in value) || typeof value.before === 'string') &&
  (!('madeFolder' in value) || typeof value.madeFolder === 'boolean');

const nameOf = (path: string): string => `${sha256(path).slice(0, 32)}.json`;

const inState = <Value>(
  { disk, uid, environment }: Place,
  use: (home: StateHome) => Value,
): Value => {
  const home = StateHome.common(xdgFolder('XDG_STATE_HOME', environment), 'hooks', disk, uid);
  try {
    return use(home);
  } finally {
    home.close();
  }
};

const keptOf = (path: string, place: Place): Kept | undefined =>
  inState(place, (home) => home.readJson(nameOf(path), isKept));

const keep = (
  { host, path, before, after = '' }: HookChange,
  place: Place,
  madeFolder: boolean,
): void => {
  const earlier = keptOf(path, place);
  // Installed anew over our own: what stood there before both counts.
  const isOurs = before !== undefined && earlier?.after === sha256(before);
  const hadOurs = before !== undefined && commandsIn(before, host).length > 0;
  const foreign = hadOurs ? withoutHooks(before, host, earlier?.before) : before;
  const original = isOurs ? earlier.before : foreign;
  inState(place, (home) =>
    home.writeJson(nameOf(path), {
      path,
      ...(original !== undefined && { before: original }),
      after: sha256(after),
      madeFolder: madeFolder || (hadOurs && earlier?.madeFolder === true),
    }),
  );
};

const ADVICE = 'Mend the file, or add the hooks by hand: docs/claude-code.md shows them.';

const edited = <Value>({ path }: HookFile, edit: () => Value): Value => {
  try {
    return edit();
  } catch (error) {
    if (error instanceof Unchangeable)
      throw new Refusal('HOOK_SETTINGS', { path, reason: error.message, advice: ADVICE });
    throw error;
  }
};

const WRITABLE = 'Make it possible to write there.';
const OWNER_WRITES = 0o200n;

const attempt = <Value>(path: string, work: () => Value): Value => {
  try {
    return work();
  } catch (error) {
    throw asRefusal(
      error,
      (reason) => new Refusal('HOOK_SETTINGS', { path, reason, advice: WRITABLE }),
    );
  }
};

const read = (disk: Disk, path: string): string | undefined =>
  attempt(path, () => {
    if (disk.lstat(path) === undefined) return undefined;
    const fd = disk.open(path, OPEN.follow);
    try {
      if (!disk.fstat(fd).isFile())
        throw new Refusal('HOOK_SETTINGS', { path, reason: 'it is no file', advice: WRITABLE });
      return readAll(disk, fd, Number(disk.fstat(fd).size)).toString('utf8');
    } finally {
      disk.close(fd);
    }
  });

/** The host's own; what that stands in, a project or a home, is not ours to make. */
const makeFolder = (disk: Disk, path: string): boolean => {
  try {
    disk.mkdir(path, 0o755);
    return true;
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    return false;
  }
};

const removeIfEmpty = (disk: Disk, path: string): void => {
  try {
    disk.rmdir(path);
  } catch (error) {
    // Somebody keeps something in it.
    if (errnoOf(error) === undefined) throw error;
  }
};
