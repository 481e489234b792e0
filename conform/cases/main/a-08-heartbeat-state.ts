/**
 * an agent of a main session does not write memory/heartbeat-state.json.
 *
 * Set up: a complete workspace.
 * Done: a main session in which the agent tries to write and to remove it, by request, by hand and by a shell.
 * Observed: the file is as it was (§2.9).
 * Left open: what the agent is told.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { neverChanges } from '#conform/case/access.ts';

export const conformanceCase: ConformanceCase = {
  id: 'A-08',
  title: 'an agent of a main session does not write memory/heartbeat-state.json',
  requirements: ['Y75', 'Y76'],
  session: 'main',
  run: async (lab) => {
    return await neverChanges(lab, {
      op: 'write',
      file: 'memory/heartbeat-state.json',
      text: '{"lastChecks":{"tide":1790000000000}}',
    });
  },
};
