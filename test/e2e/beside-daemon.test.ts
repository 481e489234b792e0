/** What each command does on a workspace that a daemon serves: a test for each row of the table in docs/daemon.md. */
import { existsSync, writeFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { writeSkipped } from '#kernel/heartbeat/store.ts';
import { membersOf } from '#lib/text/json.ts';
import { Daemon, type Socket } from '#test/support/daemon.ts';
import { openHome, openWorkspace } from '#test/support/kernel.ts';
import { freshPath, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { type Result, startYamo, yamo } from '#test/support/yamo.ts';

let ws: TempWorkspace;
let daemon: Daemon;
let socket: Socket;

/** With the workspace as its last word. */
const run = (...args: readonly string[]): Promise<Result> => yamo(args, { workspace: ws });

/** As it is typed, in the same homes. */
const runAs = (...args: readonly string[]): Promise<Result> =>
  yamo(args, { env: { XDG_STATE_HOME: ws.stateHome, XDG_CONFIG_HOME: ws.configHome } });

beforeAll(async () => {
  ws = makeBornWorkspace({
    'MEMORY.md': '# Memory\n\n- heron\n',
    'HEARTBEAT.md': '- mail\n',
    'memory/2020-01-01.md': '# Memory — 2020-01-01\n\n- The kettle is blue.\n',
  });
  daemon = await Daemon.start(ws);
  socket = daemon.socket();
  await socket.opened;
  await socket.ask('events.listen', { after: 0 });
  await daemon.call('chat.send', { text: 'hello', wait: true });
});

afterAll(async () => {
  socket.close();
  daemon.running.kill('SIGTERM');
  await daemon.running.ended;
});

describe('goes on', () => {
  it('boot', async () => {
    const beside = startYamo(['boot', '--message', 'beside the daemon'], { workspace: ws });
    beside.finish();
    expect((await beside.ended).code).toBe(0);
  });

  it.each<[string, readonly string[]]>([
    ['memory', ['memory']],
    ['memory, read', ['memory', 'today']],
    ['log', ['log']],
    ['sessions', ['sessions']],
    ['audit', ['audit']],
    ['prompt', ['prompt']],
  ])('%s', async (_row, args) => {
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('WORKSPACE')]);
  });

  it('mesh search', async () => {
    const { code, stdout } = await runAs('mesh', 'search', ws.path, 'kettle');
    expect([code, stdout]).toEqual([0, expect.stringContaining('kettle')]);
  });

  it('hook', async () => {
    const { path, stateHome: XDG_STATE_HOME, configHome: XDG_CONFIG_HOME } = ws;
    const input = JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: path,
      tool_name: 'Write',
      tool_input: { file_path: ws.at('SOUL.md'), content: 'x' },
    });
    const { code, stdout } = await yamo(['hook'], {
      env: { XDG_STATE_HOME, XDG_CONFIG_HOME },
      input,
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining('"deny"')]);
  });
});

describe('asks the daemon', () => {
  it('status', async () => {
    const { code, stdout } = await run('status', '--json');
    const [status] = JSON.parse(stdout).workspaces;
    expect([code, status]).toEqual([
      0,
      expect.objectContaining({ service: expect.objectContaining({ state: 'serving' }) }),
    ]);
  });

  it('open', async () => {
    expect((await runAs('open')).stdout).toContain(`:${daemon.port}/#login=`);
  });

  it('heartbeat --status, and a timer leaves the clock to it', async () => {
    const before = await run('heartbeat', '--status', '--json');
    expect(JSON.parse(before.stdout).clock).toEqual({ daemon: null, timers: [] });
    expect((await runAs('config', 'set', 'heartbeat.every', '1h')).code).toBe(0);
    const keeper = async (): Promise<unknown> =>
      JSON.parse((await run('heartbeat', '--status', '--json')).stdout).clock.daemon;
    await expect
      .poll(keeper, { timeout: 20_000 })
      .toMatchObject({ pid: daemon.running.pid, port: daemon.port });
    // It is due again before the daemon looks the next time.
    const home = openHome(ws, openWorkspace(ws));
    writeSkipped(home, { v: 1, runs: 0, skipped: { at: 1, reason: 'no-model' } });
    const timer = await run('heartbeat', '--if-due', '--json');
    expect([timer.code, timer.events]).toEqual([
      0,
      [expect.objectContaining({ reason: 'served' })],
    ]);
  });

  it('backup', async () => {
    const file = freshPath('backup.tar');
    expect((await runAs('backup', ws.path, file)).code).toBe(0);
    expect(existsSync(file)).toBe(true);
  });
});

/** The event that says so. */
const told = (by: string) =>
  socket.frame(({ event, payload }) => event === 'changed' && membersOf(payload)['by'] === by);

describe('waits its turn, and then tells the daemon', () => {
  it.each<[string, readonly string[]]>([
    ['memory archive', ['memory', 'archive']],
    ['memory retain', ['memory', 'retain', '--days', '9999']],
    ['memory curate', ['memory', 'curate', '--yes']],
    ['mesh sync', ['mesh', 'sync']],
    ['accept', ['accept']],
    ['audit --fix', ['audit', '--fix']],
  ])('%s', async (by, args) => {
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('WORKSPACE')]);
    await told(by);
  });

  it('config', async () => {
    expect((await runAs('config', 'set', 'budgets.dayUsd', '5')).code).toBe(0);
    await told('config');
  });
});

describe('is refused with the process', () => {
  it.each<[string, readonly string[]]>([
    ['start', ['start']],
    ['init --with-bootstrap', ['init', '--with-bootstrap']],
  ])('%s', async (_row, args) => {
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([
      4,
      expect.stringContaining(`served already, by process ${daemon.running.pid}`),
    ]);
  });

  it('restore', async () => {
    const file = freshPath('none.tar');
    writeFileSync(file, '');
    const { code, stderr } = await runAs('restore', file, ws.path);
    expect([code, stderr]).toEqual([4, expect.stringContaining(`process ${daemon.running.pid}`)]);
  });
});
