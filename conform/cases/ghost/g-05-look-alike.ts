/**
 * G-05: what only looks like the header is none.
 *
 * Set up: AGENTS.md that begins with YAMO-NATIVE KERNEL ACTIVELY.
 * Done: one boot of a main session.
 * Observed: the header is put in front, or the boot is refused.
 * Left open: which of the two.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession, servesSound } from '#conform/case/judge.ts';
import { AGENTS_BODY, born, HEADER } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'G-05',
  title: 'what only looks like the header is none',
  requirements: ['K3', 'K4'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    lab.files.write('AGENTS.md', `${HEADER}LY\n\n${AGENTS_BODY}`);
    const boot = await lab.boot();
    if (boot.stopped === undefined && boot.code !== 0) return await servesSound(lab, 'born');
    const isHealed = (lab.files.text('AGENTS.md') ?? '').startsWith(`${HEADER}\n`);
    return [...heldSession(boot), ...(isHealed ? [] : ['it was taken for the header'])];
  },
};
