/**
 * they get a second name before the unlink.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: a boot of a main session that is held before its unlink; meanwhile the file gets a hard link outside of
 *   the workspace.
 * Observed: if the agent gets the instructions, or the boot succeeds, no file holds them any more.
 * Left open: whether it boots or refuses, as long as nothing survives what the agent got.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { nothingSurvives } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';
import { UNLINKING } from '#conform/witness/sight.ts';

export const conformanceCase: ConformanceCase = {
  id: 'X-03',
  title: 'they get a second name before the unlink',
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
            files.link('BOOTSTRAP.md', `${files.outside}/kept.md`);
          },
        },
      ],
    });
    return nothingSurvives(lab, boot);
  },
};
