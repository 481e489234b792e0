import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { boot } from '#kernel/boot/boot.ts';
import { PLAIN_REQUEST } from '#kernel/contract/boot-request.ts';
import type { Session } from '#kernel/session/session.ts';
import { MAIN } from '#lib/spec/session-policy.ts';
import { deskOf } from '#test/support/desk.ts';
import { hostOf } from '#test/support/in-process.ts';
import { enterWorkspace, laterRefusalOf, stateRootOf } from '#test/support/kernel.ts';
import { makeBornWorkspace, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

// Whoever waits here is given the lock; how the waiting ends without it stands in the tests of the gate.
vi.mock('#lib/spec/limits.ts', async (original) => ({
  ...(await original<object>()),
  WRITE_LOCK_WAIT_MS: 120_000,
}));

const START = '2026-11-21T09:05';
const LOG = 'memory/2026-11-21.md';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Another process that holds the write lock of a workspace; what is returned has it given back. */
const holderOf = async (temp: TempWorkspace): Promise<() => Promise<void>> => {
  const script = join(import.meta.dirname, '../../support/writing-child.ts');
  const child = spawn(process.execPath, [script, temp.path, stateRootOf(temp)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
};

/** Tells whether something has come about yet. */
const watched = <Value>(
  work: Promise<Value>,
): { isDone: boolean; readonly work: Promise<Value> } => {
  const state = { isDone: false, work };
  void work.then(
    () => (state.isDone = true),
    () => (state.isDone = true),
  );
  return state;
};

const bootOf = (ws: TempWorkspace): Promise<Session> => {
  const asked = { path: ws.path, session: MAIN, zone: 'UTC', agent: 'scribe' } as const;
  return boot({ ...PLAIN_REQUEST, ...asked, unsandboxed: true }, hostOf(ws, {}));
};

describe('while another process writes to one workspace', () => {
  it('what is written to another one is acknowledged, and what waits is written in its order', async () => {
    const [held, free] = [
      makeWorkspace({ 'USER.md': '# U\n' }),
      makeWorkspace({ 'USER.md': '# U\n' }),
    ];
    const [one, other] = [held, free].map((temp) => enterWorkspace(temp, { start: START }));
    if (one === undefined || other === undefined) throw new Error('there are two');
    const giveBack = await holderOf(held);
    const [desk, beside] = [deskOf(one, {}, { loaded: ['USER.md'] }), deskOf(other)];
    const waiting = watched(
      Promise.all([
        ...['- a\n', '- b\n', '- c\n'].map((line) => desk.append(LOG, line)),
        desk.write('USER.md', '# You\n'),
        one.exclusivelyLater(new AbortController().signal, () => one.daily.append('- d\n')),
      ]),
    );
    await beside.append(LOG, '- beside\n');
    expect(free.text(LOG)).toContain('- beside\n');
    expect([waiting.isDone, held.has(LOG), held.text('USER.md')]).toEqual([false, false, '# U\n']);
    await giveBack();
    await waiting.work;
    expect(held.text(LOG)).toMatch(/- a\n- b\n- c\n/u);
    expect([held.text('USER.md'), held.text(LOG).split('- d\n').length]).toEqual(['# You\n', 2]);
    one.close();
    other.close();
  });

  it('a session of another one begins, takes a turn, and ends', async () => {
    const [held, free] = [makeBornWorkspace(), makeBornWorkspace()];
    const first = await bootOf(held);
    const giveBack = await holderOf(held);
    const turn = watched(first.turn('The kettle is blue.'));
    const later = watched(bootOf(held));
    const beside = await bootOf(free);
    expect(await beside.turn('The kettle is red.')).toBe('end_turn');
    await beside.close('done');
    expect([turn.isDone, later.isDone]).toEqual([false, false]);
    await giveBack();
    expect(await turn.work).toBe('end_turn');
    const ending = await holderOf(held).then((again) => ({
      again,
      closed: watched(first.close('done')),
    }));
    const third = await bootOf(free);
    await third.close('done');
    expect(ending.closed.isDone).toBe(false);
    await ending.again();
    await ending.closed.work;
    await (await later.work).close('done');
  });
});

describe('who waits for the write lock', () => {
  it('is let go of when its signal is aborted, and does nothing; the next one goes on', async () => {
    const temp = makeWorkspace();
    const giveBack = await holderOf(temp);
    const opened = enterWorkspace(temp, { start: START });
    const end = new AbortController();
    const desk = deskOf(opened, {}, { signal: end.signal });
    const interrupted = [
      laterRefusalOf(() => desk.append(LOG, '- never\n')),
      laterRefusalOf(() => desk.write('USER.md', 'never\n')),
    ];
    const next = deskOf(opened).append(LOG, '- next\n');
    end.abort();
    expect(await Promise.all(interrupted)).toEqual(['INTERRUPTED', 'INTERRUPTED']);
    expect(temp.list()).toEqual([]);
    await giveBack();
    await next;
    expect([temp.has('USER.md'), temp.text(LOG)]).toEqual([
      false,
      expect.not.stringMatching(/never/u),
    ]);
    opened.close();
  });

  it('is asked again whether it may, when its turn has come', async () => {
    const temp = makeWorkspace({ 'SOUL.md': '# Soul\n' });
    const opened = enterWorkspace(temp, { start: START });
    let reconfigure = true;
    const parts = { loaded: ['SOUL.md'], reconfigures: () => reconfigure };
    const desk = deskOf(opened, {}, parts);
    const giveBack = await holderOf(temp);
    const late = laterRefusalOf(() => desk.write('SOUL.md', '# Another\n'));
    // What it was found in order for is past: it looks for credentials, and then for the lock.
    await new Promise(setImmediate);
    reconfigure = false;
    await giveBack();
    expect(await late).toBe('GATE_DENIED');
    expect(temp.text('SOUL.md')).toBe('# Soul\n');
    opened.close();
  });

  it('holds it for no longer than its work, and lets calls inside it run at once', async () => {
    const temp = makeWorkspace();
    const [one, other] = [enterWorkspace(temp), enterWorkspace(temp)];
    const { signal } = new AbortController();
    const order: string[] = [];
    const inside = one.exclusivelyLater(signal, () => {
      void one.exclusivelyLater(signal, () => order.push('inner, later'));
      one.exclusively(() => order.push('inner'));
      order.push('outer');
    });
    // Nobody else had it: it is done, and given back.
    order.push('after');
    expect(other.exclusively(() => order.length)).toBe(4);
    await inside;
    expect(order).toEqual(['inner, later', 'inner', 'outer', 'after']);
    await expect(
      one.exclusivelyLater(signal, (): string => {
        throw new Error('inside');
      }),
    ).rejects.toThrow('inside');
    expect(other.exclusively(() => 'free')).toBe('free');
    // @ts-expect-error: it would be held across an await
    await one.exclusivelyLater(signal, async () => 'later');
    one.close();
    other.close();
  });
});
