/**
 * B-33: a first boot leaves what the next start needs.
 *
 * Set up: BOOTSTRAP.md with a canary; the agent writes SOUL.md and USER.md.
 * Done: one boot of a main session, and a second one.
 * Observed: SOUL.md, USER.md, AGENTS.md and a log of the day are there, and the second boot serves.
 * Left open: who writes which of them.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession, served } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-33',
  title: 'a first boot leaves what the next start needs',
  requirements: ['Y5', 'Y108', 'Y110'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const first = await lab.boot();
    const wanted = ['SOUL.md', 'USER.md', 'AGENTS.md', `memory/${lab.today}.md`];
    const missing = wanted.filter((name) => lab.files.text(name) === undefined);
    if (served(first).length > 0 || missing.length > 0)
      return [...served(first), ...missing.map((name) => `${name} is missing`)];
    return heldSession(await lab.boot());
  },
};
