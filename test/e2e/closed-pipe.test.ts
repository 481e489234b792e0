/** Whoever reads a command may go away at any time (`yamo log | head`): that ends it quietly (EPIPE). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { environment, YAMO } from '#test/support/yamo.ts';

/** Words of a command; `WS` is a workspace, `NEW` a path where there is nothing. */
const COMMANDS = [
  '--help',
  '--version',
  'init NEW --name Robin',
  'init NEW --layout gsv',
  'boot WS --plan',
  'boot WS --json --message hello',
  'accept WS',
  'audit WS',
  'heartbeat WS --json',
  'convert WS --to gsv --out NEW',
  'config get',
  'hook --serve --host openclaw',
] as const;

const EVENT = '{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Read"}\n';

/** What a command says where it is still heard, and how it ends. */
const unread = async (words: string, ws: TempWorkspace, closed: 'stdout' | 'stderr' | 'both') => {
  const args = words
    .split(' ')
    .filter(Boolean)
    .map((word) => word.replace('WS', ws.path).replace('NEW', `${ws.path}-new`));
  const child = spawn(process.execPath, [YAMO, ...args], {
    env: environment({ workspace: ws }),
    stdio: 'pipe',
  });
  child.stdin.on('error', () => undefined).end(EVENT);
  if (closed !== 'stderr') child.stdout.destroy();
  if (closed !== 'stdout') child.stderr.destroy();
  const [said, [code, signal]] = await Promise.all([
    closed === 'both' ? '' : text(closed === 'stdout' ? child.stderr : child.stdout),
    once(child, 'exit'),
  ]);
  return { said, code, signal };
};

it.each(COMMANDS)('yamo %s', async (words) => {
  const ws = makeBornWorkspace();
  const { said, code, signal } = await unread(words, ws, 'stdout');
  expect(said).not.toMatch(/EPIPE|node:|bug in yamo|\n +at /);
  expect([0, 1, 2, 129]).toContain(code);
  expect(signal).toBeNull();
});

it('ends as well where nobody reads errors, either', async () => {
  // Node ends with 1 where it can say nothing of an error of its own.
  expect((await unread('accept WS', makeBornWorkspace(), 'both')).code).toBe(0);
});

it('says its result where only what it says on the side is not read', async () => {
  const ws = makeBornWorkspace();
  const { code, said } = await unread('boot WS --message hello', ws, 'stderr');
  expect([code, said]).toEqual([0, expect.stringContaining('Noted')]);
});
