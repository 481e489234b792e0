/**
 * L-02: a new log begins with its title.
 *
 * Set up: a complete workspace without a log of today.
 * Done: one boot of a main session.
 * Observed: if there is a log of today, it begins with "# Memory — YYYY-MM-DD" and has a block "## Session
 *   [HH:MM]".
 * Left open: whether a session in which nothing happened is noted.
 */
import { type ConformanceCase, Undecided } from '#conform/case/case.ts';
import { heldSession } from '#conform/case/judge.ts';
import { born } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'L-02',
  title: 'a new log begins with its title',
  requirements: ['Y59', 'Y60'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    const log = `memory/${lab.today}.md`;
    lab.files.remove(log);
    const boot = await lab.boot();
    const complaints = heldSession(boot);
    const text = lab.files.text(log);
    if (complaints.length > 0) return complaints;
    if (text === undefined)
      throw new Undecided('not applicable', 'this kernel noted nothing of this session');
    return [
      ...(text.startsWith(`# Memory — ${lab.today}\n`) ? [] : ['the title is missing']),
      ...(/^## Session \[\d\d:\d\d/m.test(text) ? [] : ['there is no block of a session']),
    ];
  },
};
