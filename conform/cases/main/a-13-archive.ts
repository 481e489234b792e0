/**
 * an agent does not write a log that was put away.
 *
 * Set up: a complete workspace with a log in memory/archive/.
 * Done: a main session in which the agent tries to write and to remove it, by request, by hand and by a shell.
 * Observed: the file is as it was (§5.2).
 * Left open: what the agent is told.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { neverChanges, WRITTEN } from '#conform/case/access.ts';
import { ARCHIVED } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'A-13',
  title: 'an agent does not write a log that was put away',
  requirements: ['Y62'],
  session: 'main',
  run: async (lab) => {
    return await neverChanges(lab, { op: 'write', file: ARCHIVED, text: `{old}${WRITTEN}\n` });
  },
};
