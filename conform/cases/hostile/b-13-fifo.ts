/**
 * B-13: a named pipe is not waited for.
 *
 * Set up: BOOTSTRAP.md is a named pipe into which nobody writes.
 * Done: one boot of a main session.
 * Observed: the boot is refused in time and names the file; no agent got a word of the instructions; BOOTSTRAP.md
 *   is still there, since nothing was taken from it.
 * Left open: which words and which exit code other than 0.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { AGENTS } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-13',
  title: 'a named pipe is not waited for',
  requirements: ['Y112', 'Y114'],
  session: 'main',
  run: async (lab) => {
    lab.files.write('AGENTS.md', AGENTS);
    lab.files.fifo('BOOTSTRAP.md');
    const boot = await lab.boot();
    return [...(await refuses(lab, boot)), ...kept(lab)];
  },
};
