/**
 * S-02: SOUL.md is read once.
 *
 * Set up: a complete workspace.
 * Done: one boot of a main session, in which the agent asks for nothing.
 * Observed: the kernel opens SOUL.md to read it exactly once.
 * Left open: how often others are read.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession } from '#conform/case/judge.ts';
import { born } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'S-02',
  title: 'SOUL.md is read once',
  requirements: ['Y15'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    const boot = await lab.boot();
    const times = boot.sight().opens('SOUL.md').length;
    return [...heldSession(boot), ...(times === 1 ? [] : [`SOUL.md was opened ${times} times`])];
  },
};
