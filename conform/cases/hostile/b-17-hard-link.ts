/**
 * B-17: instructions with a second name are refused.
 *
 * Set up: BOOTSTRAP.md has a hard link outside of the workspace: to delete one name would leave the other.
 * Done: one boot of a main session.
 * Observed: the boot is refused in time and names the file; no agent got a word of the instructions; BOOTSTRAP.md
 *   is still there, since nothing was taken from it.
 * Left open: which words and which exit code other than 0.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-17',
  title: 'instructions with a second name are refused',
  requirements: ['Y66', 'Y114'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    lab.files.link('BOOTSTRAP.md', `${lab.files.outside}/copy.md`);
    const boot = await lab.boot();
    return [...(await refuses(lab, boot)), ...kept(lab)];
  },
};
