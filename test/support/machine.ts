/** What only root can do to a workspace, and running as somebody who is not root. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
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

/** Puts before a command that it is nobody's. */
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] as const;

/**
 * Copies parts of this project, and Node, into `folder`, where every user can read them: a clone
 * may lie in a folder that is closed to others. Where they are.
 */
const copyForAll = (
  folder: string,
  parts: readonly string[],
): { readonly root: string; readonly node: string } => {
  const root = join(folder, 'yamo');
  for (const part of parts) cpSync(join(ROOT, part), join(root, part), { recursive: true });
  tool('chmod', '-R', 'a+rX', root);
  const node = join(folder, 'node');
  if (!works(() => linkSync(process.execPath, node))) copyFileSync(process.execPath, node);
  return { root, node };
};

/** What runs a module of this project as somebody whom modes bind. */
export interface Unprivileged {
  readonly root: string;
  /** A folder in which that user may make some. */
  readonly scratch: string;
  /** Node, as that user. */
  readonly command: readonly [string, ...string[]];
}

/** Runs the sources as this user, or as nobody where the tests run as root. Without `setpriv` there is no such user. */
export const unprivileged = (): Unprivileged | undefined => {
  if (!isRoot) return { root: ROOT, scratch: tmpdir(), command: [process.execPath] };
  const home = scratch();
  undo.push(() => rmSync(home, { recursive: true, force: true }));
  chmodSync(home, 0o755);
  const { root, node } = copyForAll(home, ['package.json', 'kernel', 'lib']);
  const own = join(home, 'tmp');
  mkdirSync(own);
  chmodSync(own, 0o1777);
  const [setpriv, ...rights] = AS_NOBODY;
  if (!works(() => tool(setpriv, ...rights, node, '--version'))) return undefined;
  return { root, scratch: own, command: [setpriv, ...rights, node] };
};

/** Somebody who is not root: this user, or nobody where the tests run as root. */
export interface Stranger {
  /** A workspace of theirs. */
  readonly workspace: (files: Files) => TempWorkspace;
  /** For `yamo(…)`: runs it as them. */
  readonly options: Pick<Options, 'wrapper' | 'node' | 'program' | 'env'>;
  /** A script that they may read: an agent that starts and does nothing. */
  readonly agent: string;
}

/** Answers every request of the Agent Client Protocol alike. */
const IDLE_AGENT = `while read -r request; do
  id=\${request#*'"id":'}
  echo '{"jsonrpc":"2.0","id":'"\${id%%[!0-9]*}"',"result":{"protocolVersion":1,"sessionId":"1"}}'
done
`;

/** Without `setpriv` there is none. */
export const stranger = (): Stranger | undefined => {
  const home = scratch();
  undo.push(() => rmSync(home, { recursive: true, force: true }));
  const agent = join(home, 'agent.sh');
  writeFileSync(agent, IDLE_AGENT, { mode: 0o644 });
  if (!isRoot) return { workspace: makeWorkspace, options: {}, agent };
  chownSync(home, NOBODY, NOBODY);
  chmodSync(home, 0o755);
  const { root, node } = copyForAll(home, [
    'dist',
    'package.json',
    'workspaces',
    'RFC-0009.md',
    'schemas',
  ]);
  const program = join(root, 'dist', 'yamo.js');
  const [setpriv, ...rights] = AS_NOBODY;
  if (!works(() => tool(setpriv, ...rights, node, program, '--version'))) return undefined;
  let made = 0;
  return {
    agent,
    options: {
      wrapper: AS_NOBODY,
      node,
      program,
      env: { XDG_CACHE_HOME: join(home, 'cache') },
    },
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
