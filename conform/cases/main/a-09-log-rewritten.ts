/**
 * an agent does not rewrite the log of the day.
 *
 * Set up: a complete workspace with a log of today.
 * Done: a main session in which the agent tries to replace and to remove it, by request, by hand and by a shell.
 * Observed: what was in the log is still its beginning.
 * Left open: what comes after it.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { logStays } from '#conform/case/access.ts';

export const conformanceCase: ConformanceCase = {
  id: 'A-09',
  title: 'an agent does not rewrite the log of the day',
  requirements: ['Y58'],
  session: 'main',
  run: async (lab) => {
    return await logStays(lab);
  },
};
