/**
 * B-02: the deletion is on the disk before an agent sees the instructions.
 *
 * Set up: BOOTSTRAP.md with a canary.
 * Done: one boot of a main session.
 * Observed: between the unlink and the first byte that the agent gets the directory or the file is synced: without
 *   that the name can be back after a power cut.
 * Left open: fsync of the directory or of the file, or sync of the whole file system.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { deletedInOrder, served } from '#conform/case/judge.ts';
import { CANARY, unborn } from '#conform/case/texts.ts';
import { UNLINKING } from '#conform/witness/sight.ts';
import { before } from '#conform/witness/calls.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-02',
  title: 'the deletion is on the disk before an agent sees the instructions',
  requirements: ['Y66', 'Y112'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    const boot = await lab.boot();
    const sight = boot.sight();
    const unlinked = sight.on('BOOTSTRAP.md', UNLINKING).find(({ errno }) => errno === undefined);
    const shown = sight.got(CANARY.orders);
    if (unlinked === undefined || shown === undefined) return deletedInOrder(boot);
    const isDurable = sight
      .syncs('BOOTSTRAP.md')
      .some((call) => before(unlinked, call) && before(call, shown));
    return [
      ...served(boot),
      ...(isDurable ? [] : ['nothing was synced between the unlink and the agent']),
    ];
  },
};
