/** The folder of one case: a workspace, homes for the kernel, and what lies beside them. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import type { Files } from '#conform/case/case.ts';
import { CANARY } from '#conform/case/texts.ts';
import { formsOf, tells } from '#conform/witness/canary.ts';
import { PROBE_FILE } from '#conform/witness/trace.ts';
import { filesIn } from './files.ts';
import { freshFolder, removeFolder } from './folders.ts';
import type { WatchInode } from './inotify.ts';
import { diskBytes, holds, namesBelow } from './search.ts';

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
const PROGRAM = 'probe';

/** What every place needs of the machine. */
export interface Fittings {
  /** The file of the probe agent. */
  readonly probe: string;
  readonly inotify: WatchInode | undefined;
}

export class CaseFolder {
  readonly root: string;
  readonly files: Files;
  /** Files of the suite, which no kernel wrote. */
  readonly #own = new Set([join('agent', PROBE_FILE), join('agent', PROGRAM)]);

  /** A new folder, or a copy of the workspace of another place. */
  constructor({ probe, inotify }: Fittings, from?: CaseFolder) {
    this.root = realpathSync(freshFolder());
    for (const folder of FOLDERS) mkdirSync(this.at(folder), { mode: 0o700 });
    copyFileSync(probe, this.probe);
    if (from !== undefined) copyTree(from.at('ws'), this.at('ws'));
    this.files = filesIn(this.at('ws'), this.at('outside'), inotify);
  }

  /** The workspace as it was before, and homes in which nothing is. */
  restore(before: CaseFolder): void {
    for (const folder of FOLDERS)
      if (folder !== 'agent') rmSync(this.at(folder), { recursive: true });
    for (const folder of FOLDERS) mkdirSync(this.at(folder), { recursive: true, mode: 0o700 });
    copyTree(before.at('ws'), this.at('ws'));
  }

  at(name: string): string {
    return join(this.root, name);
  }

  /** A file for the suite itself. */
  own(name: string): string {
    this.#own.add(name);
    return this.at(name);
  }

  get probe(): string {
    return this.at(join('agent', PROBE_FILE));
  }

  get program(): string {
    return this.at(join('agent', PROGRAM));
  }

  /** A program that runs this command of a shell. Two boots at once have the same one. */
  makeProgram(command: string): void {
    const text = `#!/bin/sh\nexec ${command}\n`;
    if (existsSync(this.program) && readFileSync(this.program, 'utf8') === text) return;
    writeFileSync(this.program, text, { mode: 0o755 });
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

  /** By its content, its name, or where it leads to. */
  holding(text: string): readonly string[] {
    const forms = formsOf(text);
    return namesBelow(this.root)
      .filter((name) => !this.#own.has(name))
      .filter((name) => tells(name, forms) || holds(this.at(name), forms))
      .map((name) => name.replace(/^ws\//, ''));
  }

  /** Bytes on the disk. */
  bytes(): number {
    return namesBelow(this.root).reduce((sum, name) => sum + diskBytes(this.at(name)), 0);
  }

  copyTo(folder: string): void {
    copyTree(this.root, folder);
  }

  remove(): void {
    removeFolder(this.root);
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
