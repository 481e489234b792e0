/**
 * instructions that cannot be read to the end are refused.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: a boot of a main session in which the first read of the file fails with EIO.
 * Observed: the boot is refused, and the agent gets nothing.
 * Left open: the words.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'X-12',
  title: 'instructions that cannot be read to the end are refused',
  requirements: ['Y65', 'Y114'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const boot = await lab.boot({
      interference: [{ calls: ['read', 'pread64'], file: 'BOOTSTRAP.md', what: 'error=EIO' }],
    });
    return [...(await refuses(lab, boot)), ...kept(lab)];
  },
};
