/** A daemon with a chat that is killed, or its adapter, at each arrow of what they say to each other. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';

import { CHAT_LINES } from '#daemon/chats/words.ts';
import { CUT_OFF } from '#daemon/data/outbound-row.ts';

import type { ChatServer } from './chat-server.ts';
import { Daemon } from './daemon.ts';
import { DiscordServer, saidToDiscord } from './discord.ts';
import { saidToSlack, SlackServer } from './slack.ts';
import { saidByOwner, TelegramServer } from './telegram.ts';
import { agentCommand } from './test-agents.ts';
import type { Disk } from './power-cut.ts';
import { AnswersServer, HOOK_SECRET } from './webhook.ts';
import { bornFiles, makeBornWorkspace } from './workspace.ts';
import { stateOf, yamo } from './yamo.ts';

const OWN_LINES: ReadonlySet<string> = new Set([CUT_OFF, ...Object.values(CHAT_LINES)]);

const GAVE_UP = JSON.stringify([{ text: CHAT_LINES.failed }]);
/** What it answers is shown before it is whole. */
const SLOW = agentCommand('talkative', '6', '200');
/** Of programs it is told who speaks, which is much to repeat, and they are shown whole answers. */
const BRISK = agentCommand('talkative', '60', '200');

/** When somebody dies: when the provider hears or says this, before it answers, or after. */
type KillArrow = readonly [method: string, moment: 'before' | 'after'];

/** A provider on this machine, in whose direct chat the owner speaks; or a program. */
interface KillScene {
  readonly program: string;
  readonly server: ChatServer;
  readonly tokens: Readonly<Record<string, string>>;
  /** Of `yamo chat add`. */
  readonly options: readonly string[];
  readonly arrows: readonly KillArrow[];
  /** `port`: of the daemon by then. */
  readonly say: (port: () => number, ...words: readonly string[]) => void;
  /** What is in the chat by now. */
  readonly answers: () => readonly string[];
  /** Programs speak: nobody is paired, and nothing is a command. */
  readonly isOfPrograms?: true;
  /** Of a provider that keeps nothing for whom it has never seen. */
  readonly isReady?: () => boolean;
}

const telegram = async (): Promise<KillScene> => {
  const server = await new TelegramServer().start();
  return {
    program: 'telegram',
    server,
    tokens: { TELEGRAM_TOKEN: TelegramServer.TOKEN },
    options: ['--token-env', 'TELEGRAM_TOKEN', '--api', server.url],
    arrows: [
      ['getUpdates', 'before'],
      ['getUpdates', 'after'],
      ['sendChatAction', 'before'],
      ['sendMessage', 'before'],
      ['sendMessage', 'after'],
      ['editMessageText', 'before'],
      ['editMessageText', 'after'],
    ],
    say: (_, ...words) => void server.bring(...words.map((one) => saidByOwner(one))),
    answers: () => server.in(4711),
  };
};

const slack = async (): Promise<KillScene> => {
  const server = await new SlackServer().start();
  return {
    program: 'slack',
    server,
    tokens: { BOT: SlackServer.BOT_TOKEN, APP: SlackServer.APP_TOKEN },
    options: ['--token-env', 'BOT', '--app-token-env', 'APP', '--api', server.url],
    arrows: [
      ['event', 'after'],
      ['acknowledgement', 'before'],
      ['acknowledgement', 'after'],
      ['chat.postMessage', 'before'],
      ['chat.postMessage', 'after'],
      ['chat.update', 'before'],
      ['chat.update', 'after'],
    ],
    say: (_, ...words) => void server.bring(...words.map((one) => saidToSlack(one))),
    answers: () => server.in('D1'),
  };
};

const discord = async (): Promise<KillScene> => {
  const server = await new DiscordServer().start();
  return {
    program: 'discord',
    server,
    tokens: { BOT: DiscordServer.TOKEN },
    options: ['--token-env', 'BOT', '--api', server.url],
    arrows: [
      ['MESSAGE_CREATE', 'after'],
      ['POST /channels/ID/typing', 'before'],
      ['POST /channels/ID/typing', 'after'],
      ['POST /channels/ID/messages', 'before'],
      ['POST /channels/ID/messages', 'after'],
      ['PATCH /channels/ID/messages/ID', 'before'],
      ['PATCH /channels/ID/messages/ID', 'after'],
    ],
    say: (_, ...words) => void server.bring(...words.map((one) => saidToDiscord(one))),
    answers: () => server.in('100'),
    isReady: () => server.begun.length > 0,
  };
};

const AGAIN_MS = 50;

const webhook = async (): Promise<KillScene> => {
  const server = await new AnswersServer().start();
  let last = 0;
  /** Again until it is taken: a daemon may be dead. */
  const post = async (port: () => number, words: string): Promise<void> => {
    last += 1;
    const [id, body] = [`m${last}`, JSON.stringify({ chat: 'ops', text: words })];
    while ((await server.post(port(), id, body).catch(() => 0)) !== ACCEPTED) await pause(AGAIN_MS);
  };
  return {
    program: 'webhook',
    server,
    tokens: { HOOK: HOOK_SECRET },
    options: ['--token-env', 'HOOK', '--api', server.url],
    arrows: [
      ['hook', 'before'],
      ['hook', 'after'],
      ['answer', 'before'],
      ['answer', 'after'],
    ],
    say: (port, ...words) => {
      for (const one of words) void post(port, one);
    },
    answers: () => server.sent.map(({ text }) => text),
    isOfPrograms: true,
  };
};
const ACCEPTED = 202;

/** The providers whose adapters are killed. */
const KILL_SCENES = { telegram, slack, discord, webhook } as const;

/** What became of so many kills. */
interface KillsReport {
  readonly said: number;
  /** Messages with an answer in the databases. */
  readonly answered: number;
  /** Messages that were begun three times without a daemon that lived to answer, and are told of as that. */
  readonly gaveUp: number;
  /** Answers that the provider has. */
  readonly arrived: number;
  /** Answers of which nobody knows whether they arrived. */
  readonly unknown: number;
  /** How often the chat was told so. */
  readonly cutOff: number;
}

/**
 * Kills the daemon and its adapter in turn, `kills` times, and has all settle; on a `disk` the power fails where the daemon is
 * killed. Throws where the provider was asked wrongly.
 */
const killedChats = async (
  kills: number,
  provider: keyof typeof KILL_SCENES,
  disk?: Disk,
): Promise<KillsReport> => {
  const scene = await KILL_SCENES[provider]();
  const { server, program, tokens, arrows, answers } = scene;
  const ws = disk?.workspace ?? makeBornWorkspace();
  if (disk !== undefined) {
    for (const [file, content] of Object.entries(bornFiles())) ws.write(file, content);
    disk.sync();
  }
  const agent = scene.isOfPrograms === undefined ? SLOW : BRISK;
  const start = (): Promise<Daemon> => Daemon.start(ws, ['--agent', agent], tokens);
  const chat = (...args: readonly string[]) =>
    yamo(['chat', ...args, '--json'], { workspace: ws, env: tokens, cwd: ws.path });
  await chat('add', program, ...scene.options);
  let daemon = await start();
  let said = 0;
  const say = (...words: readonly string[]): void => {
    said += words.length;
    scene.say(() => daemon.port, ...words);
  };
  await server.until(scene.isReady ?? (() => true));
  if (scene.isOfPrograms === undefined) {
    const { stdout } = await chat('pair');
    say(String(JSON.parse(stdout).code));
    said = 0;
    await server.until(() => answers().includes(CHAT_LINES.paired));
  }
  for (let kill = 0; kill < kills; kill += 1) {
    const [method, moment] = arrows[Math.floor(kill / 2) % arrows.length] ?? ['', 'before'];
    // In turn: an adapter that ends again and again is started later and later.
    const isDaemon = kill % 2 === 0;
    const die = (): void => {
      const pid = isDaemon ? daemon.running.pid : adapterOf(daemon.running.pid, program);
      // What a process has asked that is dead already kills nobody.
      if (pid === undefined) return;
      server.dies = undefined;
      if (isDaemon && disk !== undefined) disk.cut(pid);
      else process.kill(pid, 'SIGKILL');
      server.changed();
    };
    server.dies = { method, moment, die };
    // What is caught up, or answered at once, may pass no such moment.
    while (server.dies !== undefined) {
      const before = answers().length;
      say(`Fact ${said} is a fact.`, `Fact ${said} is one again.`);
      await server.until(() => server.dies === undefined || answers().length >= before + 2);
    }
    if (!isDaemon) continue;
    await daemon.running.ended;
    await disk?.restoreWhenLeft();
    daemon = await start();
  }
  // The last one is answered after all that came before it.
  if (scene.isOfPrograms === undefined) {
    say('/help');
    await server.until(() => answers().some((text) => text.includes('/status')));
  } else await server.until(() => answers().length >= said);
  const { code } = await yamo(['stop'], { workspace: ws });
  if (code !== 0) throw new Error('it does not stop');
  await daemon.running.ended;
  server.close();
  const database = new DatabaseSync(join(stateOf(ws), 'data/events.db'), { readOnly: true });
  const states = database
    .prepare(
      `select coalesce(request, draft_of) as answered, state from outbound
        where answered is not null and parts != ?`,
    )
    .all(GAVE_UP)
    .map(({ answered, state }) => ({ answered, isUnknown: state === 'unknown' }));
  const lines = database
    .prepare('select count(*) as count from outbound where request is null and parts = ?')
    .get(GAVE_UP);
  database.close();
  return {
    said,
    answered: new Set(states.map((one) => one.answered)).size,
    gaveUp: Number(lines?.['count']),
    arrived: answers().filter((text) => !OWN_LINES.has(text)).length,
    unknown: states.filter(({ isUnknown }) => isUnknown).length,
    cutOff: answers().filter((text) => text === CUT_OFF).length,
  };
};

/** What is wrong after so many kills, or power cuts of a `disk`: lost, answered twice, or not told as cut off where that cannot be found out. */
export const faultsAfterKills = async (
  kills: number,
  provider: keyof typeof KILL_SCENES,
  disk?: Disk,
): Promise<readonly string[]> => {
  const report = await killedChats(kills, provider, disk);
  process.stdout.write(`${kills} kills of ${provider}: ${JSON.stringify(report)}\n`);
  const { said, answered, gaveUp, arrived, unknown, cutOff } = report;
  const canFind = provider !== 'telegram';
  const holds = {
    'each is answered or given up': answered + gaveUp === said,
    'none arrives twice': arrived <= answered,
    'what is sent arrives': arrived >= answered - unknown,
    'what can be found out is': !canFind || unknown + cutOff === 0,
    'the rest is told as cut off': canFind || (0 < cutOff && cutOff <= unknown && unknown <= kills),
  };
  return Object.entries(holds).flatMap(([what, is]) =>
    is ? [] : [`not so: ${what}: ${JSON.stringify(report)}`],
  );
};

/** The process of the adapter that the daemon `pid` has started. */
const adapterOf = (pid: number, program: string): number | undefined =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
    .find((one) => {
      try {
        const parent = / \S (\d+) /u.exec(readFileSync(`/proc/${one}/stat`, 'utf8'))?.[1];
        const command = readFileSync(`/proc/${one}/cmdline`, 'utf8');
        return parent === String(pid) && command.includes(`${program}.js`);
      } catch {
        return false;
      }
    });
