/**
 * The scribe's proposal for MEMORY.md (RFC-0009 §5.3). It has no model: of the notes that MEMORY.md does not have it proposes
 * those that say most, as they stand, and of lines that stand there twice to take out the second.
 */
import type { PromptRequest } from '@agentclientprotocol/sdk';
import { type Note, summaryOf, TakenOver } from '#lib/memory/notes.ts';
import type { Proposal } from '#lib/memory/proposal.ts';
import { takeApart } from '#lib/privacy/private-lines-words.ts';
import { PROPOSAL_ENTRY_MAX_CHARS } from '#lib/spec/limits.ts';
import { memberAt } from '#lib/text/json.ts';
import type { Gate } from './gate.ts';

/** Entries of one proposal: who is shown more reads none. */
const ENTRIES = 5;
/** Less is a remark: `09:10 yes.` */
const MIN_BITS = 30;

/** The logs that the kernel wants curated; `undefined` if it wants something else. */
export const logsToCurate = ({ _meta: meta }: PromptRequest): readonly string[] | undefined => {
  const logs = memberAt(meta, 'yamo', 'curate');
  return Array.isArray(logs) ? logs.map(String) : undefined;
};

/** Reads the logs, and proposes. */
export const proposeChanges = async (gate: Gate, logs: readonly string[]): Promise<void> => {
  const memory = await gate.read('MEMORY.md');
  const text = memory.ok ? memory.value : '';
  const found: Found[] = [];
  for (const file of logs) {
    const log = await gate.read(file);
    if (log.ok) found.push(...notesOf(file, log.value, text));
  }
  const proposal: Proposal = { add: best(found), remove: repeated(text) };
  if (proposal.add.length + proposal.remove.length === 0)
    return gate.say('MEMORY.md has what the logs say; I propose nothing.');
  const answer = await gate.propose(proposal);
  return gate.say(answer.ok ? answer.value : `Not proposed: ${answer.refusal.text}`);
};

interface Found {
  readonly text: string;
  readonly source: string;
  readonly bits: number;
}

const notesOf = (file: string, log: string, memory: string): readonly Found[] =>
  new TakenOver(memory).missing(summaryOf(log).notes.filter(isItem)).map(({ line, text }) => {
    const said = text.replace(ITEM, '').trim();
    return { text: said, source: `${file}:${line}`, bits: bitsOf(said) };
  });

/** A list item of its own, with or without its time; what is indented belongs to another. */
const ITEM = /^[-*+] +(?:\d\d:\d\d +)?/;

const isItem = ({ text }: Note): boolean =>
  ITEM.test(text) && text.length <= PROPOSAL_ENTRY_MAX_CHARS && !text.trimEnd().endsWith('?');

const bitsOf = (text: string): number =>
  takeApart(text).features.reduce((sum, { bits }) => sum + bits, 0);

/** Those that say most, in the order of the days. */
const best = (found: readonly Found[]): Proposal['add'] => {
  const distinct = [...new Map(found.map((one) => [one.text.toLowerCase(), one])).values()];
  const chosen = new Set(
    distinct
      .filter(({ bits }) => bits >= MIN_BITS)
      .toSorted((one, other) => other.bits - one.bits)
      .slice(0, ENTRIES),
  );
  return distinct.filter((one) => chosen.has(one)).map(({ text, source }) => ({ text, source }));
};

/** Entries that stand there a second time. */
const repeated = (memory: string): Proposal['remove'] => {
  const first = new Map<string, number>();
  return memory.split('\n').flatMap((text, at) => {
    const entry = text.trim();
    if (!ITEM.test(entry)) return [];
    const before = first.get(entry);
    if (before === undefined) first.set(entry, at + 1);
    return before === undefined
      ? []
      : [{ line: at + 1, text: entry, why: `it stands in line ${before} already` }];
  });
};
