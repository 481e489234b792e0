/**
 * B-06: BOOTSTRAP.yamo is treated alike.
 *
 * Set up: BOOTSTRAP.yamo with a canary, no BOOTSTRAP.md.
 * Done: one boot of a main session.
 * Observed: as in B-01.
 * Left open: what the agent is shown: the document, or what it says.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { carriedOut } from '#conform/case/judge.ts';
import { AGENTS, DOCUMENT } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-06',
  title: 'BOOTSTRAP.yamo is treated alike',
  requirements: ['K1', 'K2'],
  session: 'main',
  run: async (lab) => {
    lab.files.write('AGENTS.md', AGENTS);
    lab.files.write('BOOTSTRAP.yamo', DOCUMENT);
    return carriedOut(lab, await lab.boot(), 'BOOTSTRAP.yamo');
  },
};
