/**
 * a credential does not get into the log of the day.
 *
 * Set up: a complete workspace.
 * Done: a main session in which the agent appends a line with a key of a provider, by request and by hand.
 * Observed: no file of the workspace holds it.
 * Left open: what the agent is told, and which keys are known.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { keepsOutKey } from '#conform/case/access.ts';
import { KEY } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'A-15',
  title: 'a credential does not get into the log of the day',
  requirements: ['Y95'],
  session: 'main',
  run: async (lab) => {
    const file = `memory/${lab.today}.md`;
    return await keepsOutKey(lab, { op: 'append', file, text: `- ${KEY}\n` });
  },
};
