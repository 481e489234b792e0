/**
 * B-23: the boot is refused when the file is immutable.
 *
 * Set up: BOOTSTRAP.md with a canary; its unlink fails with EPERM, as it does when the file is immutable.
 * Done: one boot of a main session.
 * Observed: the boot is refused in time and names the file; no agent got a word of the instructions; BOOTSTRAP.md
 *   is still there, since nothing was taken from it.
 * Left open: which words and which exit code other than 0.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';
import { UNLINKING } from '#conform/witness/sight.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-23',
  title: 'the boot is refused when the file is immutable',
  requirements: ['Y114', 'K18'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const boot = await lab.boot({
      interference: [{ calls: UNLINKING, file: 'BOOTSTRAP.md', what: 'error=EPERM' }],
    });
    return [...(await refuses(lab, boot)), ...kept(lab)];
  },
};
