import { expect, it } from 'vitest';

import { conflictsIn } from '#lib/memory/conflicts.ts';

const log = (day: string, ...notes: readonly string[]) => ({
  file: `memory/${day}.md`,
  text: `# Memory — ${day}\n\n## Session [09:00]\n\n${notes.map((note) => `- 09:01 ${note}\n`).join('')}`,
});
const MEMORY = '# Memory\n\n- 2026-01-10: Ada lives in Lime Row.\n- 2026-01-11: Ada likes Assam.\n';

it('proposes what a newer log says in the place of a line, with both places', () => {
  const logs = [log('2026-02-10', 'Ada lives in Canal Side now, no longer in Lime Row.')];
  expect(conflictsIn(MEMORY, logs)).toEqual([
    {
      add: [
        {
          text: 'Ada lives in Canal Side now, no longer in Lime Row.',
          source: 'memory/2026-02-10.md:5',
          supersedes: 3,
        },
      ],
      remove: [
        {
          line: 3,
          text: '- 2026-01-10: Ada lives in Lime Row.',
          why: expect.stringMatching(/^memory\/2026-02-10\.md:5 is newer and says otherwise \(/u),
        },
      ],
    },
  ]);
});

it('proposes the last of a chain', () => {
  const logs = [
    log('2026-02-10', 'Ada lives in Canal Side now.'),
    log('2026-03-10', 'Ada lives in Mill Lane now.'),
  ];
  expect(conflictsIn(MEMORY, logs).flatMap(({ add }) => add)).toMatchObject([
    { source: 'memory/2026-03-10.md:5', supersedes: 3 },
  ]);
});

it.each([
  ['what is only likely', log('2026-02-10', 'Ada hired a teacher from Oak Court.')],
  ['what both may hold', log('2026-02-10', 'Ada likes Oolong.')],
  ['an older log', log('2026-01-09', 'Ada lives in Canal Side now.')],
  ['somebody else', log('2026-02-10', 'Kim lives in Canal Side now.')],
])('proposes nothing for %s', (_what, logged) => {
  const memory = `${MEMORY}- 2026-01-12: Ada hired a teacher from Lime Row.\n`;
  expect(conflictsIn(memory, [logged])).toEqual([]);
});
