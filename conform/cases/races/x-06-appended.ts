/**
 * somebody still writes to them.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: a boot of a main session that is held before its unlink; meanwhile a line is appended.
 * Observed: the boot is refused, and the agent gets nothing.
 * Left open: the words.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { refuses } from '#conform/case/judge.ts';
import { CANARY, unborn } from '#conform/case/texts.ts';
import { UNLINKING } from '#conform/witness/sight.ts';

export const conformanceCase: ConformanceCase = {
  id: 'X-06',
  title: 'somebody still writes to them',
  requirements: ['Y65', 'Y107'],
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
            files.append('BOOTSTRAP.md', `And ${CANARY.log}.\n`);
          },
        },
      ],
    });
    return await refuses(lab, boot);
  },
};
