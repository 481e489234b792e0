/**
 * B-35: a workspace that cannot be searched is not taken for an empty one.
 *
 * Set up: BOOTSTRAP.md with a canary, and a SOUL.md; the first look at it fails with EACCES, as it does in a folder with mode 0744.
 * Done: one boot of a main session.
 * Observed: the boot is refused, and the file is there; or the kernel has looked again, and all is as in B-01.
 * Left open: which of the two.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { carriedOut, kept, refuses } from '#conform/case/judge.ts';
import { SOUL, unborn } from '#conform/case/texts.ts';
import { LOOKING_CALLS } from '#conform/witness/sight.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-35',
  title: 'a workspace that cannot be searched is not taken for an empty one',
  requirements: ['Y112', 'Y114'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    lab.files.write('SOUL.md', SOUL);
    const boot = await lab.boot({
      interference: [{ calls: LOOKING_CALLS, file: 'BOOTSTRAP.md', what: 'error=EACCES' }],
    });
    return boot.code === 0 ? carriedOut(lab, boot) : [...(await refuses(lab, boot)), ...kept(lab)];
  },
};
