/**
 * Our hooks put into the settings of hosts, and taken back, by their owner's command. What stood there is kept as it was,
 * so that whoever takes the hooks back gets the bytes of before.
 */
import { basename, dirname, join } from 'node:path';
import { type HookEntry } from '#lib/hook/hook-command.ts';
import {
  commandsIn,
  pluginByHand,
  settingsFault,
  withHooks,
  withoutHooks,
} from '#lib/hook/settings-edit.ts';
import { Unchangeable } from '#lib/hook/settings-text.ts';
import { switchedOff } from '#lib/hook/switched-off.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { GuardedBy } from '#lib/guard.ts';
import { readAll, sha256, textFault } from '#kernel/fs/bytes.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, type Disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import { createFile, replaceFile } from '#kernel/fs/replace.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { StateHome } from '#kernel/state/home.ts';
import { STATE } from '#kernel/state/kinds.ts';
import type { isHookFile } from '#kernel/state/shapes.ts';
import { stateOf, type StateStore } from '#kernel/state/store.ts';
import { type HookFile, readTogether } from './host-files.ts';
import type { Machine } from './machine.ts';
import { tryCall } from '#kernel/process/try-call.ts';

/** What a command would change in one file. */
export interface HookChange {
  readonly path: string;
  /** `undefined`: the file is not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** What stands there of others, where that is known to differ from `before`. */
  readonly foreign?: string;
  /** The folder was made for an earlier installation, which this one is in the place of. */
  readonly madeFolder?: boolean;
  /** What it is kept under, where several changes of one file are taken back one by one; else the path. */
  readonly key?: string;
}

export type HookMachine = Pick<Machine, 'disk' | 'uid' | 'environment'>;

/** What to install would change. Throws HOOK_SETTINGS, STATE_… refusals. */
export const planInstall = (file: HookFile, entry: HookEntry, place: HookMachine): HookChange => {
  const { host, path } = file;
  const before = readSettingsText(place.disk, path);
  const after = edited(file, entry.start, () => withHooks(before ?? '', entry));
  if (before === undefined) return writable({ path, before, after }, place);
  // Installed anew over our own: what stood there before both counts.
  const foreign = withoutHooks(before, host, keptOf({ path }, place)?.before);
  return writable({ path, before, after, foreign }, place);
};

/** What to take back would change. Throws HOOK_SETTINGS, STATE_… refusals. */
export const planUninstall = (file: HookFile, place: HookMachine): HookChange => {
  const { host, path } = file;
  return planReturn({ path }, place, (before, kept) =>
    edited(file, '', () => withoutHooks(before, host, kept?.before)),
  );
};

/** What gives a file back that was changed: the bytes of before, or what `without` leaves of those of now. */
export const planReturn = (
  at: Keyed,
  place: HookMachine,
  without: (before: string, kept: Kept | undefined) => string,
): HookChange => {
  const before = readSettingsText(place.disk, at.path);
  if (before === undefined) return { ...at, before, after: undefined };
  const kept = keptOf(at, place);
  // Nobody has changed it since.
  if (kept?.after === sha256(before)) return writable({ ...at, before, after: kept.before }, place);
  const after = without(before, kept);
  // The file itself was ours, and nobody has put anything else into it.
  const isOurs = kept !== undefined && kept.before === undefined && EMPTY.test(after);
  return writable({ ...at, before, after: isOurs ? undefined : after }, place);
};

/** Was the folder of a settings file made for our hooks? Throws STATE_… refusals. */
export const hasMadeFolder = (file: HookFile, place: HookMachine): boolean =>
  keptOf(file, place)?.madeFolder === true;

/** The commands of ours in a settings file. Throws HOOK_SETTINGS where it cannot be read. */
export const installedIn = (
  file: HookFile,
  { disk }: Pick<HookMachine, 'disk'>,
): readonly string[] => {
  const text = readSettingsText(disk, file.path);
  return text === undefined ? [] : edited(file, '', () => commandsIn(text, file.host));
};

/** What keeps the host from reading a settings file, in words. Throws HOOK_SETTINGS where we cannot. */
export const hookFileFault = (
  { host, path }: HookFile,
  { disk }: HookMachine,
): string | undefined => settingsFault(readSettingsText(disk, path) ?? '', host);

/**
 * What switches the hooks of a settings file off, in words: there, or in another file that the host reads with it.
 * Throws HOOK_SETTINGS where one cannot be read.
 */
export const switchedOffIn = (
  { host, path }: HookFile,
  place: HookMachine,
  project: string,
): string | undefined => {
  for (const one of readTogether(host, place, project)) {
    const text = readSettingsText(place.disk, one.path) ?? '';
    const off = settingsFault(text, host) === undefined ? switchedOff(text, host) : undefined;
    if (off !== undefined)
      return `by ${off.setting}${one.path === path ? '' : ` in ${one.path}`}, ${off.loss}`;
  }
  return undefined;
};

/** Writes the change; a copy of what stood there is kept in the state until it is taken back. Throws HOOK_SETTINGS, STATE_… refusals. */
export const carryOutHook = (change: HookChange, isInstall: boolean, place: HookMachine): void => {
  const { path, before, after } = change;
  if (before === after) return;
  const { disk } = place;
  attempt(path, () => {
    const real = realPathOf(disk, path);
    const madeFolder = makeFolder(disk, dirname(real)) || change.madeFolder === true;
    const directory = Directory.open(disk, dirname(real));
    try {
      if (readSettingsText(disk, path) !== before)
        throw new Refusal('HOOK_SETTINGS', changedMeanwhile(path));
      const name = basename(real);
      const previous = disk.lstat(directory.at(name));
      if (isInstall) keep(change, place, madeFolder);
      if (after === undefined) {
        disk.unlink(directory.at(name));
        directory.sync();
        if (keptOf(change, place)?.madeFolder === true) removeIfEmpty(disk, dirname(real));
      } else {
        const bytes = Buffer.from(after);
        if (previous === undefined) createFile(directory, name, bytes);
        else replaceFile(directory, { name, bytes, previous });
      }
      if (!isInstall) inState(place, (state) => state.remove(STATE.hookFile, keyOf(change)));
    } finally {
      directory.close();
    }
  });
};

/** Refuses before anything is shown: to replace a file needs no right to write it, and whoever took that away meant it. */
const writable = (change: HookChange, { disk }: HookMachine): HookChange =>
  attempt(change.path, () => {
    const real = realPathOf(disk, change.path);
    const previous = change.before === change.after ? undefined : disk.lstat(real);
    if (previous !== undefined && (previous.mode & OWNER_WRITES) === 0n)
      throw new Refusal('HOOK_SETTINGS', {
        path: change.path,
        reason: 'it is read-only',
        advice: WRITABLE,
      });
    return change;
  });

/** Where a file lies, or will lie. Throws ENOENT where a link leads nowhere. */
export const realPathOf = (disk: Disk, path: string): string => {
  if (disk.lstat(path) !== undefined) return disk.realpath(path);
  const folder = dirname(path);
  return disk.lstat(folder) === undefined ? path : join(disk.realpath(folder), basename(path));
};

const EMPTY = /^\s*(?:\{\s*\})?\s*$/;

const changedMeanwhile = (path: string) => ({
  path,
  reason: 'it was changed meanwhile',
  advice: 'Try again.',
});

/** What stood in a settings file before, and the digest of what was written. */
type Kept = GuardedBy<typeof isHookFile>;

type Keyed = Pick<HookChange, 'path' | 'key'>;

const keyOf = ({ path, key = path }: Keyed): string => sha256(key).slice(0, 32);

const inState = <Value>(
  { environment, ...by }: HookMachine,
  use: (state: StateStore<'hooks'>) => Value,
): Value =>
  StateHome.within('hooks', xdgFolder('XDG_STATE_HOME', environment), by, (home) =>
    use(stateOf(home)),
  );

const keptOf = (at: Keyed, place: HookMachine): Kept | undefined =>
  inState(place, (state) => state.read(STATE.hookFile, keyOf(at)));

const keep = (change: HookChange, place: HookMachine, madeFolder: boolean): void => {
  const { path, before, after = '', foreign } = change;
  const earlier = keptOf(change, place);
  const isOurs = before !== undefined && earlier?.after === sha256(before);
  const hadOurs = foreign !== undefined && foreign !== before;
  const original = isOurs ? earlier.before : (foreign ?? before);
  const kept = {
    path,
    ...(original !== undefined && { before: original }),
    after: sha256(after),
    madeFolder: madeFolder || (hadOurs && earlier?.madeFolder === true),
  };
  inState(place, (state) => state.write(STATE.hookFile, kept, keyOf(change)));
};

const ADVICE = 'Mend the file, or add the hooks by hand: docs/claude-code.md shows them.';

const edited = <Value>({ host, path }: HookFile, start: string, edit: () => Value): Value => {
  try {
    return edit();
  } catch (error) {
    if (!(error instanceof Unchangeable)) throw error;
    const advice =
      host === 'openclaw' && start !== ''
        ? `Add this to ${path} by hand, which OpenClaw reads as JSON5: ${pluginByHand(start)}`
        : ADVICE;
    throw new Refusal('HOOK_SETTINGS', { path, reason: error.message, advice });
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

/** What stands in a file; `undefined` where there is none. Throws HOOK_SETTINGS. */
export const readSettingsText = (disk: Disk, path: string): string | undefined =>
  attempt(path, () => {
    if (disk.lstat(path) === undefined) return undefined;
    const fd = disk.open(path, OPEN.follow);
    try {
      const refuse = (reason: string): never => {
        throw new Refusal('HOOK_SETTINGS', { path, reason, advice: WRITABLE });
      };
      if (!disk.fstat(fd).isFile()) refuse('it is no file');
      const bytes = readAll(disk, fd, Number(disk.fstat(fd).size));
      const fault = textFault(bytes);
      if (fault !== undefined) refuse(fault);
      return bytes.toString('utf8');
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
  // Somebody keeps something in it.
  tryCall(() => disk.rmdir(path));
};
