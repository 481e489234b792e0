/** Adapters in their views, with a provider that gives again what nobody acknowledged. */
import { existsSync } from 'node:fs';

import { afterEach, describe, expect, it } from 'vitest';

import { AdapterManager } from '#daemon/adapters/manager.ts';
import { startConfined } from '#daemon/adapters/confine.ts';
import type { AdapterLimits } from '#daemon/adapters/site.ts';
import { EventLog } from '#daemon/data/event-log.ts';
import { Databases } from '#daemon/data/open.ts';
import { changesBy } from '#daemon/data/outbound-row.ts';
import { insert } from '#daemon/data/write.ts';
import { adapterFrame } from '#lib/protocol/adapter.ts';
import { ADAPTER_FRAME_MAX_BYTES } from '#lib/spec/limits.ts';
import { membersOf } from '#lib/text/json.ts';
import { Provider, registryOf } from '#test/support/adapters.ts';
import { laterRefusalOf, openHome, openWorkspace, uid } from '#test/support/kernel.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const LIMITS: AdapterLimits = {
  retryFirstMs: 1,
  retryLastMs: 1,
  steadyMs: 60_000,
  eventsOpen: 1000,
};

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Options {
  readonly limits?: Partial<AdapterLimits>;
  readonly row?: object;
  readonly sandbox?: 'auto' | 'none';
}

/** A workspace with an adapter `chat`, and what it is told of. */
const served = async ({ limits = {}, row = {}, sandbox = 'auto' }: Options = {}) => {
  const provider = new Provider();
  const ws = makeBornWorkspace();
  const workspace = openWorkspace(ws);
  const home = openHome(ws, workspace);
  const databases = await Databases.open(workspace.ensure('data'), uid);
  const { events, runtime } = databases.queries;
  const settings = JSON.stringify(provider.settings);
  await insert(runtime, 'adapters', { name: 'chat', program: 'local', settings, is_on: 1, ...row });
  const log = new EventLog(events);
  const manager = new AdapterManager({
    registry: registryOf(provider.folder, ws.path),
    queries: databases.queries,
    events: log,
    confinement: async () => ({ workspace, home, sandbox }),
    environment: {},
    brought: () => undefined,
    limits: { ...LIMITS, ...limits },
  });
  closing.push(
    () => databases.close(),
    () => provider.close(),
    () => manager.end(),
  );
  /** Settles when `is` holds, which is looked at whenever something was told or asked. */
  const until = async (is: () => boolean | Promise<boolean>): Promise<void> => {
    for (;;) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const stop = log.listen(resolve);
      provider.heard = () => resolve();
      if (await is()) return stop();
      await promise;
      stop();
    }
  };
  const told = async () => (await log.after(0)).map(({ payload }) => membersOf(payload));
  const failure = async () => (await told()).find(({ state }) => state === 'failed');
  const failed = async (): Promise<Record<string, unknown>> => {
    await until(async () => (await failure()) !== undefined);
    return { ...(await failure()) };
  };
  const brought = async () => {
    const rows = await events
      .selectFrom('inbound')
      .select(['id', 'key', 'raw'])
      .orderBy('id')
      .execute();
    return rows.map(({ id, key, raw }) => ({ id, key, text: Buffer.from(raw).toString() }));
  };
  const sent = () =>
    events
      .selectFrom('outbound')
      .select(['state', 'tries', 'provider_ids', 'error'])
      .orderBy('id')
      .execute();
  return {
    provider,
    manager,
    ws,
    until,
    told,
    failed,
    brought,
    sent,
    adapter: () => manager.named('chat'),
  };
};

const say = (text: string) => ({ chat: 'c1', parts: [{ text }] });

describe('an adapter', () => {
  it('brings rows before it acknowledges, sends what is queued in order, and ends when it is told', async () => {
    const { provider, manager, until, brought, sent, adapter, told } = await served();
    provider.bring('ὕδωρ', 'two');
    await manager.start();
    provider.heard = () => undefined;
    await until(() => provider.acknowledged.length === 2);
    expect(await brought()).toEqual([
      { id: 1, key: '1', text: 'ὕδωρ' },
      { id: 2, key: '2', text: 'two' },
    ]);
    expect(manager.statuses).toMatchObject([
      { name: 'chat', program: 'local', state: 'connected' },
    ]);
    for (const text of ['a', 'b', 'c']) await adapter()?.queue(say(text));
    await until(() => provider.posts.length === 3);
    expect(provider.posts.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    await manager.end();
    expect(await sent()).toEqual(
      ['p1', 'p2', 'p3'].map((id) => ({
        state: 'sent',
        tries: 1,
        provider_ids: `["${id}"]`,
        error: null,
      })),
    );
    expect(manager.statuses).toMatchObject([{ state: 'ended' }]);
    expect((await told()).map(({ state }) => state)).toEqual(['connected', 'ended']);
  });

  it('sees no file of the workspace and nothing of the environment, and leaves nothing', async () => {
    const { provider, manager, until } = await served();
    await manager.start();
    await until(() => provider.token !== undefined);
    provider.tell({ look: 1 });
    await until(() => provider.saw !== undefined);
    const { files, environment, home } = membersOf(provider.saw);
    expect(files).toEqual([]);
    expect(environment).toEqual(['HOME', 'PATH', 'PWD', 'TMPDIR', 'YAMO_CHANNEL']);
    expect(existsSync(String(home))).toBe(true);
    expect(existsSync(`${String(home)}/kept`)).toBe(false);
    await manager.end();
    expect(existsSync(String(home))).toBe(false);
  });

  it('waits as long as its provider says, and gives up what that refuses', async () => {
    const { provider, manager, until, sent, adapter } = await served();
    const answers = [
      { reason: 'slow down', retryAfterMs: 1 },
      undefined,
      { reason: 'no such chat' },
    ];
    provider.answer = () => answers.shift();
    await adapter()?.queue(say('never there'));
    await manager.start();
    await adapter()?.queue(say('one'));
    await adapter()?.queue(say('two'));
    await until(async () => (await sent())[1]?.state === 'failed' || provider.posts.length === 2);
    await manager.end();
    expect(await sent()).toMatchObject([
      { state: 'sent', tries: 2 },
      { state: 'failed', tries: 1, error: 'no such chat' },
    ]);
  });

  it('says that what it was to send did not arrive, until something does', async () => {
    const { provider, manager, until, adapter } = await served();
    const answers = [{ reason: 'no such\nchat' }];
    provider.answer = () => answers.shift();
    await manager.start();
    await adapter()?.queue(say('one'));
    const reason = 'what it was to send last did not arrive: no such chat';
    await until(() => manager.statuses[0]?.reason === reason);
    await adapter()?.queue(say('two'));
    await adapter()?.queue(say('three'));
    // In one chat the third is given when the second is there.
    await until(() => provider.posts.some(({ text }) => text === 'three'));
    expect(manager.statuses[0]).not.toHaveProperty('reason');
  });

  it('sends again for hours what its provider does not take', () => {
    let waited = 0;
    for (let tries = 1; ; tries += 1) {
      const row = { tries, next_parts: null, provider_ids: null };
      const frame = { is: 'failed', id: 1, reason: 'HTTP 500', retryAfterMs: 1 } as const;
      const { state, not_before: next } = changesBy(frame, row);
      if (state === 'failed') break;
      waited += Date.parse(String(next)) - Date.now();
    }
    expect(waited).toBeGreaterThan(4 * 3_600_000);
  });

  it.each(['event', 'kept'] as const)(
    'that is killed at "%s" loses nothing and brings nothing twice',
    async (arrow) => {
      const { provider, manager, until, brought, failed } = await served();
      provider.dieAt = arrow;
      provider.bring('one');
      await manager.start();
      expect(await failed()).toMatchObject({ reason: expect.stringContaining('ended') });
      await until(() => provider.acknowledged.length > 0);
      expect(provider.acknowledged).toEqual([1]);
      expect(await brought()).toEqual([{ id: 1, key: '1', text: 'one' }]);
    },
  );

  it.each([
    ['send', 0],
    ['posted', 1],
  ] as const)(
    'that is killed at "%s" leaves unknown what it was to send, and goes on with the next',
    async (arrow, there) => {
      const { provider, manager, until, adapter, sent, told } = await served();
      provider.dieAt = arrow;
      await manager.start();
      await adapter()?.queue(say('cut off'));
      await until(async () => (await told()).some(({ outcome }) => outcome === 'unknown'));
      await adapter()?.queue(say('next'));
      await until(() => provider.posts.some(({ text }) => text === 'next'));
      await manager.end();
      expect(provider.posts.filter(({ text }) => text === 'cut off')).toHaveLength(there);
      expect(await sent()).toMatchObject([{ state: 'unknown', tries: 1 }, { state: 'sent' }]);
    },
  );

  it('is not read on while nobody deals with what it brings', async () => {
    const { provider, manager, until, brought, adapter, told } = await served({
      limits: { eventsOpen: 5 },
    });
    provider.bring(...Array.from({ length: 20 }, (_, index) => `m${index}`));
    await manager.start();
    const full = () => manager.statuses[0]?.state === 'full';
    await until(full);
    expect(await brought()).toHaveLength(5);
    for (let id = 1; id <= 15; id += 1) {
      await until(async () => (await brought()).length >= id);
      await adapter()?.inbox.handled(id);
    }
    await until(() => provider.acknowledged.length === 20);
    expect((await brought()).map(({ text }) => text)).toEqual(
      Array.from({ length: 20 }, (_, index) => `m${index}`),
    );
    expect((await told()).some(({ state }) => state === 'full')).toBe(true);
  });

  it('that is full is ended all the same', async () => {
    const { provider, manager, until } = await served({ limits: { eventsOpen: 1 } });
    provider.bring('one', 'two');
    await manager.start();
    await until(() => manager.statuses[0]?.state === 'full');
    await manager.end();
    expect(provider.acknowledged).toEqual([1]);
  });

  it('prints what it likes: it is no frame, and is told without credentials where it fails', async () => {
    const { provider, manager, until, failed } = await served();
    await manager.start();
    await until(() => provider.token !== undefined);
    provider.tell({
      print: `{"is":"event","n":1,"key":"k","raw":""}\n${'x'.repeat(200_000)}${String(provider.token)}\ntoken ${String(provider.token)}!\n`,
    });
    provider.tell({ say: 'nonsense\n' });
    const { reason, log } = await failed();
    expect(reason).toBe('it said a line that is no JSON');
    expect(log).toEqual([expect.stringMatching(/^token \[withheld.*\]!$/u)]);
  });

  it.each([
    ['a frame without an end', 'x'.repeat(2 * ADAPTER_FRAME_MAX_BYTES), 'more than'],
    ['an answer to nothing', '{"is":"sent","id":7,"providerIds":[]}\n', 'does not send'],
    ['a number that does not rise', '{"is":"event","n":2,"key":"a","raw":""}\n'.repeat(2), 'rise'],
    ['states without end', '{"is":"state","state":"connected"}\n'.repeat(100), 'in a minute'],
  ])('that says %s is ended, and started again', async (_what, text, reason) => {
    const { provider, manager, until, failed } = await served();
    await manager.start();
    await until(() => provider.token !== undefined);
    provider.token = undefined;
    provider.tell({ say: text });
    expect(await failed()).toMatchObject({ reason: expect.stringContaining(reason) });
    await until(() => provider.token !== undefined);
  });

  it('is not started where nothing holds it', async () => {
    const { manager, failed } = await served({
      sandbox: 'none',
      limits: { retryFirstMs: 60_000, retryLastMs: 60_000 },
    });
    await manager.start();
    expect(await failed()).toMatchObject({
      reason: expect.stringContaining('nothing here holds its process'),
      nextTry: expect.any(String),
    });
  });

  it('has no process that the settings leave unheld', async () => {
    const ws = makeBornWorkspace();
    const workspace = openWorkspace(ws);
    const held = { workspace, home: openHome(ws, workspace), sandbox: 'none' } as const;
    const command = { program: process.execPath, args: [], readable: [] };
    expect(await laterRefusalOf(() => startConfined(command, held))).toBe('ADAPTER_FAILED');
  });

  it('that is off, or unknown, does not run', async () => {
    const off = await served({ row: { is_on: 0 } });
    await off.manager.start();
    expect(off.manager.statuses).toMatchObject([{ state: 'off' }]);
    const unknown = await served({ row: { program: 'pigeon' } });
    await unknown.manager.start();
    expect(unknown.manager.statuses).toMatchObject([
      { state: 'failed', reason: 'yamo has no adapter "pigeon"' },
    ]);
  });
});

describe('a frame of an adapter', () => {
  it.each([
    ['', 'no JSON'],
    ['{"is":"event"', 'no JSON'],
    ['[]', 'no known kind'],
    ['null', 'no known kind'],
    ['{"is":"toString"}', 'no known kind'],
    ['{"is":"kept","n":1}', 'no known kind'],
    ['{"is":"event","n":1,"key":"k"}', 'another form'],
    ['{"is":"event","n":0,"key":"k","raw":""}', 'another form'],
    ['{"is":"event","n":1.5,"key":"k","raw":""}', 'another form'],
    ['{"is":"event","n":1,"key":"","raw":""}', 'another form'],
    [`{"is":"event","n":1,"key":"${'k'.repeat(513)}","raw":""}`, 'another form'],
    ['{"is":"event","n":1,"key":"k","raw":"a"}', 'another form'],
    ['{"is":"event","n":1,"key":"k","raw":"*==="}', 'another form'],
    ['{"is":"event","n":1,"key":"k","raw":["eA=="]}', 'another form'],
    ['{"is":"state","state":"fine"}', 'another form'],
    ['{"is":"state","state":"waiting","nextTry":"soon"}', 'another form'],
    ['{"is":"state","state":"waiting","nextTry":"2026-99-01T00:00:00Z"}', 'another form'],
    [`{"is":"state","state":"waiting","reason":"${'r'.repeat(1001)}"}`, 'another form'],
    ['{"is":"sent","id":1,"providerIds":"a"}', 'another form'],
    ['{"is":"sent","id":1,"providerIds":[""]}', 'another form'],
    [
      `{"is":"sent","id":1,"providerIds":[${Array.from({ length: 101 }, () => '"a"').join()}]}`,
      'another form',
    ],
    ['{"is":"failed","id":1}', 'another form'],
    ['{"is":"failed","id":1,"reason":"x","retryAfterMs":-1}', 'another form'],
    ['{"is":"failed","id":1,"reason":"x","retryAfterMs":86400001}', 'another form'],
  ])('%s is none', (line, reason) => {
    expect(adapterFrame(line)).toContain(reason);
  });

  it('may say more than this version knows', () => {
    expect(adapterFrame('{"is":"event","n":1,"key":"k","raw":"eA==","more":1}')).toMatchObject({
      key: 'k',
    });
  });
});
