/**
 * B-05: a byte order mark and CRLF change nothing.
 *
 * Set up: BOOTSTRAP.md that begins with a byte order mark and has CRLF line ends.
 * Done: one boot of a main session.
 * Observed: as in B-01.
 * Left open: whether the agent gets the mark and the line ends.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { carriedOut } from '#conform/case/judge.ts';
import { ORDERS, unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-05',
  title: 'a byte order mark and CRLF change nothing',
  requirements: ['Y65', 'Y112'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files, `\uFEFF${ORDERS.replaceAll('\n', '\r\n')}`);
    return carriedOut(lab, await lab.boot());
  },
};
