/** The daemon as a unit of systemd: what is written, what systemd is told, and what is refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { DaemonHome } from '#daemon/phases/home.ts';
import { installedUnit, installUnit, uninstallUnit } from '#daemon/process/unit.ts';
import { laterRefusalOf, refusalFrom } from '#test/support/kernel.ts';
import { fakeSystemd } from '#test/support/systemd.ts';
import { freshPath } from '#test/support/workspace.ts';

const COMMAND = ['/usr/bin/node', '/opt/yamo.js', 'start', '/home/ada/100 % "tides" $HOME'];

const desk = (does?: string) => fakeSystemd(does, { XDG_STATE_HOME: freshPath('state') });

it('is written, started, found, ended before another takes its place, and taken back', async () => {
  const { host, folder, units, said } = desk();
  expect(installedUnit(host)).toBeUndefined();
  const done = await installUnit(COMMAND, host);
  const [unit = ''] = units();
  expect(done).toEqual({ by: 'systemd', unit, file: join(folder, unit) });
  expect(unit).toMatch(/^yamo-[0-9a-f]{8}\.service$/u);
  expect(installedUnit(host)).toBe(unit);
  const text = readFileSync(join(folder, unit), 'utf8');
  expect(text).toContain(
    String.raw`ExecStart="/usr/bin/node" "/opt/yamo.js" "start" "/home/ada/100 %% \"tides\" $$HOME"`,
  );
  expect(text).toContain(`Environment="XDG_STATE_HOME=${host.environment['XDG_STATE_HOME']}"`);
  expect(text).not.toContain('GIVEN');
  await installUnit(['/usr/bin/node', 'other'], host);
  expect(units()).toEqual([unit]);
  expect(await uninstallUnit(host)).toBe(unit);
  expect(await uninstallUnit(host)).toBeUndefined();
  expect(units()).toEqual([]);
  const told = 'given --user --no-ask-password';
  expect(said()).toEqual([
    `${told} daemon-reload`,
    `${told} enable --now ${unit}`,
    `${told} stop ${unit}`,
    `${told} daemon-reload`,
    `${told} enable --now ${unit}`,
    `${told} disable --now ${unit}`,
    `${told} daemon-reload`,
  ]);
});

it('has the plain name in the usual state home', async () => {
  const { host, units } = fakeSystemd('exit 0', { HOME: freshPath('home') });
  await installUnit(COMMAND, host);
  expect(units()).toEqual(['yamo.service']);
});

it('does not come beside a daemon that another hand has started', async () => {
  const { host, units } = desk();
  const home = DaemonHome.open(host);
  home.take();
  home.write({ pid: 4711, version: '0', startedAt: '', phase: 'Serving', control: 'c' });
  const refusal = await refusalFrom(() => installUnit(COMMAND, host));
  home.close();
  expect(refusal.code).toBe('DAEMON_BY_HAND');
  expect(refusal.message).toContain('4711');
  expect(units()).toEqual([]);
});

it('is refused where systemd refuses, and where a path cannot stand in it', async () => {
  const { host } = desk('echo No medium found >&2; exit 1');
  expect(await laterRefusalOf(() => installUnit(COMMAND, host))).toBe('TIMER_UNUSABLE');
  expect(await laterRefusalOf(() => installUnit(['a\nb'], desk().host))).toBe('TIMER_UNUSABLE');
});

it('is a line for cron where there is no systemd', async () => {
  const { host } = desk();
  const environment = { ...host.environment, XDG_RUNTIME_DIR: freshPath('none') };
  const done = await installUnit(COMMAND, { ...host, environment });
  expect(done).toEqual({
    by: 'cron',
    line: expect.stringMatching(/^@reboot .*start '\/home\/ada\/100 \\% "tides" \$HOME'$/u),
  });
});
