/** A workspace of a daemon that fails on its way, and one that finds what a killed daemon has left. */
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { EventLog } from '#daemon/data/event-log.ts';
import { PHASES } from '#daemon/phases/workspace.ts';
import { isHeld } from '#kernel/process/lock.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { faultsAfterStart, leaveOpen } from '#test/support/daemon-faults.ts';
import { serveHere } from '#test/support/served.ts';
import { makeBornWorkspace, makeWorkspace } from '#test/support/workspace.ts';
import { stateOf, yamo } from '#test/support/yamo.ts';

it.each(PHASES)('fails after %s, lets go of all that it has, and is tried again', async (phase) => {
  const ws = makeBornWorkspace();
  let isBroken = true;
  const { workspace } = await serveHere(ws, undefined, {
    changed: ({ state }) => {
      if (!isBroken || state.is !== 'starting' || state.phase !== phase) return;
      isBroken = false;
      throw new Refusal('DATABASE_UNUSABLE', { file: 'a.db', reason: 'it is a test' });
    },
  });
  expect(workspace.state).toMatchObject({ is: 'failed', refusal: { code: 'DATABASE_UNUSABLE' } });
  expect(isHeld(join(stateOf(ws), 'serve.lock'))).toBe(false);
  await workspace.hearChange('a test');
  await expect.poll(() => workspace.state.is, { timeout: 30_000 }).toBe('serving');
  expect(isHeld(join(stateOf(ws), 'serve.lock'))).toBe(true);
});

it('ends what a killed daemon has left, and tells clients of it', async () => {
  const ws = makeWorkspace({});
  await yamo(['init', '--layout', 'nexus'], { workspace: ws });
  leaveOpen(ws);
  const { workspace } = await serveHere(ws);
  expect(workspace.state.is).toBe('serving');
  expect(faultsAfterStart(ws, true)).toEqual([]);
  const { data } = workspace.serving ?? {};
  if (data === undefined) throw new Error('it is not served');
  const told = await new EventLog(data.events).after(0);
  expect(told.find(({ type }) => type === 'failed')).toMatchObject({
    session: 's1',
    request: 'r1',
    payload: { code: 'REQUEST_LOST' },
  });
  expect(told.find(({ type }) => type === 'question_ended')?.payload).toEqual({
    id: 'q1',
    by: 'a restart',
    isAnswered: false,
  });
});
