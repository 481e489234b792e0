/**
 * M-02: an agent of a shared session does not write AGENTS.md.
 *
 * Set up: a complete workspace.
 * Done: a shared session in which the agent tries to write and to remove it, by request, by hand and by a shell.
 * Observed: the file is as it was (§3.2).
 * Left open: what the agent is told.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { neverChanges, WRITTEN } from '#conform/case/access.ts';

export const conformanceCase: ConformanceCase = {
  id: 'M-02',
  title: 'an agent of a shared session does not write AGENTS.md',
  requirements: ['Y87'],
  session: 'shared',
  run: async (lab) => {
    return await neverChanges(lab, { op: 'write', file: 'AGENTS.md', text: `{old}${WRITTEN}\n` });
  },
};
