/**
 * another file is renamed over them.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: a boot of a main session that is held before its unlink; meanwhile an empty file is renamed over it, so
 *   that what was read has no name any more.
 * Observed: if the agent gets the instructions, or the boot succeeds, no file holds them any more.
 * Left open: whether it boots or refuses, as long as nothing survives what the agent got.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { nothingSurvives } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';
import { UNLINKING } from '#conform/witness/sight.ts';

export const conformanceCase: ConformanceCase = {
  id: 'X-04',
  title: 'another file is renamed over them',
  requirements: ['Y66'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const boot = await lab.boot({
      interference: [
        {
          calls: UNLINKING,
          file: 'BOOTSTRAP.md',
          what: 'hold',
          act: (files) => {
            files.write('other.md', '');
            files.rename('other.md', 'BOOTSTRAP.md');
          },
        },
      ],
    });
    return nothingSurvives(lab, boot);
  },
};
