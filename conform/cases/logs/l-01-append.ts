/**
 * L-01: what is in a log stays at its beginning.
 *
 * Set up: a complete workspace with logs of today and yesterday.
 * Done: one boot of a main session.
 * Observed: the log of yesterday is as it was, and that of today begins with what was there.
 * Left open: what is added.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession } from '#conform/case/judge.ts';
import { born } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'L-01',
  title: 'what is in a log stays at its beginning',
  requirements: ['Y58', 'Y62'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    const [today, yesterday] = [`memory/${lab.today}.md`, `memory/${lab.yesterday}.md`];
    const [was, wasYesterday] = [lab.files.text(today) ?? '', lab.files.text(yesterday)];
    const boot = await lab.boot();
    return [
      ...heldSession(boot),
      ...((lab.files.text(today) ?? '').startsWith(was) ? [] : ['the log of today was changed']),
      ...(lab.files.text(yesterday) === wasYesterday ? [] : ['the log of yesterday was changed']),
    ];
  },
};
