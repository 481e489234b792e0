/** What becomes of a heartbeat: who is woken, who hears what was said, and what is remembered. */
import { readFileSync, writeFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { DEFAULT_SETTINGS } from '#kernel/contract/boot-request.ts';
import { readBeats, writeRuns } from '#kernel/heartbeat/store.ts';
import { wake, type Woken } from '#kernel/heartbeat/wake.ts';
import { hostOf } from '#test/support/in-process.ts';
import { openHome, openWorkspace } from '#test/support/kernel.ts';
import { say, type Script } from '#test/support/messages-api/reply.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { freshPath, makeBornWorkspace } from '#test/support/workspace.ts';

it('an agent is not woken a second time for what another heartbeat has just worked through', async () => {
  const ws = makeBornWorkspace({ 'HEARTBEAT.md': '- mail\n' });
  const home = openHome(ws, openWorkspace(ws));
  // Two clocks found the same to be due; the other one was quicker, and has ended by now.
  writeRuns(home, { v: 1, runs: 1 });
  const request = { path: ws.path, agent: undefined, model: undefined, zone: 'UTC' };
  const woken = (runs: number) => wake(request, { due: [], runs }, hostOf(ws));
  expect(await woken(0)).toMatchObject({ wakes: false, reason: 'running' });
  expect(readBeats(home).skipped).toBeUndefined();
  // The one that was decided since goes on; nobody thinks here.
  expect(await woken(1)).toMatchObject({
    wakes: false,
    reason: 'no-model',
    why: expect.stringMatching(/nothing would work through the list\. .*--model/u),
  });
});

/** What became of one that woke the agent. */
type Ended = Partial<Extract<Woken, { readonly wakes: true }>>;

it.each<[string, Script, Ended, string]>([
  [
    'with something to tell',
    () => say('The pump is off.'),
    { outcome: 'said' },
    'The pump is off.\n',
  ],
  ['with nothing to tell', () => say('HEARTBEAT_OK'), { outcome: 'ok', text: '' }, ''],
])(
  'a heartbeat %s is remembered with what it cost, and heard by the command',
  async (_, script, expected, told) => {
    const ws = makeBornWorkspace({ 'HEARTBEAT.md': '- mail\n' });
    const heard = freshPath('heard');
    writeFileSync(heard, '');
    await using api = await MessagesApi.start({ script });
    const host = hostOf(ws, {
      environment: { ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: api.url },
      settings: {
        ...DEFAULT_SETTINGS,
        heartbeat: { tell: { command: ['sh', '-c', `/bin/cat >> '${heard}'`] } },
      },
    });
    const request = {
      path: ws.path,
      agent: undefined,
      model: 'anthropic/claude-sonnet-5',
      zone: 'UTC',
    };
    const woken = await wake(request, { due: [], runs: 0 }, host);
    expect(woken).toMatchObject({ wakes: true, run: 1, ...expected });
    expect(woken).not.toHaveProperty('unheard');
    expect(readFileSync(heard, 'utf8')).toBe(told);
    const beats = readBeats(openHome(ws, openWorkspace(ws)));
    expect(beats).toMatchObject({ runs: 1, last: { run: 1, outcome: expected.outcome } });
    expect(beats.started).toBeUndefined();
    expect(beats.spent?.tokens).toBeGreaterThan(0);
  },
);
