import { describe, expect, it } from 'vitest';
import { dateSignal, queryOf } from '#lib/recall/query.ts';

const DAY = [{ from: '2026-02-21', to: '2026-02-21' }];
const MONTH = [{ from: '2026-02-01', to: '2026-02-28' }];

it.each([
  ['2026-02-21', DAY, 1],
  ['2026-02-25', DAY, 0.5],
  ['2026-02-16', DAY, 0.5],
  ['2026-03-10', DAY, 0.15],
  ['2026-02-01', DAY, 0],
  ['2026-02-01', MONTH, 0.6],
  ['2026-03-01', MONTH, 0.15],
  ['2025-02-01', MONTH, 0],
  ['2026-07-01', [{ from: '2026-01-01', to: '2026-12-31' }], 0.2],
  ['2026-07-01', [{ from: '2026-02-01' }], 0.2],
  ['2026-07-01', [...DAY, { from: '2026-07-01', to: '2026-07-01' }], 1],
  ['2026-07-01', [], 0],
  [undefined, DAY, 0],
])('a unit of %s is near %j by %d', (day, windows, signal) => {
  expect(dateSignal(day, windows)).toBe(signal);
});

const wants = (text: string): string => {
  const { asksWhen, asksHowMany, asksWho } = queryOf(text);
  return [asksWhen && 'when', asksHowMany && 'how many', asksWho && 'who']
    .filter(Boolean)
    .join(', ');
};

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
