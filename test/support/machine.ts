/** What only root can do to a workspace, and running as somebody who is not root. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll } from 'vitest';

import { makeWorkspace, type Files, type TempWorkspace } from './workspace.ts';
import type { Options } from './yamo.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const NOBODY = 65_534;

export const isRoot = process.getuid?.() === 0;

/** Runs a system tool. Throws with what it said. */
const tool = (program: string, ...args: readonly string[]): void => {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
};

const works = (attempt: () => void): boolean => {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
};

const scratch = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'yamo-machine-')));

const inScratch = (attempt: (folder: string) => void): boolean => {
  const folder = scratch();
  const done = works(() => attempt(folder));
  rmSync(folder, { recursive: true, force: true });
  return done;
};

/** Can file systems be mounted here? */
export const canMount =
  isRoot &&
  inScratch((folder) => {
    tool('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder);
    tool('umount', folder);
  });

/** Can files be made immutable here? */
export const canChattr =
  isRoot &&
  inScratch((folder) => {
    tool('chattr', '+i', folder);
    tool('chattr', '-i', folder);
  });

const undo: (() => void)[] = [];
// Before the folders are removed: clean-ups run in the reverse order of their registration.
afterAll(() => {
  for (const step of undo.toReversed()) works(step);
});

/** Mounts, until the test file has ended. */
export const mount = (target: string, ...args: readonly string[]): void => {
  tool('mount', ...args, target);
  undo.push(() => tool('umount', '-l', target));
};

/** `chattr +i` or `+a`, until the test file has ended. */
export const chattr = (attribute: 'i' | 'a', target: string): void => {
  tool('chattr', `+${attribute}`, target);
  undo.push(() => tool('chattr', `-${attribute}`, target));
};

/** Somebody who is not root: this user, or nobody where the tests run as root. */
export interface Stranger {
  /** A workspace of theirs. */
  readonly workspace: (files: Files) => TempWorkspace;
  /** For `yamo(…)`: runs it as them. */
  readonly options: Pick<Options, 'wrapper' | 'program' | 'env'>;
}

/** Without `setpriv`, or where nobody can reach the program, there is none. */
export const stranger = (): Stranger | undefined => {
  if (!isRoot) return { workspace: makeWorkspace, options: {} };
  const home = scratch();
  undo.push(() => rmSync(home, { recursive: true, force: true }));
  chownSync(home, NOBODY, NOBODY);
  chmodSync(home, 0o755);
  for (const part of ['dist', 'package.json', 'workspaces', 'RFC-0009.md', 'schemas'])
    cpSync(join(ROOT, part), join(home, 'yamo', part), { recursive: true });
  tool('chmod', '-R', 'a+rX', join(home, 'yamo'));
  const wrapper = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] as const;
  const program = join(home, 'yamo', 'dist', 'yamo.js');
  const [setpriv, ...rights] = wrapper;
  if (!works(() => tool(setpriv, ...rights, process.execPath, program, '--version')))
    return undefined;
  let made = 0;
  return {
    options: { wrapper, program, env: { XDG_CACHE_HOME: join(home, 'cache') } },
    workspace: (files) => {
      made += 1;
      const model = makeWorkspace(files);
      const place = join(home, String(made));
      mkdirSync(place, { mode: 0o700 });
      const path = join(place, 'ws');
      cpSync(model.path, path, { recursive: true, preserveTimestamps: true });
      chmodSync(path, 0o700);
      tool('chown', '-R', `${NOBODY}:${NOBODY}`, place);
      const at = (file: string): string => join(path, file);
      return {
        ...model,
        path,
        at,
        stateHome: join(place, 'state'),
        configHome: join(place, 'config'),
      };
    },
  };
};
