/**
 * S-05: the agent of a main session gets what it needs.
 *
 * Set up: a complete workspace with canaries in AGENTS.md, SOUL.md, USER.md, the log of today and MEMORY.md.
 * Done: one boot of a main session; standard input is at its end, so that nobody can answer a question.
 * Observed: it serves, and the agent gets all of the canaries.
 * Left open: in which form.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession } from '#conform/case/judge.ts';
import { born, CANARY } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'S-05',
  title: 'the agent of a main session gets what it needs',
  requirements: ['Y36', 'Y44'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    const boot = await lab.boot();
    const wanted = {
      'AGENTS.md': CANARY.body,
      'SOUL.md': CANARY.soul,
      'USER.md': CANARY.user,
      [`memory/${lab.today}.md`]: CANARY.log,
      'MEMORY.md': CANARY.memory,
    };
    const missing = Object.entries(wanted).filter(
      ([, text]) => boot.sight().got(text) === undefined,
    );
    return [...heldSession(boot), ...missing.map(([name]) => `the agent did not get ${name}`)];
  },
};
