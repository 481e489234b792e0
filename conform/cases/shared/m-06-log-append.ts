/**
 * M-06: an agent of a shared session may append to memory/DAY.md.
 *
 * Set up: a complete workspace.
 * Done: a shared session in which the agent appends a line.
 * Observed: the line is in the file (§3.2).
 * Left open: a kernel that lets no agent do so breaks nothing: the case is not applicable then.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { mayChange, WRITTEN } from '#conform/case/access.ts';

export const conformanceCase: ConformanceCase = {
  id: 'M-06',
  title: 'an agent of a shared session may append to memory/DAY.md',
  requirements: ['Y90'],
  session: 'shared',
  run: async (lab) => {
    return await mayChange(lab, {
      op: 'append',
      file: `memory/${lab.today}.md`,
      text: `\n- ${WRITTEN}\n`,
    });
  },
};
