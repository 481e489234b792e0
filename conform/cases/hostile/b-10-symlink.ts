/**
 * B-10: a symbolic link in their place is refused.
 *
 * Set up: BOOTSTRAP.md is a symbolic link to a file outside of the workspace, which holds a canary.
 * Done: one boot of a main session.
 * Observed: the boot is refused in time and names the file; no agent got a word of the instructions; BOOTSTRAP.md
 *   is still there, since nothing was taken from it.
 * Left open: which words and which exit code other than 0.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { AGENTS, ORDERS } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-10',
  title: 'a symbolic link in their place is refused',
  requirements: ['Y112', 'Y114'],
  session: 'main',
  run: async (lab) => {
    lab.files.write('AGENTS.md', AGENTS);
    lab.files.write(`${lab.files.outside}/secret.md`, ORDERS);
    lab.files.symlink(`${lab.files.outside}/secret.md`, 'BOOTSTRAP.md');
    const boot = await lab.boot();
    return [...(await refuses(lab, boot)), ...kept(lab)];
  },
};
