/**
 * B-07: instructions beside a SOUL.md still mean a first boot.
 *
 * Set up: BOOTSTRAP.md with a canary, and a SOUL.md; no logs, so that nothing says that there was a boot.
 * Done: one boot of a main session.
 * Observed: as in B-01.
 * Left open: nothing: RFC-0009 says what must be.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { carriedOut } from '#conform/case/judge.ts';
import { SOUL, unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-07',
  title: 'instructions beside a SOUL.md still mean a first boot',
  requirements: ['Y64', 'Y104'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    lab.files.write('SOUL.md', SOUL);
    return carriedOut(lab, await lab.boot());
  },
};
