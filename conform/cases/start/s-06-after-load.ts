/**
 * S-06: the agent serves when all is loaded.
 *
 * Set up: a complete workspace.
 * Done: one boot of a main session.
 * Observed: the kernel opens MEMORY.md before the agent has its first message.
 * Left open: when the process of the agent is started, and what it gets of a message before its end.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession } from '#conform/case/judge.ts';
import { born, CANARY } from '#conform/case/texts.ts';
import { before } from '#conform/witness/calls.ts';

export const conformanceCase: ConformanceCase = {
  id: 'S-06',
  title: 'the agent serves when all is loaded',
  requirements: ['K17'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    const boot = await lab.boot();
    const sight = boot.sight();
    const shown = sight.noticed(CANARY.body) ?? sight.got(CANARY.body);
    const memory = sight.opens('MEMORY.md').at(0);
    if (shown === undefined || memory === undefined)
      return ['the agent got nothing, or MEMORY.md was not read'];
    return [
      ...heldSession(boot),
      ...(before(memory, shown) ? [] : ['the agent got its context before all was read']),
    ];
  },
};
