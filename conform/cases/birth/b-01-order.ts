/**
 * B-01: the kernel deletes the instructions before an agent sees them.
 *
 * Set up: BOOTSTRAP.md with a canary, and AGENTS.md.
 * Done: one boot of a main session; the agent never deletes anything.
 * Observed: the kernel opens the file, unlinks it, looks again and finds nothing; only then does the agent get the
 *   canary, and no agent ran before. No file holds the canary afterwards.
 * Left open: by which calls it looks; whether an agent is started and ended before, to see whether it starts.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { carriedOut } from '#conform/case/judge.ts';
import { unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-01',
  title: 'the kernel deletes the instructions before an agent sees them',
  requirements: ['Y65', 'Y66', 'Y104', 'Y107', 'Y111', 'Y112', 'Y113'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    return carriedOut(lab, await lab.boot());
  },
};
