/**
 * M-11: a link that the agent makes does not lead to MEMORY.md.
 *
 * Set up: a complete workspace with a canary in MEMORY.md; the agent makes a symbolic link to it first.
 * Done: a shared session in which the agent tries to read it, by request, by hand and by a shell.
 * Observed: not a byte of MEMORY.md reaches the agent. A boot that is refused for it is as good.
 * Left open: what the agent is told.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { neverReads } from '#conform/case/access.ts';

export const conformanceCase: ConformanceCase = {
  id: 'M-11',
  title: 'a link that the agent makes does not lead to MEMORY.md',
  requirements: ['Y46', 'Y89'],
  session: 'shared',
  run: async (lab) => {
    return await neverReads(lab, [
      { op: 'link', file: 'memory/notes.md', text: '../MEMORY.md' },
      { op: 'read', file: 'memory/notes.md' },
    ]);
  },
};
