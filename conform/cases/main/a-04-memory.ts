/**
 * an agent of a main session may write MEMORY.md.
 *
 * Set up: a complete workspace.
 * Done: a main session in which the agent adds a line.
 * Observed: the line is in the file (§3.1).
 * Left open: a kernel that lets no agent do so breaks nothing: the case is not applicable then.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { mayChange, WRITTEN } from '#conform/case/access.ts';

export const conformanceCase: ConformanceCase = {
  id: 'A-04',
  title: 'an agent of a main session may write MEMORY.md',
  requirements: ['Y47', 'Y83'],
  session: 'main',
  run: async (lab) => {
    return await mayChange(lab, {
      op: 'write',
      file: 'MEMORY.md',
      text: `{old}\n- 2026-01-03 ${WRITTEN}\n`,
    });
  },
};
