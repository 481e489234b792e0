/** The clock of the system, as it is set for heartbeats: which units there are, and what is said where it cannot be set. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { installTimer, uninstallTimer } from '#kernel/heartbeat/timer.ts';
import { refusalFrom } from '#test/support/kernel.ts';
import { fakeSystemd } from '#test/support/systemd.ts';

const desk = (does?: string) => {
  const fake = fakeSystemd(does);
  const install = (workspace: string, key = 'k1') =>
    installTimer({ workspace, key, command: ['/usr/bin/yamo'], everySeconds: 3600 }, fake.host);
  return { ...fake, install };
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
