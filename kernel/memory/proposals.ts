/** Proposals for MEMORY.md that wait for their human (RFC-0009 §5.3): one, to which later ones are joined, in the kernel's state. */
import {
  joined,
  type Proposal,
  type ProposedEntry,
  type ProposedRemoval,
  without,
} from '#lib/memory/proposal.ts';
import { PROPOSALS_WAITING_MAX } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { isJsonObject } from '#lib/text/json.ts';
import type { StateHome } from '#kernel/state/home.ts';

const NAME = 'proposal.json';
/** What their human is told of them. */
export const PROPOSAL_WAITS = 'A proposal for MEMORY.md waits for you: yamo memory curate';
const LOSS = 'The proposals for MEMORY.md that waited are lost; agents propose again.';

/** From this version of the file on, entries and lines bear the marks of who proposed them. */
const VERSION = 1;
const EARLIER = 'it was proposed before yamo noted who proposes';

interface Kept extends Proposal {
  readonly version?: typeof VERSION;
}

/** What waits; `undefined` if nothing does. Throws STATE_UNUSABLE. */
export const waitingProposal = (home: StateHome): Proposal | undefined => {
  const kept = home.readJsonOrSetAside(NAME, isProposal, LOSS);
  if (kept === undefined) return undefined;
  const { version, add, remove } = kept;
  if (version === VERSION) return { add, remove };
  return { add: add.map(ofEarlier), remove: remove.map(ofEarlier) };
};

const ofEarlier = <Part extends ProposedEntry | ProposedRemoval>(part: Part): Part => ({
  ...part,
  marks: [...(part.marks ?? []), EARLIER],
});

const keep = (home: StateHome, proposal: Proposal): void =>
  home.writeJson(NAME, { version: VERSION, ...proposal });

/** What would wait together with this one. Throws PROPOSAL_INVALID, STATE_UNUSABLE. */
export const withWaiting = (home: StateHome, proposal: Proposal): Proposal => {
  const waiting = waitingProposal(home);
  const all = waiting === undefined ? proposal : joined(waiting, proposal);
  if (all.add.length + all.remove.length > PROPOSALS_WAITING_MAX)
    throw new Refusal('PROPOSAL_INVALID', {
      reason: `more than ${PROPOSALS_WAITING_MAX} changes would wait for your human (yamo memory curate)`,
    });
  return all;
};

/** Adds to what waits. The caller holds the write lock. Throws as `withWaiting`. */
export const addProposal = (home: StateHome, proposal: Proposal): Proposal => {
  const all = withWaiting(home, proposal);
  keep(home, all);
  return all;
};

/** What was decided waits no longer; returns what still does. The caller holds the write lock. Throws STATE_UNUSABLE. */
export const settleProposal = (home: StateHome, decided: Proposal): Proposal | undefined => {
  const waiting = waitingProposal(home);
  const rest = waiting && without(waiting, decided);
  if (rest !== undefined) keep(home, rest);
  else if (waiting !== undefined) home.remove(NAME);
  return rest;
};

const isProposal = (value: unknown): value is Kept =>
  isJsonObject(value) &&
  Array.isArray(value['add']) &&
  value['add'].every((one) => hasTexts(one, 'text', 'source')) &&
  Array.isArray(value['remove']) &&
  value['remove'].every((one) => hasTexts(one, 'text', 'why'));

const hasTexts = (value: unknown, ...names: readonly string[]): boolean =>
  isJsonObject(value) && names.every((name) => typeof value[name] === 'string');
