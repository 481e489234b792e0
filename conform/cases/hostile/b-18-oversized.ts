/**
 * B-18: instructions of half a gigabyte are refused.
 *
 * Set up: BOOTSTRAP.md is a file of 600 MB that takes no room on the disk.
 * Done: one boot of a main session.
 * Observed: the boot is refused in time and names the file; no agent got a word of the instructions; BOOTSTRAP.md
 *   is still there, since nothing was taken from it.
 * Left open: the limit.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { kept, refuses } from '#conform/case/judge.ts';
import { AGENTS } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-18',
  title: 'instructions of half a gigabyte are refused',
  requirements: ['Y65', 'Y114'],
  session: 'main',
  run: async (lab) => {
    lab.files.write('AGENTS.md', AGENTS);
    lab.files.sparse('BOOTSTRAP.md', 600 * 1024 * 1024);
    const boot = await lab.boot();
    return [...(await refuses(lab, boot)), ...kept(lab)];
  },
};
