/**
 * B-21: a second spelling beside them is refused.
 *
 * Set up: BOOTSTRAP.md, and bootstrap.md with the same words, on a disk that tells them apart.
 * Done: one boot of a main session.
 * Observed: the boot is refused in time and names the file; no agent got a word of the instructions; BOOTSTRAP.md
 *   is still there, since nothing was taken from it.
 * Left open: which words and which exit code other than 0.
 */
import { type ConformanceCase, Undecided } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { ORDERS, unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-21',
  title: 'a second spelling beside them is refused',
  requirements: ['Y68'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    lab.files.write('bootstrap.md', ORDERS);
    if (lab.files.text('BOOTSTRAP.md') === undefined)
      throw new Undecided('could not tell', 'this disk does not tell cases apart');
    const boot = await lab.boot();
    return [...(await refuses(lab, boot)), ...kept(lab)];
  },
};
