/** Proposals for MEMORY.md that wait for their human (RFC-0009 §5.3): one, to which later ones are joined, in the kernel's state. */
import {
  isEmptyProposal,
  mergeProposals,
  proposalParts,
  type Proposal,
  type ProposedEntry,
  type ProposedRemoval,
  without,
  withoutParts,
} from '#lib/memory/proposal.ts';
import { GIVEN_UP_MAX, PROPOSALS_WAITING_MAX } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { stateOf } from '#kernel/state/store.ts';

/** What their human is told of them. */
export const PROPOSAL_WAITS = 'A proposal for MEMORY.md waits for you: yamo memory curate';

/** From this version of the file on, entries and lines bear the marks of who proposed them. */
const VERSION = 1;
const EARLIER = 'it was proposed before yamo noted who proposes';

/** What waits; `undefined` if nothing does. Throws STATE_UNUSABLE. */
export const waitingProposal = (home: StateHome): Proposal | undefined => {
  const kept = stateOf(home).read(STATE.proposals);
  if (kept === undefined) return undefined;
  const { version, add, remove } = kept;
  if (add.length + remove.length === 0) return undefined;
  if (version === VERSION) return { add, remove };
  return { add: add.map(ofEarlier), remove: remove.map(ofEarlier) };
};

const ofEarlier = <Part extends ProposedEntry | ProposedRemoval>(part: Part): Part => ({
  ...part,
  marks: [...(part.marks ?? []), EARLIER],
});

const NOTHING: Proposal = { add: [], remove: [] };

const keep = (home: StateHome, proposal: Proposal, givenUp = givenUpIn(home)): void => {
  const isEmpty = isEmptyProposal(proposal) && givenUp.length === 0;
  if (isEmpty) return stateOf(home).remove(STATE.proposals);
  const told = givenUp.length === 0 ? {} : { givenUp };
  stateOf(home).write(STATE.proposals, { version: VERSION, ...proposal, ...told });
};

const givenUpIn = (home: StateHome): readonly string[] =>
  stateOf(home).read(STATE.proposals)?.givenUp ?? [];

const digestOf = (part: string): string => sha256(Buffer.from(part));

/** What of a proposal its owner has not given up before. Throws STATE_UNUSABLE. */
export const notGivenUp = (home: StateHome, proposal: Proposal): Proposal => {
  const known = new Set(givenUpIn(home));
  return withoutParts(proposal, (part) => known.has(digestOf(part)));
};

/** What the owner does not want waits no longer, and is not to be proposed again; returns what waits. The caller holds the write lock. Throws STATE_UNUSABLE. */
export const giveUpProposal = (home: StateHome, decided: Proposal): Proposal | undefined => {
  const rest = settleProposal(home, decided);
  const all = new Set([...givenUpIn(home), ...proposalParts(decided).map(digestOf)]);
  keep(home, rest ?? NOTHING, [...all].slice(-GIVEN_UP_MAX));
  return rest;
};

/** What would wait together with this one. Throws PROPOSAL_INVALID, STATE_UNUSABLE. */
export const withWaiting = (home: StateHome, proposal: Proposal): Proposal => {
  const waiting = waitingProposal(home);
  const all = waiting === undefined ? proposal : mergeProposals(waiting, proposal);
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
  if (waiting !== undefined) keep(home, rest ?? NOTHING);
  return rest;
};
