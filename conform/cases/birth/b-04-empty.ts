/**
 * B-04: empty instructions are instructions.
 *
 * Set up: a BOOTSTRAP.md of no bytes.
 * Done: one boot of a main session.
 * Observed: the first boot runs, or is refused for want of anything to do; the file is gone in the first case and
 *   there in the second.
 * Left open: whether nothing is enough for a first boot.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-04',
  title: 'empty instructions are instructions',
  requirements: ['Y66', 'Y104'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files, '');
    const boot = await lab.boot();
    if (boot.stopped !== undefined) return [`the kernel ${boot.stopped}`];
    const isThere = lab.files.exists('BOOTSTRAP.md');
    return boot.code === 0 && isThere ? ['it booted, and BOOTSTRAP.md is still there'] : [];
  },
};
