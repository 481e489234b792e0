/**
 * an agent does not rewrite the log of the day.
 *
 * Set up: a complete workspace with a log of today.
 * Done: a main session in which the agent tries to replace it, by request, by hand and by a shell.
 * Observed: what was in the log is still its beginning.
 * Left open: what comes after it.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { agentTried } from '#conform/case/judge.ts';
import { born } from '#conform/case/texts.ts';
import { WRITTEN } from '#conform/case/access.ts';

export const conformanceCase: ConformanceCase = {
  id: 'A-09',
  title: 'an agent does not rewrite the log of the day',
  requirements: ['Y58'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    const log = `memory/${lab.today}.md`;
    const was = lab.files.text(log) ?? '';
    const boot = await lab.boot({ attempts: [{ op: 'write', file: log, text: `${WRITTEN}\n` }] });
    const isKept = (lab.files.text(log) ?? '').startsWith(was);
    return [...agentTried(boot), ...(isKept ? [] : ['what was in the log is gone'])];
  },
};
