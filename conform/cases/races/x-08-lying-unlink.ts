/**
 * an unlink that does nothing is noticed.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: a boot of a main session in which the unlink says that it succeeded and does nothing.
 * Observed: the boot is refused, and the agent gets nothing.
 * Left open: the words.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';
import { UNLINKING } from '#conform/witness/sight.ts';

export const conformanceCase: ConformanceCase = {
  id: 'X-08',
  title: 'an unlink that does nothing is noticed',
  requirements: ['Y112', 'Y114'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const boot = await lab.boot({
      interference: [{ calls: UNLINKING, file: 'BOOTSTRAP.md', what: 'retval=0' }],
    });
    return [...(await refuses(lab, boot)), ...kept(lab)];
  },
};
