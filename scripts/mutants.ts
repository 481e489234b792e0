/**
 * Changes that must not pass unseen, found by syntax: `npm run test:mutants` tries those that are carried over from
 * earlier versions; `--seed WORD` draws others instead, `--draw N` of them (40) in each group, or in each `--group FOLDER`.
 * `--only TEXT` takes those whose name holds it, `--jobs N` so many processes, `--keep FOLDER` a folder that a run is
 * taken up from. `--places` looks only whether each that is carried over has its place. A line without its place, and
 * a carried mutant that lives, fail the run.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { tryAlone } from './mutants/alone.ts';
import { carriedOver } from './mutants/carried.ts';
import { BY_COMPILER, tryCompiler } from './mutants/compiler.ts';
import { draw, GROUPS, groupOf, placesBelow } from './mutants/draw.ts';
import { type Mutant, mutantsAt } from './mutants/instrument.ts';
import { type Known, Ledger, LEDGER_VARIABLE } from './mutants/ledger.ts';
import { nameOfPlace, type Place } from './mutants/places.ts';
import { tryTogether } from './mutants/together.ts';

const ROOT = resolve(import.meta.dirname, '..');

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    draw: { type: 'string', default: '40' },
    group: { type: 'string', multiple: true, default: [...GROUPS] },
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: '1' },
    keep: { type: 'string' },
    places: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Says which lines have no place, and fails the run where there are some. */
const carried = (): readonly Place[] => {
  const all = carriedOver(ROOT);
  const gone = all.filter(({ places }) => places.length === 0);
  for (const { line, alike } of gone)
    say(`NO PLACE  ${line}: now in lines ${alike.map((one) => one.line).join(', ') || 'none'}`);
  if (gone.length > 0) process.exitCode = 1;
  const found = all.flatMap(({ places }) => places);
  say(`${found.length} mutants have their places, ${gone.length} lines have none`);
  return found;
};

const drawn = (seed: string): readonly Place[] =>
  values.group.flatMap((group) => draw(placesBelow(ROOT, group), seed, Number(values.draw)));

const tryAll = async (mutants: readonly Mutant[]): Promise<Known> => {
  const folder = resolve(values.keep ?? mkdtempSync(join(tmpdir(), 'yamo-mutants-')));
  process.env[LEDGER_VARIABLE] = folder;
  const ledger = new Ledger(folder);
  say(`what becomes of them is kept in ${folder}`);
  tryCompiler(ROOT, mutants, ledger);
  await tryTogether(ROOT, mutants, ledger, { jobs: Number(values.jobs) });
  await tryAlone(ROOT, mutants, ledger);
  return ledger.known();
};

/** The shares by group, and what lives. */
const report = (mutants: readonly Mutant[], known: Known): number => {
  const isKilled = (one: Place): boolean => known.killed.has(nameOfPlace(one));
  for (const [group, own] of Map.groupBy(mutants, ({ file }) => groupOf(file) ?? 'elsewhere'))
    say(`${group}: ${own.filter(isKilled).length} of ${own.length} killed`);
  const refused = mutants.filter((one) => known.killed.get(nameOfPlace(one)) === BY_COMPILER);
  const alive = mutants.filter((one) => !isKilled(one));
  for (const one of alive) {
    const files = known.tried.get(nameOfPlace(one))?.size ?? 0;
    say(`LIVES  ${one.file}:${one.line} ${nameOfPlace(one)}, after ${files} files of tests`);
  }
  for (const test of known.broken) say(`NOT RUN TO ITS END  ${test}, without a mutant`);
  say(
    `${mutants.length - alive.length} of ${mutants.length} killed, ${refused.length} by the compiler`,
  );
  return alive.length;
};

const places = values.seed === undefined ? carried() : drawn(values.seed);
const mutants = mutantsAt(places.filter((one) => nameOfPlace(one).includes(values.only)));
if (mutants.length === 0) {
  say('There is nothing to change: look at --only, --group and --draw.');
  process.exitCode = 2;
} else if (!values.places) {
  const known = await tryAll(mutants);
  const living = report(mutants, known);
  // A draw shows what tests do not see; only where they could not be run is it wrong.
  if (known.broken.size > 0 || (living > 0 && values.seed === undefined)) process.exitCode = 1;
}
