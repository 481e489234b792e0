/**
 * another file takes their place.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: a boot of a main session that is held before its unlink; meanwhile the file is renamed away and an empty
 *   one is put in its place.
 * Observed: if the agent gets the instructions, or the boot succeeds, no file holds them any more.
 * Left open: whether it boots or refuses, as long as nothing survives what the agent got.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { nothingSurvives } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';
import { UNLINKING } from '#conform/witness/sight.ts';

export const conformanceCase: ConformanceCase = {
  id: 'X-02',
  title: 'another file takes their place',
  requirements: ['Y66', 'Y114'],
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
            files.rename('BOOTSTRAP.md', `${files.outside}/kept.md`);
            files.write('BOOTSTRAP.md', '');
          },
        },
      ],
    });
    return nothingSurvives(lab, boot);
  },
};
