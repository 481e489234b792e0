/**
 * S-07: the agent of a shared session gets who it is.
 *
 * Set up: a complete workspace with canaries in AGENTS.md and SOUL.md.
 * Done: one boot of a shared session.
 * Observed: AGENTS.md and then SOUL.md are opened, each return before the next open, and USER.md not before them; the
 *   agent gets both canaries (§3.2).
 * Left open: whether it is shown USER.md, which is for its work alone.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession } from '#conform/case/judge.ts';
import { born, CANARY } from '#conform/case/texts.ts';
import { before } from '#conform/witness/calls.ts';

export const conformanceCase: ConformanceCase = {
  id: 'S-07',
  title: 'the agent of a shared session gets who it is',
  requirements: ['Y15', 'Y34', 'Y86', 'Y87', 'Y88'],
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
      ...(sight.got(CANARY.soul) === undefined ? ['the agent did not get SOUL.md'] : []),
    ];
  },
};
