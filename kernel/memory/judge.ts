/** A proposal for MEMORY.md, looked at before anybody else does (RFC-0009 §5.3): its form, its sources, what it would come to. */
import { scan } from '#lib/injection/scan.ts';
import { bootOfLine } from '#lib/memory/origin.ts';
import {
  applyProposal,
  type Proposal,
  type ProposedEntry,
  sourceOf,
} from '#lib/memory/proposal.ts';
import { isReplacedBy, isSupported } from '#lib/memory/support.ts';
import { PROPOSE_MEMORY } from '#lib/model/tools.ts';
import { membersOf } from '#lib/text/json.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { archivedFile } from '#lib/text/days.ts';
import { inputFault } from '#kernel/wire/tool-input.ts';
import type { Origins } from './origins.ts';

/** What a proposal is held against. */
export interface JudgeParts {
  /** The text of a file of memory; `undefined` if it is absent. */
  readonly read: (file: string) => string | undefined;
  readonly origins: Origins;
  /** What speaks against applying unseen whatever its session proposes; absent where the owner brings it. */
  readonly proposer?: readonly string[];
  readonly findCredentials: (
    text: string,
  ) => Promise<readonly { readonly kind: string; readonly line: number }[]>;
}

/** A proposal that can be applied, and what it comes to. */
export interface JudgedProposal {
  readonly proposal: Proposal;
  readonly before: string;
  readonly after: string;
  readonly added: number;
  readonly removed: number;
}

/** Throws PROPOSAL_INVALID, GATE_CREDENTIAL, FILE_… and STATE_… refusals. */
export const judgeProposal = async (value: unknown, parts: JudgeParts): Promise<JudgedProposal> => {
  const given = proposalIn(value);
  const { read, proposer, findCredentials } = parts;
  const texts = given.add.map(({ text }) => text).join('\n');
  const [credential] = await findCredentials(texts);
  if (credential !== undefined)
    throw new Refusal('GATE_CREDENTIAL', { path: 'MEMORY.md', ...credential });
  const memory = read('MEMORY.md') ?? '';
  const add = given.add.map((entry) => ({ ...entry, marks: marksOf(entry, parts) }));
  const plain = add.filter(({ marks }) => marks.length === 0);
  const stays = applied({ ...given, add: plain }, memory).after.split('\n');
  const remove = given.remove.map(({ line, text, why }) => {
    const instead = add.filter(({ supersedes }) => supersedes === line).map((entry) => entry.text);
    const isReplaced = [...instead, ...stays].some((other) => isReplacedBy(text, other));
    // What takes its place, or stays, must say the same.
    const lost = isReplaced ? [] : ['nothing takes its place'];
    const marks = proposer === undefined ? [] : [...proposer, ...lost];
    return { line, text, why, marks: [...marks, ...instructionMarks(why)] };
  });
  return applied({ add, remove }, memory);
};

/** What a proposal comes to on this text of MEMORY.md. Throws PROPOSAL_INVALID. */
export const applied = (proposal: Proposal, before: string): JudgedProposal => {
  const result = applyProposal(before, proposal);
  if (!result.ok) throw invalid(result.reason);
  const { after, added, removed } = result;
  return { proposal, before, after, added, removed };
};

const invalid = (reason: string): Refusal => new Refusal('PROPOSAL_INVALID', { reason });

/** The value as a proposal, if it has its form. */
const proposalIn = (value: unknown): Proposal => {
  const fault = inputFault(PROPOSE_MEMORY, value);
  if (fault !== undefined) throw invalid(fault.slice(fault.indexOf(': ') + 2));
  const { add, remove } = membersOf(value);
  return { add: Array.isArray(add) ? add : [], remove: Array.isArray(remove) ? remove : [] };
};

/** Why an entry is not applied unseen. Throws PROPOSAL_INVALID where its source is no line of a log. */
const marksOf = (
  { text, source }: ProposedEntry,
  { read, origins, proposer = [] }: JudgeParts,
): readonly string[] => {
  const place = sourceOf(source);
  if (place === undefined) throw invalid(`${JSON.stringify(source)} is no line of a log`);
  const log = read(place.file) ?? read(archivedFile(place.day));
  const line = log?.split('\n')[place.line - 1]?.trim() ?? '';
  if (log === undefined || line === '') throw invalid(`there is nothing at ${source}`);
  return [
    ...origins.marksOf(bootOfLine(log, place.line)),
    ...proposer,
    ...instructionMarks(`${text}\n${line}`),
    ...(isSupported(text, `${line} ; ${place.day}`)
      ? []
      : ['it says more than the line it is from']),
  ];
};

const instructionMarks = (text: string): readonly string[] =>
  scan(text).length > 0 ? ['it reads like an instruction'] : [];

/** MEMORY.md as the gate gives it; what was read may be written. Throws FILE_… refusals. */
export const readMemory = async (broker: {
  readonly read: (file: string) => Promise<string>;
}): Promise<string> => {
  try {
    return await broker.read('MEMORY.md');
  } catch (error) {
    if (error instanceof Refusal && error.code === 'GATE_ABSENT') return '';
    throw error;
  }
};
