/**
 * S-07: the agent of a shared session gets who it is.
 *
 * Set up: a complete workspace with canaries in AGENTS.md and SOUL.md.
 * Done: one boot of a shared session.
 * Observed: it serves, and the agent gets both canaries (§3.2).
 * Left open: whether it is shown USER.md and the logs, which are for its work alone.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession } from '#conform/case/judge.ts';
import { born, CANARY } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'S-07',
  title: 'the agent of a shared session gets who it is',
  requirements: ['Y86', 'Y87'],
  session: 'shared',
  run: async (lab) => {
    born(lab);
    const boot = await lab.boot();
    const complaints = heldSession(boot);
    if (complaints.length > 0) return complaints;
    return boot.sight().got(CANARY.soul) === undefined ? ['the agent did not get SOUL.md'] : [];
  },
};
