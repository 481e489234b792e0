/**
 * M-04: an agent of a shared session does not write MEMORY.md.
 *
 * Set up: a complete workspace.
 * Done: a shared session in which the agent tries to write and to remove it, by request, by hand and by a shell.
 * Observed: the file is as it was (§3.2).
 * Left open: what the agent is told.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { neverChanges, WRITTEN } from '#conform/case/access.ts';

export const conformanceCase: ConformanceCase = {
  id: 'M-04',
  title: 'an agent of a shared session does not write MEMORY.md',
  requirements: ['Y47', 'Y89'],
  session: 'shared',
  run: async (lab) => {
    return await neverChanges(lab, { op: 'write', file: 'MEMORY.md', text: `{old}${WRITTEN}\n` });
  },
};
