/**
 * a deletion that is not durable is refused.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: a boot of a main session in which the fsync of the directory after the unlink fails with EIO.
 * Observed: the boot is refused, and the agent gets nothing.
 * Left open: the words.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { refuses } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';
import { SYNCING, UNLINKING } from '#conform/witness/sight.ts';

export const conformanceCase: ConformanceCase = {
  id: 'X-11',
  title: 'a deletion that is not durable is refused',
  requirements: ['Y66', 'Y114'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const boot = await lab.boot({
      interference: [
        {
          calls: SYNCING,
          file: '.',
          what: 'error=EIO',
          after: { calls: UNLINKING, file: 'BOOTSTRAP.md' },
        },
      ],
    });
    return await refuses(lab, boot);
  },
};
