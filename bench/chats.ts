/**
 * The figures of the chats, as one table: `npm run bench:chats`, with `--json` for machines. The built daemon with Telegram on
 * this machine; and each adapter alone, which hands on what comes, and sends.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

import { CHAT_AWAKE, FILE_MAX_BYTES, SENDS_A_MINUTE } from '#lib/spec/limits.ts';
import { memberAt, parsedJson, textAt } from '#lib/text/json.ts';
import { setup } from '#test/support/global-setup.ts';
import { said, saidByOwner, TelegramServer } from '#test/support/telegram.ts';
import { agentCommand } from '#test/support/test-agents.ts';

import { CHAT_SCENES } from './chat-scenes.ts';
import { start } from './daemon.ts';
import { MeasuredDaemon } from './daemon-loop.ts';
import { freePort, heldAt } from './inspector.ts';
import { LoneAdapter } from './lone-adapter.ts';
import { type Figure, report, rowOf } from './measure.ts';
import { Place, YAMO } from './place.ts';
import { runToExit } from './processes.ts';

const MESSAGES = 20_000;
const ANSWERED = 2000;
const CHATS = 500;
const WARM_UP_TURNS = 5;
const TURNS = 50;
const SLOW_TURNS = 10;
/** As a model does. */
const MODEL = agentCommand('talkative', '150', '1000');
const LINE = 'A line. ';
const LINES_OF_MODEL = 60;
/** A client may not speak more often. */
const TURN_MS = 60_000 / SENDS_A_MINUTE / 2;
/** What a process begins with is done, and agents that are let go have ended. */
const SETTLE_MS = 3000;

/** Texts that keep a parser busy for seconds, or end it. */
const HOSTILE = ['>'.repeat(6000), '> x\n\n'.repeat(3000), `${'>'.repeat(8)} x\n\n`.repeat(1000)];

/** Megabytes of an adapter at rest and later, and milliseconds of its longest stop by each of the texts. */
const measureAdapter = async (provider: keyof typeof CHAT_SCENES) => {
  const adapter = await LoneAdapter.start(await CHAT_SCENES[provider]());
  await pause(SETTLE_MS);
  const rest = adapter.megabytes;
  for (let nth = 0; nth < ANSWERED; nth += 1) {
    await adapter.bring(MESSAGES / ANSWERED);
    await adapter.answer(`It is **${nth}**, as \`was said\`.`);
  }
  const later = adapter.megabytes;
  const stops: number[] = [];
  for (const text of HOSTILE) {
    stops.push(await adapter.stopOf(() => adapter.hear(text)));
    stops.push(await adapter.stopOf(() => adapter.answer(text)));
  }
  const fileStop = await adapter.stopOf(() => adapter.sendFile(FILE_MAX_BYTES));
  const withFile = adapter.megabytes;
  await adapter.stop();
  return { rest, later, stops, fileStop, withFile };
};

/** A workspace with Telegram. */
const withTelegram = async (place: Place) => {
  const server = await new TelegramServer().start();
  const workspace = place.newborn();
  runToExit(place, [YAMO, 'boot', workspace, '--message', 'Good morning.']);
  const token = join(place.folder, 'token');
  writeFileSync(token, TelegramServer.TOKEN, { mode: 0o600 });
  const add = ['chat', 'add', 'telegram', workspace, '--token-file', token, '--api', server.url];
  execFileSync(process.execPath, [YAMO, ...add], { env: place.environment, stdio: 'ignore' });
  return { server, workspace };
};

const MENTION = `@${TelegramServer.BOT.username}`;
let people = 1000;

/** Somebody else each time says something to the agent in a group. */
const ask = (server: TelegramServer, group: number, words: string, name = 'Bob'): void => {
  people += 1;
  const entities = [{ type: 'mention', offset: 0, length: MENTION.length }];
  const from = { id: people, is_bot: false, first_name: name };
  const chat = { id: -group, type: 'supergroup', title: name };
  server.bring(said(people, chat, `${MENTION} ${words}`, { entities, from }));
};

type Asked = Parameters<typeof ask>;

/** The same, until it is answered. */
const answered = async (server: TelegramServer, ...asked: readonly Asked[]): Promise<void> => {
  const before = server.sent.length;
  for (const one of asked) ask(...one);
  await server.until(() => server.sent.length >= before + asked.length);
};

/** Milliseconds of the longest stop of the daemon's loop by each of the texts, as message and as name, and by none. */
const measureStops = async (place: Place) => {
  const { server, workspace } = await withTelegram(place);
  const daemon = await MeasuredDaemon.start(
    place,
    [workspace],
    ['--agent', agentCommand('parrot')],
  );
  const turn = (words: string, name?: string) =>
    daemon.stopOf(() => answered(server, [server, 1, words, name]));
  for (let nth = 0; nth < WARM_UP_TURNS; nth += 1) await turn('When?');
  const hostile: number[] = [];
  const quiet: number[] = [];
  for (const text of HOSTILE) {
    quiet.push(await turn('When?'));
    hostile.push(await turn(text, text));
  }
  await daemon.stop();
  server.close();
  return { hostile, quiet };
};

/** What a page hears of a turn first: words, or why there are none. */
const FIRST_OF_TURN: ReadonlySet<unknown> = new Set(['text', 'failed']);

/** The first words of an answer on a socket as the page has one; each call is a turn in the same session. */
const pageTurns = async (port: number, token: string) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, ['yamo.v1', `bearer.${token}`]);
  let asked = 0;
  const waiting = new Set<(frame: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const frame: unknown = JSON.parse(String(data));
    for (const hear of waiting) hear(frame);
  });
  const until = (is: (frame: unknown) => boolean): Promise<unknown> =>
    new Promise((resolve) => {
      const hear = (frame: unknown): void => {
        if (!is(frame)) return;
        waiting.delete(hear);
        resolve(frame);
      };
      waiting.add(hear);
    });
  const call = (method: string, params: object): Promise<unknown> => {
    asked += 1;
    const id = asked;
    socket.send(JSON.stringify({ type: 'req', id, method, params }));
    return until((frame) => memberAt(frame, 'id') === id && memberAt(frame, 'type') === 'res');
  };
  await once(socket, 'open');
  await call('events.listen', {});
  const session = memberAt(await call('sessions.open', {}), 'payload', 'session');
  const isOurs = (frame: unknown): boolean =>
    memberAt(frame, 'session') === session && FIRST_OF_TURN.has(memberAt(frame, 'event'));
  return {
    turn: async (text: string): Promise<number> => {
      const begin = performance.now();
      const first = until(isOurs);
      const end = call('chat.send', { text, session, wait: true });
      const frame = await first;
      const took = performance.now() - begin;
      if (memberAt(frame, 'event') === 'failed') throw new Error(JSON.stringify(frame));
      await end;
      return took;
    },
    close: () => socket.close(),
  };
};

/** Turns of one kind. */
interface Turns {
  readonly turns: number;
  readonly words: string;
  readonly options?: readonly string[];
}

/** Milliseconds from what the owner says to the first words of the answer, in their chat and on a page, of so many turns of an agent. */
const measureTurns = async (place: Place, { turns, words, options = [] }: Turns) => {
  const { server, workspace } = await withTelegram(place);
  const daemon = await MeasuredDaemon.start(place, [workspace], options);
  const pair = ['chat', 'pair', workspace, '--json'];
  const paired = execFileSync(process.execPath, [YAMO, ...pair], { env: place.environment });
  server.bring(saidByOwner(textAt(parsedJson(paired.toString()), 'code') ?? ''));
  await server.until(() => server.sent.length > 0);
  const page = await pageTurns(daemon.port, daemon.tokenOf(workspace));
  const [inChat, onPage]: [number[], number[]] = [[], []];
  for (let turn = -WARM_UP_TURNS; turn < turns; turn += 1) {
    await pause(TURN_MS);
    const before = server.sent.length;
    const begin = performance.now();
    server.bring(saidByOwner(words));
    await server.until(() => server.sent.length > before);
    const took = performance.now() - begin;
    const there = await page.turn(words);
    if (turn < 0) continue;
    inChat.push(took);
    onPage.push(there);
  }
  page.close();
  await daemon.stop();
  server.close();
  return { inChat, onPage };
};

/** Kilobytes that the daemon holds for each chat in which something was said, and nobody speaks any more. */
const measureIdle = async (place: Place): Promise<number> => {
  const { server, workspace } = await withTelegram(place);
  const inspector = await freePort();
  const NODE_OPTIONS = `--inspect=127.0.0.1:${inspector}`;
  const daemon = await start(place, workspace, { env: { NODE_OPTIONS } });
  const speak = async (from: number, count: number): Promise<number> => {
    const groups = Array.from({ length: count }, (_, nth) => from + nth);
    await answered(server, ...groups.map((group): Asked => [server, group, 'A line.']));
    await pause(SETTLE_MS);
    return heldAt(inspector);
  };
  // As many are awake before as after.
  const before = await speak(1, 4 * CHAT_AWAKE);
  const after = await speak(1000, CHATS);
  await daemon.stop();
  server.close();
  return ((after - before) * 1024) / CHATS;
};

const measured = async (place: Place): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  for (const [provider, atMost] of [
    ['telegram', 115],
    ['slack', 115],
    ['discord', 130],
  ] as const) {
    const { rest, later, stops, fileStop, withFile } = await measureAdapter(provider);
    const target = { atMost, of: 'unit' } as const;
    figures.push(
      { what: `${provider}: its process at rest`, unit: 'MB', samples: [rest], target },
      { what: `… after ${MESSAGES} messages`, unit: 'MB', samples: [later], target },
      {
        what: '… longest stop of its loop by a hostile message',
        unit: 'ms',
        samples: [Math.max(...stops)],
        target: { atMost: 500, of: 'unit' },
      },
      { what: '… longest stop by a file of the most bytes', unit: 'ms', samples: [fileStop] },
      { what: '… its memory when that has been sent', unit: 'MB', samples: [withFile] },
    );
  }
  const { hostile, quiet } = await measureStops(place);
  const { inChat, onPage } = await measureTurns(place, { turns: TURNS, words: LINE });
  const slow = await measureTurns(place, {
    turns: SLOW_TURNS,
    words: LINE.repeat(LINES_OF_MODEL),
    options: ['--agent', MODEL],
  });
  const idle = await measureIdle(place);
  return [
    ...figures,
    {
      what: "longest stop of the daemon's loop by one (compared with an ordinary one)",
      unit: 'ms',
      samples: [Math.max(...hostile)],
      bare: [Math.max(...quiet)],
      target: { atMost: 50, of: 'unit' },
    },
    {
      what: 'message received to first word sent (compared with the page)',
      unit: 'ms',
      samples: inChat,
      bare: onPage,
      target: { atMost: 1.3, of: 'bare' },
    },
    {
      what: '… of an agent that speaks after a second, and in pieces',
      unit: 'ms',
      samples: slow.inChat,
      bare: slow.onPage,
      target: { atMost: 1.3, of: 'bare' },
    },
    {
      what: `memory of the daemon for each of ${CHATS} idle chats`,
      unit: 'KB',
      samples: [idle],
      target: { atMost: 20, of: 'unit' },
    },
  ];
};

if (import.meta.main) {
  await setup();
  const place = new Place();
  try {
    report((await measured(place)).map((one) => rowOf(one)));
  } finally {
    place.remove();
  }
}
