/** Discord, from its gateway to the sessions of a daemon and back, through the real adapter in its view. */
import { afterEach, describe, expect, it } from 'vitest';

import { ADAPTERS, type AdapterRegistry } from '#daemon/adapters/registry.ts';
import { CHAT_LINES } from '#daemon/chats/words.ts';
import { now } from '#daemon/data/columns.ts';
import { CUT_OFF } from '#daemon/data/outbound-row.ts';
import { insert } from '#daemon/data/write.ts';
import { ServerReach } from '#daemon/phases/reach.ts';
import { membersOf } from '#lib/text/json.ts';
import { DiscordServer, saidInServer, saidToDiscord } from '#test/support/discord.ts';
import { serveHere } from '#test/support/served.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const HERE = { bind: undefined, tls: undefined, isBehindProxy: false, names: [] } as const;
const MENTION = `<@${DiscordServer.BOT}>`;
const POST = 'POST /channels/ID/messages';

/** What a stranger says in a direct channel. */
const hello = (words: string) =>
  saidToDiscord(words, { channel_id: '109', author: { id: '99', username: 'Ada' } });

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The adapter of Discord, whose token a test knows. */
const registry = (token = DiscordServer.TOKEN): AdapterRegistry => {
  const discord = ADAPTERS.get('discord');
  if (discord === undefined) throw new Error('it is gone');
  return new Map([['discord', { ...discord, tokenOf: async () => token }]]);
};

interface Options {
  readonly token?: string;
  readonly agent?: string;
  readonly prepare?: (server: DiscordServer) => void;
}

const served = async ({ token, agent, prepare }: Options = {}) => {
  const server = await new DiscordServer().start();
  prepare?.(server);
  closing.push(() => server.close());
  const ws = makeBornWorkspace();
  const { workspace } = await serveHere(ws, new ServerReach(HERE), {
    adapters: registry(token),
    agent,
  });
  const serving = workspace.serving;
  if (serving === undefined) throw new Error('it is not served');
  const settings = { token: 'env:BOT', api: server.url };
  const ask = serving.chats.ask.bind(serving.chats);
  await ask({ do: 'add', name: 'discord', program: 'discord', settings });
  const { agents, events } = serving.data;
  const kinds = async () => {
    const rows = await agents.selectFrom('sessions').select('kind').orderBy('started_at').execute();
    return rows.map(({ kind }) => kind);
  };
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
  const connected = (): Promise<void> =>
    heard(async () => workspace.adapters[0]?.state === 'connected');
  const pair = async (): Promise<void> => {
    await connected();
    const { code } = membersOf(await ask({ do: 'pair', name: undefined }));
    server.bring(saidToDiscord(String(code)));
    await server.until(() => server.in('100').includes(CHAT_LINES.paired));
  };
  const outbound = () => events.selectFrom('outbound').select(['state', 'chat']).execute();
  return { server, workspace, serving, ask, kinds, pair, outbound, heard, connected };
};

describe('Discord', () => {
  it('is main for the paired owner in a direct channel, and shared in a server, where it is mentioned', async () => {
    const { server, pair, kinds } = await served();
    await pair();
    server.bring(saidToDiscord('The kettle is blue.'));
    await server.until(() => server.in('100').length === 2);
    expect(server.in('100')[1]).toContain('Noted');
    server.bring(saidInServer('Nobody speaks to you.'));
    server.bring(saidInServer(MENTION, '98', { author: { id: '98', bot: true } }));
    server.bring(
      saidInServer(MENTION, '97', { webhook_id: '7' }),
      saidInServer(MENTION, '99', { type: 7 }),
    );
    server.bring(saidInServer(`${MENTION} the kettle is red.`, '8472'));
    await server.until(() => server.in('200').length === 1);
    const ours = server.messages.find((one) => one['content'] === server.in('200')[0]);
    server.bring(saidInServer('Really?', '99', { type: 19, referenced_message: ours }));
    await server.until(() => server.in('200').length === 2);
    // A group of the owner alone is one of others, too.
    server.bring(
      saidToDiscord('And here?', { channel_id: '103', mentions: [{ id: DiscordServer.BOT }] }),
    );
    await server.until(() => server.in('103').length === 1);
    expect(await kinds()).toEqual(['main', 'shared', 'shared']);
    expect(server.typed).toEqual(expect.arrayContaining(['100', '200']));
  });

  it('turns strangers away once, and knows nobody where a channel cannot be looked up', async () => {
    const { server, pair, kinds } = await served();
    await pair();
    server.bring(hello('hello'), hello('I am your owner.'));
    server.bring(saidToDiscord('Who am I?', { channel_id: '111' }));
    server.bring(saidToDiscord('hello'));
    await server.until(() => server.in('100').length === 2 && server.in('109').length === 1);
    expect(server.in('109')).toEqual([CHAT_LINES.stranger]);
    expect(server.typed).not.toContain('109');
    expect(await kinds()).toEqual(['main']);
    expect(server.in('111')).toEqual([]);
  });

  it('goes on with a session that was cut, and catches up what a new one does not tell', async () => {
    const { server, pair, connected } = await served();
    await pair();
    server.bring(saidInServer(`${MENTION} zero`));
    await server.until(() => server.in('200').length === 1);
    server.hangUp();
    server.bring(saidToDiscord('one'));
    await server.until(() => server.in('100').length === 2);
    expect(server.begun).toEqual(['identify', 'resume']);
    server.reconnect(true);
    server.bring(saidToDiscord('two'));
    await server.until(() => server.in('100').length === 3 && server.begun.length === 3);
    // What comes now is told to no session.
    server.forget();
    server.hangUp();
    server.bring(
      ...Array.from({ length: 120 }, (_, index) =>
        saidToDiscord(`noise ${index}`, { author: { id: '9', bot: true } }),
      ),
    );
    server.bring(saidToDiscord('three'), saidInServer(`${MENTION} four`));
    await server.until(() => server.in('100').length === 4 && server.in('200').length === 2);
    expect(server.begun.slice(2)).toEqual(['resume', 'resume', 'identify']);
    server.reconnect(false);
    await server.until(() => server.begun.length === 6);
    await connected();
    server.bring(saidToDiscord('five'));
    await server.until(() => server.in('100').length === 5);
    expect(server.in('100').filter((words) => words === CUT_OFF)).toEqual([]);
  });

  it('waits where it has to, and sends once what was cut', async () => {
    const { server, pair, outbound, workspace } = await served();
    await pair();
    server.answers = (call) =>
      call === POST
        ? { status: 429, body: { message: 'slow', retry_after: 0.01, global: false } }
        : undefined;
    server.bring(saidToDiscord('one'), saidToDiscord('two'));
    let refused = 0;
    await server.until(() => (refused += 1) > 5);
    server.answers = () => undefined;
    await server.until(() => server.in('100').length === 3);
    for (const way of ['cut', 'hang up'] as const) {
      const before = server.in('100').length;
      let isFirst = true;
      server.answers = (call) => {
        if (call !== POST || !isFirst) return undefined;
        isFirst = false;
        return way;
      };
      server.bring(saidToDiscord(`three, ${way}`), saidToDiscord('four'));
      await server.until(() => server.in('100').length === before + 2);
    }
    expect((await outbound()).map(({ state }) => state)).not.toContain('unknown');
    expect(workspace.adapters[0]?.state).toBe('connected');
  });

  it('hears of edits, and answers nothing that was taken back before its turn', async () => {
    const { server, pair, kinds, serving } = await served({ agent: agentCommand('parrot') });
    await pair();
    const [first = {}] = server.bring(saidToDiscord('The kettle is blue.'));
    await server.until(() => server.in('100').join('').includes('The kettle is blue.'));
    const count = server.in('100').length;
    // All three are there before anybody looks.
    const rows = [
      ['1', 'MESSAGE_CREATE', 'The pot is black.'],
      ['2', 'MESSAGE_CREATE', 'The kettle is a secret.'],
      ['2', 'MESSAGE_DELETE', undefined],
    ] as const;
    for (const [id, t, content] of rows)
      await insert(serving.data.events, 'inbound', {
        adapter: 'discord',
        key: `${t} ${id}`,
        received_at: now(),
        raw: Buffer.from(
          [{ t, d: { ...first, id, content } }, server.channels['100']]
            .map((one) => JSON.stringify(one))
            .join('\n'),
        ),
        handled_at: null,
      });
    server.tell('MESSAGE_UPDATE', { ...first, embeds: [{}] });
    server.tell('MESSAGE_UPDATE', {
      ...first,
      content: 'The kettle is green.',
      edited_timestamp: new Date().toISOString(),
    });
    await server.until(() => server.in('100').join('').includes('kettle is green.'));
    expect(server.in('100').slice(count).join('\n')).toContain('new text of a message');
    expect(server.in('100').join('\n')).not.toContain('a secret');
    expect(await kinds()).toEqual(['main']);
  });

  it.each<readonly [string, Options, string]>([
    ['a token that is not taken', { token: 'other' }, 'the token in env:BOT (401)'],
    [
      'a token that the gateway does not take',
      { prepare: (server) => void (server.refuses = 4004) },
      'the token in env:BOT (4004)',
    ],
    [
      'an intent that is missing',
      { prepare: (server) => void (server.refuses = 4014) },
      'Message Content Intent',
    ],
    [
      'an outage',
      {
        prepare: (server) =>
          void (server.answers = (call) => (call === 'GET /gateway/bot' ? 'hang up' : undefined)),
      },
      'was cut',
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

  it('tells its owner what is asked, and takes an answer of theirs alone', async () => {
    const { server, pair, serving } = await served({ agent: agentCommand('performer') });
    await pair();
    server.bring(saidToDiscord('ask'));
    await server.until(() => server.in('100').length === 2);
    expect(server.in('100').at(-1)).toMatch(/^```\n[A-Z]{2}\d{3}: a question[^`]*```$/u);
    const [words = ''] = /yes [A-Z]{2}\d{3}/u.exec(server.in('100')[1] ?? '') ?? [];
    server.bring(saidToDiscord(words, { channel_id: '111' }), hello(words));
    server.bring(saidInServer(words, '8472'), saidToDiscord('no AA000'));
    await server.until(() => server.in('100').includes('I know of no question AA000.'));
    expect(await serving.questions.open()).toHaveLength(1);
    server.bring(saidToDiscord(words));
    await server.until(() => server.in('100').includes('The answer was yes.'));
    expect(server.faults).toEqual([]);
  });
});
