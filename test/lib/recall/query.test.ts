import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedDays, dateSignal, datesIn, queryOf } from '#lib/recall/query.ts';
import { forAll } from '#test/support/property.ts';

const shown = (text: string): string[] =>
  datesIn(text).map(({ year, month, day }) =>
    [year, month, day].map((one) => one ?? '-').join('.'),
  );

describe('datesIn', () => {
  it.each([
    ['What happened on 2026-02-21?', '2026.2.21'],
    ['in February', '-.2.-'],
    ['in February 2026', '2026.2.-'],
    ['on May 3rd, 2026', '2026.5.3'],
    ['on the 3rd of May', '-.5.3'],
    ['what did she say in May?', '-.5.-'],
    ['am 3. März 2026', '2026.3.3'],
    ['el 3 de mayo de 2026', '2026.5.3'],
    ['3 мая 2026 года', '2026.5.3'],
    ['2026年2月21日发生了什么', '2026.2.21'],
    ['3月の会議', '-.3.-'],
    ['٣ مايو ٢٠٢٦', '2026.5.3'],
    ['back in 2025', '2025.-.-'],
  ])('%s', (text, date) => {
    expect(shown(text)).toEqual([date]);
  });

  it.each(['you may go', 'they march on', 'room 2101', '13月', '0月', ''])('none in %j', (text) => {
    expect(shown(text)).toEqual([]);
  });
});

describe('dateSignal', () => {
  it.each([
    ['2026-02-21', '2026-02-21', 1],
    ['2026-02-25', '2026-02-21', 0.5],
    ['2026-03-01', '2026-02-26', 0.5],
    ['2026-02-01', '2026-02-21', 0.25],
    ['2026-02-01', 'February 2026', 0.6],
    ['2026-02-01', 'in February', 0.6],
    ['2026-03-01', 'February 2026', 0.15],
    ['2027-01-01', 'December 2026', 0.15],
    ['2025-02-01', 'February 2026', 0],
    ['2026-07-01', 'February 2026', 0],
    ['2025-12-30', 'January 2nd', 0.5],
    ['2026-07-01', '2026', 0.2],
    ['2026-07-01', 'no date', 0],
    ['2026-02-30', '2026-02-21', 0],
  ])('%s for %s is %d', (day, asked, signal) => {
    expect(dateSignal(day, datesIn(asked))).toBe(signal);
  });

  it('is from 0 to 1, for any text', () => {
    forAll(fc.string({ unit: 'grapheme' }), (text) => {
      const signal = dateSignal('2026-02-21', datesIn(`${text} February 3 ${text}`));
      expect(signal).toBeGreaterThanOrEqual(0);
      expect(signal).toBeLessThanOrEqual(1);
    });
  });
});

const wants = (text: string): string => {
  const { asksWhen, asksHowMany, asksWho } = queryOf(text);
  return [asksWhen && 'when', asksHowMany && 'how many', asksWho && 'who']
    .filter(Boolean)
    .join(', ');
};

it('askedDays are the day, in every year if none is named, and all days of a month with its year', () => {
  expect(askedDays(datesIn('2026-02-21'))).toEqual(['2026-02-21']);
  expect(askedDays(datesIn('February 2026'))).toHaveLength(28);
  expect(askedDays(datesIn('March 2026'))).toHaveLength(31);
  expect(askedDays(datesIn('on March 3rd'))).toContain('2026-03-03');
  expect(askedDays(datesIn('on February 30th'))).toEqual([]);
  expect(askedDays(datesIn('in February, or 2026'))).toEqual([]);
});

describe('queryOf', () => {
  it('says what kind of answer is wanted', () => {
    expect(wants('When did Ada move?')).toBe('when');
    expect(wants('How many cats has Bo?')).toBe('how many');
    expect(wants('Who sold the boat?')).toBe('who');
    expect(wants('模型什么时候运行？')).toBe('when');
    expect(wants('Сколько кошек?')).toBe('how many');
    expect(wants('どこで会いましたか')).toBe('who');
    expect(wants('أين المفتاح؟')).toBe('who');
    expect(wants('tell me about the tide')).toBe('');
  });

  it('has each term once, and pairs of neighbours', () => {
    const { words, pairs } = queryOf('tidal model, tidal flat');
    expect(words.map((forms) => Array.from(forms.keys()))).toEqual([
      ['tidal'],
      ['model'],
      ['flat'],
    ]);
    expect(pairs).toEqual([
      [0, 1],
      [1, 0],
      [0, 2],
    ]);
  });

  it('searches for so many words at most', () => {
    expect(queryOf(Array.from({ length: 1000 }, (_, at) => `w${at}`).join(' ')).words).toHaveLength(
      64,
    );
  });

  it('has each word as what it is in all languages that are asked, once', () => {
    const { words } = queryOf('Häuser', { languages: ['en', 'de', 'fr'] });
    expect(words).toEqual([
      new Map([
        ['hauser', 1],
        ['haus', 1],
      ]),
    ]);
  });

  it.each([
    ['Where do I live?', ['ada', 'live']],
    ['Wo ist mein Rad?', ['ada', 'rad']],
    ['Where does Bo live?', ['bo', 'live']],
  ])('takes who says "I" for the human: %s', (text, terms) => {
    const { words } = queryOf(text, { human: 'Ada' });
    expect(words.map((forms) => forms.keys().next().value)).toEqual(terms);
  });
});
