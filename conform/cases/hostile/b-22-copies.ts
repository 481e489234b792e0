/**
 * B-22: a copy that an editor left is refused.
 *
 * Set up: BOOTSTRAP.md, and BOOTSTRAP.md~ with the same words.
 * Done: one boot of a main session.
 * Observed: the boot is refused in time and names the file; no agent got a word of the instructions; BOOTSTRAP.md
 *   is still there, since nothing was taken from it.
 * Left open: which words and which exit code other than 0.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { ORDERS, unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-22',
  title: 'a copy that an editor left is refused',
  requirements: ['Y68'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    lab.files.write('BOOTSTRAP.md~', ORDERS);
    const boot = await lab.boot();
    return [...(await refuses(lab, boot)), ...kept(lab)];
  },
};
