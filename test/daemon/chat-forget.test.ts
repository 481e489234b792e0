/** Somebody in a group asks to be forgotten: their lines of the log are shown to the owner, who decides. */
import { expect, it } from 'vitest';

import { FORGET_LINES } from '#daemon/chats/forget-me.ts';
import { logsOf, readMemoryFile } from '#kernel/memory/logs.ts';
import { servedTelegram } from '#test/support/served-telegram.ts';
import { GROUP, OWNER, saidByOwner, saidInGroup, TelegramServer } from '#test/support/telegram.ts';

const MENTION = `@${TelegramServer.BOT.username}`;
const FERRY = 'Remember that the ferry of my sister leaves on Monday evening.';
const BRIDGE = 'Remember that the bridge stays closed until winter.';

/** A group in which two have said something that was noted, and the first of them wants it forgotten. */
const asked = async () => {
  const served = await servedTelegram();
  const { server, pair, workspace, serving } = served;
  await pair();
  server.bring(saidInGroup(`${MENTION} ${FERRY}`, 99));
  await server.until(() => server.in(GROUP).length === 1);
  server.bring(saidInGroup(`${MENTION} ${BRIDGE}`, 98));
  await server.until(() => server.in(GROUP).length === 2);
  const log = (): string =>
    logsOf(serving.workspace)
      .map(({ file }) => readMemoryFile(serving.workspace, file)?.text ?? '')
      .join('\n');
  expect(log()).toContain('ferry');
  server.bring(saidInGroup(`${MENTION} /forget me`, 99));
  await server.until(() => server.in(OWNER).length === 2 && server.in(GROUP).length === 3);
  expect(server.in(GROUP)[2]).toBe(FORGET_LINES.asked);
  const question = server.in(OWNER)[1] ?? '';
  expect(question).toContain('Bob (telegram account 99) in telegram:-1005 asks to be forgotten');
  expect(question).toContain('ferry');
  expect(question).not.toContain('bridge');
  const [, code = ''] = /([A-Z]{2}\d{3}): a question/u.exec(question) ?? [];
  return { ...served, workspace, log, code };
};

it('takes out of the log what the owner allows, and nothing of anybody else', async () => {
  const { server, log, code, heard, serving } = await asked();
  server.bring(saidByOwner(`yes ${code}`));
  await server.until(() => server.in(OWNER).length === 3);
  await heard(async () => {
    const rows = await serving.data.events.selectFrom('events').select('payload').execute();
    return rows.some(({ payload }) => /"forgotten":|"trouble":/u.test(payload));
  });
  expect(log()).not.toContain('ferry');
  expect(log()).toContain('bridge');
});

it('keeps what the owner wants kept, and finds nothing of whom nothing was noted', async () => {
  const { server, log, code } = await asked();
  server.bring(saidByOwner(`no ${code}`));
  await server.until(() => server.in(OWNER).length === 3);
  server.bring(
    saidInGroup(`/forget@${TelegramServer.BOT.username} me`, 97, {
      entities: [{ type: 'bot_command', offset: 0, length: 20 }],
      from: { id: 97, is_bot: false, first_name: 'Eve' },
    }),
  );
  await server.until(() => server.in(GROUP).length === 4);
  expect(server.in(GROUP)[3]).toBe(FORGET_LINES.nothing);
  expect(log()).toContain('ferry');
});
