/** Five hundred groups in which much is said, for five minutes: what is for the agent is answered, in its order, and memory stays. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { CHAT_AWAKE, CHAT_TURNS } from '#lib/spec/limits.ts';
import { Daemon } from '#test/support/daemon.ts';
import { said, TelegramServer } from '#test/support/telegram.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';
import { stateOf, yamo } from '#test/support/yamo.ts';

const GROUPS = 500;
const SECONDS = 300;
const A_SECOND = 50;
/** Of so many messages one is for the agent. */
const NOISE = 25;
const MENTION = `@${TelegramServer.BOT.username}`;

const residentKb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

it('answers all of them in their order, with few processes and the same memory', async () => {
  const server = await new TelegramServer().start();
  const ws = makeBornWorkspace();
  const env = { TELEGRAM_TOKEN: TelegramServer.TOKEN };
  const where = { workspace: ws, env, cwd: ws.path };
  await yamo(
    ['chat', 'add', 'telegram', '--token-env', 'TELEGRAM_TOKEN', '--api', server.url],
    where,
  );
  const daemon = await Daemon.start(ws, [], env);
  const resident: number[] = [];
  const awake: number[] = [];
  let asked = 0;
  for (let second = 0; second < SECONDS; second += 1) {
    for (let nth = 0; nth < A_SECOND; nth += 1) {
      const message = second * A_SECOND + nth;
      const isAsked = message % NOISE === 0;
      if (isAsked) asked += 1;
      // Each group is asked again and again.
      const chat = { id: -1000 - ((isAsked ? asked : message) % GROUPS), type: 'supergroup' };
      const entities = isAsked ? [{ type: 'mention', offset: 0, length: MENTION.length }] : [];
      const words = isAsked ? `${MENTION} fact ${asked}.` : `Noise ${message}.`;
      server.bring(said(10_000 + message, chat, words, { entities }));
    }
    await pause(1000);
    resident.push(residentKb(daemon.running.pid));
    if (second % 10 > 0) continue;
    const { answer } = await daemon.call('sessions.list');
    const { sessions } = answer;
    awake.push(Array.isArray(sessions) ? sessions.filter((one) => one.isAwake).length : 0);
  }
  await server.until(() => server.sent.length === asked);
  await yamo(['stop'], { workspace: ws });
  expect((await daemon.running.ended).code).toBe(0);
  server.close();
  const database = new DatabaseSync(join(stateOf(ws), 'data/agents.db'), { readOnly: true });
  const turns = database.prepare('select session, message from turns order by id').all();
  database.close();
  const facts = [...Map.groupBy(turns, ({ session }) => session).values()].map((all) =>
    all.map(({ message }) => Number(/fact (\d+)/u.exec(String(message))?.[1])),
  );
  expect(facts.flat()).toHaveLength(asked);
  expect(facts.filter((all) => all.some((fact, at) => fact < (all[at - 1] ?? 0)))).toEqual([]);
  process.stdout.write(
    `${SECONDS * A_SECOND} messages, ${asked} answers; MB of the daemon: ${[0.2, 0.5, 0.99]
      .map((share) => Math.round((resident[Math.floor(resident.length * share)] ?? 0) / 1024))
      .join(', ')}; awake at most: ${Math.max(...awake)}\n`,
  );
  expect(Math.max(...awake)).toBeLessThanOrEqual(CHAT_AWAKE + CHAT_TURNS);
  expect(resident.at(-1)).toBeLessThan(1.5 * (resident[Math.floor(SECONDS / 5)] ?? 0));
}, 3_600_000);
