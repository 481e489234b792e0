/** What each command does on a workspace that a daemon serves: a test for each row of the table in docs/daemon.md. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Lock } from '#kernel/process/lock.ts';
import { Daemon, type Socket } from '#test/support/daemon.ts';
import { freshPath, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { type Result, startYamo, stateOf, yamo } from '#test/support/yamo.ts';

let ws: TempWorkspace;
let daemon: Daemon;
let socket: Socket;

const run = (...args: readonly string[]): Promise<Result> => yamo(args, { workspace: ws });

beforeAll(async () => {
  ws = makeBornWorkspace({
    'MEMORY.md': '# Memory\n\n- heron\n',
    'HEARTBEAT.md': '- mail\n',
    'memory/2020-01-01.md': '# Memory — 2020-01-01\n\n- The kettle is blue.\n',
  });
  // A timer of systemd, from before the daemon.
  expect((await run('boot', '--message', 'before')).code).toBe(0);
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
    ['mesh search', ['mesh', 'search', 'kettle']],
    ['log', ['log']],
    ['sessions', ['sessions']],
    ['audit', ['audit']],
    ['prompt', ['prompt']],
  ])('%s', async (_row, args) => {
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('WORKSPACE')]);
  });

  it('hook', async () => {
    const asked = startYamo(['hook', 'claude'], { workspace: ws, cwd: ws.path });
    asked.say(JSON.stringify({ hook_event_name: 'SessionEnd', cwd: ws.path, session_id: 's' }));
    asked.finish();
    expect((await asked.ended).code).toBe(0);
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
    expect((await run('open')).stdout).toContain(`:${daemon.port}/#login=`);
  });

  it('heartbeat --status, and a timer leaves the clock to it', async () => {
    const before = await run('heartbeat', '--status', '--json');
    expect(JSON.parse(before.stdout).clock).toEqual({ daemon: null, timers: [] });
    expect((await run('config', 'set', 'heartbeat.every', '1h')).code).toBe(0);
    const keeper = async (): Promise<unknown> =>
      JSON.parse((await run('heartbeat', '--status', '--json')).stdout).clock.daemon;
    await expect
      .poll(keeper, { timeout: 20_000 })
      .toMatchObject({ pid: daemon.running.pid, port: daemon.port });
    const timer = await run('heartbeat', '--if-due', '--json');
    expect([timer.code, timer.events]).toEqual([
      0,
      [expect.objectContaining({ reason: 'served' })],
    ]);
  });

  it('backup', async () => {
    const file = freshPath('backup.tar');
    expect((await run('backup', file)).code).toBe(2);
    expect((await yamo(['backup', ws.path, file], { env: environmentOf() })).code).toBe(0);
    expect(existsSync(file)).toBe(true);
  });
});

const environmentOf = () => ({ XDG_STATE_HOME: ws.stateHome, XDG_CONFIG_HOME: ws.configHome });

describe('waits its turn, and then tells the daemon', () => {
  const told = (by: string) =>
    socket.frame(({ event }) => JSON.stringify(event ?? '').includes(`"by":"${by}"`));

  it.each<[string, readonly string[]]>([
    ['memory archive', ['memory', 'archive']],
    ['memory retain', ['memory', 'retain']],
    ['memory curate', ['memory', 'curate', '--yes']],
    ['mesh sync', ['mesh', 'sync']],
    ['accept', ['accept']],
    ['audit --fix', ['audit', '--fix']],
    ['config', ['config', 'set', 'budgets.dayUsd', '5']],
  ])('%s', async (by, args) => {
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('WORKSPACE')]);
    await told(by);
  });

  it('for the lock that the daemon has', async () => {
    const lock = new Lock(join(stateOf(ws), 'write.lock'), 0);
    expect(lock.take()).toBe(true);
    const waiting = startYamo(['accept', '--json'], { workspace: ws });
    waiting.finish();
    lock.close();
    expect((await waiting.ended).code).toBe(0);
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
    const { code, stderr } = await yamo(['restore', file, ws.path], { env: environmentOf() });
    expect([code, stderr]).toEqual([4, expect.stringContaining(`process ${daemon.running.pid}`)]);
  });
});
