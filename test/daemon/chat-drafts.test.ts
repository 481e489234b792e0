/** Answers that are shown in a chat while they are made, through the real adapter of Telegram in its view. */
import { expect, it } from 'vitest';

import { CUT_OFF } from '#daemon/data/outbound-row.ts';
import { servedTelegram } from '#test/support/served-telegram.ts';
import { GROUP, OWNER, saidByOwner, saidInGroup, TelegramServer } from '#test/support/telegram.ts';
import { agentCommand } from '#test/support/test-agents.ts';

const MENTION = `@${TelegramServer.BOT.username}`;
/** Pieces of twelve characters, a second and a half between them. */
const SLOW = agentCommand('talkative', '12', '1500');

it('shows the first words, changes them as more come, and has one message in the end', async () => {
  const { server, pair, outbound } = await servedTelegram({ agent: SLOW });
  await pair();
  const words = 'The heron stands in the mill race and waits.';
  server.bring(saidByOwner(words));
  await server.until(() => server.in(OWNER).length === 2);
  expect(server.typed).toContain(OWNER);
  const [, first = ''] = server.in(OWNER);
  expect(words.startsWith(first)).toBe(true);
  expect(first.length).toBeLessThan(words.length);
  await server.until(() => server.in(OWNER)[1] === words);
  expect(server.in(OWNER)).toHaveLength(2);
  expect(server.before.length).toBeGreaterThan(1);
  expect(server.before.every(({ text }) => words.startsWith(text))).toBe(true);
  expect(await outbound()).toHaveLength(2);
});

it('never shows in a group, in no edit either, what the owner alone may hear, also in pieces', async () => {
  const line = 'The heron CANARY-7 nests behind the mill of Aunt Klara';
  const files = { 'MEMORY.md': `# Memory\n\n- ${line}\n` };
  const { server, pair } = await servedTelegram({
    agent: agentCommand('talkative', '60', '1500'),
    files,
  });
  await pair();
  server.bring(saidByOwner('x'));
  await server.until(() => server.in(OWNER).length === 2);
  server.bring(saidInGroup(`${MENTION} Say this: ${line} and so on`));
  await server.until(() => server.in(GROUP)[0]?.includes('</message') === true);
  expect(server.before.length).toBeGreaterThan(0);
  expect(server.heard).not.toMatch(/CANARY-7|Aunt Klara/u);
});

it('says anew what somebody has removed meanwhile', async () => {
  const { server, pair } = await servedTelegram({ agent: SLOW });
  await pair();
  const words = 'The heron stands in the mill race.';
  server.bring(saidByOwner(words));
  await server.until(() => server.in(OWNER).length === 2);
  server.removed.add(server.sent.length);
  await server.until(() => server.in(OWNER).includes(words));
  expect(server.in(OWNER)).toHaveLength(3);
});

it('waits while the provider has it wait, and is whole then', async () => {
  let refusals = 0;
  const { server, pair } = await servedTelegram({
    agent: SLOW,
    answers: (method) => {
      if (method !== 'editMessageText' || refusals === 2) return undefined;
      refusals += 1;
      return refusals === 1
        ? { ok: false, error_code: 429, description: 'x', parameters: { retry_after: 1 } }
        : { ok: false, error_code: 500, description: 'x' };
    },
  });
  await pair();
  const words = 'The heron stands in the mill race.';
  server.bring(saidByOwner(words));
  await server.until(() => server.in(OWNER)[1] === words);
  expect(refusals).toBe(2);
});

it('is told as cut off, and is not answered again, where nobody knows whether its first words arrived', async () => {
  const { server, pair, rows, outbound, heard } = await servedTelegram({
    agent: SLOW,
    answers: (method, { text }) =>
      method === 'sendMessage' && String(text).startsWith('The heron') ? 'hang up' : undefined,
  });
  await pair();
  server.bring(saidByOwner('The heron stands in the mill race.'));
  await server.until(() => server.in(OWNER).includes(CUT_OFF));
  server.bring(saidByOwner('/help'));
  await server.until(() => server.in(OWNER).length === 3);
  await heard(async () => (await rows()).every(({ handled_at: at }) => at !== null));
  const states = (await outbound()).map(({ state }) => state);
  expect(states.slice(0, 3)).toEqual(['sent', 'unknown', 'sent']);
});
