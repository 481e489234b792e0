import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';

import { afterEach, describe, expect, it } from 'vitest';

import { Lock } from '#kernel/effects/lock.ts';
import { deadSessions, SessionMark } from '#kernel/state/sessions.ts';
import { openPremises, refusalOf, stateRootOf } from '#test/support/kernel.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const BOOT = '00000000-0000-4000-8000-000000000001';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Another kernel that holds the lease and has a session open. */
const otherKernel = async (temp: TempWorkspace): Promise<ChildProcess> => {
  const script = join(import.meta.dirname, '../../support/lease-child.ts');
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
    const premises = openPremises(temp);
    const busy = { code: 'WORKSPACE_BUSY', facts: { pid: String(child.pid) } };
    expect(() => premises.takeLease()).toThrow(expect.objectContaining(busy));
    premises.close();
  });

  it('is free again when its holder was killed, however it died', async () => {
    const temp = makeWorkspace();
    const child = await otherKernel(temp);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const premises = openPremises(temp);
    expect(refusalOf(() => premises.takeLease())).toBeUndefined();
    premises.close();
  });

  it('is given back by whoever took it, and can be taken by the next', () => {
    const temp = makeWorkspace();
    const [one, other] = [openPremises(temp), openPremises(temp)];
    one.takeLease();
    one.giveLeaseBack();
    expect(refusalOf(() => other.takeLease())).toBeUndefined();
    other.close();
    expect(refusalOf(() => one.takeLease())).toBeUndefined();
    one.close();
  });

  it('of another workspace is no obstacle', async () => {
    await otherKernel(makeWorkspace());
    const premises = openPremises(makeWorkspace());
    expect(refusalOf(() => premises.takeLease())).toBeUndefined();
    premises.close();
  });
});

const failing = (): never => {
  throw new Error('inside');
};

describe('the write lock', () => {
  it('is held while a kernel writes, nested calls too, and free afterwards', () => {
    const premises = openPremises(makeWorkspace());
    const isFree = (): boolean => {
      const lock = new Lock(join(premises.home.path, 'write.lock'), 0);
      const free = lock.take();
      lock.close();
      return free;
    };
    const during = premises.exclusively(() => {
      const inner = premises.exclusively(isFree);
      return [inner, isFree()];
    });
    expect([...during, isFree()]).toEqual([false, false, true]);
    expect(() => premises.exclusively(failing)).toThrow('inside');
    expect(isFree()).toBe(true);
    premises.close();
  });
});

describe('sessions that were left open', () => {
  it('are found when their kernel is dead, and not while it lives', async () => {
    const temp = makeWorkspace();
    const child = await otherKernel(temp);
    const { home } = openPremises(temp);
    expect(deadSessions(home)).toEqual([]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(deadSessions(home)).toEqual([
      {
        bootId: BOOT,
        kind: 'main',
        startedAt: '2026-11-21T09:00:00.000Z',
        log: 'memory/2026-11-21.md',
      },
    ]);
  });

  it('are not left behind by a kernel that ends in good order', () => {
    const { home } = openPremises(makeWorkspace());
    const mark = new SessionMark(home, { bootId: BOOT, kind: 'shared', startedAt: 't' });
    mark.update({ bootId: BOOT, kind: 'shared', startedAt: 't', log: 'memory/2026-11-21.md' });
    mark.remove();
    expect(deadSessions(home)).toEqual([]);
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
    const premises = openPremises(temp);
    premises.home.note('.birth.json.0123456789ab.yamo-tmp', 'half');
    expect(premises.sweep()).toBe(3);
    expect(temp.list()).toEqual(['.USER.md.swp', 'memory/', 'mine.yamo-tmp']);
    premises.close();
  });
});
