/**
 * an agent of a main session may write HEARTBEAT.md.
 *
 * Set up: a complete workspace.
 * Done: a main session in which the agent adds a line.
 * Observed: the line is in the file (§3.1).
 * Left open: a kernel that lets no agent do so breaks nothing: the case is not applicable then.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { mayChange, WRITTEN } from '#conform/case/access.ts';

export const conformanceCase: ConformanceCase = {
  id: 'A-06',
  title: 'an agent of a main session may write HEARTBEAT.md',
  requirements: ['Y72', 'Y85'],
  session: 'main',
  run: async (lab) => {
    return await mayChange(lab, {
      op: 'write',
      file: 'HEARTBEAT.md',
      text: `{old}- [ ] ${WRITTEN}\n`,
    });
  },
};
