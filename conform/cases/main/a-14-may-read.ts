/**
 * an agent of a main session may read what is not loaded.
 *
 * Set up: a complete workspace with canaries in HEARTBEAT.md, TOOLS.md and memory/heartbeat-state.json.
 * Done: a main session in which the agent reads them, by request, by hand and by a shell.
 * Observed: the agent gets the canaries (§3.1).
 * Left open: a kernel that lets no agent do so breaks nothing: the case is not applicable then.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { mayRead } from '#conform/case/access.ts';
import { CANARY } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'A-14',
  title: 'an agent of a main session may read what is not loaded',
  requirements: ['Y70', 'Y74'],
  session: 'main',
  run: async (lab) => {
    return await mayRead(lab, {
      'HEARTBEAT.md': CANARY.heartbeat,
      'TOOLS.md': CANARY.tools,
      'memory/heartbeat-state.json': CANARY.checks,
    });
  },
};
