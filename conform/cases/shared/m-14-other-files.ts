/**
 * M-14: an agent of a shared session does not write the other files.
 *
 * Set up: a complete workspace.
 * Done: a shared session in which the agent tries to write and to remove TOOLS.md, memory/heartbeat-state.json and a
 *   log that was put away, and to write BOOTSTRAP.md, by request, by hand and by a shell.
 * Observed: the files are as they were, and there is no BOOTSTRAP.md (§3.2).
 * Left open: what the agent is told.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { neverChanges, WRITTEN } from '#conform/case/access.ts';
import { ARCHIVED } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'M-14',
  title: 'an agent of a shared session does not write the other files',
  requirements: ['Y67', 'Y92'],
  session: 'shared',
  run: async (lab) => {
    const files = ['TOOLS.md', 'memory/heartbeat-state.json', ARCHIVED, 'BOOTSTRAP.md'];
    const attempts = files.map(
      (file) => ({ op: 'write', file, text: `{old}${WRITTEN}\n` }) as const,
    );
    return await neverChanges(lab, ...attempts);
  },
};
