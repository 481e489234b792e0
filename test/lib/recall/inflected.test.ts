import { expect, it } from 'vitest';
import { languageOf } from '#lib/recall/languages.ts';
import { metPairs } from '#test/support/recall/inflected.ts';

/** Of the pairs that nobody looked at. */
const FLOOR: Readonly<Record<string, number>> = { de: 0.6, en: 0.7, es: 0.7, fr: 0.7, ru: 0.7 };

it('finds a note by another form of its word, in all languages alike', async () => {
  const all = await metPairs();
  expect(all).toHaveLength(Object.keys(FLOOR).length);
  for (const { code, held, pairs } of all)
    expect(held / (pairs / 2), code).toBeGreaterThanOrEqual(FLOOR[code] ?? 1);
});

it.each([
  ['Der Hund ist im Garten', 'de'],
  ['Elle a mis la clé dans le tiroir', 'fr'],
  ['Los niños están en el patio', 'es'],
  ['Сестра живёт в Туле', 'ru'],
  ['Сестра живе в Києві', undefined],
  ['Ada lives in Lime Row', 'en'],
  ['Lime Row', 'en'],
])('tells the language of %s', (text, code) => {
  expect(languageOf(text)).toBe(code);
});

it('takes a line that does not tell for one of those around it', () => {
  expect(languageOf('Zwinger', 'de')).toBe('de');
});
