/**
 * a credential does not get into MEMORY.md.
 *
 * Set up: a complete workspace.
 * Done: a main session in which the agent adds a key of a provider to MEMORY.md, by request, by hand and by a
 *   shell.
 * Observed: no file of the workspace holds it.
 * Left open: what the agent is told, and which keys are known.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { keepsOutKey } from '#conform/case/access.ts';
import { KEY } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'A-10',
  title: 'a credential does not get into MEMORY.md',
  requirements: ['Y50', 'Y95'],
  session: 'main',
  run: async (lab) => {
    const text = `{old}\n- 2026-01-03 ${KEY}\n`;
    return await keepsOutKey(lab, { op: 'write', file: 'MEMORY.md', text });
  },
};
