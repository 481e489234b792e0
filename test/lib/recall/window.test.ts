import { describe, expect, it } from 'vitest';
import { HeldUnits } from '#lib/recall/held-units.ts';
import { daysNote } from '#lib/recall/when/said.ts';
import { whenIn } from '#lib/recall/when/when.ts';
import { recallDays } from '#lib/recall/window.ts';
import { unitsOf } from '#test/support/recall/memory-store.ts';

const TODAY = '2026-03-31';
const log = (day: string, ...notes: readonly string[]): readonly [string, string] => [
  `memory/${day}.md`,
  `# Memory — ${day}\n\n## Session [09:00]\n\n${notes.map((note) => `- ${note}\n`).join('')}`,
];

/** Every day the same, and on some days something else. */
const ROUTINE = [
  'Ada walked the dog round the lake before work.',
  'Lunch with Kim in the canteen, nothing new there.',
  'Answered letters and watered the plants in the evening.',
];
const EXTRA: Readonly<Record<string, string>> = {
  '2026-03-04': 'Signed for the allotment; Piet lent her a ladder.',
  '2026-03-11': 'The move to Canal Side is done, all boxes are there.',
  '2026-03-13': 'Found a leak under the sink and called the plumber.',
};
const FILES = Object.fromEntries([
  ...Array.from({ length: 20 }, (_, at) => `2026-03-${String(at + 1).padStart(2, '0')}`).map(
    (day) => log(day, ...ROUTINE, ...(EXTRA[day] === undefined ? [] : [EXTRA[day]])),
  ),
  log('2026-02-10', 'Ada rents a room in Lime Row, above the bakery.'),
  log('2026-03-25', 'Ada rents a room in Canal Side now, at the water.'),
]);
const units = unitsOf(FILES);
const store = new HeldUnits(units);
const texts = new Map(units.map(({ id, text }) => [id, text]));

const asked = async (question: string, limit = 10) => {
  const when = await whenIn(question, { today: TODAY });
  const answered = when && (await recallDays(store, when, { limit }));
  const found = answered?.found ?? [];
  return {
    days: found.map(({ unit: { day } }) => day),
    texts: found.map(({ unit: { id } }) => texts.get(id) ?? ''),
    is: answered?.days.is,
    note: when && answered && daysNote(when, answered.days, found.length),
  };
};

describe('a question about days', () => {
  it('gets all of their notes in order of time', async () => {
    const { texts: found, days, note } = await asked('What happened on 4 and 5 March?');
    expect(days).toEqual([...Array(4).fill('2026-03-04'), ...Array(3).fill('2026-03-05')]);
    expect(found[3]).toContain('ladder');
    expect(note).toBeUndefined();
  });

  it('gets what stands out where there is more, and how much that is', async () => {
    const {
      texts: found,
      days,
      note,
    } = await asked('What happened in the first half of March? Since 1 March', 3);
    expect(found).toEqual(Object.values(EXTRA).map((text) => expect.stringContaining(text)));
    expect(days).toEqual(Object.keys(EXTRA));
    expect(note).toMatch(/these stand out, and \d+ notes more\.$/u);
  });

  it('gets first what speaks of its topic', async () => {
    const { texts: found, days } = await asked(
      'Whom did we call about the leak between 10 and 16 March?',
    );
    expect(found[0]).toContain('plumber');
    expect(days.every((day = '') => day >= '2026-03-10' && day <= '2026-03-16')).toBe(true);
  });

  it('with an open end gets what has its words, and not what is near the end', async () => {
    const { days } = await asked('What of the bakery or Canal Side until 25 March?', 3);
    expect(days).toEqual(['2026-03-25', '2026-03-11', '2026-02-10']);
  });

  it('beside something has that looked up first, and says its day', async () => {
    const { days, note } = await asked('What happened the week before the move?', 50);
    expect([days[0], days.at(-1)]).toEqual(['2026-03-04', '2026-03-10']);
    expect(note).toBe(
      '“the move” is memory/2026-03-11.md:8 (2026-03-11); the week before it is 2026-03-04 to 2026-03-10.',
    );
    expect((await asked('What happened the week before the zeppelin?')).is).toBeUndefined();
  });

  it('of which there is no note says so, and shows what is near', async () => {
    const { days, is, note } = await asked('What happened on 22 March?', 4);
    expect([is, days]).toEqual(['near', ['2026-03-20', '2026-03-20', '2026-03-25']]);
    expect(note).toBe('There is no note of 2026-03-22; what is near is shown.');
    const { texts: found, note: other } = await asked('What about the allotment on 12 March?', 2);
    expect(found[0]).toContain('allotment');
    expect(other).toBe('No note of 2026-03-12 has these words; what is near is shown.');
  });

  it('and what held then gets what was written by then, the newest first', async () => {
    const then = await asked('as of 20 March, where did Ada rent a room?', 2);
    expect([then.is, then.texts[0]]).toEqual(['held', expect.stringContaining('Lime Row')]);
    const later = await asked('as of 30 March, where did Ada rent a room?', 2);
    expect(later.texts[0]).toContain('Canal Side');
    expect(later.note).toContain('the newest first');
  });
});
