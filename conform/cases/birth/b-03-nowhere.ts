/**
 * B-03: no file and no command line holds a piece of the instructions.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: one boot of a main session.
 * Observed: nothing of them was written to any file, not even to one that is gone again; after it no file of the workspace, of the homes, of the temporary folder or beside them holds the
 *   canary, and no program was started with it among its words or variables.
 * Left open: what the kernel remembers of the instructions, such as a checksum.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { served, vanished } from '#conform/case/judge.ts';
import { CANARY, unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-03',
  title: 'no file and no command line holds a piece of the instructions',
  requirements: ['Y68'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const boot = await lab.boot();
    const sight = boot.sight();
    const said = sight.saidToPrograms(CANARY.orders);
    return [
      ...served(boot),
      ...vanished(lab),
      ...sight.filesToldTo(CANARY.orders).map((file) => `they were written to ${file}`),
      ...said.map(({ args }) => `a program was started with them: ${args.slice(0, 80)}`),
    ];
  },
};
