/**
 * they are back before it was looked again.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: a boot of a main session that is held after its unlink, when it looks again; meanwhile the file is written
 *   anew.
 * Observed: the boot is refused, and the agent gets nothing.
 * Left open: the words.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { refuses } from '#conform/case/judge.ts';
import { ORDERS, unborn } from '#conform/case/texts.ts';
import { LOOKING_CALLS, UNLINKING } from '#conform/witness/sight.ts';

export const conformanceCase: ConformanceCase = {
  id: 'X-07',
  title: 'they are back before it was looked again',
  requirements: ['Y66', 'Y114'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const boot = await lab.boot({
      interference: [
        {
          calls: LOOKING_CALLS,
          file: 'BOOTSTRAP.md',
          what: 'hold',
          after: { calls: UNLINKING, file: 'BOOTSTRAP.md' },
          act: (files) => files.write('BOOTSTRAP.md', ORDERS),
        },
      ],
    });
    return await refuses(lab, boot);
  },
};
