import { describe, expect, it } from 'vitest';
import { ComparedNote, replacementOf } from '#lib/recall/replaces.ts';
import { type Dated, standingOf } from '#lib/recall/standing.ts';
import { measureHolding } from '#test/support/recall/holding.ts';

const sure = (newer: string, older: string): boolean | undefined =>
  replacementOf(new ComparedNote(newer), new ComparedNote(older))?.isSure;

const noteAt = (day: string | undefined, text: string): Dated => ({
  file: day === undefined ? 'MEMORY.md' : `memory/${day}.md`,
  line: 5,
  text,
  day,
});

describe('a note replaces another one', () => {
  it.each([
    ['Ada lives in Canal Side now, no longer in Lime Row.', 'Ada lives in Lime Row.', true],
    ['Ada works at Oak Court.', 'Ada works at Lime Row.', true],
    ['The alarm code of Ada is 5678.', 'The alarm code of Ada is 1234.', true],
    ["Ada's dentist is Okafor.", "Ada's dentist is Brandt.", true],
    ['Ada phone: 5678.', 'Ada phone: 1234.', true],
    ['Landlady of Ada is Okafor.', 'Landlady of Ada is Brandt.', true],
    ['The maiden name of Ada is Okafor.', 'The maiden name of Ada is Brandt.', true],
    ['The rent of Ada is 660.', 'The rent of Ada is 640.', true],
    ['Rent of Ada is 660.', 'Rent of Ada is 640.', true],
    ['rent of Ada is 660.', 'rent of Ada is 640.', true],
    ['parquet under desk is Oak.', 'parquet under desk is Pine.', true],
    ['Ada asked doctor Okafor.', 'Ada asked doctor Brandt.', false],
    ['Ada hired a teacher from Oak Court.', 'Ada hired a teacher from Lime Row.', false],
    ['The Fairphone drowned; Ada set up the Pixel.', 'Ada has a Fairphone.', true],
    ['Kim lives in Canal Side now.', 'Ada lives in Lime Row.', undefined],
    ['Maybe Ada lives in Canal Side now.', 'Ada lives in Lime Row.', undefined],
    ['Does Ada live in Canal Side now?', 'Ada lives in Lime Row.', undefined],
    ['Ada now likes Oolong.', 'Ada likes Assam.', undefined],
    ['Ada also lives in Canal Side now.', 'Ada lives in Lime Row.', undefined],
  ])('%s | %s', (newer, older, isSure) => {
    expect(sure(newer, older)).toBe(isSure);
  });
});

describe('what holds now', () => {
  const first = noteAt('2026-01-10', 'Ada lives in Lime Row.');
  const second = noteAt('2026-02-10', 'Ada lives in Canal Side now.');
  const third = noteAt('2026-03-10', 'Ada lives in Mill Lane now.');

  it('stands first in a chain, and each before says what replaced it', () => {
    const standing = standingOf([first, third], [second], false);
    expect(standing.map(({ place }) => place)).toEqual([third, second, first]);
    expect(standing.map(({ replaced }) => replaced?.by)).toEqual([undefined, third, second]);
  });

  it('is found where only the older one answers, and nothing else beside it is shown', () => {
    const other = noteAt('2026-04-10', 'Kim lives in Oak Court now.');
    expect(standingOf([first], [second, other], false).map(({ place }) => place)).toEqual([
      second,
      first,
    ]);
  });

  it('is marked and not moved where one asks for what was before', () => {
    const standing = standingOf([first, second], [], true);
    expect(standing.map(({ place }) => place)).toEqual([first, second]);
    expect(standing[0]?.replaced?.by).toBe(second);
  });

  it('is a line without a day only where no log says otherwise', () => {
    const curated = noteAt(undefined, 'Ada lives in Lime Row.');
    expect(standingOf([curated, second], [], false)[0]?.place).toBe(second);
    expect(standingOf([second, curated], [], false)[1]?.replaced?.by).toBe(second);
  });

  it.each(['tuned', 'held'] as const)('is found in logs of 120 days: %s', async (set) => {
    const { signed, form, other, alike, wrong } = await measureHolding(set);
    expect(signed.newestFirst).toBeGreaterThanOrEqual(0.85);
    expect(form.newestBeforeOld).toBeGreaterThanOrEqual(0.7);
    expect(other.newestFirst).toBeGreaterThanOrEqual(0.6);
    expect(signed.marked).toBeGreaterThanOrEqual(0.75);
    expect(form.marked).toBeGreaterThanOrEqual(0.5);
    expect(other.marked).toBeGreaterThanOrEqual(0.6);
    expect(wrong.length / alike).toBeLessThanOrEqual(0.03);
  });
});
