/**
 * B-19: bytes that are no UTF-8 are refused before anything is lost.
 *
 * Set up: BOOTSTRAP.md holds a byte that is no UTF-8.
 * Done: one boot of a main session.
 * Observed: the boot is refused in time and names the file; no agent got a word of the instructions; BOOTSTRAP.md
 *   is still there, since nothing was taken from it.
 * Left open: which words and which exit code other than 0.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { ORDERS, unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-19',
  title: 'bytes that are no UTF-8 are refused before anything is lost',
  requirements: ['Y3', 'Y65'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files, Buffer.concat([Buffer.from(ORDERS), Buffer.from([0xff, 0x0a])]));
    const boot = await lab.boot();
    return [...(await refuses(lab, boot)), ...kept(lab)];
  },
};
