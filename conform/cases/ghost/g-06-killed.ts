/**
 * G-06: a boot that is killed while it heals leaves AGENTS.md whole.
 *
 * Set up: AGENTS.md without the header.
 * Done: a boot whose process is killed as it begins to rename.
 * Observed: AGENTS.md is what it was, or what it should be, and never a part.
 * Left open: whether a temporary file is left, as long as the next boot takes it away.
 */
import type { ConformanceCase } from '#conform/case/case.ts';
import { AGENTS_BODY, born, HEADER } from '#conform/case/texts.ts';

export const conformanceCase: ConformanceCase = {
  id: 'G-06',
  title: 'a boot that is killed while it heals leaves AGENTS.md whole',
  requirements: ['K6'],
  session: 'main',
  run: async (lab) => {
    born(lab);
    lab.files.write('AGENTS.md', AGENTS_BODY);
    await lab.boot({
      interference: [
        { calls: ['rename', 'renameat', 'renameat2'], file: 'AGENTS.md', what: 'signal=KILL' },
      ],
    });
    const text = lab.files.text('AGENTS.md') ?? '';
    const isWhole = text === AGENTS_BODY || (text.startsWith(HEADER) && text.endsWith(AGENTS_BODY));
    return isWhole ? [] : ['AGENTS.md is a part of what it was'];
  },
};
