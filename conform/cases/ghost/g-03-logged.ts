/**
 * G-03: healing is noted in the log of the day.
 *
 * Set up: a complete workspace whose AGENTS.md has no header.
 * Done: one boot of a main session.
 * Observed: if AGENTS.md was healed, the log of the day has a new line that names the header, AGENTS.md or the
 *   ghost.
 * Left open: the words.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { heldSession, servesSound } from '#conform/case/judge.ts';
import { AGENTS_BODY, born } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'G-03',
  title: 'healing is noted in the log of the day',
  requirements: ['K8'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    lab.files.write('AGENTS.md', AGENTS_BODY);
    const log = `memory/${lab.today}.md`;
    const was = lab.files.text(log) ?? '';
    const boot = await lab.boot();
    if (boot.stopped === undefined && boot.code !== 0) return await servesSound(lab, 'born');
    const added = (lab.files.text(log) ?? '').slice(was.length);
    return [
      ...heldSession(boot),
      ...(/header|ghost|AGENTS\.md/i.test(added) ? [] : ['the log does not say so']),
    ];
  },
};
