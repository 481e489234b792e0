/**
 * L-03: a second session adds a block and no title.
 *
 * Set up: a complete workspace without a log of today.
 * Done: two boots of main sessions, one after the other.
 * Observed: the log has one title, and what the first one wrote is its beginning.
 * Left open: as in L-02.
 */
import { type ConformanceCase, Undecided } from '#conform/case/case.ts';
import { heldSession } from '#conform/case/judge.ts';
import { born } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'L-03',
  title: 'a second session adds a block and no title',
  requirements: ['Y61'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    const log = `memory/${lab.today}.md`;
    lab.files.remove(log);
    const first = await lab.boot();
    const was = lab.files.text(log);
    const complaints = heldSession(first);
    if (complaints.length > 0) return complaints;
    if (was === undefined)
      throw new Undecided('not applicable', 'this kernel noted nothing of this session');
    const second = await lab.boot();
    const text = lab.files.text(log) ?? '';
    const titles = text.split('# Memory — ').length - 1;
    return [
      ...heldSession(second),
      ...(text.startsWith(was) ? [] : ['what the first session wrote was changed']),
      ...(titles === 1 ? [] : [`the log has ${titles} titles`]),
    ];
  },
};
