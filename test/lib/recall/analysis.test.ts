import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termsOf } from '#lib/recall/analysis.ts';
import { packTraits, traitsOf, unpackTraits } from '#lib/recall/traits.ts';
import { forAll } from '#test/support/property.ts';

describe('termsOf', () => {
  it.each([
    ['en', 'lives lived living life', 'live live live life'],
    [
      'de',
      'Sie ging eingekauft einkaufen Geschichten Geschichte angekommen',
      'geh einkauf einkauf geschich geschich ankomm',
    ],
    ['es', 'durmió dormir lápices lápiz puso poner', 'dorm dorm lapic lapic pon pon'],
    ['fr', 'allée aller chevaux yeux œil', 'aller aller cheval oeil oeil'],
    ['ru', 'шёл идти записку запись', 'идт идт запис запис'],
    ['pl', 'książka książki', 'ksiaz ksiaz'],
  ] as const)('stems by the language: %s', (code, text, terms) => {
    expect(termsOf(text, code).join(' ')).toBe(terms);
  });

  it.each([
    ['The models were running on Fridays', 'model run friday'],
    ["Ada's café isn't l'école d'été nor O'Brien", 'ada cafe ecol ete brien obrien'],
    [
      'maxUnavailable XMLHttpRequest snake_case_name YouTube',
      'max unavail maxunavail xml http request xmlhttprequest snake case name tube youtub',
    ],
    ['ﬁne ＡＢＣ① ½', 'fine abc1 1 2'],
    ['größe Straße Łódź Øre', 'gross strass lodz ore'],
    ['模型运行 猫', '模型 型运 运行 猫'],
    ['データベースの移行', 'デー ータ タベ ベー ース 移行'],
    ['서울에서 만났다', '서울 울에 에서 만났 났다'],
    ['модель модели моделью ёлка', 'модел модел модел елк'],
    ['المدرسة والمدرسة مدرسة', 'مدرس مدرس مدرس'],
    ['2026-02-21 v2 ٢٠٢٦', '2026 02 21 v2 2026'],
    ['हिन्दी में', 'हिन्द में'],
    ['met bought children', 'meet buy child'],
    ['文太は櫂を置いた', '文太 櫂 置い'],
    ['りんごです', 'りん んご ごで'],
    ['to be or not to be', ''],
    ['', ''],
  ])('%s', (text, terms) => {
    expect(termsOf(text).join(' ')).toBe(terms);
  });

  it('sees no difference in forms of characters and in case', () => {
    forAll(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      expect(termsOf(text.normalize('NFD'))).toEqual(termsOf(text.normalize('NFC')));
    });
    expect(termsOf('TIDAL Model')).toEqual(termsOf('tidal model'));
  });

  it('gives words without blanks', () => {
    forAll(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      for (const term of termsOf(text)) expect(term).toMatch(/^\S+$/u);
    });
  });
});

it.each([
  ['Do you want tea?', { asks: true, tellsTime: false, tellsNumber: false, names: 0 }],
  ['茶はいかがですか？', { asks: true, tellsTime: false, tellsNumber: false, names: 0 }],
  [
    'We met Ada in Berlin with Bo last week',
    { asks: false, tellsTime: true, tellsNumber: false, names: 2 },
  ],
  ['Three cats', { asks: false, tellsTime: false, tellsNumber: true, names: 0 }],
  ['昨天下午 3 点', { asks: false, tellsTime: true, tellsNumber: true, names: 0 }],
  ['в пятницу', { asks: false, tellsTime: true, tellsNumber: false, names: 0 }],
])('traitsOf %s', (text, traits) => {
  expect(traitsOf(text)).toEqual(traits);
  expect(unpackTraits(packTraits(traits))).toEqual(traits);
});
