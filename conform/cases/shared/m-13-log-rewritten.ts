/**
 * M-13: an agent of a shared session does not rewrite the log of the day.
 *
 * Set up: a complete workspace with a log of today.
 * Done: a shared session in which the agent tries to replace and to remove it, by request, by hand and by a shell.
 * Observed: what was in the log is still its beginning (§3.2).
 * Left open: what comes after it.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { logStays } from '#conform/case/access.ts';

export const conformanceCase: ConformanceCase = {
  id: 'M-13',
  title: 'an agent of a shared session does not rewrite the log of the day',
  requirements: ['Y58', 'Y90'],
  session: 'shared',
  run: async (lab) => {
    return await logStays(lab);
  },
};
