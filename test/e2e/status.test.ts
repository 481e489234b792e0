/** `yamo status`, and `yamo memory` and `yamo mesh` alone, of the built program. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { makeBornWorkspace } from '#test/support/workspace.ts';
import { startYamo, yamo } from '#test/support/yamo.ts';

it('tells of several workspaces, of one that is not there, and of a session that runs', async () => {
  const ws = makeBornWorkspace({ 'MEMORY.md': '# Memory\n\n- heron\n' });
  const running = startYamo(['boot', '--json'], { workspace: ws });
  await running.ready();
  const told = await yamo(['status', '--json', '/nowhere'], { workspace: ws });
  const { workspaces } = JSON.parse(told.stdout);
  expect([told.code, told.stderr]).toEqual([4, '']);
  expect(workspaces).toMatchObject([
    { path: '/nowhere', refused: { code: 'WORKSPACE_UNUSABLE' } },
    { path: ws.path, running: [{ kind: 'main' }], serves: { agent: 'scribe' } },
  ]);
  running.finish();
  expect((await running.ended).code).toBe(0);
  const text = await yamo(['status'], { workspace: ws });
  expect(text.stdout.split('\n').length).toBeLessThan(24);
  expect(text.stdout).toMatch(/last boot +\S+ \S+ UTC, main session, closed/);
});

it('and yamo memory and yamo mesh alone create nothing for a workspace that was never booted', async () => {
  const ws = makeBornWorkspace({ 'MEMORY.md': '# Memory\n\n- heron\n' });
  mkdirSync(ws.at('today'), { mode: 0o700 });
  const args = [['status'], ['memory'], ['memory', '--json'], ['mesh'], ['mesh', '--json']];
  for (const words of args) {
    const { code, stdout, stderr } = await yamo(words, { workspace: ws });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/index/);
    expect(stdout).not.toContain('heron');
  }
  const inside = { ...ws, path: './today' };
  const today = await yamo(['memory'], { workspace: inside, cwd: ws.path });
  expect([today.code, today.stdout]).toEqual([0, expect.stringContaining(ws.at('today'))]);
  const none = { ...ws, path: 'nothing-like-it' };
  expect((await yamo(['memory'], { workspace: none })).code).toBe(2);
  expect(existsSync(join(ws.stateHome, 'yamo'))).toBe(false);
});
