/** Slack, from its server to the sessions of a daemon and back, through the real adapter in its view. */
import { afterEach, describe, expect, it } from 'vitest';

import { ADAPTERS, type AdapterRegistry } from '#daemon/adapters/registry.ts';
import { CHAT_LINES } from '#daemon/chats/words.ts';
import { now } from '#daemon/data/columns.ts';
import { CUT_OFF } from '#daemon/data/outbound-row.ts';
import { insert } from '#daemon/data/write.ts';
import { ServerReach } from '#daemon/phases/reach.ts';
import { membersOf } from '#lib/text/json.ts';
import { serveHere } from '#test/support/served.ts';
import { editOf, removalOf, saidInChannel, saidToSlack, SlackServer } from '#test/support/slack.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const HERE = { bind: undefined, tls: undefined, isBehindProxy: false, names: [] } as const;
const MENTION = `<@${SlackServer.BOT}>`;
const ENVELOPE = { team_id: 'T1', is_ext_shared_channel: false } as const;

/** What a stranger says in a direct chat. */
const hello = (words: string) => saidToSlack(words, { channel: 'D9', user: 'U99' });

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The adapter of Slack, whose tokens a test knows. */
const registry = (tokens: {
  readonly token?: string;
  readonly appToken?: string;
}): AdapterRegistry => {
  const slack = ADAPTERS.get('slack');
  if (slack === undefined) throw new Error('it is gone');
  const { token = SlackServer.BOT_TOKEN, appToken = SlackServer.APP_TOKEN } = tokens;
  return new Map([
    ['slack', { ...slack, tokenOf: async () => token, appTokenOf: async () => appToken }],
  ]);
};

interface Options {
  readonly token?: string;
  readonly appToken?: string;
  readonly agent?: string;
  readonly prepare?: (server: SlackServer) => void;
}

const served = async ({ agent, prepare, ...tokens }: Options = {}) => {
  const server = await new SlackServer().start();
  prepare?.(server);
  closing.push(() => server.close());
  const ws = makeBornWorkspace();
  const { workspace } = await serveHere(ws, new ServerReach(HERE), {
    adapters: registry(tokens),
    agent,
  });
  const serving = workspace.serving;
  if (serving === undefined) throw new Error('it is not served');
  const settings = { token: 'env:BOT', appToken: 'env:APP', api: server.url };
  const ask = serving.chats.ask.bind(serving.chats);
  await ask({ do: 'add', name: 'slack', program: 'slack', settings });
  const { agents, events } = serving.data;
  const kinds = async () => {
    const rows = await agents.selectFrom('sessions').select('kind').orderBy('started_at').execute();
    return rows.map(({ kind }) => kind);
  };
  const pair = async (): Promise<void> => {
    const { code } = membersOf(await ask({ do: 'pair', name: undefined }));
    server.bring(saidToSlack(String(code)));
    await server.until(() => server.in('D1').includes(CHAT_LINES.paired));
  };
  const open = async () =>
    (await events.selectFrom('inbound').select(['key', 'handled_at']).orderBy('id').execute())
      .filter(({ handled_at: at }) => at === null)
      .map(({ key }) => key);
  const outbound = () =>
    events.selectFrom('outbound').select(['state', 'chat', 'error']).orderBy('id').execute();
  /** Settles when `is` holds, which is looked at whenever an event is told. */
  const heard = async (is: () => Promise<boolean>): Promise<void> => {
    for (;;) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const stop = serving.events.listen(resolve);
      if (await is()) return stop();
      await promise;
      stop();
    }
  };
  return { server, workspace, serving, ask, kinds, pair, open, outbound, heard };
};

describe('Slack', () => {
  it('is main for the paired owner in a direct chat, and shared in a channel, where it is mentioned', async () => {
    const { server, pair, kinds, open } = await served();
    await pair();
    server.bring(saidToSlack('The kettle is blue &amp; old.'));
    await server.until(() => server.in('D1').length === 2);
    expect(server.in('D1')[1]).toContain('Noted');
    server.bring(
      saidInChannel('Nobody speaks to you.'),
      saidInChannel(`&lt;@${SlackServer.BOT}&gt;`),
    );
    server.bring(saidInChannel('A bot.', 'U98', { text: MENTION, bot_id: 'B9' }));
    server.bring(saidInChannel(MENTION, SlackServer.BOT));
    server.bring(saidInChannel(`${MENTION} the kettle is red.`, 'U4711'));
    await server.until(() => server.in('C1').length === 1);
    server.bring(
      saidInChannel('And yours?', 'U99', { thread_ts: '1.1', parent_user_id: SlackServer.BOT }),
    );
    await server.until(() => server.in('C1').length === 2);
    expect(server.posted.at(-1)?.thread).toBe('1.1');
    expect(await kinds()).toEqual(['main', 'shared', 'shared']);
    expect(server.waiting).toBe(0);
    expect(await open()).toEqual([]);
    expect(server.heard).not.toContain('retry');
  });

  it('turns strangers away once, and pairs whoever has the code for their own team alone', async () => {
    const { server, pair, kinds, ask, serving } = await served();
    server.bring(hello('hello'), hello('I am your owner.'));
    await server.until(() => server.in('D9').length === 1);
    await pair();
    server.bring(hello('and now?'));
    server.bring(saidToSlack('hello'));
    await server.until(() => server.in('D1').length === 2);
    expect(server.in('D9')).toEqual([CHAT_LINES.stranger]);
    expect(await kinds()).toEqual(['main']);
    expect(membersOf(await ask({ do: 'list' }))['chats']).toMatchObject([
      { token: 'env:BOT', appToken: 'env:APP', self: 'atlas', paired: ['U4711'] },
    ]);
    const contacts = await serving.data.identity.selectFrom('contacts').select('account').execute();
    expect(contacts).toEqual([{ account: 'U4711@T1' }]);
  });

  it('answers once what comes twice, and loses nothing while connections change', async () => {
    const { server, pair, open } = await served();
    await pair();
    const first = saidToSlack('one');
    const [id = ''] = server.bring(first);
    await server.until(() => server.in('D1').length === 2);
    server.repeat(id, first);
    server.disconnect('refresh_requested');
    server.bring(saidToSlack('two'));
    await server.until(() => server.connections === 2 && server.open === 1);
    server.hangUp();
    server.bring(saidToSlack('three'));
    await server.until(() => server.in('D1').length === 4 && server.waiting === 0);
    expect(await open()).toEqual([]);
    server.disconnect('warning');
    await server.until(() => server.connections === 4);
    server.bring(saidToSlack('four'));
    await server.until(() => server.in('D1').length === 5);
  });

  it('waits where it has to, and finds out what became of an answer whose connection was cut', async () => {
    const { server, pair, outbound, workspace } = await served();
    await pair();
    server.answers = (method) => (method === 'chat.postMessage' ? 'too many' : undefined);
    server.bring(saidToSlack('one'), saidToSlack('two'));
    let refused = 0;
    await server.until(() => (refused += 1) > 5);
    server.answers = () => undefined;
    await server.until(() => server.in('D1').length === 3);
    server.page = 1;
    for (const way of ['cut', 'hang up'] as const) {
      const before = server.in('D1').length;
      let isFirst = true;
      server.answers = (method) => {
        if (method !== 'chat.postMessage' || !isFirst) return undefined;
        isFirst = false;
        return way;
      };
      server.bring(saidToSlack(`three, ${way}`), saidToSlack('four'));
      // One of a chat is sent when it is known what became of the one before.
      await server.until(() => server.in('D1').length === before + 2);
    }
    const states = (await outbound()).map(({ state }) => state);
    expect(states).not.toContain('unknown');
    expect(server.in('D1')).not.toContain(CUT_OFF);
    expect(workspace.adapters[0]?.state).toBe('connected');
  });

  it('hears of edits, and answers nothing that was taken back before its turn', async () => {
    const { server, pair, kinds, open, serving } = await served({ agent: agentCommand('parrot') });
    await pair();
    const first = saidToSlack('The kettle is blue.');
    server.bring(first);
    await server.until(() => server.in('D1').join('').includes('The kettle is blue.'));
    const count = server.in('D1').length;
    const taken = saidToSlack('The kettle is a secret.');
    // All three are there before anybody looks.
    for (const event of [saidToSlack('The pot is black.'), taken, removalOf(taken)])
      await insert(serving.data.events, 'inbound', {
        adapter: 'slack',
        key: JSON.stringify(event['ts']),
        received_at: now(),
        raw: Buffer.from(
          JSON.stringify({ ...ENVELOPE, type: 'event_callback', event_id: 'Ev', event }),
        ),
        handled_at: null,
      });
    server.bring(editOf(first, 'The kettle is green.'), editOf(first, 'The kettle is blue.'));
    await server.until(() => server.in('D1').join('').includes('kettle is green.'));
    expect(server.in('D1').slice(count).join('\n')).toContain('new text of a message');
    expect(server.in('D1').join('\n')).not.toContain('a secret');
    expect(await kinds()).toEqual(['main']);
    await server.until(() => server.waiting === 0);
    expect(await open()).toEqual([]);
  });

  it.each<readonly [string, Options, string]>([
    ['a bot that is not taken', { token: 'xoxb-other' }, 'the token in env:BOT (invalid_auth)'],
    ['an app that is not taken', { appToken: 'xapp-other' }, 'the token in env:APP (invalid_auth)'],
    [
      'a scope that is missing',
      { prepare: (server) => void (server.scopes = 'chat:write') },
      'may not im:history',
    ],
    [
      'Socket Mode that is off',
      {
        prepare: (server) =>
          void (server.answers = (method) =>
            method === 'apps.connections.open' ? { ok: false, error: 'forbidden' } : undefined),
      },
      'turn Socket Mode on',
    ],
    [
      'an outage',
      {
        prepare: (server) =>
          void (server.answers = (method) =>
            method === 'apps.connections.open' ? 'hang up' : undefined),
      },
      'the connection to Slack was cut',
    ],
  ])('tells of %s with what to do', async (_, options, reason) => {
    const { workspace, heard, server } = await served(options);
    await heard(async () => workspace.adapters[0]?.state === 'waiting');
    expect(workspace.adapters[0]).toMatchObject({
      reason: expect.stringContaining(reason),
      nextTry: expect.any(String),
    });
    expect(server.faults).toEqual([]);
  });

  it('tells that Socket Mode was turned off, and asks anew when its token is refused', async () => {
    const { server, workspace, pair, heard } = await served();
    await pair();
    server.answers = (method) =>
      method === 'chat.postMessage' || method === 'auth.test'
        ? { ok: false, error: 'token_revoked' }
        : undefined;
    server.bring(saidToSlack('one'));
    await heard(async () => workspace.adapters[0]?.reason?.includes('token_revoked') === true);
    expect(workspace.adapters[0]?.reason).toContain('env:BOT');
    const off = await served();
    await off.heard(async () => off.workspace.adapters[0]?.state === 'connected');
    off.server.disconnect('link_disabled');
    await off.heard(async () => off.workspace.adapters[0]?.state === 'waiting');
    expect(off.workspace.adapters[0]?.reason).toContain('Socket Mode is off');
  });

  it('tells its owner what is asked, and takes an answer of theirs alone', async () => {
    const { server, pair, serving } = await served({ agent: agentCommand('performer') });
    await pair();
    server.bring(saidToSlack('ask'));
    await server.until(() => server.in('D1').length === 2);
    const [words = ''] = /yes [A-Z]{2}\d{3}/u.exec(server.in('D1')[1] ?? '') ?? [];
    server.bring(hello(words), saidInChannel(words, 'U4711'), saidToSlack('no AA000'));
    await server.until(() => server.in('D1').includes('I know of no question AA000.'));
    expect(await serving.questions.open()).toHaveLength(1);
    server.bring(saidToSlack(words));
    await server.until(() => server.in('D1').includes('The answer was yes.'));
    expect(server.faults).toEqual([]);
  });
});
