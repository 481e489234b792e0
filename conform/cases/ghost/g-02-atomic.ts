/**
 * G-02: the header is put in front in one replacement.
 *
 * Set up: a complete workspace whose AGENTS.md has no header.
 * Done: one boot of a main session.
 * Observed: AGENTS.md is never opened to be written in place.
 * Left open: by rename, by exchange or by a link.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession, servesSound } from '#conform/case/judge.ts';
import { AGENTS_BODY, born } from '#conform/case/texts.ts';
import { OPENING } from '#conform/witness/places.ts';

export const conformanceCase: ConformanceCase = {
  id: 'G-02',
  title: 'the header is put in front in one replacement',
  requirements: ['K6'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    lab.files.write('AGENTS.md', AGENTS_BODY);
    const boot = await lab.boot();
    const inPlace = boot
      .sight()
      .on('AGENTS.md', OPENING)
      .filter(({ args, errno }) => errno === undefined && /O_WRONLY|O_RDWR|O_TRUNC/.test(args));
    if (inPlace.length > 0) return ['AGENTS.md was written in place'];
    const isRefused = boot.stopped === undefined && boot.code !== 0;
    return isRefused ? await servesSound(lab, 'born') : heldSession(boot);
  },
};
