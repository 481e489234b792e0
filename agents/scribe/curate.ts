/**
 * The scribe's proposal for MEMORY.md (RFC-0009 §5.3). It has no model: of the notes that MEMORY.md does not have it proposes
 * those that say themselves that they are to last, as they stand, and of lines that stand there twice to take out the second.
 */
import type { PromptRequest } from '@agentclientprotocol/sdk';
import { marksItself } from '#lib/memory/lasting-line.ts';
import { type Note, NOTE_ITEM, summaryOf, TakenOver } from '#lib/memory/notes.ts';
import type { Proposal } from '#lib/memory/proposal.ts';
import { PROPOSAL_ENTRY_MAX_CHARS } from '#lib/spec/limits.ts';
import { memberAt } from '#lib/text/json.ts';
import type { Gate } from './gate.ts';

/** Entries of one proposal: who is shown more reads none. */
const ENTRIES = 12;

/** The logs that the kernel wants curated; `undefined` if it wants something else. */
export const logsToCurate = ({ _meta: meta }: PromptRequest): readonly string[] | undefined => {
  const logs = memberAt(meta, 'yamo', 'curate');
  return Array.isArray(logs) ? logs.map(String) : undefined;
};

/** Reads the logs, and proposes. */
export const proposeChanges = async (gate: Gate, logs: readonly string[]): Promise<void> => {
  const memory = await gate.read('MEMORY.md');
  const text = memory.ok ? memory.value : '';
  const found: Proposal['add'][number][] = [];
  for (const file of logs) {
    const log = await gate.read(file);
    if (log.ok) found.push(...notesOf(file, log.value, text));
  }
  const distinct = [...new Map(found.map((one) => [one.text.toLowerCase(), one])).values()];
  const proposal: Proposal = { add: distinct.slice(0, ENTRIES), remove: repeated(text) };
  if (proposal.add.length + proposal.remove.length === 0)
    return gate.say('MEMORY.md has what the logs say; I propose nothing.');
  const answer = await gate.propose(proposal);
  return gate.say(answer.ok ? answer.value : `Not proposed: ${answer.refusal.text}`);
};

const notesOf = (file: string, log: string, memory: string): Proposal['add'] =>
  new TakenOver(memory).missing(summaryOf(log).notes.filter(isLasting)).map(({ line, text }) => ({
    text: text.replace(NOTE_ITEM, '').trim(),
    source: `${file}:${line}`,
  }));

const isLasting = ({ text }: Note): boolean =>
  NOTE_ITEM.test(text) && text.length <= PROPOSAL_ENTRY_MAX_CHARS && marksItself(text);

/** Entries that stand there a second time. */
const repeated = (memory: string): Proposal['remove'] => {
  const first = new Map<string, number>();
  return memory.split('\n').flatMap((text, at) => {
    const entry = text.trim();
    if (!NOTE_ITEM.test(entry)) return [];
    const before = first.get(entry);
    if (before === undefined) first.set(entry, at + 1);
    return before === undefined
      ? []
      : [{ line: at + 1, text: entry, why: `it stands in line ${before} already` }];
  });
};
