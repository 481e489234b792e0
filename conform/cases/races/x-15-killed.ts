/**
 * a boot that is killed before the unlink loses nothing.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: a boot that is held and then killed as it begins to unlink, then another one.
 * Observed: the instructions are whole after the first one and carried out by the second; or they are gone, and
 *   the second says so.
 * Left open: which of the two.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { carriedOut, refuses } from '#conform/case/judge.ts';
import { CANARY, ORDERS, unborn } from '#conform/case/texts.ts';
import { UNLINKING } from '#conform/witness/sight.ts';

export const conformanceCase: ConformanceCase = {
  id: 'X-15',
  title: 'a boot that is killed before the unlink loses nothing',
  requirements: ['Y104', 'Y112'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const first = await lab.boot({
      interference: [
        {
          calls: UNLINKING,
          file: 'BOOTSTRAP.md',
          what: 'hold',
          act: (_files, kill) => kill(),
        },
      ],
    });
    if (first.sight().got(CANARY.orders) !== undefined)
      return ['the agent got the instructions although the unlink never returned'];
    const isThere = lab.files.text('BOOTSTRAP.md') === ORDERS;
    const second = await lab.boot();
    return isThere ? carriedOut(lab, second) : await refuses(lab, second);
  },
};
