/**
 * of two boots at once one carries them out.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: two boots of main sessions at the same time, each held before its unlink.
 * Observed: one agent gets the instructions, and never two; nothing survives.
 * Left open: whether the other waits or is refused.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { nothingSurvives, vanished } from '#conform/case/judge.ts';
import { CANARY, unborn } from '#conform/case/texts.ts';
import { UNLINKING } from '#conform/witness/sight.ts';

export const conformanceCase: ConformanceCase = {
  id: 'X-14',
  title: 'of two boots at once one carries them out',
  requirements: ['Y66', 'Y104'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const boots = await lab.bootTwice({
      interference: [{ calls: UNLINKING, file: 'BOOTSTRAP.md', what: 'hold' }],
    });
    const shown = boots.filter((boot) => boot.sight().got(CANARY.orders) !== undefined);
    const times = shown.length === 1 ? [] : [`${shown.length} of two agents got the instructions`];
    return [...times, ...vanished(lab), ...boots.flatMap((boot) => nothingSurvives(lab, boot))];
  },
};
