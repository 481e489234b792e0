/** Hooks in the settings of a host on the disk: what was there comes back to the byte. */
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  existsSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { HookEntry } from '#lib/hook/hook-command.ts';
import { disk } from '#kernel/fs/disk.ts';
import {
  carryOutHook,
  installedIn,
  planInstall,
  planUninstall,
  switchedOffIn,
} from '#kernel/hook/install.ts';
import { hookFile } from '#kernel/hook/host-files.ts';
import { refusalOf, uid } from '#test/support/kernel.ts';
import { freshPath } from '#test/support/workspace.ts';

const START = 'node /opt/yamo.js';
const entryOf = (start: string): HookEntry => ({
  host: 'claude-code',
  start,
  forAll: false,
  knowsOnFailure: false,
});

const scene = () => {
  const home = freshPath('home');
  const place = { disk, uid, environment: { HOME: home, XDG_STATE_HOME: join(home, 'state') } };
  const file = hookFile('claude-code', 'project', place, join(home, 'project'));
  if (file === undefined) throw new Error('no file');
  mkdirSync(join(home, 'project'), { recursive: true });
  const put = (text: string): void => {
    mkdirSync(dirname(file.path), { recursive: true });
    writeFileSync(file.path, text, { mode: 0o640 });
  };
  const install = (): void => carryOutHook(planInstall(file, entryOf(START), place), true, place);
  const uninstall = (): void => carryOutHook(planUninstall(file, place), false, place);
  return { home, place, file, put, install, uninstall };
};

const ODD = '{"model":"x",\r\n \t"hooks": {} }';

describe('hooks of a host', () => {
  it.each([undefined, ODD, '{}', '{ }', '\n'])('over %j come, stay and go', (before) => {
    const { file, put, install, uninstall, place } = scene();
    if (before !== undefined) put(before);
    install();
    const once = readFileSync(file.path, 'utf8');
    install();
    expect(readFileSync(file.path, 'utf8')).toBe(once);
    expect(installedIn(file, place)).toHaveLength(6);
    expect(statSync(file.path).mode & 0o777).toBe(before === undefined ? 0o600 : 0o640);
    uninstall();
    expect(existsSync(file.path) ? readFileSync(file.path, 'utf8') : undefined).toBe(before);
    expect(existsSync(dirname(file.path))).toBe(before !== undefined);
    uninstall();
  });

  it('take back a file that they made, also where our hooks in it were changed', () => {
    const { file, install, uninstall } = scene();
    install();
    writeFileSync(file.path, readFileSync(file.path, 'utf8').replaceAll('/opt', '/gone'));
    uninstall();
    expect(existsSync(dirname(file.path))).toBe(false);
  });

  it('leave a file that was there before, also where nothing else is in it', () => {
    const { file, put, install, uninstall } = scene();
    put('{ }');
    install();
    writeFileSync(file.path, readFileSync(file.path, 'utf8').replaceAll('/opt', '/gone'));
    uninstall();
    expect(JSON.parse(readFileSync(file.path, 'utf8'))).toEqual({});
  });

  it('take back a folder that they made, unless somebody keeps something in it', () => {
    const { file, install, uninstall } = scene();
    install();
    const other = join(dirname(file.path), 'settings.local.json');
    writeFileSync(other, '{}');
    uninstall();
    expect([existsSync(file.path), existsSync(other)]).toEqual([false, true]);
  });

  it('go alone where somebody has changed the rest since', () => {
    const { file, put, install, uninstall } = scene();
    put(ODD);
    install();
    writeFileSync(file.path, readFileSync(file.path, 'utf8').replace('"x"', '"y"'));
    uninstall();
    const after = readFileSync(file.path, 'utf8');
    expect(after).toBe(ODD.replace('"x"', '"y"'));
  });

  it.each(['{\n  "model": "x"\n}\n', '{ "model": "x", "hooks": {} }', undefined])(
    'leave nothing behind where they were installed again after a change: %j',
    (before) => {
      const { file, put, install, uninstall, place } = scene();
      if (before !== undefined) put(before);
      install();
      const changed = readFileSync(file.path, 'utf8').replace('{', '{ "since": 1,');
      writeFileSync(file.path, changed);
      carryOutHook(planInstall(file, entryOf(START.replace('/opt', '/usr')), place), true, place);
      uninstall();
      expect(JSON.parse(readFileSync(file.path, 'utf8'))).toEqual({
        since: 1,
        ...JSON.parse(before ?? '{}'),
      });
    },
  );

  it('leave nothing behind where nobody knows what was there before', () => {
    const { file, put, install, uninstall, place, home } = scene();
    put('{"model":"x"}');
    install();
    const other = {
      ...place,
      environment: { ...place.environment, XDG_STATE_HOME: `${home}/new` },
    };
    expect(planUninstall(file, other).after).toBe('{"model":"x"}');
    uninstall();
  });

  it('are named where another file of the host switches them off', () => {
    const { home, file, put, install, place } = scene();
    put('{}');
    install();
    const project = join(home, 'project');
    expect(switchedOffIn(file, place, project)).toBeUndefined();
    const local = join(project, '.claude/settings.local.json');
    writeFileSync(local, '{ "disableAllHooks": true }');
    expect(switchedOffIn(file, place, project)).toContain(`disableAllHooks in ${local}`);
  });

  it('are not put into what is read-only, and not taken from it', () => {
    const { file, put, install, uninstall } = scene();
    put(ODD);
    chmodSync(file.path, 0o440);
    expect(refusalOf(install)).toBe('HOOK_SETTINGS');
    chmodSync(file.path, 0o640);
    install();
    chmodSync(file.path, 0o440);
    expect(refusalOf(uninstall)).toBe('HOOK_SETTINGS');
    expect(readFileSync(file.path, 'utf8')).toContain(START);
  });

  it('are not put into what cannot be read, or was changed in between', () => {
    const { file, put, install, place, home } = scene();
    put('{');
    expect(refusalOf(install)).toBe('HOOK_SETTINGS');
    expect(readFileSync(file.path, 'utf8')).toBe('{');
    writeFileSync(file.path, '{}');
    const plan = planInstall(file, entryOf(START), place);
    writeFileSync(file.path, '{"a":1}');
    expect(refusalOf(() => carryOutHook(plan, true, place))).toBe('HOOK_SETTINGS');
    // A link stays one.
    const real = join(home, 'real.json');
    writeFileSync(real, '{}');
    const other = { ...file, path: join(home, 'link.json') };
    symlinkSync(real, other.path);
    carryOutHook(planInstall(other, entryOf(START), place), true, place);
    expect(readFileSync(real, 'utf8')).toContain(START);
  });

  it('go where a linked settings folder leads', () => {
    const { home, file, install, uninstall } = scene();
    const real = join(home, 'dotfiles');
    mkdirSync(real);
    symlinkSync(real, dirname(file.path));
    install();
    expect(readFileSync(join(real, 'settings.json'), 'utf8')).toContain(START);
    uninstall();
    expect([existsSync(real), existsSync(join(real, 'settings.json'))]).toEqual([true, false]);
  });

  it.each(['nowhere', 'a file'])(
    'are refused before anything is shown where a linked settings folder leads to %s',
    (where) => {
      const { home, file, place } = scene();
      if (where === 'a file') writeFileSync(join(home, 'dotfiles'), '');
      symlinkSync(join(home, 'dotfiles'), dirname(file.path));
      expect(refusalOf(() => planInstall(file, entryOf(START), place))).toBe('HOOK_SETTINGS');
    },
  );

  it('are refused before anything is shown where nothing may be written, or the bytes are no text', () => {
    const { file, put, place, install } = scene();
    const plan = (): unknown => planInstall(file, entryOf(START), place);
    put('{}');
    chmodSync(file.path, 0o440);
    expect(refusalOf(plan)).toBe('HOOK_SETTINGS');
    chmodSync(file.path, 0o640);
    writeFileSync(file.path, Buffer.from('{"a":"\u00e9"}', 'latin1'));
    expect(refusalOf(plan)).toBe('HOOK_SETTINGS');
    writeFileSync(file.path, '{}');
    install();
    expect(readdirSync(join(place.environment.XDG_STATE_HOME, 'yamo/hooks'))).toHaveLength(1);
  });

  it('leave no copy of the settings in the state when they are taken back', () => {
    const { put, place, install, uninstall } = scene();
    put(ODD);
    install();
    uninstall();
    expect(readdirSync(join(place.environment.XDG_STATE_HOME, 'yamo/hooks'))).toEqual([]);
  });
});
