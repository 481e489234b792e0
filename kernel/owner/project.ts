/** Folders that hold somebody's work and no agent: what lies in them may be committed and published (RFC-0009 §4.4). */
import { basename, dirname, join, resolve } from 'node:path';
import { BOOTSTRAP_FILES, FILES, MEMORY_DIR } from '#lib/spec/files.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import { tryCall } from '#kernel/process/try-call.ts';

/** Instructions for agents that write code: with these a folder is a project, whatever else it holds. */
const INSTRUCTIONS = ['CLAUDE.md', 'CLAUDE.local.md', '.claude', '.cursor', 'GEMINI.md'] as const;

/** A repository with nothing else was made for what comes. */
const BARE: ReadonlySet<string> = new Set([
  '.git',
  '.gitignore',
  '.gitattributes',
  'README.md',
  'LICENSE',
]);

/** An agent lives here already. AGENTS.md and TOOLS.md stand in projects too. */
const LIVED_IN: ReadonlySet<string> = new Set([
  ...FILES.map(({ name }) => name).filter((name) => name !== 'AGENTS.md' && name !== 'TOOLS.md'),
  ...BOOTSTRAP_FILES,
  'IDENTITY.md',
  MEMORY_DIR,
]);

/** A folder of source code in which no workspace should be made by mistake. */
export interface Project {
  readonly path: string;
  /** The names that speak for it. */
  readonly evidence: readonly string[];
  /** A place beside it where nothing is committed by accident. */
  readonly elsewhere: string;
}

/** The project that a path is; `undefined` for any other folder, and for what is none or cannot be listed. */
export const projectAt = (disk: Disk, given: string): Project | undefined => {
  const path = resolve(given);
  const names = tryCall(() => disk.readdir(path));
  if (names === undefined || names.some((name) => LIVED_IN.has(name))) return undefined;
  const instructions = INSTRUCTIONS.filter((name) => names.includes(name));
  const isRepository = names.includes('.git') && names.some((name) => !BARE.has(name));
  const evidence = [...instructions, ...(isRepository ? ['.git'] : [])];
  if (evidence.length === 0) return undefined;
  return { path, evidence, elsewhere: join(dirname(path), `${basename(path)}-agent`) };
};

/** The repository of git that a folder lies in without being one itself. */
export const enclosingRepository = (disk: Disk, path: string): string | undefined => {
  const isRepository = (folder: string): boolean =>
    tryCall(() => disk.lstat(join(folder, '.git'))) !== undefined;
  if (isRepository(path)) return undefined;
  for (let at = dirname(path); ; at = dirname(at)) {
    if (isRepository(at)) return at;
    if (at === dirname(at)) return undefined;
  }
};
