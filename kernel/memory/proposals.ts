/** Proposals for MEMORY.md that wait for their human (RFC-0009 §5.3): one, to which later ones are joined, in the kernel's state. */
import {
  mergeProposals,
  type Proposal,
  type ProposedEntry,
  type ProposedRemoval,
  without,
} from '#lib/memory/proposal.ts';
import { PROPOSALS_WAITING_MAX } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
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
  if (version === VERSION) return { add, remove };
  return { add: add.map(ofEarlier), remove: remove.map(ofEarlier) };
};

const ofEarlier = <Part extends ProposedEntry | ProposedRemoval>(part: Part): Part => ({
  ...part,
  marks: [...(part.marks ?? []), EARLIER],
});

const keep = (home: StateHome, proposal: Proposal): void =>
  stateOf(home).write(STATE.proposals, { version: VERSION, ...proposal });

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
  if (rest !== undefined) keep(home, rest);
  else if (waiting !== undefined) stateOf(home).remove(STATE.proposals);
  return rest;
};
