/**
 * instructions that end too early are not carried out.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: a boot of a main session in which the first read of the file says that it is at its end.
 * Observed: the boot is refused, and the file is there; or the kernel has read it again, and all is as in B-01.
 * Left open: which of the two.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { carriedOut, kept, refuses } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'X-18',
  title: 'instructions that end too early are not carried out',
  requirements: ['Y65', 'Y114'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const boot = await lab.boot({
      interference: [{ calls: ['read', 'pread64'], file: 'BOOTSTRAP.md', what: 'retval=0' }],
    });
    return boot.code === 0 ? carriedOut(lab, boot) : [...(await refuses(lab, boot)), ...kept(lab)];
  },
};
