/** What the agent answers to BOOT.md, of the built program: said in the direct chat that its owner has named, and nowhere else. */
import { expect, it } from 'vitest';

import { CHAT_LINES } from '#daemon/chats/words.ts';
import { Daemon } from '#test/support/daemon.ts';
import { GROUP, OWNER, saidByOwner, saidInGroup, TelegramServer } from '#test/support/telegram.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { makeWorkspace } from '#test/support/workspace.ts';
import { writeSettings, yamo } from '#test/support/yamo.ts';

const ended = async ({ running }: Daemon): Promise<void> => {
  running.kill('SIGTERM');
  await running.ended;
};

it('answers BOOT.md in the chat of its owner at each start, once', async () => {
  const ws = makeWorkspace({});
  const server = await new TelegramServer().start();
  const env = { TELEGRAM_TOKEN: TelegramServer.TOKEN };
  const run = (...args: readonly string[]) => yamo([...args], { workspace: ws, env, cwd: ws.path });
  await yamo(['init', '--layout', 'nexus'], { workspace: ws });
  ws.write('BOOT.md', 'Look for herons.\n');
  const at = ['--token-env', 'TELEGRAM_TOKEN', '--api', server.url] as const;
  expect((await run('chat', 'add', 'telegram', ...at)).code).toBe(0);
  const agent = ['--agent', agentCommand('parrot')] as const;
  const first = await Daemon.start(ws, agent, env);
  const [code = ''] = /[A-Z2-9]{4}-[A-Z2-9]{4}/u.exec((await run('chat', 'pair')).stdout) ?? [];
  server.bring(saidInGroup('hello'), saidByOwner(code));
  await server.until(() => server.in(OWNER).includes(CHAT_LINES.paired));
  await ended(first);
  expect(server.in(OWNER)).toEqual([CHAT_LINES.paired]);
  writeSettings(ws, { heartbeat: { tell: { chat: `telegram:${OWNER}` } } });
  const herons = (): readonly string[] =>
    server.in(OWNER).filter((one) => one.includes('Look for herons.'));
  for (const starts of [1, 2]) {
    const daemon = await Daemon.start(ws, agent, env);
    await server.until(() => herons().length === starts);
    await ended(daemon);
  }
  expect(herons()).toHaveLength(2);
  expect(server.in(GROUP)).toEqual([]);
  expect(server.faults).toEqual([]);
  server.close();
});
