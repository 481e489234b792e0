/**
 * M-07: nobody opens MEMORY.md in a shared session.
 *
 * Set up: a complete workspace with a canary in MEMORY.md.
 * Done: one boot of a shared session, in which the agent asks for nothing.
 * Observed: no process opens MEMORY.md, its inode was not read, and the canary reaches no agent and no file.
 * Left open: whether its name is seen in a listing.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession } from '#conform/case/judge.ts';
import { born, CANARY } from '#conform/case/texts.ts';
import { leaksOfMemory, watchMemory } from '#conform/case/access.ts';

export const conformanceCase: ConformanceCase = {
  id: 'M-07',
  title: 'nobody opens MEMORY.md in a shared session',
  requirements: ['Y37', 'Y44', 'Y45', 'Y89', 'Y92', 'Y94', 'Y116'],
  session: 'shared',
  run: async (lab) => {
    born(lab);
    const isOpened = watchMemory(lab);
    const boot = await lab.boot();
    const leaks = leaksOfMemory(boot, isOpened(boot));
    const copies = lab.holding(CANARY.memory).filter((name) => name !== 'MEMORY.md');
    return [
      ...leaks,
      ...heldSession(boot),
      ...copies.map((name) => `${name} holds a piece of MEMORY.md`),
    ];
  },
};
