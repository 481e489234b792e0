/**
 * a directory that cannot be listed is refused.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: a boot of a main session in which the listing of the workspace fails with EIO.
 * Observed: the boot is refused, and the agent gets nothing.
 * Left open: the words.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'X-13',
  title: 'a directory that cannot be listed is refused',
  requirements: ['Y68', 'Y114'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const boot = await lab.boot({
      interference: [{ calls: ['getdents64'], file: '.', what: 'error=EIO' }],
    });
    return [...(await refuses(lab, boot, { named: lab.files.workspace })), ...kept(lab)];
  },
};
