/** What the record of a session says of its agent's requests. */
import { expect, it } from 'vitest';

import { Journal } from '#kernel/run/journal.ts';
import { RECORD_MAX_GATE_ENTRIES } from '#lib/spec/limits.ts';

it('a record counts every request of its agent, and lists no more of them than its limit says', () => {
  const told: unknown[] = [];
  const journal = new Journal((entry) => told.push(entry));
  for (let asked = 0; asked < RECORD_MAX_GATE_ENTRIES + 5; asked += 1)
    journal.note({ operation: 'read', answer: 'GATE_DENIED', file: `${asked}.md` });
  const { asked, refused, entries } = journal.summary();
  expect([asked, refused, told.length]).toEqual(Array(3).fill(RECORD_MAX_GATE_ENTRIES + 5));
  expect(entries).toHaveLength(RECORD_MAX_GATE_ENTRIES);
  expect(entries.at(-1)).toMatchObject({ file: `${RECORD_MAX_GATE_ENTRIES - 1}.md` });
});
