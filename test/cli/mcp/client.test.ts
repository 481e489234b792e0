import { describe, expect, it } from 'vitest';

import { Client } from '#cli/mcp/client.ts';
import { DEFAULT_SETTINGS, type Host } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import { SHARED, MAIN } from '#lib/spec/session-policy.ts';
import { laterRefusalOf, uid } from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { recordsOf } from '#test/support/yamo.ts';

const clientOf = (ws: TempWorkspace): Client => {
  const host: Host = {
    disk,
    uid,
    environment: { XDG_STATE_HOME: ws.stateHome, HOME: ws.configHome },
    version: '0',
    settings: { ...DEFAULT_SETTINGS, clients: { one: { export: true, session: 'main' } } },
    human: undefined,
    emit: () => undefined,
    signal: new AbortController().signal,
    diagnostics: () => undefined,
  };
  const session = undefined;
  const client = undefined;
  return new Client({ workspace: ws.path, session, client, host: () => Promise.resolve(host) });
};

describe('a client', () => {
  it('is the one that it said first, whatever it says later', async () => {
    const client = clientOf(makeBornWorkspace());
    client.meet(undefined);
    client.meet('other');
    client.meet('one');
    expect(await laterRefusalOf(() => client.exporting())).toBe('EXPORT_NOT_ALLOWED');
    expect(await client.kind()).toBe(SHARED);
  });

  it('has one session', async () => {
    const ws = makeBornWorkspace();
    const client = clientOf(ws);
    client.meet('one');
    const [first, second] = await Promise.all([client.session(), client.exporting()]);
    expect(first).toBe(second);
    expect(first.kind).toBe(MAIN);
    await client.close('done');
    expect(recordsOf(ws)).toHaveLength(1);
  });

  it('goes when its work is done, and comes to nothing new', async () => {
    const ws = makeBornWorkspace();
    const client = clientOf(ws);
    client.meet('one');
    const begun = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    const work = client.run(async () => {
      const session = await client.session();
      begun.resolve(undefined);
      await goOn.promise;
      return session.note('Noted at the last moment.');
    });
    await begun.promise;
    const closed = client.close('done');
    goOn.resolve(undefined);
    const log = await work;
    await closed;
    expect(ws.text(log)).toMatch(/Noted at the last moment\.\n- session_closed/);
    const late = clientOf(ws);
    await late.close('done');
    expect(await laterRefusalOf(() => late.session())).toBe('INTERRUPTED');
  });

  it('whose work fails goes all the same', async () => {
    const client = clientOf(makeBornWorkspace());
    const work = client.run(() => Promise.reject(new Error('no')));
    const closed = client.close('done');
    await expect(work).rejects.toThrow('no');
    await closed;
  });
});
