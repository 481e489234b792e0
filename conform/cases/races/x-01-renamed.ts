/**
 * they are renamed away before the unlink.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: a boot of a main session that is held before its unlink; meanwhile the file is renamed to a place outside
 *   of the workspace.
 * Observed: the boot is refused, and the agent gets nothing.
 * Left open: the words.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { refuses } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';
import { UNLINKING } from '#conform/witness/sight.ts';

export const conformanceCase: ConformanceCase = {
  id: 'X-01',
  title: 'they are renamed away before the unlink',
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
          },
        },
      ],
    });
    return await refuses(lab, boot);
  },
};
