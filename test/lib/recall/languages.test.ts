import { expect, it } from 'vitest';
import { LANGUAGES } from '#test/support/recall/languages.ts';
import { HeldUnits } from '#lib/recall/held-units.ts';
import { unitsOf } from '#test/support/recall/memory-store.ts';
import { measure } from '#test/support/recall/questions.ts';
import { synthetic } from '#test/support/recall/synthetic.ts';

/** Another one than those that the recipe was looked at with (bench/recall.ts). */
const SEED = 7;

it.each(Object.entries(LANGUAGES))(
  'recall in the logs of three months [Y103] finds what was asked for: %s',
  async (locale, language) => {
    const { files, questions } = synthetic(language, locale, SEED);
    const store = new HeldUnits(unitsOf(files));
    const recipe = await measure(store, questions);
    expect(questions.length).toBeGreaterThan(80);
    expect(recipe.at5).toBeGreaterThanOrEqual(0.97);
    expect(recipe.at10).toBeGreaterThanOrEqual(0.99);
    expect(recipe.mrr).toBeGreaterThanOrEqual(0.8);
    const alone = await measure(store, questions, 'ranks');
    expect(recipe.at10).toBeGreaterThan(alone.at10 + 0.05);
    expect(recipe.mrr).toBeGreaterThan(alone.mrr + 0.05);
  },
);
