import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { type AgentProgram, scribe } from '#kernel/programs/program.ts';
import { DEFAULT_SETTINGS, type Settings } from '#kernel/contract/boot-request.ts';
import { MountTable } from '#kernel/process/mounts.ts';
import { packageRoot } from '#kernel/process/package.ts';
import { systemPlaces } from '#kernel/process/places.ts';
import { Exposure } from '#kernel/sandbox/exposure.ts';
import { viewOf } from '#kernel/sandbox/session-view.ts';
import { refusalOf } from '#test/support/kernel.ts';
import { freshPath } from '#test/support/workspace.ts';

const folder = (name: string): string => {
  const path = freshPath(name);
  mkdirSync(path, { recursive: true });
  return path;
};

const parts = (write: readonly string[], read: readonly string[] = []) => ({
  kind: 'main' as const,
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

  it('shows no workspace in a shared session by a link, also where the system lists no mounts [Y94]', () => {
    const { workspace } = parts([]);
    vi.spyOn(MountTable, 'read').mockReturnValue(new MountTable(''));
    const exposure = new Exposure();
    expect(exposure.overlaps(linkTo(workspace), workspace)).toBe(true);
    expect(exposure.holds(linkTo(dirname(workspace)), workspace)).toBe(true);
    expect(exposure.overlaps(linkTo(folder('other')), workspace)).toBe(false);
  });

  it('lets nobody read the folder that the scratch folders of all sessions lie in, by whatever name [Y94]', () => {
    for (const kind of ['main', 'shared'] as const) {
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
