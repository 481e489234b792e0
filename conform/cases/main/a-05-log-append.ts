/**
 * an agent of a main session may append to memory/DAY.md.
 *
 * Set up: a complete workspace.
 * Done: a main session in which the agent appends a line.
 * Observed: the line is in the file (§3.1).
 * Left open: a kernel that lets no agent do so breaks nothing: the case is not applicable then.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { mayChange, WRITTEN } from '#conform/case/access.ts';

export const conformanceCase: ConformanceCase = {
  id: 'A-05',
  title: 'an agent of a main session may append to memory/DAY.md',
  requirements: ['Y84'],
  session: 'main',
  run: async (lab) => {
    return await mayChange(lab, {
      op: 'append',
      file: `memory/${lab.today}.md`,
      text: `\n- ${WRITTEN}\n`,
    });
  },
};
