/** What curation has put in the place of an entry is known to searches of main sessions, and to no others. */
import { expect, it } from 'vitest';

import { changeMemory } from '#kernel/memory/change.ts';
import { applyThroughGate } from '#kernel/owner/curate.ts';
import { planUndo } from '#kernel/owner/undo-memory.ts';
import { SHARED } from '#lib/spec/session-policy.ts';
import { placeOf, standingText } from '#lib/text/place.ts';
import { type Indexing, indexOn } from '#test/support/mesh.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const logOf = (day: string, note: string): string =>
  `# Memory — ${day}\n\n## Session [09:00]\n\n- 09:01 ${note}\n`;

/** What is found, and until when each held. */
const lines = async ({ index }: Indexing): Promise<readonly string[]> =>
  (await index.search({ query: 'Lime Row', limit: 4 })).hits.map((hit) =>
    `${placeOf(hit)} ${standingText(hit)}`.trim(),
  );

it('marks a note in whose place curation has put another, and never for a session with others in it', async () => {
  const temp = makeBornWorkspace({
    'MEMORY.md': '# Memory\n\n- 2026-11-18: Ada lives in Lime Row.\n',
    'memory/2026-11-18.md': logOf('2026-11-18', 'Ada lives in Lime Row.'),
    'memory/2026-11-20.md': logOf('2026-11-20', 'The van brought all to Canal Side for Ada.'),
  });
  const one = indexOn(temp, 'sqlite');
  expect(await lines(one)).toEqual(['memory/2026-11-18.md:5', 'MEMORY.md:3']);
  const add = [
    { text: 'Canal Side is the home of Ada.', source: 'memory/2026-11-20.md:5', supersedes: 3 },
  ];
  const remove = [{ line: 3, text: '- 2026-11-18: Ada lives in Lime Row.', why: 'she moved' }];
  const agreement = { seen: true, consent: true, commit: false, environment: {} };
  await applyThroughGate(one.opened, { add, remove }, agreement);
  const marked = 'memory/2026-11-18.md:5 until 20 November, then MEMORY.md:3';
  expect(await lines(one)).toEqual(['MEMORY.md:3', marked]);
  const shared = indexOn(temp, 'sqlite', {
    kind: SHARED,
    settings: { dailyLogsInShared: true },
    start: '2026-11-19T09:05',
  });
  expect(await lines(shared)).toEqual(['memory/2026-11-18.md:5']);
  // What is taken back holds again.
  const { changes, entry } = planUndo(one.opened);
  changeMemory(one.opened, { kind: 'undo', at: '2026-11-21T09:00:00Z', undoes: entry.id }, changes);
  expect(await lines(one)).toEqual(['memory/2026-11-18.md:5', 'MEMORY.md:3']);
});
