/**
 * a proof that fails is no proof.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: a boot of a main session in which the unlink does nothing, and the look after it fails with EIO.
 * Observed: the boot is refused, and the agent gets nothing.
 * Left open: the words.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';
import { LOOKING_CALLS, UNLINKING } from '#conform/witness/sight.ts';

export const conformanceCase: ConformanceCase = {
  id: 'X-09',
  title: 'a proof that fails is no proof',
  requirements: ['Y112', 'Y114'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const boot = await lab.boot({
      interference: [
        { calls: UNLINKING, file: 'BOOTSTRAP.md', what: 'retval=0' },
        {
          calls: LOOKING_CALLS,
          file: 'BOOTSTRAP.md',
          what: 'error=EIO',
          after: { calls: UNLINKING, file: 'BOOTSTRAP.md' },
        },
      ],
    });
    return [...(await refuses(lab, boot)), ...kept(lab)];
  },
};
