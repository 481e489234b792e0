/** One value of the owner's settings file changed, by the owner's own command; all else in it stays as it was written. */
import { basename, dirname } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { Refusal } from '#lib/spec/refusals.ts';
import { readAll } from '#kernel/fs/bytes.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, type Disk, OPEN, type Stat } from '#kernel/fs/disk.ts';
import { createFile, replaceFile } from '#kernel/fs/replace.ts';
import { isSettings, settingsFaults } from '#kernel/contract/settings-schema.ts';
import { explainedFault, parsedSettings, unfit } from '#kernel/contract/settings-text.ts';
import { makePrivate } from '#kernel/process/private-folder.ts';

/**
 * Sets the value at `keys` in the settings file at `path`, which is created with mode 0600 if there is none; a link
 * stays one. Throws SETTINGS_INVALID, also if the file is no settings, SETTING_UNFIT if it would be none then, and
 * FILE_MOVED.
 */
export const changeSettings = (
  disk: Disk,
  path: string,
  keys: readonly string[],
  value: unknown,
): void => {
  const invalid = (reason: string): Refusal => new Refusal('SETTINGS_INVALID', { path, reason });
  let directory: Directory | undefined;
  try {
    const real = realPath(disk, path);
    makePrivate(disk, dirname(real));
    directory = Directory.open(disk, dirname(real));
    const name = basename(real);
    const before = read(directory, name);
    const text = before?.text ?? '{}\n';
    const settings = checked(text, invalid);
    const after = changed(settings, text, { keys, value }, (reason) => {
      return new Refusal('SETTING_UNFIT', { path, reason });
    });
    const bytes = Buffer.from(after);
    if (before === undefined) createFile(directory, name, bytes);
    else replaceFile(directory, { name, bytes, previous: before.stat });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw asRefusal(error, invalid);
  } finally {
    directory?.close();
  }
};

/** An empty settings file where there is none. Throws SETTINGS_INVALID. */
export const ensureSettings = (disk: Disk, path: string): void => {
  const invalid = (reason: string): Refusal => new Refusal('SETTINGS_INVALID', { path, reason });
  let directory: Directory | undefined;
  try {
    if (disk.lstat(path) !== undefined) return;
    makePrivate(disk, dirname(path));
    directory = Directory.open(disk, dirname(path));
    createFile(directory, basename(path), Buffer.from('{}\n'));
  } catch (error) {
    throw asRefusal(error, invalid);
  } finally {
    directory?.close();
  }
};

const realPath = (disk: Disk, path: string): string =>
  disk.lstat(path) === undefined ? path : disk.realpath(path);

const read = (
  directory: Directory,
  name: string,
): { readonly text: string; readonly stat: Stat } | undefined => {
  const { disk } = directory;
  if (disk.lstat(directory.at(name)) === undefined) return undefined;
  const fd = disk.open(directory.at(name), OPEN.read);
  try {
    const stat = disk.fstat(fd);
    return { text: readAll(disk, fd, Number(stat.size)).toString('utf8'), stat };
  } finally {
    disk.close(fd);
  }
};

const checked = (text: string, invalid: (reason: string) => Refusal): unknown => {
  const parsed = parsedSettings(text);
  if ('fault' in parsed) throw invalid(parsed.fault);
  if (!isSettings(parsed.value)) throw invalid(explainedFault(text, settingsFaults()));
  return parsed.value;
};

interface Change {
  readonly keys: readonly string[];
  readonly value: unknown;
}

const changed = (
  settings: unknown,
  text: string,
  { keys, value }: Change,
  refused: (reason: string) => Refusal,
): string => {
  const inTheWay = obstacle(settings, keys);
  if (inTheWay !== undefined) throw refused(inTheWay);
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ';
  const after = applyEdits(
    text,
    modify(text, [...keys], value, {
      formattingOptions: {
        insertSpaces: !indent.startsWith('\t'),
        tabSize: indent.length,
        eol: text.includes('\r\n') ? '\r\n' : '\n',
      },
    }),
  );
  const parsed = parsedSettings(after);
  if ('fault' in parsed || !isSettings(parsed.value)) throw refused(unfit(settingsFaults()));
  return after;
};

/** What stands on the way to `keys` and is no object, in words. */
const obstacle = (settings: unknown, keys: readonly string[]): string | undefined => {
  let found = settings;
  for (const [at, key] of keys.slice(0, -1).entries()) {
    found = new Map<string, unknown>(Object.entries(Object(found))).get(key);
    if (found === undefined) return undefined;
    const name = keys.slice(0, at + 1).join('.');
    if (Array.isArray(found)) return `${name} is a list, which is set as a whole`;
    if (typeof found !== 'object') return `${name} is one value, and holds no others`;
  }
  return undefined;
};
