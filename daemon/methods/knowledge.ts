/** What automations and agents want to be kept, and what the owner decides. */
import { acceptProposal, listProposals, rejectProposal } from '#daemon/memory/proposals.ts';
import { anything, count, FLAG, list, MOMENT, optional, shape, word, WORDS } from './field.ts';
import { type Method, method } from './method.ts';

const PROPOSAL = shape({
  id: count(1),
  kind: word('entity', 'fact', 'episode'),
  payload: anything('What is to be known.'),
  at: MOMENT,
  source: WORDS,
  trust: word('owner', 'agent', 'outside'),
  readers: WORDS,
});

/** By their names. */
export const PROPOSAL_METHODS: Readonly<Record<string, Method>> = {
  'memory.proposals': method(
    'What waits for the yes of its owner, the oldest first; "after" is the number of the last one that you have.',
    { after: optional(count(0)) },
    shape({ proposals: list(PROPOSAL) }),
    async ({ data }, asked) => ({ proposals: await listProposals(data, asked) }),
  ),
  'memory.accept': method(
    'Keeps what was proposed; "readers" says who may know it, where that is not who the proposal names; "first" tells whether nobody had decided before.',
    { id: count(1), readers: optional(word('private', 'owner', 'all')) },
    shape({ first: FLAG }),
    async ({ data }, { id, readers }) => ({ first: await acceptProposal(data, id, readers) }),
  ),
  'memory.reject': method(
    'Leaves out what was proposed, for good.',
    { id: count(1) },
    shape({ first: FLAG }),
    async ({ data }, { id }) => ({ first: await rejectProposal(data, id) }),
  ),
};
