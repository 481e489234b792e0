/**
 * an agent of a main session does not write SOUL.md.
 *
 * Set up: a complete workspace.
 * Done: a main session in which the agent tries to write and to remove it, by request, by hand and by a shell.
 * Observed: the file is as it was (§3.1).
 * Left open: what the agent is told.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { neverChanges, WRITTEN } from '#conform/case/access.ts';

export const conformanceCase: ConformanceCase = {
  id: 'A-01',
  title: 'an agent of a main session does not write SOUL.md',
  requirements: ['Y16', 'Y80'],
  session: 'main',
  run: async (lab) => {
    return await neverChanges(lab, { op: 'write', file: 'SOUL.md', text: `{old}${WRITTEN}\n` });
  },
};
