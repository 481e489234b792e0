/**
 * B-34: a workspace of somebody else is refused.
 *
 * Set up: BOOTSTRAP.md with a canary, in a workspace that belongs to another user.
 * Done: one boot of a main session.
 * Observed: the boot is refused and names the workspace; no agent got a word of the instructions; BOOTSTRAP.md is still
 *   there.
 * Left open: nothing but root can give a workspace away: the case is not applicable to others.
 */
import { type ConformanceCase, Undecided } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-34',
  title: 'a workspace of somebody else is refused',
  requirements: ['Y68', 'Y113'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    if (!lab.files.giveAway('.'))
      throw new Undecided('not applicable', 'only root can give a workspace to somebody else');
    const boot = await lab.boot();
    return [...(await refuses(lab, boot, { named: lab.files.workspace })), ...kept(lab)];
  },
};
