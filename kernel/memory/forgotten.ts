/** Takes what an owner has forgotten out of the kernel's state of a workspace: out of each kind that holds words of files. */
import type { Forgotten } from '#lib/memory/forgotten.ts';
import type { Proposal } from '#lib/memory/proposal.ts';
import { COPIES } from '#kernel/state/copies.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { openTranscripts } from '#kernel/state/sessions.ts';
import { stateOf } from '#kernel/state/store.ts';
import { forgetInTranscripts } from '#kernel/state/transcripts.ts';
import { withJournal, type Changing } from './change.ts';
import type { ChangeEntry } from './journal.ts';
import { settleProposal, waitingProposal } from './proposals.ts';

/** Returns what still has it, in sentences: sessions that are open. `own` is left as it is. Throws STATE_… refusals, WORKSPACE_WRITING. */
export const forgetInState = (
  work: Changing,
  lines: readonly string[],
  forgotten: Forgotten,
  own: ChangeEntry,
): readonly string[] => {
  const { home } = work;
  withJournal(work, (journal) => journal.purgeLines(lines, forgotten, own));
  return work.exclusively(() => {
    const state = stateOf(home);
    // They may say the same.
    state.removeAll('with what is forgotten');
    for (const kind of Object.values(COPIES))
      for (const [stamp = '', file = ''] of state.partedKeys(kind)) {
        const text = state.read(kind, stamp, file)?.toString('utf8') ?? '';
        if (forgotten.isIn(text))
          state.write(kind, Buffer.from(forgotten.linesWithout(text)), stamp, file);
      }
    forgetProposals(home, forgotten);
    state.removeDamaged((text) => forgotten.isIn(text));
    const open = openTranscripts(home);
    return forgetInTranscripts(home, forgotten, open).map(
      (id) => `session ${id} is open: end it, and forget again`,
    );
  });
};

const forgetProposals = (home: StateHome, forgotten: Forgotten): void => {
  const waiting = waitingProposal(home);
  if (waiting === undefined) return;
  const isIn = (part: object): boolean => forgotten.isIn(JSON.stringify(part));
  const gone: Proposal = { add: waiting.add.filter(isIn), remove: waiting.remove.filter(isIn) };
  if (gone.add.length + gone.remove.length > 0) settleProposal(home, gone);
};
