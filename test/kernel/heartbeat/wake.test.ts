/** Heartbeats of one workspace that are asked for at once. */
import { expect, it } from 'vitest';

import { readBeats, writeRuns } from '#kernel/heartbeat/store.ts';
import { wake } from '#kernel/heartbeat/wake.ts';
import { hostOf } from '#test/support/in-process.ts';
import { openHome, openWorkspace } from '#test/support/kernel.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

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
  expect(await woken(1)).toMatchObject({ wakes: false, reason: 'no-model' });
});
