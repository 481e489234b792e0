/** A daemon in the process of a test with Telegram, through the real adapter in its view. */
import { onTestFinished } from 'vitest';

import { ADAPTERS, type AdapterRegistry } from '#daemon/adapters/registry.ts';
import { CHAT_LINES } from '#daemon/chats/words.ts';
import { ServerReach } from '#daemon/phases/reach.ts';
import { membersOf } from '#lib/text/json.ts';

import { serveHere } from './served.ts';
import { OWNER, saidByOwner, TelegramServer } from './telegram.ts';
import { makeBornWorkspace } from './workspace.ts';

const HERE = { bind: undefined, tls: undefined, isBehindProxy: false, names: [] } as const;

/** The adapter of Telegram, whose token a test knows. */
const registry = (): AdapterRegistry => {
  const telegram = ADAPTERS.get('telegram');
  if (telegram === undefined) throw new Error('it is gone');
  return new Map([['telegram', { ...telegram, tokenOf: async () => TelegramServer.TOKEN }]]);
};

interface ServedTelegram {
  readonly files?: Readonly<Record<string, string>>;
  readonly agent?: string;
  /** What the adapter is started with. */
  readonly adapters?: AdapterRegistry;
  readonly answers?: TelegramServer['answers'];
}

/** What stands there, and what a test does with it. */
export const servedTelegram = async ({
  files = {},
  agent,
  adapters = registry(),
  answers,
}: ServedTelegram = {}) => {
  const server = await new TelegramServer().start();
  if (answers !== undefined) server.answers = answers;
  onTestFinished(() => server.close());
  const ws = makeBornWorkspace(files);
  const { workspace } = await serveHere(ws, new ServerReach(HERE), { adapters, agent });
  const serving = workspace.serving;
  if (serving === undefined) throw new Error('it is not served');
  const settings = { token: 'env:TELEGRAM_TOKEN', api: server.url };
  const ask = serving.chats.ask.bind(serving.chats);
  await ask({ do: 'add', name: 'telegram', program: 'telegram', settings });
  const kinds = async () => {
    const rows = await serving.data.agents
      .selectFrom('sessions')
      .select(['kind', 'origin'])
      .orderBy('started_at')
      .execute();
    return rows.map(({ kind, origin }) => `${origin} ${kind}`);
  };
  const pair = async (): Promise<void> => {
    const { code } = membersOf(await ask({ do: 'pair', name: undefined }));
    server.bring(saidByOwner(String(code)));
    await server.until(() => server.in(OWNER).includes(CHAT_LINES.paired));
  };
  const rows = () =>
    serving.data.events
      .selectFrom('inbound')
      .select(['id', 'key', 'handled_at', 'tries'])
      .orderBy('id')
      .execute();
  const outbound = () =>
    serving.data.events
      .selectFrom('outbound')
      .select(['state', 'chat', 'error'])
      .orderBy('id')
      .execute();
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
  return { heard, server, ws, workspace, serving, ask, kinds, pair, rows, outbound };
};
