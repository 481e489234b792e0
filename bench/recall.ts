/**
 * How much is found, and how fast: on the fixture, and on made-up logs in five languages with known answers, by the
 * recipe and by BM25 alone. `npm run bench:recall`.
 */
import { recall } from '#lib/recall/recall.ts';
import { FIXTURE_FILES, FIXTURE_QUESTIONS } from '#test/support/recall/fixture.ts';
import { LANGUAGES } from '#test/support/recall/languages.ts';
import { MemoryStore, unitsOf } from '#test/support/recall/memory-store.ts';
import { measure, type Question } from '#test/support/recall/questions.ts';
import { synthetic } from '#test/support/recall/synthetic.ts';

const SEEDS = [1, 2, 3];
const percent = (share: number): string => (100 * share).toFixed(1).padStart(6);

const row = async (
  name: string,
  files: Readonly<Record<string, string>>,
  questions: readonly Question[],
): Promise<void> => {
  const begun = performance.now();
  const units = unitsOf(files);
  const perSecond = (1000 * units.length) / (performance.now() - begun);
  const store = new MemoryStore(units);
  const recipe = await measure(store, questions);
  const bm25 = await measure(store, questions, 'ranks');
  const shown = [recipe, bm25].map(({ at5, at10, mrr }) => [at5, at10, mrr].map(percent).join(' '));
  console.log(
    `${name.padEnd(10)} ${String(questions.length).padStart(5)} | ${shown.join(' | ')} | ${perSecond.toFixed(0)}`,
  );
  if (process.argv.includes('--missed'))
    for (const { text, isAnswer } of questions) {
      const hits = await recall(store, text, { limit: 10 });
      if (!hits.slice(0, 5).some(({ unit }) => isAnswer(unit))) console.log(`  ${text}`);
    }
};

console.log('           asked |    R@5   R@10    MRR |   of BM25 alone      | units/s');
await row('fixture', FIXTURE_FILES, FIXTURE_QUESTIONS);
for (const [locale, language] of Object.entries(LANGUAGES))
  for (const seed of SEEDS) {
    const { files, questions } = synthetic(language, locale, seed);
    await row(`${locale} ${seed}`, files, questions);
  }
