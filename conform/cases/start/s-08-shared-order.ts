/**
 * S-08: the files of a shared session are read in the order of the RFC.
 *
 * Set up: a complete workspace.
 * Done: one boot of a shared session.
 * Observed: the first open of AGENTS.md, SOUL.md and USER.md, by whichever process of the kernel: each returned before
 *   the next began.
 * Left open: whether USER.md is read.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession } from '#conform/case/judge.ts';
import { born } from '#conform/case/texts.ts';
import { before } from '#conform/witness/calls.ts';

export const conformanceCase: ConformanceCase = {
  id: 'S-08',
  title: 'the files of a shared session are read in the order of the RFC',
  requirements: ['Y34'],
  session: 'shared',
  run: async (lab) => {
    born(lab);
    const boot = await lab.boot();
    const complaints = heldSession(boot);
    if (complaints.length > 0) return complaints;
    const sight = boot.sight();
    const [agents, soul, user] = ['AGENTS.md', 'SOUL.md', 'USER.md'].map((name) =>
      sight.opens(name).at(0),
    );
    if (agents === undefined || soul === undefined) return ['AGENTS.md or SOUL.md was not read'];
    return [
      ...(before(agents, soul) ? [] : ['SOUL.md was read before AGENTS.md']),
      ...(user === undefined || before(soul, user) ? [] : ['USER.md was read before SOUL.md']),
    ];
  },
};
