/**
 * instructions that no descriptor is left for are refused.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: a boot of a main session in which the file cannot be opened, with EMFILE.
 * Observed: the boot is refused, and the agent gets nothing.
 * Left open: the words.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';
import { OPENING } from '#conform/witness/places.ts';

export const conformanceCase: ConformanceCase = {
  id: 'X-16',
  title: 'instructions that no descriptor is left for are refused',
  requirements: ['Y65', 'Y114'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const boot = await lab.boot({
      interference: [{ calls: OPENING, file: 'BOOTSTRAP.md', what: 'error=EMFILE' }],
    });
    return [...(await refuses(lab, boot)), ...kept(lab)];
  },
};
