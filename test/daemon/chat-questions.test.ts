/** Questions to the owner in their direct chat, through the real adapter: told there, and answered there by nobody else. */
import { describe, expect, it } from 'vitest';

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
import type { Json } from '#test/support/chat-server.ts';

const TOOLS = { 'TOOLS.md': '# Tools\n\n- a lamp\n- a rope\n' };
const OPTIONS = [
  { id: 'once', label: 'Allow once', kind: 'allow_once' },
  { id: 'session', label: 'Allow for this session', kind: 'allow_always' },
  { id: 'never', label: 'No', kind: 'reject_once' },
] as const;
const never = (): AbortSignal => new AbortController().signal;

const edited = ({ message }: Json): Json => ({ edited_message: message });

/** With an agent that asks before it changes a file, and the owner paired. */
const paired = async () => {
  const here = await servedTelegram({ files: TOOLS, agent: agentCommand('performer') });
  await here.pair();
  const { server } = here;
  const isSaid = (words: string) => (): boolean => server.in(OWNER).join('\n').includes(words);
  const untilSaid = (words: string): Promise<void> => server.until(isSaid(words));
  /** The code of the newest question that the owner was told of. */
  const code = (): string => {
    const told = server.in(OWNER).findLast((one) => one.includes('a question for you'));
    return told?.slice(0, 5) ?? '';
  };
  const asked = async (): Promise<string> => {
    const before = code();
    await server.until(() => code() !== before);
    return code();
  };
  return { ...here, untilSaid, asked };
};

describe('a question in the direct chat of the owner', () => {
  it('shows what is asked, and is allowed there while its turn waits', async () => {
    const { server, asked, untilSaid, serving } = await paired();
    server.bring(saidByOwner('ask'));
    const code = await asked();
    const told = server.in(OWNER).at(-1) ?? '';
    for (const words of ['Write TOOLS.md?', '-- a rope', '+- a **new** rope', `yes ${code} – `])
      expect(told).toContain(words);
    expect(told).not.toContain('others');
    server.bring(saidByOwner(`Yes ${code.toLowerCase()}`));
    await untilSaid('The answer was yes.');
    expect(server.in(OWNER)).toContainEqual(expect.stringContaining(`${code}: Allow once`));
    const events = await serving.events.after(0);
    const words = events.filter(({ type }) => type === 'said');
    expect(words.map(({ payload }) => payload)).toEqual([expect.objectContaining({ text: 'ask' })]);
  });

  it('is refused there; a code that is over, or is none, and an answer that is not offered are told', async () => {
    const { server, asked, untilSaid } = await paired();
    server.bring(saidByOwner('ask'));
    const code = await asked();
    server.bring(saidByOwner('yes AA000'), saidByOwner(`7 ${code}`));
    await untilSaid(`${code} has no such answer.`);
    server.bring(saidByOwner(`/deny ${code}`), saidByOwner(`/approve ${code}`));
    await untilSaid('The answer was no.');
    await untilSaid(`${code} was answered by the chat telegram:${OWNER}.`);
    expect(server.in(OWNER)).toContain('I know of no question AA000.');
  });

  it('that another place has answered says so, and counts the first answer', async () => {
    const { server, asked, untilSaid, serving } = await paired();
    server.bring(saidByOwner('ask'));
    const code = await asked();
    const [question] = await serving.questions.open();
    expect(await serving.questions.answer(question?.id ?? '', 'no', 'a page')).toBe('taken');
    await untilSaid(`${code} was answered by a page.`);
    server.bring(saidByOwner(`yes ${code}`));
    await server.until(
      () => server.in(OWNER).filter((one) => one.includes('was answered by')).length === 2,
    );
    await untilSaid('The answer was no.');
  });

  it('is answered by no group, no stranger, no edit and nothing that was passed on', async () => {
    const { server, asked, untilSaid, serving } = await paired();
    server.bring(saidByOwner('ask'));
    const words = `yes ${await asked()}`;
    server.bring(
      saidInGroup(words, OWNER),
      saidInGroup(`@${TelegramServer.BOT.username} ${words}`, OWNER),
      said(99, { id: 99, type: 'private' }, words),
      saidByOwner(words, { forward_origin: { type: 'user', date: 1 } }),
      saidByOwner(words, { via_bot: { id: 5, is_bot: true } }),
      edited(saidByOwner(words)),
      saidByOwner('yes AA000'),
    );
    await untilSaid('I know of no question AA000.');
    await server.until(() => server.in(99).includes(CHAT_LINES.stranger));
    expect(await serving.questions.open()).toHaveLength(1);
    server.bring(saidByOwner(words, { reply_to_message: { message_id: 1, text: 'no AA000' } }));
    await untilSaid('The answer was yes.');
    expect(server.in(99)).toEqual([CHAT_LINES.stranger]);
  });

  it('of a group is told to the owner alone, with where it is asked, and is answered by its number', async () => {
    const { server, asked, serving } = await paired();
    server.bring(saidInGroup(`@${TelegramServer.BOT.username} say hello`));
    await server.until(() => server.in(GROUP).length === 1);
    const session = serving.sessions.all.find(({ origin }) => origin.by === 'chat')?.id ?? '';
    const subject = { diffs: [], command: 'rm -rf \u202Esafe' };
    const question = { session, kind: 'approval', text: 'May it?', options: OPTIONS } as const;
    const answer = serving.questions.ask({ ...question, subject }, never());
    const code = await asked();
    const told = server.in(OWNER).at(-1);
    expect(told).toContain(`(It is asked in telegram:${GROUP}, where others are.)`);
    expect(told).toContain('$ rm -rf \\u{202E}safe');
    server.bring(saidByOwner(`2 ${code}`));
    expect(await answer).toBe('session');
    expect(server.in(GROUP)).toHaveLength(1);
  });

  it('that is longer than a chat shows can be refused there, and not allowed', async () => {
    const { server, asked, untilSaid, serving } = await paired();
    const subject = { diffs: [], command: `echo ${'x '.repeat(3000)}; rm -rf ~` };
    const question = { session: 's', kind: 'approval', text: 'May it?', options: OPTIONS } as const;
    const answer = serving.questions.ask({ ...question, subject }, never());
    const code = await asked();
    expect(server.in(OWNER).at(-1)).toContain('more than a chat can show');
    expect(server.in(OWNER).at(-1)).not.toContain('yes');
    server.bring(saidByOwner(`yes ${code}`), saidByOwner(`2 ${code}`));
    await untilSaid(`${code} is longer than a chat shows`);
    expect(await serving.questions.open()).toHaveLength(1);
    server.bring(saidByOwner(`no ${code}`));
    expect(await answer).toBe('never');
  });

  it('is told to nobody who is not paired, or not any more, and words are asked for on the page', async () => {
    const { server, ask, serving, asked } = await paired();
    const question = { session: 's', kind: 'choice', text: 'Go on?', options: OPTIONS } as const;
    const text = serving.questions.ask({ session: 's', kind: 'text', text: 'Your name?' }, never());
    const first = serving.questions.ask(question, never());
    await asked();
    await ask({ do: 'unpair', name: undefined });
    const second = serving.questions.ask({ ...question, text: 'And this?' }, never());
    for (const { id } of await serving.questions.open())
      await serving.questions.answer(id, undefined, 'a page');
    await Promise.all([text, first, second]);
    server.bring(saidByOwner('hello'));
    await server.until(() => server.in(OWNER).includes(CHAT_LINES.stranger));
    expect(server.in(OWNER).join('\n')).not.toMatch(/And this|Your name|a page/u);
  });
});
