/**
 * How good the rules are: precision and recall of each on labelled workspaces, and of the detector of credentials on notes
 * that a generator has made; for one set of them it was never changed. `node bench/rules.ts`, with `--faults` for each
 * fault, and with `--write` to put the figures into audit/report/measured.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';

import { figuresOf, tellHalf, tellNotes, type Told } from '#test/audit/eval/credentials/cases.ts';
import { FIELD } from '#test/audit/eval/credentials/field.ts';
import { HELD } from '#test/audit/eval/credentials/held.ts';
import { SEEN } from '#test/audit/eval/credentials/seen.ts';
import { TUNED } from '#test/audit/eval/credentials/tuned.ts';
import { UNSEEN } from '#test/audit/eval/credentials/unseen.ts';
import { figuresOf as measuredIn, scored, table } from '#test/audit/eval/score.ts';
import { judgedIn, notesOf, PARTS } from '#test/audit/eval/written.ts';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const sumOf = (told: readonly Told[], count: 'right' | 'missed' | 'alarms'): number =>
  told.reduce((sum, one) => sum + one[count], 0);

const halfOf = (name: string, told: readonly Told[], withFaults: boolean): string => {
  const { precision, recall } = figuresOf(told);
  const lines = sumOf(told, 'right') + sumOf(told, 'missed');
  const faulty = told.filter(({ missed, alarms }) => missed + alarms > 0);
  return [
    `credentials, ${name}: recall ${percent(recall)}, precision ${percent(precision)} (${lines} lines with one, ${told.length} kinds of notes)`,
    ...faulty.map(({ kind, missed, alarms }) => `  ${kind}: ${missed} missed, ${alarms} false`),
    ...(withFaults
      ? faulty.flatMap(({ kind, faults }) => faults.map((text) => `--- ${kind}\n${text}`))
      : []),
    '',
  ].join('\n');
};

const TABLE = resolve(import.meta.dirname, '../audit/report/measured.ts');

const writeFigures = (figures: ReturnType<typeof measuredIn>): void => {
  const lines = Object.entries(figures).map(
    ([rule, pair]) => `  '${rule}': [${pair.join(', ')}],\n`,
  );
  const text = readFileSync(TABLE, 'utf8');
  writeFileSync(TABLE, text.replace(/(MEASURED: [^{]*\{\n)[^}]*(\};)/u, `$1${lines.join('')}$2`));
};

if (import.meta.main) {
  const withFaults = process.argv.includes('--faults');
  const rows = await scored();
  process.stdout.write(table(rows));
  if (process.argv.includes('--write')) writeFigures(measuredIn(rows));
  process.stdout.write(halfOf('tuned on', await tellHalf(TUNED), withFaults));
  process.stdout.write(halfOf('seen since', await tellHalf(SEEN), withFaults));
  process.stdout.write(halfOf('reported by users', await tellHalf(FIELD), withFaults));
  process.stdout.write(
    halfOf('of the same kinds in other words', await tellHalf(HELD), withFaults),
  );
  process.stdout.write(halfOf('never changed for', await tellHalf(UNSEEN), withFaults));
  for (const part of PARTS) {
    // The faults of the second half are for nobody who changes the auditor.
    const isShown = withFaults && part === 'first';
    process.stdout.write(
      halfOf(`written freely, ${part} half`, await tellNotes(notesOf(part)), isShown),
    );
    const { workspaces, helpful, pedantic, wrong, missed } = await judgedIn(part);
    const all = helpful + pedantic.length + wrong.length;
    process.stdout.write(
      `workspaces written freely, ${part} half: of ${all} findings in ${workspaces} helpful ${percent(helpful / all)}, pedantic ${percent(pedantic.length / all)}, wrong ${percent(wrong.length / all)}; ${missed.length} missed\n`,
    );
    if (isShown) process.stdout.write(`${[...wrong, ...missed].join('\n')}\n`);
  }
}
