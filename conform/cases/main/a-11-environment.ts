/**
 * what the environment holds gets into no file.
 *
 * Set up: a complete workspace, and a canary in the environment of the kernel.
 * Done: one boot of a main session.
 * Observed: no file anywhere holds the canary afterwards.
 * Left open: whether the agent gets the variables of the kernel.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession } from '#conform/case/judge.ts';
import { born, CANARY } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'A-11',
  title: 'what the environment holds gets into no file',
  requirements: ['Y95', 'Y98'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    const boot = await lab.boot();
    return [
      ...heldSession(boot),
      ...lab.holding(CANARY.environment).map((name) => `it is in ${name}`),
    ];
  },
};
