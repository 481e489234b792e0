/**
 * B-08: a workspace with neither is refused.
 *
 * Set up: AGENTS.md alone.
 * Done: one boot of a main session.
 * Observed: it is refused, and the message names BOOTSTRAP.md and SOUL.md.
 * Left open: the words.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { refuses } from '#conform/case/judge.ts';
import { AGENTS } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'B-08',
  title: 'a workspace with neither is refused',
  requirements: ['Y22', 'Y106'],
  session: 'main',
  run: async (lab) => {
    lab.files.write('AGENTS.md', AGENTS);
    const boot = await lab.boot();
    const names = boot.output.includes('SOUL.md') ? [] : ['the message does not name SOUL.md'];
    return [...(await refuses(lab, boot, { otherwise: 'born' })), ...names];
  },
};
