/** `yamo heartbeat --install`: a timer of systemd where that runs, a line for cron where not; and what cannot be meant. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { type Result, skipLoudly, yamo } from '#test/support/yamo.ts';

const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;

/** A systemd that only writes down what it is told. */
const systemd = (ws: TempWorkspace) => {
  const folder = join(ws.configHome, 'bin');
  const said = join(ws.configHome, 'said');
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(ws.configHome, 'run/systemd'), { recursive: true });
  writeFileSync(join(folder, 'systemctl'), `#!/bin/sh\necho "$@" >> '${said}'\n`);
  chmodSync(join(folder, 'systemctl'), 0o755);
  return {
    env: { PATH: `${folder}:${process.env['PATH']}`, XDG_RUNTIME_DIR: join(ws.configHome, 'run') },
    said: () => readFileSync(said, 'utf8').split('\n').slice(0, -1),
  };
};

const units = (ws: TempWorkspace): readonly string[] => {
  const folder = join(ws.configHome, 'systemd/user');
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
};

describe('a timer for heartbeats', () => {
  it('is one of systemd, and is taken back again', async () => {
    const ws = makeBornWorkspace();
    const { env, said } = systemd(ws);
    const run = (...args: readonly string[]): Promise<Result> =>
      yamo(['heartbeat', '--json', ...args], { workspace: ws, env });
    const { events } = await run('--install', '--every', '1h', '--model', 'ollama/a "b" $c %d');
    const [service = '', timer = ''] = units(ws);
    const name = timer.replace('.timer', '');
    expect(events).toEqual([
      { event: 'timer', by: 'systemd', unit: name, files: expect.any(Array) },
    ]);
    expect(said()).toEqual([
      '--user --no-ask-password daemon-reload',
      `--user --no-ask-password enable --now ${timer}`,
    ]);
    const text = readFileSync(join(ws.configHome, 'systemd/user', service), 'utf8');
    expect(text).toContain(
      `"heartbeat" "${ws.path}" "--if-due" "--model" "ollama/a \\"b\\" $$c %%d"`,
    );
    expect(text).not.toMatch(/KEY/);
    expect(readFileSync(join(ws.configHome, 'systemd/user', timer), 'utf8')).toContain(
      'OnUnitInactiveSec=300s',
    );
    if (!skipLoudly(!hasAnalyze, 'the units of a heartbeat (no systemd-analyze)'))
      execFileSync(
        'systemd-analyze',
        ['--user', 'verify', join(ws.configHome, 'systemd/user', timer)],
        {
          env: { ...env, HOME: ws.configHome, XDG_CONFIG_HOME: ws.configHome },
        },
      );
    const status = await run('--status');
    expect(status.events[0]).toMatchObject({ everySeconds: 3600 });
    expect((await run('--install')).code).toBe(0);
    expect(units(ws)).toEqual([service, timer]);
    expect((await run('--uninstall')).events).toEqual([{ event: 'timer', removed: [name] }]);
    expect(units(ws)).toEqual([]);
    expect((await run('--uninstall')).events).toEqual([{ event: 'timer', removed: [] }]);
  });

  it('is a line for cron where systemd does not run', async () => {
    const ws = makeBornWorkspace();
    mkdirSync(ws.configHome, { recursive: true });
    writeFileSync(join(ws.configHome, 'own.json'), '{}');
    const line = ['heartbeat', '--install', '--every', '10m', '--settings', 'own.json'];
    const { stdout, code } = await yamo([...line, '--agent', 'node ./agent.mjs'], {
      workspace: ws,
      cwd: ws.configHome,
      env: { XDG_RUNTIME_DIR: join(ws.configHome, 'nowhere') },
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^\*\/1 \* \* \* \* \/usr\/bin\/env PATH=.* heartbeat \/.* --if-due --agent 'node \/.*agent\.mjs' --settings \/.*\/own\.json$/m,
    );
    expect(units(ws)).toEqual([]);
  });

  it('is refused with what systemd complains about', async () => {
    const ws = makeBornWorkspace();
    const { env } = systemd(ws);
    writeFileSync(
      join(ws.configHome, 'bin/systemctl'),
      '#!/bin/sh\necho No medium found >&2; exit 1\n',
    );
    const { events, code } = await yamo(['heartbeat', '--json', '--install'], {
      workspace: ws,
      env,
    });
    expect(events[0]).toMatchObject({
      code: 'TIMER_UNUSABLE',
      what: expect.stringContaining('No medium found'),
    });
    expect(code).toBe(4);
  });
});

it.each([
  [['--every', '5s'], 'no time from 1m to 30d'],
  [['--every', 'soon'], 'no time'],
  [['--tz', 'Mars/Olympus'], 'no'],
  [['--status', '--why'], 'exclude each other'],
  [['--every', '1h', '--status'], 'exclude each other'],
  [['--agent', 'a', '--model', 'b/c'], 'exclude each other'],
])('what cannot be meant %j', async (args, words) => {
  const { code, stderr } = await yamo(['heartbeat', ...args], { workspace: makeBornWorkspace() });
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
});
