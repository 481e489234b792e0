/** The clock of the system, as it is set for heartbeats: which units there are, and what is said where it cannot be set. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { installTimer, type TimerHost, uninstallTimer } from '#kernel/heartbeat/timer.ts';
import { refusalFrom, uid } from '#test/support/kernel.ts';
import { freshPath } from '#test/support/workspace.ts';

/** A user for whom a systemd runs that writes down what it is told, and then does what `does` says. */
const desk = (does = 'exit 0') => {
  const config = freshPath('config');
  const [bin, runtime, said] = ['bin', 'run', 'said'].map((name) => join(config, name));
  for (const folder of [bin, join(runtime ?? '', 'systemd')])
    mkdirSync(folder ?? '', { recursive: true });
  const script = `#!/bin/sh\necho "$GIVEN $*" >> '${said}'\n${does}\n`;
  writeFileSync(join(bin ?? '', 'systemctl'), script, { mode: 0o755 });
  const host: TimerHost = {
    disk,
    uid,
    environment: {
      PATH: bin,
      XDG_RUNTIME_DIR: runtime,
      XDG_CONFIG_HOME: config,
      GIVEN: 'given',
      NOT: undefined,
    },
  };
  const folder = join(config, 'systemd/user');
  return {
    host,
    config,
    units: () => (existsSync(folder) ? readdirSync(folder).toSorted() : []),
    said: () =>
      readFileSync(said ?? '', 'utf8')
        .trim()
        .split('\n'),
    install: (workspace: string, key = 'k1') =>
      installTimer({ workspace, key, command: ['/usr/bin/yamo'], everySeconds: 3600 }, host),
  };
};

const unit = (name: string): string => `yamo-heartbeat-${name}-k1`;

describe('a timer of systemd', () => {
  it.each([
    ['/home/ada/tides', 'tides'],
    ['/home/ada/The tides, 2026', 'The-tides-2026'],
    ['/home/ada/潮', 'workspace'],
    [`/home/ada/${'t'.repeat(50)}`, 't'.repeat(40)],
  ])('is named after its workspace %s', async (workspace, name) => {
    const { install, units, said } = desk();
    expect(await install(workspace)).toMatchObject({ by: 'systemd', unit: unit(name) });
    expect(units()).toEqual([`${unit(name)}.service`, `${unit(name)}.timer`]);
    expect(said()).toEqual([
      'given --user --no-ask-password daemon-reload',
      `given --user --no-ask-password enable --now ${unit(name)}.timer`,
    ]);
  });

  it('takes the place of the one before, also where the workspace was renamed, and of no other', async () => {
    const { install, units, host } = desk();
    await install('/home/ada/tides');
    await install('/home/ada/other', 'k2');
    await install('/home/ada/ebb');
    const other = ['yamo-heartbeat-other-k2.service', 'yamo-heartbeat-other-k2.timer'];
    expect(units()).toEqual([`${unit('ebb')}.service`, `${unit('ebb')}.timer`, ...other]);
    expect(await uninstallTimer('k1', host)).toEqual([unit('ebb')]);
    expect(units()).toEqual(other);
  });

  it('is not taken back where there is none', async () => {
    expect(await uninstallTimer('k1', desk().host)).toEqual([]);
  });

  it.each([
    [
      'systemd refuses',
      'echo No medium found >&2; exit 1',
      'systemctl daemon-reload: No medium found',
    ],
    ['systemd refuses without a word', 'exit 3', 'systemctl daemon-reload: exit code 3'],
  ])('is refused where %s', async (_, does, what) => {
    const refusal = await refusalFrom(() => desk(does).install('/home/ada/tides'));
    expect(refusal.code).toBe('TIMER_UNUSABLE');
    expect(refusal.message).toContain(what);
  });

  it.each([
    ['a file stands', (folder: string) => writeFileSync(folder, '')],
    ['a link leads nowhere', (folder: string) => symlinkSync('gone', folder)],
  ])('is refused where %s in place of the folder of units', async (_, spoil) => {
    const { install, config } = desk();
    spoil(join(config, 'systemd'));
    expect((await refusalFrom(() => install('/home/ada/tides'))).code).toBe('TIMER_UNUSABLE');
  });
});
