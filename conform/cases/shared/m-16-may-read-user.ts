/**
 * M-16: an agent of a shared session may read USER.md.
 *
 * Set up: a complete workspace with a canary in USER.md.
 * Done: a shared session in which the agent reads it, by request, by hand and by a shell.
 * Observed: the agent gets the canary, now or at the start (§3.2).
 * Left open: a kernel that lets no agent do so breaks nothing: the case is not applicable then.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { mayRead } from '#conform/case/access.ts';
import { CANARY } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'M-16',
  title: 'an agent of a shared session may read USER.md',
  requirements: ['Y88'],
  session: 'shared',
  run: async (lab) => {
    return await mayRead(lab, { 'USER.md': CANARY.user });
  },
};
