/**
 * an agent of a main session does not write memory/DAY.md.
 *
 * Set up: a complete workspace.
 * Done: a main session in which the agent tries to write and to remove it, by request, by hand and by a shell.
 * Observed: the file is as it was (§2.5).
 * Left open: what the agent is told.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { neverChanges, WRITTEN } from '#conform/case/access.ts';

export const conformanceCase: ConformanceCase = {
  id: 'A-07',
  title: 'an agent of a main session does not write memory/DAY.md',
  requirements: ['Y58', 'Y62'],
  session: 'main',
  run: async (lab) => {
    return await neverChanges(lab, {
      op: 'write',
      file: `memory/${lab.yesterday}.md`,
      text: `{old}${WRITTEN}\n`,
    });
  },
};
