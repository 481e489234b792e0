/**
 * after a boot that was killed when they were gone the next one asks for them.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: a boot that is held and then killed as it syncs the directory after the unlink, then another one.
 * Observed: no agent got the instructions; the second boot is refused and names BOOTSTRAP.md.
 * Left open: whether it says when they were taken.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { refuses } from '#conform/case/judge.ts';
import { CANARY, unborn } from '#conform/case/texts.ts';
import { SYNCING, UNLINKING } from '#conform/witness/sight.ts';

export const conformanceCase: ConformanceCase = {
  id: 'X-17',
  title: 'after a boot that was killed when they were gone the next one asks for them',
  requirements: ['Y106', 'Y112'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const first = await lab.boot({
      interference: [
        {
          calls: SYNCING,
          file: '.',
          what: 'hold',
          after: { calls: UNLINKING, file: 'BOOTSTRAP.md' },
          act: (_files, kill) => kill(),
        },
      ],
    });
    if (first.sight().got(CANARY.orders) !== undefined)
      return ['the agent got the instructions although the deletion was not durable'];
    return await refuses(lab, await lab.boot());
  },
};
