/** Hooks in the settings of a host on the disk: what was there comes back to the byte. */
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  existsSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

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

const COMMAND = 'node /opt/yamo.js hook --host claude-code';

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
  const install = (): void => carryOutHook(planInstall(file, COMMAND, place), true, place);
  const uninstall = (): void => carryOutHook(planUninstall(file, place), false, place);
  return { home, place, file, put, install, uninstall };
};

const ODD = '{"model":"x",   // mine\n "hooks": {} ,}';

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
      carryOutHook(planInstall(file, COMMAND.replace('/opt', '/usr'), place), true, place);
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
    expect(readFileSync(file.path, 'utf8')).toContain(COMMAND);
  });

  it('are not put into what cannot be read, or was changed in between', () => {
    const { file, put, install, place, home } = scene();
    put('{');
    expect(refusalOf(install)).toBe('HOOK_SETTINGS');
    expect(readFileSync(file.path, 'utf8')).toBe('{');
    writeFileSync(file.path, '{}');
    const plan = planInstall(file, COMMAND, place);
    writeFileSync(file.path, '{"a":1}');
    expect(refusalOf(() => carryOutHook(plan, true, place))).toBe('HOOK_SETTINGS');
    // A link stays one.
    const real = join(home, 'real.json');
    writeFileSync(real, '{}');
    const other = { ...file, path: join(home, 'link.json') };
    symlinkSync(real, other.path);
    carryOutHook(planInstall(other, COMMAND, place), true, place);
    expect(readFileSync(real, 'utf8')).toContain(COMMAND);
  });
});
