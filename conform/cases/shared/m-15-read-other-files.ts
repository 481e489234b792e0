/**
 * M-15: an agent of a shared session does not read the other files.
 *
 * Set up: a complete workspace with canaries in HEARTBEAT.md, TOOLS.md, memory/heartbeat-state.json and a log that was
 *   put away.
 * Done: a shared session in which the agent tries to read them, by request, by hand and by a shell.
 * Observed: the agent gets none of the canaries (§3.2).
 * Left open: what the agent is told.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { agentTried } from '#conform/case/judge.ts';
import { ARCHIVED, born, CANARY } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'M-15',
  title: 'an agent of a shared session does not read the other files',
  requirements: ['Y70', 'Y74', 'Y92'],
  session: 'shared',
  run: async (lab) => {
    born(lab);
    const files = {
      'HEARTBEAT.md': CANARY.heartbeat,
      'TOOLS.md': CANARY.tools,
      'memory/heartbeat-state.json': CANARY.checks,
      [ARCHIVED]: CANARY.archive,
    };
    const attempts = Object.keys(files).map((file) => ({ op: 'read', file }) as const);
    const boot = await lab.boot({ attempts });
    const got = Object.entries(files).filter(([, text]) => boot.sight().got(text) !== undefined);
    return [...agentTried(boot), ...got.map(([file]) => `the agent got ${file}`)];
  },
};
