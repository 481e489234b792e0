/** Another process holds the lock of what a workspace writes: its session waits, is told, and goes on afterwards. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';

import { expect, it } from 'vitest';

import { Daemon } from '#test/support/daemon.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const HOLDER = join(import.meta.dirname, '../support/writing-child.ts');

/** Returns what gives it back. */
const holdWriteLock = async (ws: TempWorkspace): Promise<() => Promise<void>> => {
  const child = spawn(process.execPath, [HOLDER, ws.path, join(ws.stateHome, 'yamo')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
};

it('a session that wants to write meanwhile is told so, and the daemon goes on', async () => {
  const ws = makeBornWorkspace();
  const daemon = await Daemon.start(ws);
  const say = (text: string) => daemon.call('chat.send', { text, wait: true });
  expect((await say('Before.')).status).toBe(200);
  const giveBack = await holdWriteLock(ws);
  for (const text of ['One.', 'Two.', 'Three.']) {
    const turn = say(text);
    expect((await daemon.fetch('/health')).status).toBe(200);
    const { status, answer } = await turn;
    expect([status, answer['code']]).toEqual([503, 'WORKSPACE_WRITING']);
  }
  await giveBack();
  expect((await say('After.')).status).toBe(200);
  daemon.running.kill('SIGTERM');
  await daemon.running.ended;
});
