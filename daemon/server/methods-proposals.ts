/** What automations and agents want to be kept, and what the owner decides. */
import { acceptProposal, listProposals, rejectProposal } from '#daemon/memory/proposals.ts';
import { count, type Method, method, optional, word } from './method.ts';

/** By their names. */
export const PROPOSAL_METHODS: Readonly<Record<string, Method>> = {
  'memory.proposals': method(
    'What waits for the yes of its owner, the oldest first; "after" is the number of the last one that you have.',
    { after: optional(count(0)) },
    async ({ data }, asked) => ({ proposals: await listProposals(data, asked) }),
  ),
  'memory.accept': method(
    'Keeps what was proposed; "readers" says who may know it, where that is not who the proposal names; "first" tells whether nobody had decided before.',
    { id: count(1), readers: optional(word('private', 'owner', 'all')) },
    async ({ data }, { id, readers }) => ({ first: await acceptProposal(data, id, readers) }),
  ),
  'memory.reject': method(
    'Leaves out what was proposed, for good.',
    { id: count(1) },
    async ({ data }, { id }) => ({ first: await rejectProposal(data, id) }),
  ),
};
