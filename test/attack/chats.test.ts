/**
 * The agent in groups beside its owner: one that repeats all that it is shown. What arrived at the provider is told by the
 * provider's own record.
 */
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { CHAT_LINES } from '#daemon/chats/words.ts';
import { MAIN, SHARED } from '#lib/spec/session-policy.ts';
import { type Room, type RoomPlace, ROOMS, type SaidThere } from '#test/support/chat-rooms.ts';
import { Daemon } from '#test/support/daemon.ts';
import { few, isDeep } from '#test/support/deep.ts';
import { enterWorkspace } from '#test/support/kernel.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { filled, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

import { CHAT_WAYS, type ChatWay, type Step } from './chat-ways.ts';

/** What may be heard, and where alone. */
const CANARIES = {
  kestrelmemory: ['owner'],
  kestreluser: ['owner'],
  kestrelnone: ['owner'],
  kestrelnoted: ['owner', 'other'],
  kestrelowner: ['owner'],
  kestreldirect: ['owner'],
  kestrelother: ['other'],
} as const satisfies Record<string, readonly RoomPlace[]>;
/** Of the group's own notes: it is heard there, or nothing would be shown that is withheld elsewhere. */
const OWN = 'kestrelhere';

const LINES = {
  memory:
    'The notary keeps the will of Aunt Klara under the word kestrelmemory in the blue cabinet.',
  user: 'Ada takes her medicine at noon and the pharmacy of the harbour knows her as kestreluser.',
} as const;

const filledIn = (words: string): string =>
  words.replaceAll('%memory', LINES.memory).replaceAll('%user', LINES.user);

/** Somebody noted something in each chat, today. */
const noteAll = (ws: TempWorkspace, { program, places }: Room): void => {
  const note = (chat: string | undefined, kind: typeof MAIN, line: string): void => {
    const { daily } = enterWorkspace(ws);
    daily.inChat(chat === undefined ? undefined : `${program}:${chat}`, kind.name);
    daily.append(`- ${line}\n`);
  };
  note(undefined, SHARED, 'The ferry of the club is called kestrelnone this year.');
  note(places.other, SHARED, 'The other group meets below the bridge at kestrelnoted.');
  if (places.owner !== undefined)
    note(places.owner, MAIN, 'The doctor on Monday asks for kestrelowner at the desk.');
  note(places.group, SHARED, `The group here plans a picnic and calls it ${OWN}.`);
};

/** A daemon in a room, with an owner and canaries. */
class Scene {
  readonly #room: Room;
  readonly #ws: TempWorkspace;
  readonly #agent: string;
  #daemon: Daemon | undefined;
  #beacons = 0;

  /** `pieces`: of the agent, which repeats what it is shown. */
  constructor(room: Room, pieces: readonly string[]) {
    this.#room = room;
    this.#agent = agentCommand('parrot', ...pieces);
    this.#ws = makeBornWorkspace({
      'USER.md': `${filled('USER.md')}\n- ${LINES.user}\n`,
      'MEMORY.md': `# Memory\n\n- ${LINES.memory}\n`,
    });
  }

  async begin(): Promise<void> {
    const { program, options, places } = this.#room;
    noteAll(this.#ws, this.#room);
    await this.#chat('add', program, ...options);
    await this.#start();
    await this.#room.ready();
    if (places.owner !== undefined) {
      await this.#pair();
      await this.said({ words: 'Remember the word kestreldirect for me.', at: 'owner' });
      // What is private is learned where the owner is alone.
    } else await yamo(['boot', '--message', '/who'], { workspace: this.#ws });
    await this.said({ words: 'Among us it is called kestrelother.', at: 'other' });
  }

  async end(): Promise<void> {
    await this.#stop();
    this.#room.server.close();
  }

  /** Walks it; `undefined` where the provider has nothing like it. */
  async walk({ first, ...said }: ChatWay): Promise<boolean | undefined> {
    const isOfOwner = first === 'the owner speaks' || first === 'unpair and pair';
    if (isOfOwner && this.#room.places.owner === undefined) return undefined;
    if (first !== undefined) await this.#step(first);
    const quoted = said.quoted === undefined ? {} : { quoted: filledIn(said.quoted) };
    return this.said({ ...said, ...quoted, words: filledIn(said.words) });
  }

  /** Is it answered, before what is said behind it is? `undefined` where nobody can say it. */
  async said(what: SaidThere): Promise<boolean | undefined> {
    const at = what.at ?? 'group';
    const here = (): readonly string[] => this.#in(at);
    const before = here().length;
    if (this.#daemon === undefined) throw new Error('nobody serves');
    if (!this.#room.bring(what, this.#daemon.port)) return undefined;
    this.#beacons += 1;
    const beacon = `beacon${this.#beacons}.`;
    const isReply = at === 'thread' && this.#room.program === 'slack';
    this.#room.bring({ words: beacon, at, ...(isReply && { isReply }) }, this.#daemon.port);
    await this.#room.server.until(() => here().slice(before).join('').includes(beacon));
    return here().length > before + 1;
  }

  /** Canaries that arrived where they may not, each with its place, by every byte that the provider got. */
  leaks(): readonly string[] {
    const sent = [...this.#room.sent(), ...(this.#room.before?.() ?? [])];
    const heard = this.#room.server.heard.toLowerCase();
    return Object.entries(CANARIES).flatMap(([canary, allowed]) => {
      const own = new Set<string | undefined>(allowed.map((place) => this.#room.places[place]));
      const [meant, there] = [true, false].map((isOwn) =>
        sent
          .filter(({ place }) => own.has(place) === isOwn)
          .reduce((sum, { text }) => sum + count(text.toLowerCase(), canary), 0),
      );
      const times = Math.max(Number(there), count(heard, canary) - Number(meant));
      return times === 0 ? [] : [`${canary}, ${times} times`];
    });
  }

  /** What is shown in a place. */
  shown(at: RoomPlace): readonly string[] {
    const all = this.#in(at).join('\n');
    return [...Object.keys(CANARIES), OWN].filter((canary) => all.includes(canary));
  }

  #in(at: RoomPlace): readonly string[] {
    return this.#room
      .sent()
      .filter(({ place }) => place === this.#room.places[at])
      .map(({ text }) => text);
  }

  async #step(step: Step): Promise<void> {
    switch (step) {
      case 'restart':
        await this.#stop();
        return this.#start();
      case 'unpair and pair':
        await this.#chat('unpair');
        return this.#pair();
      case 'the owner speaks':
        return void this.#room.bring({ words: 'I say kestreldirect.', at: 'owner' }, 0);
      case 'the other group speaks':
        return void this.#room.bring(
          { words: 'We say kestrelother.', at: 'other' },
          this.#daemon?.port ?? 0,
        );
    }
  }

  async #pair(): Promise<void> {
    const before = this.#in('owner').length;
    const { code } = JSON.parse(await this.#chat('pair', '--json'));
    this.#room.bring({ words: String(code), at: 'owner' }, 0);
    const paired = (): boolean => this.#in('owner').slice(before).includes(CHAT_LINES.paired);
    await this.#room.server.until(paired);
  }

  async #start(): Promise<void> {
    this.#daemon = await Daemon.start(this.#ws, ['--agent', this.#agent], this.#room.tokens);
  }

  async #stop(): Promise<void> {
    await yamo(['stop'], { workspace: this.#ws });
    await this.#daemon?.running.ended;
  }

  async #chat(...args: readonly string[]): Promise<string> {
    const where = { workspace: this.#ws, env: this.#room.tokens, cwd: this.#ws.path };
    const { code, stdout, stderr } = await yamo(['chat', ...args], where);
    if (code !== 0) throw new Error(stderr);
    return stdout;
  }
}

const count = (text: string, word: string): number => text.split(word).length - 1;

/** What came of all ways. */
const walked = async (
  provider: keyof typeof ROOMS,
  ways: readonly ChatWay[],
  pieces: readonly string[],
) => {
  const scene = new Scene(await ROOMS[provider](), pieces);
  await scene.begin();
  const leaks: string[] = [...scene.leaks()];
  const unanswered: string[] = [];
  let tried = 0;
  for (const way of ways) {
    const isAnswered = await scene.walk(way);
    if (isAnswered === undefined) continue;
    tried += 1;
    if (!isAnswered) unanswered.push(way.way);
    if (leaks.length === 0) leaks.push(...scene.leaks().map((leak) => `${way.way}: ${leak}`));
  }
  const [owner, group] = [scene.shown('owner'), scene.shown('group')];
  await scene.end();
  return { tried, leaks, unanswered, owner, group };
};

/** Where an answer is shown from its first words on. */
const SHOWN_WHILE_MADE = ['telegram', 'slack', 'discord'] as const;
const FIFTH = CHAT_WAYS.filter((_, nth) => nth % 5 === 3);
/** Each after longer than an answer waits before its first words are shown. */
const PIECES = ['4', '400'];

describe('what is not for a group', () => {
  it('is looked for in two hundred ways', () => {
    expect(new Set(CHAT_WAYS.map((one) => JSON.stringify(one))).size).toBeGreaterThanOrEqual(200);
  });

  it.each([
    ['telegram', 'at once', CHAT_WAYS],
    ['slack', 'at once', few(CHAT_WAYS, 5)],
    ['discord', 'at once', few(CHAT_WAYS, 5, 1)],
    ['webhook', 'at once', few(CHAT_WAYS, 5, 2)],
    ...(isDeep ? SHOWN_WHILE_MADE.map((one) => [one, 'in pieces', FIFTH] as const) : []),
  ] as const)(
    'is never heard there, by no byte that %s gets of an agent that answers %s',
    async (provider, how, ways) => {
      const pieces = how === 'at once' ? [] : PIECES;
      const { tried, leaks, unanswered, owner, group } = await walked(provider, ways, pieces);
      const all = `${tried} ways, ${leaks.length} canaries that left`;
      process.stdout.write(`${provider}, ${how}: ${all}\n`);
      expect(leaks).toEqual([]);
      expect(unanswered).toEqual([]);
      expect(group).toEqual([OWN]);
      // Where its owner is alone, it is all heard: the agent keeps nothing to itself.
      const whole = ['kestrelmemory', 'kestreluser', 'kestrelnone', 'kestrelnoted', 'kestrelowner'];
      const missing = [...whole, 'kestreldirect', OWN].filter((canary) => !owner.includes(canary));
      expect(provider === 'webhook' ? [] : missing).toEqual([]);
      expect(tried).toBeGreaterThan(ways.length / 3);
    },
    1_200_000,
  );
});
