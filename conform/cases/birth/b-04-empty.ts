/**
 * B-04: empty instructions are instructions.
 *
 * Set up: a BOOTSTRAP.md of no bytes.
 * Done: one boot of a main session.
 * Observed: the first boot begins: an agent is started, and the file is gone; or it is refused, and the file is there.
 * Left open: whether nothing is enough for a first boot, and what comes of one that was told nothing.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { servesSound } from '#conform/case/judge.ts';
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
    if (isThere && boot.code === 0) return ['it booted, and BOOTSTRAP.md is still there'];
    if (isThere) return await servesSound(lab, 'unborn');
    return boot.sight().agent.length > 0 ? [] : ['BOOTSTRAP.md is gone, and no agent was started'];
  },
};
