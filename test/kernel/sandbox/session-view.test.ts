import { linkSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { type AgentProgram, scribe } from '#kernel/programs/program.ts';
import { DEFAULT_SETTINGS, type Settings } from '#kernel/contract/boot-request.ts';
import { MountTable } from '#kernel/process/mounts.ts';
import { packageRoot } from '#kernel/process/package.ts';
import { systemPlaces } from '#kernel/process/places.ts';
import { accountFiles } from '#kernel/sandbox/accounts.ts';
import { Exposure } from '#kernel/sandbox/exposure.ts';
import { viewOf } from '#kernel/sandbox/session-view.ts';
import type { ViewFile } from '#kernel/sandbox/view.ts';
import { MAIN, SESSION_KINDS } from '#lib/spec/session-policy.ts';
import { refusalOf } from '#test/support/kernel.ts';
import { freshPath } from '#test/support/workspace.ts';

const folder = (name: string): string => {
  const path = freshPath(name);
  mkdirSync(path, { recursive: true });
  return path;
};

const parts = (write: readonly string[], read: readonly string[] = []) => ({
  kind: MAIN,
  workspace: folder('ws'),
  state: folder('state'),
  scratch: folder('scratch'),
  program: { ...scribe(), builtIn: false, runsCommands: true },
  settings: { ...DEFAULT_SETTINGS, agentPaths: { read, write } },
  settingsFile: undefined,
  environment: { HOME: folder('home') },
});

type Parts = Omit<ReturnType<typeof parts>, 'settingsFile'> & { readonly settingsFile: string };

const linkTo = (path: string): string => {
  const link = freshPath('link');
  symlinkSync(path, link);
  return link;
};

const NODE = process.execPath;
afterEach(() => {
  process.execPath = NODE;
  vi.restoreAllMocks();
});

const NEEDS = {
  hosts: [],
  environment: [],
  variables: {},
  notice: '',
  login: { method: undefined, advice: '' },
  isHelpless: false,
};

describe('the view of a session', () => {
  it('names nothing that lies in a writable folder: it could lead elsewhere the next time', () => {
    const outer = folder('outer');
    const inner = join(outer, 'a', 'b');
    mkdirSync(inner, { recursive: true });
    const { readable, writable } = viewOf(parts([inner, outer], [inner]));
    expect(writable).toEqual([outer]);
    expect(readable.filter((path) => path.startsWith(outer))).toEqual([]);
  });

  it('adds the hosts and variables of a preset to those of the settings, for agents that run commands', () => {
    const given = parts([]);
    const environment = { ...given.environment, KEY_OF_MINE: 'k', OTHER: 'o', LISTED: 'l' };
    const needs = { ...NEEDS, hosts: ['api.example.com'], environment: ['KEY_OF_MINE'] };
    const view = (
      network: Settings['network'],
      program: AgentProgram = { ...given.program, needs },
    ) =>
      viewOf({
        ...given,
        program,
        environment,
        settings: { ...DEFAULT_SETTINGS, network, agentEnvironment: ['LISTED'] },
      });
    expect(view('none').network).toEqual(['api.example.com']);
    expect(view(['mine.example:8443']).network).toEqual(['mine.example:8443', 'api.example.com']);
    expect(view(['api.example.com']).network).toEqual(['api.example.com']);
    expect(view('all').network).toBe('all');
    expect(view('none').environment).toMatchObject({ KEY_OF_MINE: 'k', LISTED: 'l' });
    expect(view('none').environment).not.toHaveProperty('OTHER');
    expect(view('none', given.program).network).toBe('none');
    expect(view('none', given.program).environment).not.toHaveProperty('KEY_OF_MINE');
    expect(view('all', scribe()).network).toBe('none');
    expect(view('all').environment).not.toHaveProperty('OTHER');
  });

  it('passes on the way to the outside where all of it is open, unless it holds a secret', () => {
    const given = parts([]);
    const environment = {
      ...given.environment,
      HTTPS_PROXY: 'http://proxy.example:3128',
      ALL_PROXY: 'http://ada:quay@proxy.example:3128',
    };
    const proxies = (network: Settings['network']): readonly string[] =>
      Object.keys(
        viewOf({ ...given, environment, settings: { ...DEFAULT_SETTINGS, network } }).environment,
      ).filter((name) => name.endsWith('_PROXY'));
    expect(proxies('all')).toEqual(['HTTPS_PROXY']);
    expect(proxies(['api.example.com'])).toEqual([]);
  });

  it('looks for programs where it shows some, and nowhere else that the owner does', () => {
    const [shown, hidden] = [folder('shown'), folder('hidden')];
    const given = parts([], [shown]);
    const PATH = ['/usr/bin', shown, hidden, 'relative'].join(':');
    const view = viewOf({ ...given, environment: { ...given.environment, PATH } });
    const folders = (view.environment['PATH'] ?? '').split(':');
    expect(folders).toEqual(expect.arrayContaining(['/usr/bin', shown]));
    expect(folders).not.toContain(hidden);
    expect(folders).not.toContain('relative');
  });

  it('has the names by which a program is called, but for those that it shows already', () => {
    const [shown, other] = [folder('shown'), folder('other')];
    const given = parts([], [shown]);
    const names = [shown, other].map((path) => ({ path: join(path, 'node'), target: NODE }));
    const { links } = viewOf({ ...given, program: { ...given.program, names } });
    const own = links.filter(({ target }) => target === NODE);
    expect(own).toEqual([{ path: join(other, 'node'), target: NODE }]);
  });

  it('names nothing behind a link of the system: the interpreter of a script is where the link leads', () => {
    const { folders, links } = systemPlaces();
    const given = parts([]);
    const behind = links.map(({ path }) => join(path, 'sh'));
    const { readable } = viewOf({ ...given, program: { ...given.program, readable: behind } });
    expect(readable.filter((path) => behind.includes(path))).toEqual([]);
    expect(readable).toEqual(expect.arrayContaining([...folders]));
  });

  it('lets nobody write to its scratch folder but its session', () => {
    const given = parts([]);
    const settings = { ...DEFAULT_SETTINGS, agentPaths: { write: [join(given.scratch, '..')] } };
    expect(refusalOf(() => viewOf({ ...given, settings }))).toBe('VIEW_EXPOSES');
  });

  it.each([
    ['the workspace', ({ workspace }: Parts) => workspace],
    ['the workspace by another name', ({ workspace }: Parts) => linkTo(workspace)],
    ['the scratch folder', ({ scratch }: Parts) => scratch],
    ['the settings', ({ environment }: Parts) => join(environment.HOME, '.config/yamo')],
    ['what holds the settings', ({ environment }: Parts) => environment.HOME],
    ['compiled code', ({ environment }: Parts) => join(environment.HOME, '.cache/yamo')],
    ['the program', () => packageRoot()],
    ['a part of the program', () => join(packageRoot(), 'kernel')],
    ['Node', () => dirname(process.execPath)],
    ['the settings of a named file', ({ settingsFile }: Parts) => dirname(settingsFile)],
  ])('has nothing writable that the next kernel trusts: %s [Y94]', (_, pathOf) => {
    const given = { ...parts([]), settingsFile: join(folder('mine'), 'settings.json') };
    mkdirSync(join(given.environment.HOME, '.config/yamo'), { recursive: true });
    mkdirSync(join(given.environment.HOME, '.cache/yamo'), { recursive: true });
    // Where Node came with the packages it lies in the program.
    process.execPath = join(folder('bin'), 'node');
    const settings = { ...DEFAULT_SETTINGS, agentPaths: { write: [pathOf(given)] } };
    expect(refusalOf(() => viewOf({ ...given, settings }))).toBe('VIEW_EXPOSES');
  });

  it('shows the workspace in a main session, and none of it in a shared one', () => {
    for (const kind of SESSION_KINDS) {
      const given = { ...parts([]), kind };
      expect(viewOf(given).readable.includes(given.workspace)).toBe(kind === MAIN);
    }
  });

  it('shows no workspace in a shared session by a link, also where the system lists no mounts [Y94]', () => {
    const { workspace } = parts([]);
    vi.spyOn(MountTable, 'read').mockReturnValue(new MountTable(''));
    const exposure = new Exposure();
    expect(exposure.overlaps(linkTo(workspace), workspace)).toBe(true);
    expect(exposure.holds(linkTo(dirname(workspace)), workspace)).toBe(true);
    expect(exposure.overlaps(linkTo(folder('other')), workspace)).toBe(false);
  });

  it('is none where a file system that passes on another one would show MEMORY.md [Y94]', () => {
    const { workspace } = parts([]);
    const fuse = folder('fuse');
    writeFileSync(join(workspace, 'MEMORY.md'), 'private');
    linkSync(join(workspace, 'MEMORY.md'), join(fuse, 'MEMORY.md'));
    vi.spyOn(MountTable, 'read').mockReturnValue(
      new MountTable(`1 0 8:1 / / rw\n2 1 0:99 / ${fuse} rw`),
    );
    const exposure = new Exposure();
    expect(exposure.repeatsPrivate(fuse, workspace)).toBe(true);
    expect(exposure.repeatsPrivate(folder('other'), workspace)).toBe(false);
  });

  it('lets nobody read the folder that the scratch folders of all sessions lie in, by whatever name [Y94]', () => {
    for (const kind of SESSION_KINDS) {
      const given = { ...parts([]), kind };
      const scratches = dirname(given.scratch);
      const link = freshPath('link');
      symlinkSync(scratches, link);
      for (const path of [scratches, link, '/']) {
        const settings = { ...DEFAULT_SETTINGS, agentPaths: { read: [path] } };
        expect([path, refusalOf(() => viewOf({ ...given, settings }))]).toEqual([
          path,
          'VIEW_EXPOSES',
        ]);
      }
      const beside = mkdtempSync(join(scratches, 'beside-'));
      const settings = { ...DEFAULT_SETTINGS, agentPaths: { read: [beside] } };
      expect(viewOf({ ...given, settings }).readable).toContain(beside);
    }
  });
});

const NOBODY = 65_534;

/** The ids in a file of accounts. */
const idsOf = (file: ViewFile | undefined): readonly (string | undefined)[] =>
  Buffer.from(file?.bytes ?? [])
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => line.split(':')[2]);

describe('the accounts of a view', () => {
  it.each([0, 1000, NOBODY])(
    'have one name for each user and group, also where the agent is %d',
    (id) => {
      const [users, groups] = accountFiles({ uid: id, gid: id, home: '/home/agent' }).map(idsOf);
      const ids = [...new Set([id, 0, NOBODY])].map(String);
      expect(users).toEqual(ids);
      expect(groups).toEqual(ids);
    },
  );

  it('name the user and the group that the kernel runs as', () => {
    const given = parts([]);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) {
      process.setegid?.(NOBODY);
      process.seteuid?.(NOBODY);
    }
    try {
      const ids = (viewOf(given).system ?? []).map((file) => Number(idsOf(file)[0]));
      expect(ids).toEqual(isRoot ? [NOBODY, NOBODY] : [process.getuid?.(), process.getgid?.()]);
    } finally {
      if (isRoot) {
        process.seteuid?.(0);
        process.setegid?.(0);
      }
    }
  });
});
