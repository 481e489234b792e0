/**
 * B-29: a workspace that everybody may write is refused.
 *
 * Set up: BOOTSTRAP.md with a canary, in a workspace with mode 0777.
 * Done: one boot of a main session.
 * Observed: the boot is refused in time and names the file; no agent got a word of the instructions; BOOTSTRAP.md
 *   is still there, since nothing was taken from it.
 * Left open: whether a group may write.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-29',
  title: 'a workspace that everybody may write is refused',
  requirements: ['Y68', 'Y113'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    lab.files.mode('.', 0o777);
    const boot = await lab.boot();
    return [...(await refuses(lab, boot, { named: lab.files.workspace })), ...kept(lab)];
  },
};
