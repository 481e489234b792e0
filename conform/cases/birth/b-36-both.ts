/**
 * B-36: instructions in both forms are carried out together.
 *
 * Set up: BOOTSTRAP.md and BOOTSTRAP.yamo, each with a canary.
 * Done: one boot of a main session.
 * Observed: as in B-01, for both.
 * Left open: which of them comes first.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { carriedOut } from '#conform/case/judge.ts';
import { DOCUMENT, unborn } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-36',
  title: 'instructions in both forms are carried out together',
  requirements: ['K1', 'K2'],
  session: 'main',
  run: async (lab) => {
    unborn(lab.files);
    lab.files.write('BOOTSTRAP.yamo', DOCUMENT);
    const boot = await lab.boot();
    return [...carriedOut(lab, boot), ...carriedOut(lab, boot, 'BOOTSTRAP.yamo')];
  },
};
