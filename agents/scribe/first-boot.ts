/**
 * A first boot (RFC-0009 §6.2): who am I, whom do I serve, written down once and never over something
 * that is there. The instructions themselves are gone afterwards (§2.6): no line of them is written to
 * the log or said.
 */
import { readBootstrapFields } from '#lib/workspace/bootstrap-fields.ts';
import { readIdentity } from '#lib/workspace/read-identity.ts';
import { scribeIdentity, soulText, userText } from '#lib/workspace/first-files.ts';
import type { BootstrapFields } from '#lib/workspace/bootstrap-fields.ts';
import {
  madeBeside,
  type Made,
  type InstructionsText,
  readInstructions,
} from '#lib/workspace/bootstrap-lines.ts';
import { type Answers, readAnswers, withAnswers } from '#lib/workspace/first-answers.ts';
import { listItem } from '#lib/text/list-item.ts';
import { isZone } from '#lib/text/zones.ts';
import type { GateAnswer } from '#agents/acp/answer.ts';
import type { Gate } from './gate.ts';
import { timeOf, todayOf } from './session.ts';
import { SCRIBE } from './turn.ts';
import type { Turn } from './turn.ts';

/** Carries out a first-boot prompt: the instructions, and what a human answers to what they leave open. */
export async function firstBootTurn(turn: Turn): Promise<void> {
  const { session, gate, prompt } = turn;
  const soul = await gate.read('SOUL.md');
  const fields = await learn(turn);
  session.fields = fields;
  // A SOUL.md that is there says who the agent is, whatever the instructions say.
  const self = scribeIdentity(fields, soul.ok ? readIdentity(soul.value) : {});
  const whom = fields.user.name === undefined ? '' : ` ${fields.user.name}`;
  await gate.say(
    `Hello${whom}, I am ${self.name}, ${self.role}. ${SCRIBE} /help lists what else I do.`,
  );
  if (!soul.ok) await sayDefaults(gate, fields);

  const user = await gate.read('USER.md');
  const made = madeBeside(prompt.orders, { soul: textOf(soul), user: textOf(user) });
  const created = [
    ...(await ensure(gate, 'SOUL.md', !soul.ok, soulText(fields, self))),
    ...(await ensure(gate, 'USER.md', made.user, userText(fields))),
  ];
  if (created.length > 0 || prompt.orders.length > 0) await note(turn, self, created);
  await sayInstructions(gate, prompt.orders, made);
}

/** What is known after this prompt: the instructions, what came before, and the human's answers. */
async function learn({ session, gate, prompt }: Turn): Promise<BootstrapFields> {
  const before =
    prompt.orders.length > 0 ? readInstructions(prompt.orders, EVERYTHING).fields : session.fields;
  const given = await usable(gate, readAnswers(prompt.words));
  return withAnswers(before ?? readBootstrapFields(''), given);
}

const EVERYTHING: Made = { soul: true, user: true };

async function usable(gate: Gate, { timezone, ...rest }: Answers): Promise<Answers> {
  if (timezone === undefined) return rest;
  if (isZone(timezone)) return { ...rest, timezone };
  await gate.say('That time zone is not in the time zone database, so I left it out.');
  return rest;
}

const textOf = (read: GateAnswer<string>): string | undefined => (read.ok ? read.value : undefined);

async function sayDefaults(gate: Gate, fields: BootstrapFields): Promise<void> {
  const { agent, user } = fields;
  const { name, role } = scribeIdentity(fields);
  const assumed = [
    ...(agent.name === undefined ? [`the name ${name}`] : []),
    ...(agent.role === undefined ? [`the role "${role}"`] : []),
  ];
  if (assumed.length > 0)
    await gate.say(`Nobody told me otherwise, so I took ${assumed.join(' and ')}.`);
  if (user.name === undefined) await gate.say('I do not know yet whom I serve.');
}

/** Makes a file unless it says something already. Returns its name if it was made, and says what happened. */
async function ensure(
  gate: Gate,
  file: string,
  isOpen: boolean,
  text: string,
): Promise<readonly string[]> {
  if (!isOpen) {
    await gate.say(`${file} was there already; I left it as it is.`);
    return [];
  }
  const written = await gate.write(file, text);
  await gate.say(
    written.ok ? `${file} is created.` : `${file} was not created: ${written.refusal.text}`,
  );
  return written.ok ? [file] : [];
}

/** The first entry of the log holds facts that the files hold too, and nothing else. */
async function note(
  { session, gate }: Turn,
  self: ReturnType<typeof scribeIdentity>,
  created: readonly string[],
): Promise<void> {
  const files = created.length === 0 ? 'No file was created.' : `Created ${created.join(' and ')}.`;
  const text = `Bootstrap: I am ${self.name}, ${self.role}. ${files}`;
  const today = todayOf(session);
  const answer = await gate.append(today, listItem(`${timeOf(session)} `, text));
  await gate.say(answer.ok ? `Noted in ${today}.` : `Not noted: ${answer.refusal.text}`);
}

/** Counts, never quotes: the instructions may hold what nobody else should see. */
async function sayInstructions(
  gate: Gate,
  orders: readonly InstructionsText[],
  made: Made,
): Promise<void> {
  if (orders.length === 0) return;
  const { lines, unread } = readInstructions(orders, made);
  if (unread.length === 0) return;
  await gate.say(
    `Lines of text in the bootstrap instructions: ${lines}. Not carried out: ${unread.length}; that would take a model, and I have none.`,
  );
}
