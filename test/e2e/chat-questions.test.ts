/** A question in the owner's chat when the daemon of the built program is killed: what it was is over, and it is asked anew. */
import process from 'node:process';
import { expect, it } from 'vitest';

import { CHAT_LINES } from '#daemon/chats/words.ts';
import { Daemon } from '#test/support/daemon.ts';
import { OWNER, saidByOwner, TelegramServer } from '#test/support/telegram.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

it('ends with the daemon that asked it, and is answered after the next start', async () => {
  const server = await new TelegramServer().start();
  const ws = makeBornWorkspace();
  const env = { TELEGRAM_TOKEN: TelegramServer.TOKEN };
  const start = (): Promise<Daemon> =>
    Daemon.start(ws, ['--agent', agentCommand('performer')], env);
  const chat = (...args: readonly string[]) =>
    yamo(['chat', ...args, '--json'], { workspace: ws, env, cwd: ws.path });
  await chat('add', 'telegram', '--token-env', 'TELEGRAM_TOKEN', '--api', server.url);
  const daemon = await start();
  server.bring(saidByOwner(String(JSON.parse((await chat('pair')).stdout).code)));
  await server.until(() => server.in(OWNER).includes(CHAT_LINES.paired));
  const asked = (): readonly string[] =>
    server.in(OWNER).flatMap((one) => /yes ([A-Z]{2}\d{3})/u.exec(one)?.[1] ?? []);
  server.bring(saidByOwner('ask'));
  await server.until(() => asked().length === 1);
  const [first = ''] = asked();
  process.kill(daemon.running.pid, 'SIGKILL');
  await daemon.running.ended;
  server.bring(saidByOwner(`yes ${first}`));
  const next = await start();
  const over = `${first} is over: a restart has ended it.`;
  await server.until(
    () => asked().length === 2 && server.in(OWNER).filter((one) => one === over).length === 2,
  );
  server.bring(saidByOwner(`yes ${asked()[1] ?? ''}`));
  await server.until(() => server.in(OWNER).includes('The answer was yes.'));
  expect(asked()).toHaveLength(2);
  await yamo(['stop'], { workspace: ws });
  await next.running.ended;
  server.close();
});
