/** What is on disk, so that two moments can be compared. */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Every entry below the folders, with mode, size, time of change and content. */
export const snapshot = (...folders: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(folders.filter((folder) => existsSync(folder)).flatMap(entriesOf));

/** The paths of the files below the folders whose bytes hold `text`. */
export const filesHolding = (text: string, ...folders: readonly string[]): readonly string[] =>
  folders
    .filter((folder) => existsSync(folder))
    .flatMap(pathsBelow)
    .filter((path) => lstatSync(path).isFile() && readFileSync(path).includes(text));

const pathsBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));

const entriesOf = (folder: string): readonly [string, string][] =>
  [folder, ...pathsBelow(folder)].map((path) => {
    const { mode, size, mtimeNs, ino } = lstatSync(path, { bigint: true });
    return [path, [mode.toString(8), size, mtimeNs, ino, contentOf(path)].join(' ')];
  });

const contentOf = (path: string): string => {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return readlinkSync(path);
  return stat.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
};
