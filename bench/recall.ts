/**
 * How much is found, and how fast: on the fixture, and on made-up logs in five languages and long dialogues with known
 * answers, by the recipe and by BM25 alone. `npm run bench:recall`; `-- --dialogues FOLDER` asks the ten dialogues of LoCoMo, too;
 * `--encoder` adds the recipe with the vectors of the sentence encoder that `yamo mesh install --encoder` has fetched.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';

import { embeddedText } from '#kernel/mesh/embedding.ts';
import { findPackage } from '#kernel/mesh/packages.ts';
import { Encoder } from '#mesh/encoder.ts';

import { HeldUnits } from '#lib/recall/held-units.ts';
import type { MemoryUnit } from '#lib/recall/ingest.ts';
import { recall } from '#lib/recall/recall.ts';
import { FIXTURE_FILES, FIXTURE_QUESTIONS } from '#test/support/recall/fixture.ts';
import { LANGUAGES } from '#test/support/recall/languages.ts';
import { madeDialogue } from '#test/support/recall/made-dialogue.ts';
import { measureDays } from '#test/support/recall/days-asked.ts';
import { measureHolding } from '#test/support/recall/holding.ts';
import { metPairs } from '#test/support/recall/inflected.ts';
import { unitsOf } from '#test/support/recall/memory-store.ts';
import { type Measured, measure, type Question } from '#test/support/recall/questions.ts';
import { synthetic } from '#test/support/recall/synthetic.ts';
import { dialoguesIn } from './dialogues.ts';

const { values: options } = parseArgs({
  options: {
    missed: { type: 'boolean' },
    dialogues: { type: 'string' },
    encoder: { type: 'boolean' },
  },
});

/** Texts at a time. */
const BATCH = 32;

/** The vectors of texts; none without an encoder. */
const embedding = (): ((texts: readonly string[]) => Promise<readonly Float32Array[]>) => {
  if (options.encoder !== true) return async () => [];
  const encoder = findPackage('encoder', process.env)?.entry;
  if (encoder === undefined) throw new Error('yamo mesh install --encoder');
  const model = new Encoder();
  return async (texts) => {
    const made: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += BATCH) {
      const batch = texts.slice(at, at + BATCH);
      const { vectors } = await model.encode({ encoder, texts: batch });
      made.push(...vectors.map((vector) => Float32Array.from(vector)));
    }
    return made;
  };
};
const embed = embedding();

const SEEDS = [1, 2, 3];
const percent = (share: number): string => (100 * share).toFixed(1).padStart(6);

const shown = (name: string, asked: number, each: readonly Measured[]): string =>
  [
    `${name.padEnd(10)} ${String(asked).padStart(5)}`,
    ...each.map(({ at5, at10, mrr }) => [at5, at10, mrr].map(percent).join(' ')),
  ].join(' | ');

const row = async (
  name: string,
  files: Readonly<Record<string, string>>,
  questions: readonly Question[],
): Promise<readonly Measured[]> => {
  const begun = performance.now();
  const units = unitsOf(files);
  const perSecond = (1000 * units.length) / (performance.now() - begun);
  const store = new HeldUnits(units);
  const recipe = await measure(store, questions);
  const bm25 = await measure(store, questions, 'ranks');
  const meant = await measured(units, questions);
  const all = [recipe, bm25, ...meant];
  console.log(`${shown(name, questions.length, all)} | ${perSecond.toFixed(0)}`);
  if (options.missed === true)
    for (const { text, isAnswer } of questions) {
      const hits = await recall(store, text, { limit: 10 });
      if (!hits.slice(0, 5).some(({ unit }) => isAnswer(unit))) console.log(`  ${text}`);
    }
  return all;
};

/** The recipe with the vectors of units and questions; nothing without an encoder. */
const measured = async (
  units: readonly MemoryUnit[],
  questions: readonly Question[],
): Promise<readonly Measured[]> => {
  const ofUnits = await embed(units.map(embeddedText));
  if (ofUnits.length === 0) return [];
  const ofQuestions = await embed(questions.map(({ text }) => text));
  const vectors = units.flatMap(({ key }, at) => {
    const vector = ofUnits[at];
    return vector === undefined ? [] : [[key, [...vector]] as const];
  });
  const asked = questions.map((question, at) => {
    const vector = ofQuestions[at];
    return vector === undefined ? question : { ...question, vector };
  });
  return [await measure(new HeldUnits(units, new Map(vectors)), asked)];
};

const withEncoder = options.encoder === true ? '   with the encoder   |' : '';
console.log(
  `           asked |    R@5   R@10    MRR |   of BM25 alone      |${withEncoder} units/s`,
);
await row('fixture', FIXTURE_FILES, FIXTURE_QUESTIONS);
for (const [locale, language] of Object.entries(LANGUAGES))
  for (const seed of SEEDS) {
    const { files, questions } = synthetic(language, locale, seed);
    await row(`${locale} ${seed}`, files, questions);
  }
for (const seed of SEEDS) {
  const { files, questions } = madeDialogue(seed);
  await row(`talk ${seed}`, files, questions);
}
for (const { code, seen, held, pairs, missed } of await metPairs()) {
  console.log(`forms ${code}: ${seen + held} of ${pairs} meet, ${held} of them never looked at`);
  if (options.missed === true)
    console.log(missed.filter((one) => one.startsWith('seen')).join('\n'));
}
for (const set of ['tuned', 'held'] as const) {
  const { alike, wrong, missed, ...classes } = await measureHolding(set);
  for (const [kind, { asked, newestFirst, newestBeforeOld, marked }] of Object.entries(classes))
    console.log(
      `holds ${set} ${kind} ${asked} | first ${percent(newestFirst)} | before the old ${percent(newestBeforeOld)} | marked ${percent(marked)}`,
    );
  console.log(`holds ${set}: ${wrong.length} of ${alike} pairs that both hold are marked`);
  if (options.missed === true && set === 'tuned') console.log([...missed, ...wrong].join('\n'));
}
const { days, dayFirst, windows, markedFound, outside, missed: missedDays } = await measureDays();
console.log(
  `days ${days} | first of that day ${percent(dayFirst)} | windows ${windows} | marked among ten ${percent(markedFound)} | of other days ${outside}`,
);
if (options.missed === true) console.log(missedDays.join('\n'));
if (options.dialogues !== undefined) {
  const sums = (options.encoder === true ? [0, 1, 2] : [0, 1]).map(() => ({
    at5: 0,
    at10: 0,
    mrr: 0,
  }));
  let asked = 0;
  for (const { name, files, questions } of dialoguesIn(options.dialogues)) {
    asked += questions.length;
    for (const [index, one] of (await row(name, files, questions)).entries())
      for (const key of ['at5', 'at10', 'mrr'] as const) {
        const sum = sums[index];
        if (sum !== undefined) sum[key] += one[key] * questions.length;
      }
  }
  const means = sums.map(({ at5, at10, mrr }) => ({
    at5: at5 / asked,
    at10: at10 / asked,
    mrr: mrr / asked,
  }));
  console.log(shown('dialogues', asked, means));
}
