/**
 * G-04: a byte order mark and white space may stand before the header.
 *
 * Set up: AGENTS.md that begins with a byte order mark and an empty line, then the header.
 * Done: one boot of a main session.
 * Observed: it serves, and AGENTS.md is as it was.
 * Left open: nothing: RFC-0009 says what must be.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession } from '#conform/case/judge.ts';
import { AGENTS, born } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'G-04',
  title: 'a byte order mark and white space may stand before the header',
  requirements: ['K4'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    const text = `\uFEFF\n${AGENTS}`;
    lab.files.write('AGENTS.md', text);
    const boot = await lab.boot();
    return [
      ...heldSession(boot),
      ...(lab.files.text('AGENTS.md') === text ? [] : ['AGENTS.md was changed']),
    ];
  },
};
