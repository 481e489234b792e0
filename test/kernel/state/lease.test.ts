import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { Lock } from '#kernel/process/lock.ts';
import { crashedSessions, SessionMark } from '#kernel/state/sessions.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import {
  enterWorkspace,
  laterRefusalOf,
  refusalFrom,
  refusalOf,
  stateRootOf,
} from '#test/support/kernel.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { stateOf } from '#kernel/state/store.ts';

const BOOT = '00000000-0000-4000-8000-000000000001';

// Nobody here gives a lock back in time, so there is nothing to wait for.
vi.mock('#lib/spec/limits.ts', async (original) => ({
  ...(await original<object>()),
  LEASE_WAIT_MS: 500,
  WRITE_LOCK_WAIT_MS: 100,
}));

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Another kernel that holds the lease, or the write lock, and has a session open. */
const otherKernel = async (
  temp: TempWorkspace,
  holds: 'lease' | 'writing' = 'lease',
): Promise<ChildProcess> => {
  const script = join(import.meta.dirname, `../../support/${holds}-child.ts`);
  const child = spawn(process.execPath, [script, temp.path, stateRootOf(temp), BOOT], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
};

describe('the lease', () => {
  it('is for one kernel at a time, across processes, and names its holder', async () => {
    const temp = makeWorkspace();
    const child = await otherKernel(temp);
    const opened = enterWorkspace(temp);
    const busy = { code: 'WORKSPACE_BUSY', facts: { pid: String(child.pid) } };
    expect(() => opened.takeLease()).toThrow(expect.objectContaining(busy));
    opened.close();
  });

  it('is free again when its holder was killed, however it died', async () => {
    const temp = makeWorkspace();
    const child = await otherKernel(temp);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const opened = enterWorkspace(temp);
    expect(refusalOf(() => opened.takeLease())).toBeUndefined();
    opened.close();
  });

  it('is given back by whoever took it, and can be taken by the next', () => {
    const temp = makeWorkspace();
    const [one, other] = [enterWorkspace(temp), enterWorkspace(temp)];
    one.takeLease();
    one.giveLeaseBack();
    expect(refusalOf(() => other.takeLease())).toBeUndefined();
    other.close();
    expect(refusalOf(() => one.takeLease())).toBeUndefined();
    one.close();
  });

  it('is waited for while this process goes on, and until it is told to end', async () => {
    const temp = makeWorkspace();
    const [one, other] = [enterWorkspace(temp), enterWorkspace(temp)];
    one.takeLease();
    const end = new AbortController();
    const waiting = other.awaitLease(end.signal);
    // Nothing of this would be reached if the waiting stopped this process.
    await delay(20);
    one.giveLeaseBack();
    await waiting;
    const again = refusalFrom(() => one.awaitLease(end.signal));
    end.abort();
    expect(await again).toMatchObject({ code: 'INTERRUPTED' });
    one.close();
    other.close();
  });

  it('of another process is not waited for without end', async () => {
    const temp = makeWorkspace();
    const child = await otherKernel(temp);
    const opened = enterWorkspace(temp);
    const { signal } = new AbortController();
    const refusal = await refusalFrom(() => opened.awaitLease(signal));
    expect(refusal).toMatchObject({
      code: 'WORKSPACE_BUSY',
      facts: { pid: String(child.pid) },
    });
    opened.close();
  });

  it('of another workspace is no obstacle', async () => {
    await otherKernel(makeWorkspace());
    const opened = enterWorkspace(makeWorkspace());
    expect(refusalOf(() => opened.takeLease())).toBeUndefined();
    opened.close();
  });
});

const failing = (): never => {
  throw new Error('inside');
};

describe('the write lock', () => {
  it('is held while a kernel writes, nested calls too, and free afterwards', () => {
    const opened = enterWorkspace(makeWorkspace());
    const isFree = (): boolean => {
      const lock = new Lock(join(opened.home.path, 'write.lock'), 0);
      const free = lock.take();
      lock.close();
      return free;
    };
    const during = opened.exclusively(() => {
      const inner = opened.exclusively(isFree);
      return [inner, isFree()];
    });
    expect([...during, isFree()]).toEqual([false, false, true]);
    expect(() => opened.exclusively(failing)).toThrow('inside');
    expect(isFree()).toBe(true);
    opened.close();
  });

  it.each([
    ['an append to the log', (opened: OpenWorkspace) => opened.daily.append('- x\n')],
    [
      'the end of a block',
      (opened: OpenWorkspace) => opened.daily.closeBlock('memory/2026-11-21.md', 'session_closed'),
    ],
    ['a boot record', (opened: OpenWorkspace) => opened.chain({ boot: 'b' })],
    ['the sweeping', (opened: OpenWorkspace) => opened.sweep()],
  ])('that another one keeps refuses %s, and nothing is changed', async (_what, write) => {
    const temp = makeWorkspace({
      'memory/2026-11-21.md': 'mine\n',
      '.a.0123456789ab.yamo-tmp': '',
    });
    const [one, other] = [enterWorkspace(temp), enterWorkspace(temp)];
    const before = [temp.list(), one.home.directory.names()];
    const { code, exit } = await refusalFrom(() => one.exclusively(() => write(other)));
    expect([code, exit]).toEqual(['WORKSPACE_WRITING', 4]);
    expect([temp.list(), one.home.directory.names()]).toEqual(before);
    expect(temp.text('memory/2026-11-21.md')).toBe('mine\n');
    expect(refusalOf(() => write(other))).toBeUndefined();
    one.close();
    other.close();
  });

  it('that another process keeps refuses, until that one is dead', async () => {
    const temp = makeWorkspace();
    const child = await otherKernel(temp, 'writing');
    const opened = enterWorkspace(temp);
    const write = (): void => opened.daily.append('- x\n');
    expect(refusalOf(write)).toBe('WORKSPACE_WRITING');
    const { signal } = new AbortController();
    const later = (): Promise<unknown> =>
      laterRefusalOf(() => opened.exclusivelyLater(signal, write));
    // Who stands behind others has no longer to wait than they.
    expect(await Promise.all([later(), later(), later()])).toEqual(
      Array.from({ length: 3 }, () => 'WORKSPACE_WRITING'),
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await later()).toBeUndefined();
    expect(refusalOf(write)).toBeUndefined();
    opened.close();
  });
});

describe('sessions that were left open', () => {
  it('are found when their kernel is dead, and not while it lives', async () => {
    const temp = makeWorkspace();
    const child = await otherKernel(temp);
    const { home } = enterWorkspace(temp);
    expect(crashedSessions(home)).toEqual([]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(crashedSessions(home)).toEqual([
      {
        bootId: BOOT,
        kind: 'main',
        startedAt: '2026-11-21T09:00:00.000Z',
        log: 'memory/2026-11-21.md',
      },
    ]);
  });

  it('are settled in the order in which they began, whatever their names are', () => {
    const { home } = enterWorkspace(makeWorkspace());
    const ids = ['a', 'b', 'c'].map((letter) => BOOT.replaceAll('0', letter));
    const orderOf = (times: readonly string[]): readonly string[] => {
      for (const [index, bootId] of ids.entries())
        stateOf(home).write(
          STATE.openSession,
          { bootId, kind: 'main', startedAt: times[index] ?? '' },
          bootId,
        );
      return crashedSessions(home).map(({ startedAt }) => startedAt);
    };
    expect(orderOf(['2026-01', '2026-02', '2026-03'])).toEqual(['2026-01', '2026-02', '2026-03']);
    expect(orderOf(['2026-03', '2026-02', '2026-01'])).toEqual(['2026-01', '2026-02', '2026-03']);
  });

  it('are not left behind by a kernel that ends in good order', () => {
    const { home } = enterWorkspace(makeWorkspace());
    const mark = new SessionMark(home, { bootId: BOOT, kind: 'shared', startedAt: 't' });
    mark.update({ bootId: BOOT, kind: 'shared', startedAt: 't', log: 'memory/2026-11-21.md' });
    mark.remove();
    expect(crashedSessions(home)).toEqual([]);
    expect(home.directory.names().filter((name) => name.startsWith('open-'))).toEqual([]);
  });
});

describe('what a killed kernel left half-written', () => {
  it('is swept from the workspace and the state, and nothing else is', () => {
    const temp = makeWorkspace({
      '.USER.md.0123456789ab.yamo-tmp': 'half',
      'memory/.2026-11-21.md.0123456789ab.yamo-tmp': 'half',
      'mine.yamo-tmp': 'mine',
      '.USER.md.swp': 'mine',
    });
    const opened = enterWorkspace(temp);
    opened.home.note('.birth.json.0123456789ab.yamo-tmp', Buffer.from('half'));
    expect(opened.sweep()).toBe(3);
    expect(temp.list()).toEqual(['.USER.md.swp', 'memory/', 'mine.yamo-tmp']);
    opened.close();
  });
});
