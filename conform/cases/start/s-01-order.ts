/**
 * S-01: the files are read in the order of the RFC.
 *
 * Set up: a complete workspace with logs of today and yesterday.
 * Done: one boot of a main session.
 * Observed: the first open of each file, by whichever process of the kernel: AGENTS.md, SOUL.md, USER.md, the
 *   logs, MEMORY.md; each returned before the next began.
 * Left open: the order of the two logs.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession } from '#conform/case/judge.ts';
import { born } from '#conform/case/texts.ts';
import { before } from '#conform/witness/calls.ts';

export const conformanceCase: ConformanceCase = {
  id: 'S-01',
  title: 'the files are read in the order of the RFC',
  requirements: ['Y15', 'Y23', 'Y34', 'Y39', 'K16', 'K17'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    const boot = await lab.boot();
    const sight = boot.sight();
    const order = [
      ['AGENTS.md'],
      ['SOUL.md'],
      ['USER.md'],
      [`memory/${lab.today}.md`, `memory/${lab.yesterday}.md`],
      ['MEMORY.md'],
    ];
    const firsts = order.map((names) => names.flatMap((name) => sight.opens(name).slice(0, 1)));
    const missing = order.flat().filter((name) => sight.opens(name).length === 0);
    const wrong = firsts.slice(1).flatMap((calls, at) => {
      const earlier = firsts[at] ?? [];
      return calls.every((call) => earlier.every((one) => before(one, call)))
        ? []
        : [order[at + 1]?.join(' and ') ?? ''];
    });
    return [
      ...heldSession(boot),
      ...missing.map((name) => `${name} was not read`),
      ...wrong.map((name) => `${name} was read before what comes before it`),
    ];
  },
};
