/**
 * B-28: instructions that cannot be opened are refused.
 *
 * Set up: BOOTSTRAP.md with a canary; its open fails with EACCES.
 * Done: one boot of a main session.
 * Observed: the boot is refused in time and names the file; no agent got a word of the instructions; BOOTSTRAP.md
 *   is still there, since nothing was taken from it.
 * Left open: which words and which exit code other than 0.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-28',
  title: 'instructions that cannot be opened are refused',
  requirements: ['Y65', 'Y114'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const boot = await lab.boot({
      interference: [{ calls: ['open', 'openat'], file: 'BOOTSTRAP.md', what: 'error=EACCES' }],
    });
    return [...(await refuses(lab, boot)), ...kept(lab)];
  },
};
