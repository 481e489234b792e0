/**
 * Workspaces on the real disk, each in a folder of its own that is gone when the test file has
 * ended. Import it from test files only: it registers its clean-up with vitest.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll } from 'vitest';

import { readTemplate, type TemplateTier } from '#kernel/process/package.ts';
import { fillTemplate, type TemplateValues } from '#lib/workspace/template.ts';

/** Files by name relative to the workspace. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface TempWorkspace {
  /** Absolute, without links, mode 0700. */
  readonly path: string;
  /** For XDG_STATE_HOME: beside the workspace, missing until somebody makes it. */
  readonly stateHome: string;
  /** For XDG_CONFIG_HOME and HOME: beside the workspace, missing until somebody makes it. */
  readonly configHome: string;
  /** The path of a file in it. */
  readonly at: (file: string) => string;
  /** Writes a file, and the folders it needs; mode 0600 unless told. */
  readonly write: (file: string, content: string | Uint8Array, mode?: number) => void;
  readonly text: (file: string) => string;
  readonly bytes: (file: string) => Buffer;
  readonly has: (file: string) => boolean;
  /** Every file below it (or below `folder`), sorted, relative to the workspace; folders end in `/`. */
  readonly list: (folder?: string) => readonly string[];
  readonly remove: (file: string) => void;
}

/** The people of the examples. */
const NAMES: TemplateValues = {
  name: 'Robin',
  role: 'harbour pilot',
  user: 'Ada',
  timezone: 'Europe/Berlin',
};

const base = realpathSync(mkdtempSync(join(tmpdir(), 'yamo-test-')));
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));
let made = 0;

/** A fresh path in a folder of the test's own, where nothing is. */
export const freshPath = (name: string): string => {
  made += 1;
  const folder = join(base, String(made));
  mkdirSync(folder, { mode: 0o700 });
  return join(folder, name);
};

/** A workspace with exactly these files. */
export const makeWorkspace = (files: Files = {}): TempWorkspace => {
  const path = freshPath('ws');
  mkdirSync(path, { mode: 0o700 });
  const at = (file: string): string => join(path, file);
  const workspace: TempWorkspace = {
    path,
    stateHome: join(dirname(path), 'state'),
    configHome: join(dirname(path), 'config'),
    at,
    write: (file, content, mode = 0o600) => {
      mkdirSync(dirname(at(file)), { recursive: true, mode: 0o700 });
      writeFileSync(at(file), content, { mode });
    },
    text: (file) => readFileSync(at(file), 'utf8'),
    bytes: (file) => readFileSync(at(file)),
    has: (file) => existsSync(at(file)),
    list: (folder = '') => listBelow(path, folder),
    remove: (file) => rmSync(at(file), { recursive: true }),
  };
  for (const [file, content] of Object.entries(files)) workspace.write(file, content);
  return workspace;
};

const listBelow = (path: string, folder: string): readonly string[] =>
  readdirSync(join(path, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? [`${name}/`].concat(listBelow(path, name)) : [name];
    })
    .toSorted();

/** One template with its placeholders filled in. */
export const filled = (
  name: Parameters<typeof readTemplate>[1],
  tier: TemplateTier = 'v3',
  names: Partial<TemplateValues> = {},
): string => fillTemplate(readTemplate(tier, name), { ...NAMES, ...names });

/** What a workspace holds after its first boot. */
export const bornFiles = (tier: TemplateTier = 'v3'): Files => ({
  'SOUL.md': filled('SOUL.md', tier),
  'AGENTS.md': filled('AGENTS.md', tier),
  'USER.md': filled('USER.md', tier),
});

/** A complete v3.0 workspace after its first boot, plus or instead of it `files`. */
export const makeBornWorkspace = (files: Files = {}): TempWorkspace =>
  makeWorkspace({ ...bornFiles(), ...files });

/** A workspace that waits for its first boot: AGENTS.md and bootstrap instructions, plus or instead of it `files`. */
export const makeUnbornWorkspace = (files: Files = {}): TempWorkspace =>
  makeWorkspace({
    'AGENTS.md': filled('AGENTS.md'),
    'BOOTSTRAP.md': filled('BOOTSTRAP.md'),
    ...files,
  });
