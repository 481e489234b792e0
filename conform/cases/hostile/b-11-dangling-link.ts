/**
 * B-11: a symbolic link to nothing is not taken for absence.
 *
 * Set up: BOOTSTRAP.md is a symbolic link that leads nowhere, in a complete workspace.
 * Done: one boot of a main session.
 * Observed: the boot is refused in time and names the file; no agent got a word of the instructions; BOOTSTRAP.md
 *   is still there, since nothing was taken from it.
 * Left open: which words and which exit code other than 0.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { born } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-11',
  title: 'a symbolic link to nothing is not taken for absence',
  requirements: ['Y112', 'Y114'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    lab.files.symlink(`${lab.files.outside}/nothing.md`, 'BOOTSTRAP.md');
    const boot = await lab.boot();
    return [...(await refuses(lab, boot, { otherwise: 'born' })), ...kept(lab)];
  },
};
