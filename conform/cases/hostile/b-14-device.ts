/**
 * B-14: a device is not read.
 *
 * Set up: /dev/zero is mounted over BOOTSTRAP.md.
 * Done: one boot of a main session.
 * Observed: the boot is refused in time and names the file; no agent got a word of the instructions; BOOTSTRAP.md
 *   is still there, since nothing was taken from it.
 * Left open: which words and which exit code other than 0.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-14',
  title: 'a device is not read',
  requirements: ['Y112', 'Y114'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const boot = await lab.boot({ mount: 'mount --bind /dev/zero "$1/BOOTSTRAP.md"' });
    return [...(await refuses(lab, boot)), ...kept(lab)];
  },
};
