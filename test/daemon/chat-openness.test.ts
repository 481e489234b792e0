/** Whom a chat answers beside its owner: what they have opened, and nothing of theirs by that. */
import { expect, it } from 'vitest';

import { ChatBudget } from '#daemon/chats/budget.ts';
import { CHAT_LINES } from '#daemon/chats/words.ts';
import { servedTelegram } from '#test/support/served-telegram.ts';
import {
  GROUP,
  OWNER,
  said,
  saidByOwner,
  saidInGroup,
  TelegramServer,
} from '#test/support/telegram.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { CHAT_PACE_MESSAGES } from '#lib/spec/limits.ts';
import { membersOf } from '#lib/text/json.ts';

const MENTION = `@${TelegramServer.BOT.username}`;
const MEMORY = '# Memory\n\n- The heron CANARY-7 nests behind the mill of Aunt Klara\n';
const hello = (words: string) => said(99, { id: 99, type: 'private' }, words);

it('lets strangers in as others, each with a session, and still takes a code from them', async () => {
  const { server, ask, kinds, serving } = await servedTelegram({
    files: { 'MEMORY.md': MEMORY },
    agent: agentCommand('parrot'),
  });
  server.bring(hello('hello'));
  await server.until(() => server.in(99).length === 1);
  expect(await ask({ do: 'set', name: undefined, strangers: 'shared' })).toEqual({
    name: 'telegram',
  });
  server.bring(hello('What do you know?'));
  await server.until(() => server.in(99).join('\n').includes('What do you know?'));
  expect(server.in(99).join('\n')).not.toContain('CANARY-7');
  expect(await kinds()).toEqual(['chat shared']);
  const { code } = membersOf(await ask({ do: 'pair', name: undefined }));
  server.bring(hello(String(code)));
  await server.until(() => server.in(99).includes(CHAT_LINES.paired));
  server.bring(hello('And now?'));
  await server.until(() => server.in(99).join('').includes('CANARY-7'));
  expect(await kinds()).toEqual(['chat shared', 'chat main']);
  await ask({ do: 'unpair', name: undefined });
  await ask({ do: 'set', name: undefined, strangers: 'refused' });
  server.bring(hello('Once more?'), saidInGroup(MENTION));
  await server.until(() => server.in(GROUP).length > 0);
  expect(server.in(99).join('\n')).not.toContain('Once more?');
  expect(serving.sessions.all).toHaveLength(2);
});

it('takes no code any more that others have read', async () => {
  const { server, ask } = await servedTelegram();
  const newCode = async (): Promise<string> =>
    String(membersOf(await ask({ do: 'pair', name: undefined }))['code']);
  const seen = await newCode();
  server.bring(saidInGroup(`my code is AAAA-AAAA ${seen.toLowerCase()}`));
  await server.until(() => server.in(GROUP).length === 1);
  expect(server.in(GROUP)).toEqual([CHAT_LINES.codeShown]);
  server.bring(hello(seen));
  await server.until(() => server.in(99).length === 1);
  expect(server.in(99)).toEqual([CHAT_LINES.stranger]);
  server.bring(saidInGroup(`AAAA-AAAA ${seen}`), saidByOwner(await newCode()));
  await server.until(() => server.in(OWNER).length === 1);
  expect([server.in(OWNER), server.in(GROUP)]).toEqual([
    [CHAT_LINES.paired],
    [CHAT_LINES.codeShown],
  ]);
});

it('answers in a group what mentions nobody where its owner has said so, and where it is another one nothing', async () => {
  const { server, ask, pair, kinds } = await servedTelegram();
  await pair();
  const open = { do: 'set', name: undefined, group: String(GROUP), answers: 'all' } as const;
  await expect(ask(open)).rejects.toMatchObject({ code: 'CHAT_PLACE_UNKNOWN' });
  server.bring(saidInGroup(`${MENTION} one`));
  await server.until(() => server.in(GROUP).length === 1);
  await expect(ask({ ...open, group: '-1006' })).rejects.toMatchObject({
    message: expect.stringContaining(String(GROUP)),
  });
  await ask(open);
  const groups = [{ place: String(GROUP), isAnsweredWhole: true }];
  expect(await ask({ do: 'list' })).toMatchObject({ chats: [{ groups, strangers: 'refused' }] });
  const other = { id: -1006, type: 'supergroup' };
  server.bring(
    saidInGroup('', 99, { new_chat_members: [{ id: 5 }] }),
    said(99, other, 'Nobody speaks to you.'),
    saidInGroup('two', OWNER),
    saidInGroup('three', 99, { message_thread_id: 7, is_topic_message: true }),
  );
  await server.until(() => server.in(GROUP).length === 3);
  expect(server.in(-1006)).toEqual([]);
  await ask({ ...open, answers: 'mentions' });
  server.bring(saidInGroup('four'), saidInGroup(`${MENTION} five`));
  await server.until(() => server.in(GROUP).length === 4);
  expect(await kinds()).toEqual(['chat shared', 'chat shared']);
  // A group whose number changes stays what its owner has made of it.
  await ask(open);
  server.bring(said(99, { id: GROUP, type: 'group' }, '', { migrate_to_chat_id: -2002 }));
  server.bring(said(99, { id: -2002, type: 'supergroup' }, 'six'));
  await server.until(() => server.in(-2002).length === 1);
});

it('slows down who floods, with one line, and nobody else', async () => {
  const { server, pair, rows } = await servedTelegram();
  await pair();
  const flood = Array.from({ length: CHAT_PACE_MESSAGES + 5 }, (_, at) =>
    saidInGroup(`${MENTION} fact ${at}`),
  );
  server.bring(...flood, saidInGroup(`${MENTION} and mine?`, 98));
  await server.until(() => server.in(GROUP).length === CHAT_PACE_MESSAGES + 2);
  const slowed = server.in(GROUP).filter((one) => one === CHAT_LINES.slower);
  expect(slowed).toHaveLength(1);
  // A minute later, by the clock of their provider, they are heard again; the owner alone is never slowed.
  const date = Math.floor(Date.now() / 1000) + 120;
  server.bring(saidInGroup(`${MENTION} again`, 99, { date }));
  await server.until(() => server.in(GROUP).length === CHAT_PACE_MESSAGES + 3);
  const many = Array.from({ length: CHAT_PACE_MESSAGES + 5 }, () => saidByOwner('A fact.'));
  server.bring(...many);
  await server.until(() => server.in(OWNER).length === many.length + 1);
  expect(server.in(OWNER)).not.toContain(CHAT_LINES.slower);
  expect((await rows()).filter(({ handled_at: at }) => at === null)).toEqual([]);
});

it('answers no more in a chat whose budget of the day is used up, says so once, and goes on elsewhere', async () => {
  const { server, ask, pair, serving } = await servedTelegram();
  await pair();
  const list = async () => membersOf(await ask({ do: 'list' }))['chats'];
  await ask({ do: 'set', name: undefined, dayTokens: 100 });
  expect(await list()).toMatchObject([{ dayTokens: 100 }]);
  server.bring(saidInGroup(`${MENTION} one`));
  await server.until(() => server.in(GROUP).length === 1);
  const turn = { input: 40, output: 20, cacheRead: 30, cacheWritten: 10 };
  await serving.events.append({ type: 'usage', session: 's', request: 'r', payload: { turn } });
  await new ChatBudget(serving.data).spend({ name: 'telegram', place: `${GROUP}/7` }, 'r');
  const other = { id: -1006, type: 'supergroup' };
  const entities = [{ type: 'mention', offset: 0, length: MENTION.length }];
  server.bring(
    saidInGroup(`${MENTION} two`),
    saidInGroup(`${MENTION} three`, OWNER),
    said(99, other, MENTION, { entities }),
    saidByOwner('four'),
  );
  await server.until(() => server.in(-1006).length === 1 && server.in(OWNER).length === 2);
  expect(server.in(GROUP).slice(1)).toEqual([CHAT_LINES.enough]);
  await ask({ do: 'set', name: undefined, dayTokens: 0 });
  expect(await list()).toMatchObject([{ places: 3 }]);
  server.bring(saidInGroup(`${MENTION} five`));
  await server.until(() => server.in(GROUP).length === 3);
});
