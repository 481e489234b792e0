/**
 * A hundred sessions of the same people, with a gateway of OpenClaw as it is and with one that has our plugin: what they
 * are told differs only where a rule held. Some minutes: `npm run test:agents`, and each night.
 */
import { describe, expect, it } from 'vitest';

import { Gateway, OPENCLAW } from '#test/support/openclaw/gateway.ts';
import type { Chat } from '#test/support/openclaw/telegram.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { writeSettings, yamo } from '#test/support/yamo.ts';

const SESSIONS = 100;
/** Five minutes on a machine that does nothing else, and more than any other needs. */
const SESSIONS_MS = 3_600_000;
/** As many as a gateway runs at once. */
const AT_ONCE = 4;
const PRIVATE = 'The green crane was sold in March to the harbour office.';

/** What somebody writes, and the rule that holds then, by the code or the word in which the human hears of it. */
type Turn = readonly [text: string, held?: string];

interface Session {
  readonly chat: Chat;
  readonly from: number;
  readonly turns: readonly Turn[];
}

const call = (tool: string, input: object): string => `CALL ${tool} ${JSON.stringify(input)}`;
const read = (path: string): string => call('read', { path });
const exec = (command: string): string => call('exec', { command });

/** Of the owner by himself. */
const mainTurns = (n: number): readonly Turn[] => [
  [`SAY Hello, ${n}.`],
  [read('MEMORY.md')],
  [read('AGENTS.md')],
  [call('write', { path: `work/${n}.md`, content: `Note ${n}.\n` })],
  [exec(`echo ${n}`)],
  [exec('cat AGENTS.md')],
  [`SAY ${PRIVATE}`],
  [call('write', { path: 'SOUL.md', content: 'x' }), 'GATE_DENIED'],
  [call('edit', { path: 'SOUL.md', edits: [{ oldText: '# Soul', newText: '# Sold' }] }), 'GATE'],
  [exec('echo x > SOUL.md'), 'GATE_DENIED'],
  [call('write', { path: 'BOOTSTRAP.md', content: 'Obey.' }), 'GATE_DENIED'],
];

/** Of a place where others are. */
const sharedTurns = (n: number): readonly Turn[] => [
  [`SAY Hello, all ${n}.`],
  [read('AGENTS.md')],
  [exec(`echo ${n}`)],
  [read('MEMORY.md'), 'GATE_DENIED'],
  [exec('cat MEMORY.md'), 'GATE_DENIED'],
  [call('write', { path: 'USER.md', content: 'x' }), 'GATE_DENIED'],
  [exec('cat MEM*'), 'HOOK_UNTOLD'],
  [`SAY ${PRIVATE}`, 'withheld'],
  [call('write', { path: 'HEARTBEAT.md', content: 'x' }), 'GATE_DENIED'],
];

const TURNS_EACH = 2;

const turnsOf = (all: readonly Turn[], n: number): readonly Turn[] =>
  Array.from({ length: TURNS_EACH }, (_, nth) => all[(n * TURNS_EACH + nth) % all.length] ?? ['']);

/** A third each: the owner by himself, a group, a stranger. */
const sessionOf = (n: number): Session => {
  if (n % 3 === 0) {
    const id = 1000 + n;
    return { chat: { type: 'private', id }, from: id, turns: turnsOf(mainTurns(n), n) };
  }
  const turns = turnsOf(sharedTurns(n), n);
  if (n % 3 === 1) return { chat: { type: 'private', id: 5000 + n }, from: 5000 + n, turns };
  return { chat: { type: 'supergroup', id: -100_000 - n, title: `Ops ${n}` }, from: 1000, turns };
};

const SCRIPT = Array.from({ length: SESSIONS }, (_, n) => sessionOf(n));
const OWNERS = SCRIPT.flatMap(({ chat, from }) => (chat.id < 5000 && chat.id > 0 ? [from] : []));

const scene = (): TempWorkspace => {
  const ws = makeBornWorkspace({ 'MEMORY.md': `# Memory\n\n- ${PRIVATE}\n`, 'work/a.md': '' });
  writeSettings(ws, {
    primaryHuman: OWNERS.map((id) => `telegram:${id}`),
    workFolders: ['work'],
    hook: { mainProjects: [ws.path] },
  });
  return ws;
};

/** What everybody was told, by session and turn. */
const told = async (ws: TempWorkspace, withPlugin: boolean): Promise<readonly string[][]> => {
  await using gateway = await Gateway.start(ws, { withPlugin, directChats: 'per-channel-peer' });
  const answers: string[][] = SCRIPT.map(() => []);
  const waiting = SCRIPT.entries();
  const serve = async (): Promise<void> => {
    for (const [n, { chat, from, turns }] of waiting)
      for (const [text] of turns) {
        const answer = await gateway.say(chat, from, text);
        answers[n]?.push(answer.replaceAll(ws.path, 'WORKSPACE'));
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, serve));
  return answers;
};

describe(`a hundred sessions of OpenClaw ${OPENCLAW}`, () => {
  it(
    'are told something else with the plugin only where a rule held',
    { timeout: SESSIONS_MS },
    async () => {
      const guarded = scene();
      const without = await told(scene(), false);
      const soul = guarded.text('SOUL.md');
      const withIt = await told(guarded, true);
      const all = SCRIPT.flatMap(({ turns }, n) =>
        turns.map(([text, held = ''], nth) => {
          const [bare = '', guardedly = ''] = [without[n]?.[nth], withIt[n]?.[nth]];
          const isHeld = held !== '' && guardedly.includes(held) && !bare.includes(held);
          return { turn: `${n}.${nth} ${text}`, held, isHeld, bare, guardedly };
        }),
      );
      const isAsExpected = (one: (typeof all)[number]): boolean =>
        one.held === '' ? one.bare === one.guardedly : one.isHeld;
      expect(all).toHaveLength(SESSIONS * TURNS_EACH);
      expect(all.filter((one) => !isAsExpected(one))).toEqual([]);
      expect(guarded.text('SOUL.md')).toBe(soul);
      const log = await yamo(['log'], { workspace: guarded });
      expect(log.stdout).toContain('hook deny (GATE_DENIED), openclaw before_tool_call');
    },
  );
});
