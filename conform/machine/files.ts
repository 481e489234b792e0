/** What a case sets up in a workspace, what it looks at there, and what the inodes of its files have seen. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import process from 'node:process';

import type { Files, WatchedFile } from '#conform/case/case.ts';
import type { WatchInode } from './inotify.ts';
import { namesBelow } from './search.ts';

/** The hands of a case in a workspace. */
export const filesIn = (
  workspace: string,
  outside: string,
  inotify: WatchInode | undefined,
): Files => {
  const at = (file: string): string => resolve(workspace, file);
  const ready = (file: string): string => {
    mkdirSync(dirname(at(file)), { recursive: true, mode: 0o700 });
    return at(file);
  };
  return {
    workspace,
    outside,
    write: (file, content) => writeFileSync(ready(file), content, { mode: 0o600 }),
    append: (file, text) => appendFileSync(at(file), text),
    text: (file) => (isFile(at(file)) ? readFileSync(at(file), 'utf8') : undefined),
    exists: (file) => lstatSync(at(file), { throwIfNoEntry: false }) !== undefined,
    mode: (file, mode) => chmodSync(at(file), mode),
    giveAway: (file) => gives(at(file)),
    remove: (file) => rmSync(at(file), { recursive: true, force: true }),
    rename: (from, to) => renameSync(at(from), at(to)),
    symlink: (target, file) => symlinkSync(target, ready(file)),
    link: (target, file) => linkSync(at(target), ready(file)),
    fifo: (file) => void spawnSync('mkfifo', [ready(file)]),
    socket: (file) => makeSocket(workspace, ready(file)),
    folder: (file) => mkdirSync(ready(file), { mode: 0o700 }),
    sparse: (file, bytes) => {
      const fd = openSync(ready(file), 'w', 0o600);
      ftruncateSync(fd, bytes);
      closeSync(fd);
    },
    watch: (file) => watch(at(file), outside, inotify),
    all: () => new Map(namesBelow(workspace).map((name) => [name, contentOf(at(name))])),
  };
};

const NOBODY = 65_534;

const gives = (path: string): boolean => {
  try {
    chownSync(path, NOBODY, NOBODY);
    return NOBODY !== process.getuid?.();
  } catch {
    return false;
  }
};

const isFile = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** Longer files are none that a case reads. */
const SHOWN_MAX_BYTES = 64 * 1024 * 1024;

const contentOf = (path: string): string => {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return `-> ${readlinkSync(path)}`;
  return stat.size > SHOWN_MAX_BYTES ? '' : readFileSync(path, 'utf8');
};

/** Its inode is asked in two ways: by inotify where there is that, and by the time of its last access. */
const watch = (
  path: string,
  outside: string,
  inotify: WatchInode | undefined,
): (() => WatchedFile) => {
  const isAccessed = watchAccess(path, outside);
  const before = stateOf(path);
  const isOpened = inotify?.(path);
  return () => {
    const isChanged = stateOf(path) !== before;
    const [opened, accessed] = [isOpened?.(), isAccessed()];
    return { isRead: opened === true || accessed === true || (opened ?? accessed), isChanged };
  };
};

/** No program can set the time of the last change of an inode back. */
const stateOf = (path: string): string => {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? 'gone' : `${stat.ino} ${stat.ctimeNs}`;
};

/** Older than any change: the next read is noted, also where only the first one after a change is. */
const LONG_AGO_S = 1;

/** Undefined where the disk does not note reads. */
const watchAccess = (path: string, outside: string): (() => boolean | undefined) => {
  const sample = join(outside, 'sample');
  writeFileSync(sample, 'sample');
  const isSampleRead = noteReads(sample);
  readFileSync(sample);
  const isNoted = isSampleRead();
  rmSync(sample);
  const isRead = noteReads(path);
  return () => (isNoted ? isRead() : undefined);
};

const noteReads = (path: string): (() => boolean) => {
  utimesSync(path, LONG_AGO_S, lstatSync(path).mtimeMs / 1000);
  return () => lstatSync(path, { throwIfNoEntry: false })?.atimeMs !== LONG_AGO_S * 1000;
};

/** A socket keeps its name when whoever bound it is gone, unless Node cleans up: so another process is killed. */
const makeSocket = (workspace: string, path: string): void => {
  const code = `require('net').createServer().listen(${JSON.stringify(relative(workspace, path))},()=>process.kill(process.pid,'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', code], { cwd: workspace });
};
