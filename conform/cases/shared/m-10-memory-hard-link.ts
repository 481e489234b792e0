/**
 * M-10: a second name does not lead to MEMORY.md.
 *
 * Set up: the log of today is a hard link to MEMORY.md.
 * Done: a shared session in which the agent tries to read it, by request, by hand and by a shell.
 * Observed: not a byte of MEMORY.md reaches the agent. A boot that is refused for it is as good.
 * Left open: what the agent is told.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { neverReads } from '#conform/case/access.ts';

export const conformanceCase: ConformanceCase = {
  id: 'M-10',
  title: 'a second name does not lead to MEMORY.md',
  requirements: ['Y46', 'Y89'],
  session: 'shared',
  run: async (lab) => {
    const log = `memory/${lab.today}.md`;
    return await neverReads(lab, [{ op: 'read', file: log }], () => {
      lab.files.remove(log);
      lab.files.link('MEMORY.md', log);
    });
  },
};
