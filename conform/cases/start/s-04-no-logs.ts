/**
 * S-04: logs that do not exist are passed over.
 *
 * Set up: a complete workspace without logs, HEARTBEAT.md, TOOLS.md and MEMORY.md.
 * Done: one boot of a main session.
 * Observed: it serves.
 * Left open: nothing: RFC-0009 says what must be.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession } from '#conform/case/judge.ts';
import { born } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'S-04',
  title: 'logs that do not exist are passed over',
  requirements: ['Y56', 'Y69', 'Y73'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    for (const name of [
      'HEARTBEAT.md',
      'TOOLS.md',
      'MEMORY.md',
      `memory/${lab.today}.md`,
      `memory/${lab.yesterday}.md`,
    ])
      lab.files.remove(name);
    return heldSession(await lab.boot());
  },
};
