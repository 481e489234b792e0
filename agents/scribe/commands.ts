/** What a human can say in a session: a note, or one of five commands. */
import { agentIdentity } from '#lib/layout/identity.ts';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { readBootstrapFields } from '#lib/workspace/bootstrap-fields.ts';
import { readIdentity } from '#lib/workspace/read-identity.ts';
import { dayOf } from '#lib/text/day.ts';
import { listItem, withItem } from '#lib/text/list-item.ts';
import type { GateAnswer } from '#agents/acp/answer.ts';
import type { Gate } from './gate.ts';
import { timeOf, todayOf } from './session.ts';
import { SCRIBE } from './turn.ts';
import type { Turn } from './turn.ts';

const MEMORY = 'MEMORY.md';
const SOUL = 'SOUL.md';

interface Command {
  readonly usage: string;
  readonly what: string;
  readonly run: (turn: Turn, text: string) => Promise<void>;
}

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['remember', { usage: '/remember TEXT', what: 'keeps TEXT in MEMORY.md', run: remember }],
  ['today', { usage: '/today', what: "shows today's log", run: showToday }],
  [
    'rename',
    { usage: '/rename NAME', what: 'gives me another name, in a session for that', run: rename },
  ],
  ['who', { usage: '/who', what: 'says who I am', run: sayWho }],
  ['help', { usage: '/help', what: 'shows this list', run: ({ gate }) => gate.say(help()) }],
]);

/** What a kernel has no command of its own for. */
const OFFERED: ReadonlySet<string> = new Set(['rename', 'who']);

/** The commands, as the protocol offers them to a human. */
export const OFFER: SessionUpdate = {
  sessionUpdate: 'available_commands_update',
  availableCommands: [...COMMANDS]
    .filter(([name]) => OFFERED.has(name))
    .map(([name, { usage, what }]) => {
      const hint = usage.split(' ').slice(1).join(' ');
      return { name, description: what, input: hint === '' ? null : { hint } };
    }),
};

/** Carries out what the human said: everything that is no command is noted. */
export async function sessionTurn(turn: Turn): Promise<void> {
  const { words } = turn.prompt;
  if (words === '') return turn.gate.say('Nothing was said, so there is nothing to note.');
  const [, name, text = ''] = /^\/(\S*)\s*(.*)$/s.exec(words) ?? [];
  if (name === undefined) return noteDown(turn);
  const command = COMMANDS.get(name);
  if (command !== undefined) return command.run(turn, text);
  return turn.gate.say(`There is no command /${name}; nothing was noted.\n${help()}`);
}

const help = (): string =>
  [
    'Whatever you say is noted in the log of today. Besides:',
    ...[...COMMANDS.values()].map(({ usage, what }) => `- \`${usage}\` ${what}`),
  ].join('\n');

async function noteDown({ session, gate, prompt }: Turn): Promise<void> {
  const today = todayOf(session);
  const answer = await gate.append(today, listItem(`${timeOf(session)} `, prompt.words));
  await gate.say(answer.ok ? `Noted in ${today}.` : `Not noted: ${answer.refusal.text}`);
}

async function remember({ session, gate }: Turn, text: string): Promise<void> {
  if (!session.kind.permissions.curatesMemory) {
    return gate.say(
      'MEMORY.md belongs to main sessions, and this one is shared (§3.2); nothing was kept.',
    );
  }
  if (text.trim() === '') return gate.say('What shall I remember? `/remember TEXT`');
  const day = dayOf(todayOf(session)) ?? '';
  const answer = await addToMemory(gate, listItem(`${day}: `, text));
  return gate.say(answer.ok ? `Kept in ${MEMORY}.` : `Not kept: ${answer.refusal.text}`);
}

/**
 * Somebody else may write between reading and writing: then once more, on the text of now. A new item
 * goes with whatever they wrote, also where two items at one end would count as changes that meet.
 */
async function addToMemory(gate: Gate, item: string): Promise<GateAnswer<null>> {
  const memory = await gate.read(MEMORY);
  // Only a file that is known to be absent is begun anew; one that cannot be read is left alone.
  if (!memory.ok && !memory.refusal.absent) return memory;
  const answer = await gate.write(MEMORY, withItem(memory.ok ? memory.value : '', item));
  if (answer.ok || answer.refusal.code !== 'GATE_CHANGED') return answer;
  const { current } = answer.refusal;
  return current === undefined ? answer : gate.write(MEMORY, withItem(current, item));
}

async function showToday({ session, gate }: Turn): Promise<void> {
  // The log may help to work in a shared session, but is not passed on there (§3.2).
  if (!session.kind.permissions.isPrivate) {
    return gate.say('In a shared session the log is not passed on (§3.2).');
  }
  const today = todayOf(session);
  const log = await gate.read(today);
  if (log.ok) return gate.say(log.value.trim() === '' ? `${today} is empty.` : log.value.trimEnd());
  return gate.say(log.refusal.absent ? `${today} is empty.` : log.refusal.text);
}

/** SOUL.md is written only where a human has opened the session for it (§2.1); elsewhere the gate says so. */
async function rename({ gate }: Turn, text: string): Promise<void> {
  const name = text.trim();
  if (name === '') return gate.say('What shall my name be? `/rename NAME`');
  const soul = await gate.read(SOUL);
  if (!soul.ok) return gate.say(soul.refusal.text);
  const old = readIdentity(soul.value).name;
  if (old === undefined) return gate.say('SOUL.md does not tell me my name.');
  const answer = await writeMerged(gate, SOUL, renamed(soul.value, old, name));
  return gate.say(
    answer.ok ? `My name is ${name} from now on.` : `Not renamed: ${answer.refusal.text}`,
  );
}

/** Somebody else may have changed the file meanwhile: then once more, together with theirs if the changes do not meet. */
async function writeMerged(gate: Gate, file: string, text: string): Promise<GateAnswer<null>> {
  const answer = await gate.write(file, text);
  const merged = answer.ok ? undefined : answer.refusal.merged;
  return merged === undefined ? answer : gate.write(file, merged);
}

/** The name where SOUL.md states it, and nowhere else in the text. */
const renamed = (soul: string, old: string, name: string): string =>
  soul
    .split('\n')
    .map((line) =>
      /^(?:#|you are\b|[-*\s]*name\b)/i.test(line.replace(/^[-*\s]+/, ''))
        ? line.replaceAll(old, () => name)
        : line,
    )
    .join('\n');

/** Another layout has the name in a file of its own. */
async function sayName(gate: Gate): Promise<void> {
  const identity = await gate.read('IDENTITY.md');
  const { name } = agentIdentity(identity.ok ? identity.value : '');
  await gate.say(name === undefined ? 'No file tells me my name.' : `I am ${name}.`);
}

async function sayWho({ session, gate }: Turn): Promise<void> {
  const soul = session.context.get(SOUL);
  if (soul === undefined) return sayName(gate);
  const { name, role } = readIdentity(soul);
  const self = [name, role].filter((part) => part !== undefined).join(', ');
  await gate.say(self === '' ? 'SOUL.md does not tell me my name.' : `I am ${self}.`);
  await gate.say(SCRIBE);
  const user = readBootstrapFields(session.context.get('USER.md') ?? '').user.name;
  if (session.kind.permissions.isPrivate && user !== undefined) await gate.say(`I serve ${user}.`);
}
