/** The folder of one case: a workspace, homes for the kernel, and what lies beside them. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import process from 'node:process';

import type { Files } from '#conform/case/case.ts';
import { CANARY } from '#conform/case/texts.ts';
import { PROBE_FILE } from '#conform/witness/sight.ts';

const FOLDERS = [
  'ws',
  'home',
  'config',
  'state',
  'data',
  'cache',
  'tmp',
  'outside',
  'agent',
] as const;
/** Longer files are no texts of an agent's. */
const SEARCHED_MAX_BYTES = 64 * 1024 * 1024;

export class Place {
  readonly root: string;
  readonly files: Files;

  /** A new folder, or a copy of the workspace of another place. */
  constructor(probe: string, from?: Place) {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'yamo-conform-')));
    for (const folder of FOLDERS) mkdirSync(this.at(folder), { mode: 0o700 });
    copyFileSync(probe, this.probe);
    if (from !== undefined) copyTree(from.at('ws'), this.at('ws'));
    this.files = filesIn(this.at('ws'), this.at('outside'));
  }

  /** The workspace as it was before, and homes in which nothing is. */
  restore(before: Place): void {
    for (const folder of FOLDERS)
      if (folder !== 'agent') rmSync(this.at(folder), { recursive: true });
    for (const folder of FOLDERS) mkdirSync(this.at(folder), { recursive: true, mode: 0o700 });
    copyTree(before.at('ws'), this.at('ws'));
  }

  at(name: string): string {
    return join(this.root, name);
  }

  get probe(): string {
    return this.at(join('agent', PROBE_FILE));
  }

  environment(): Readonly<Record<string, string>> {
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: this.at('home'),
      XDG_CONFIG_HOME: this.at('config'),
      XDG_STATE_HOME: this.at('state'),
      XDG_DATA_HOME: this.at('data'),
      XDG_CACHE_HOME: this.at('cache'),
      TMPDIR: this.at('tmp'),
      TZ: 'UTC',
      LANG: 'C.UTF-8',
      UV_USE_IO_URING: '0',
      CONFORM_CANARY: CANARY.environment,
    };
  }

  /** What lies in the workspace, as one text: two places with the same one are booted alike. */
  fingerprint(): string {
    return JSON.stringify([...this.files.all()]);
  }

  holding(text: string): readonly string[] {
    return namesBelow(this.root)
      .filter((name) => !/^(?:agent|trace-)/.test(name) && contentOf(this.at(name)).includes(text))
      .map((name) => name.replace(/^ws\//, ''));
  }

  /** Bytes on the disk. */
  bytes(): number {
    return namesBelow(this.root).reduce((sum, name) => sum + blocksOf(this.at(name)), 0);
  }

  copyTo(folder: string): void {
    copyTree(this.root, folder);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

const copyTree = (from: string, to: string): void =>
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => isPlain(path),
  });

const isPlain = (path: string): boolean => {
  const stat = lstatSync(path);
  return stat.isFile() || stat.isDirectory() || stat.isSymbolicLink();
};

/** Files below a folder; what vanishes meanwhile is not there. */
const namesBelow = (folder: string, below = ''): readonly string[] => {
  try {
    return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
      const name = join(below, entry.name);
      if (entry.isDirectory()) return namesBelow(folder, name);
      return entry.isFile() ? [name] : [];
    });
  } catch {
    return [];
  }
};

const contentOf = (path: string): Buffer => {
  try {
    return blocksOf(path) > SEARCHED_MAX_BYTES || lstatSync(path).size > SEARCHED_MAX_BYTES
      ? Buffer.alloc(0)
      : readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
};

const blocksOf = (path: string): number =>
  (lstatSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * 512;

const filesIn = (workspace: string, outside: string): Files => {
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
    watch: (file) => watchReads(at(file), outside),
    all: () => new Map(namesBelow(workspace).map((name) => [name, contentOf(at(name)).toString()])),
  };
};

const isFile = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** Older than any change: the next read is noted, also where only the first one after a change is. */
const LONG_AGO_S = 1;

const watchReads = (path: string, outside: string): (() => boolean | undefined) => {
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
  return () => lstatSync(path).atimeMs !== LONG_AGO_S * 1000;
};

/** A socket keeps its name when whoever bound it is gone, unless Node cleans up: so another process is killed. */
const makeSocket = (workspace: string, path: string): void => {
  const code = `require('net').createServer().listen(${JSON.stringify(relative(workspace, path))},()=>process.kill(process.pid,'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', code], { cwd: workspace });
};
