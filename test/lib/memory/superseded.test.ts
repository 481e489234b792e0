import { expect, it } from 'vitest';

import { saysSo, supersessionsIn } from '#lib/memory/superseded.ts';

const DAYS = { row: '2026-01-10', side: '2026-02-10', lane: '2026-03-10' };
const entry = (day: string, text: string, supersedes?: number) => ({
  text,
  source: `memory/${day}.md:5`,
  ...(supersedes !== undefined && { supersedes }),
});
const change = (
  id: number,
  add: ReturnType<typeof entry>,
  out?: string,
): Parameters<typeof supersessionsIn>[0][number] => ({
  id,
  at: '2026-03-11T09:00:00Z',
  proposal: {
    add: [add],
    remove: out === undefined ? [] : [{ line: 3, text: out, why: 'it changed' }],
  },
});

const ROW = change(1, entry(DAYS.row, 'Ada lives in Lime Row.'));
const SIDE = change(
  2,
  entry(DAYS.side, 'Canal Side is her home.', 3),
  '- 2026-01-10: Ada lives in Lime Row.',
);
const LANE = change(
  3,
  entry(DAYS.lane, 'Mill Lane is her home.', 3),
  '- 2026-02-10: Canal Side is her home.',
);

it('knows each of a chain, with the lines of logs that they are from', () => {
  expect(supersessionsIn([ROW, SIDE, LANE])).toEqual([
    {
      former: { text: '- 2026-01-10: Ada lives in Lime Row.', source: 'memory/2026-01-10.md:5' },
      now: { text: '- 2026-02-10: Canal Side is her home.', source: 'memory/2026-02-10.md:5' },
    },
    {
      former: { text: '- 2026-02-10: Canal Side is her home.', source: 'memory/2026-02-10.md:5' },
      now: { text: '- 2026-03-10: Mill Lane is her home.', source: 'memory/2026-03-10.md:5' },
    },
  ]);
});

it('takes what came back for what holds, and what was only taken out or added for no link', () => {
  const back = change(
    4,
    entry('2026-04-10', 'Ada lives in Lime Row.', 3),
    '- 2026-03-10: Mill Lane is her home.',
  );
  const links = supersessionsIn([ROW, SIDE, LANE, back]);
  expect(links.map(({ former }) => former.text)).not.toContain(
    '- 2026-01-10: Ada lives in Lime Row.',
  );
  expect(supersessionsIn([ROW])).toEqual([]);
});

it.each([
  ['memory/2026-01-12.md', 9, '- 08:00 Ada lives in Lime Row', true],
  ['memory/2026-01-10.md', 5, '- 09:01 Since today Ada lives in 4 Lime Row, by the canal.', true],
  ['memory/archive/2026-01-10.md.gz', 5, '- 09:01 Ada now lives in Lime Row.', true],
  // Another note stands there by now.
  ['memory/2026-01-10.md', 5, '- 09:01 Kim painted the boat.', false],
  ['memory/2026-01-10.md', 6, '- 09:01 Since today Ada lives in 4 Lime Row.', false],
])('%s:%i says %s: %s', (file, line, text, says) => {
  const former = {
    text: '- 2026-01-10: Ada lives in Lime Row.',
    source: 'memory/2026-01-10.md:5',
  };
  expect(saysSo({ file, line, text }, former)).toBe(says);
});
