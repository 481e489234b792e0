/**
 * G-01: a missing header is put in front, or the boot is refused.
 *
 * Set up: a complete workspace whose AGENTS.md has no header.
 * Done: one boot of a main session, and a second one.
 * Observed: either AGENTS.md begins with the header, every other byte is as it was and a second boot changes
 *   nothing; or the boot is refused and the agent gets nothing of AGENTS.md.
 * Left open: which of the two; how many line ends follow the header.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession, servesSound } from '#conform/case/judge.ts';
import { AGENTS_BODY, born, CANARY, HEADER } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'G-01',
  title: 'a missing header is put in front, or the boot is refused',
  requirements: ['K3', 'K5', 'K6', 'K7', 'K9', 'K19'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    lab.files.write('AGENTS.md', AGENTS_BODY);
    const boot = await lab.boot();
    if (boot.stopped === undefined && boot.code !== 0)
      return boot.sight().got(CANARY.body) === undefined
        ? await servesSound(lab, 'born')
        : ['refused, but the agent got AGENTS.md'];
    const healed = lab.files.text('AGENTS.md') ?? '';
    await lab.boot();
    return [
      ...heldSession(boot),
      ...(healed.startsWith(`${HEADER}\n`) ? [] : ['the header is not in front']),
      ...(healed.endsWith(AGENTS_BODY) ? [] : ['the rest of AGENTS.md was changed']),
      ...(lab.files.text('AGENTS.md') === healed ? [] : ['a second boot changed it again']),
    ];
  },
};
