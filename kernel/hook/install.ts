/**
 * Where hosts keep their hooks, and our own put there and taken back by their owner's command. What stood there is kept
 * as it was, so that whoever takes the hooks back gets the bytes of before.
 */
import { basename, dirname, join } from 'node:path';
import type { HostName } from '#lib/hook/event.ts';
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
import type { Machine } from './machine.ts';

/** For one folder, or for all that its owner does with the host. */
export type Scope = 'project' | 'user';

/** A settings file of a host. */
export interface HookFile {
  readonly host: HostName;
  readonly scope: Scope;
  readonly path: string;
}

/** What a command would change. */
export interface HookChange extends HookFile {
  /** `undefined`: the file is not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Place = Pick<Machine, 'disk' | 'uid' | 'environment'>;

/** Below the folder of a project, and below the home of the owner, or where a variable says. */
const FILES: Readonly<
  Record<HostName, { readonly project?: string; readonly user: string; readonly home?: string }>
> = {
  'claude-code': {
    project: '.claude/settings.json',
    user: '.claude/settings.json',
    home: 'CLAUDE_CONFIG_DIR',
  },
  codex: { project: '.codex/hooks.json', user: '.codex/hooks.json', home: 'CODEX_HOME' },
  gemini: { project: '.gemini/settings.json', user: '.gemini/settings.json' },
  hermes: { user: '.hermes/config.yaml', home: 'HERMES_HOME' },
  openclaw: { user: '.openclaw/openclaw.json', home: 'OPENCLAW_STATE_DIR' },
};

/** The settings file of a host; `undefined` where it has none in projects. */
export const hookFile = (
  host: HostName,
  scope: Scope,
  { environment }: Pick<Place, 'environment'>,
  project: string,
): HookFile | undefined => {
  const { project: inProject, user, home } = FILES[host];
  if (scope === 'project')
    return inProject === undefined ? undefined : { host, scope, path: join(project, inProject) };
  const own = home === undefined ? undefined : environment[home];
  const path =
    own === undefined || own === ''
      ? join(environment['HOME'] ?? '', user)
      : join(own, basename(user));
  return { host, scope, path };
};

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
  return { ...file, before, after: edited(file, () => withoutHooks(before, file.host)) };
};

/** The commands of ours in a settings file. Throws HOOK_SETTINGS where it cannot be read. */
export const installedIn = (file: HookFile, { disk }: Pick<Place, 'disk'>): readonly string[] => {
  const text = read(disk, file.path);
  return text === undefined ? [] : edited(file, () => commandsIn(text, file.host));
};

/** What a settings file switches off, in words. Throws HOOK_SETTINGS where it cannot be read. */
export const switchedOffIn = (
  file: HookFile,
  { disk }: Pick<Place, 'disk'>,
): string | undefined => {
  const text = read(disk, file.path);
  return text === undefined ? undefined : edited(file, () => switchedOff(text, file.host));
};

/** Writes the change; a copy of what stood there is kept in the state. Throws HOOK_SETTINGS, STATE_… refusals. */
export const carryOutHook = (change: HookChange, isInstall: boolean, place: Place): void => {
  const { path, before, after } = change;
  if (before === after) return;
  const { disk } = place;
  if (isInstall) keep(change, place);
  attempt(path, () => {
    const real = disk.lstat(path) === undefined ? path : disk.realpath(path);
    makeFolder(disk, dirname(real));
    const directory = Directory.open(disk, dirname(real));
    try {
      if (read(disk, path) !== before) throw new Refusal('HOOK_SETTINGS', changedMeanwhile(path));
      const name = basename(real);
      if (after === undefined) {
        disk.unlink(directory.at(name));
        directory.sync();
        return;
      }
      const bytes = Buffer.from(after);
      const previous = disk.lstat(directory.at(name));
      if (previous === undefined) createFile(directory, name, bytes);
      else replaceFile(directory, { name, bytes, previous });
    } finally {
      directory.close();
    }
  });
};

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
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  'after' in value &&
  typeof value.after === 'string' &&
  (!('before' in value) || typeof value.before === 'string');

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

const keep = ({ host, path, before, after = '' }: HookChange, place: Place): void => {
  const earlier = keptOf(path, place);
  // Installed anew over our own: what stood there before both counts.
  const isOurs = before !== undefined && earlier?.after === sha256(before);
  const hadOurs = before !== undefined && commandsIn(before, host).length > 0;
  const original = isOurs ? earlier.before : hadOurs ? withoutHooks(before, host) : before;
  inState(place, (home) =>
    home.writeJson(nameOf(path), {
      path,
      ...(original !== undefined && { before: original }),
      after: sha256(after),
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

const attempt = <Value>(path: string, work: () => Value): Value => {
  try {
    return work();
  } catch (error) {
    throw asRefusal(
      error,
      (reason) =>
        new Refusal('HOOK_SETTINGS', { path, reason, advice: 'Make it possible to write there.' }),
    );
  }
};

const read = (disk: Disk, path: string): string | undefined =>
  attempt(path, () => {
    if (disk.lstat(path) === undefined) return undefined;
    const fd = disk.open(path, OPEN.follow);
    try {
      return readAll(disk, fd, Number(disk.fstat(fd).size)).toString('utf8');
    } finally {
      disk.close(fd);
    }
  });

const makeFolder = (disk: Disk, path: string): void => {
  if (disk.lstat(path) !== undefined) return;
  makeFolder(disk, dirname(path));
  try {
    disk.mkdir(path, 0o755);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
};
