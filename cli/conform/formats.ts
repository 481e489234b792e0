/** The forms of a conformance report. */
import { drawBadge } from '#audit/report/badge.ts';
import { safeJson } from '#lib/report/visible.ts';
import { markup } from '#lib/report/markup.ts';
import { type JunitCase, junitText } from '#lib/report/junit.ts';
import { resultIn, sarifText } from '#lib/report/sarif.ts';
import { writeOutput } from '#kernel/process/output.ts';
import type { CaseVerdict } from '#conform/case/case.ts';
import { CASES } from '#conform/suite/cases.ts';
import { type CaseReport, type ConformReport, reportSentence } from '#conform/suite/report.ts';
import { conformPage } from './page.ts';
import { harmless, print, styled } from '#cli/io/terminal.ts';

const text = (report: ConformReport): string =>
  [
    ...report.cases
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ id, title, verdict, why }) =>
        [
          `${styled(COLOUR[verdict], MARK[verdict])} ${id.padEnd(6)}${title}: ${verdict}`,
          ...why.map((one) => `         ${harmless(one)}`),
        ].join('\n'),
      ),
    ...report.notes.map((note) => `! ${harmless(note)}`),
    harmless(reportSentence(report)),
    '',
  ].join('\n');

const MARK: Readonly<Record<CaseVerdict, string>> = {
  pass: '✓',
  fail: '✗',
  'not applicable': '–',
  'could not tell': '?',
};
const COLOUR = {
  pass: 'green',
  fail: 'red',
  'not applicable': 'dim',
  'could not tell': 'yellow',
} as const;

const junit = ({ kernel, cases }: ConformReport): string =>
  junitText('yamo conform', [{ name: kernel.name, cases: cases.map(junitCase) }]);

const junitCase = ({ id, title, verdict, why, milliseconds }: CaseReport): JunitCase => {
  const said = why.join('; ');
  const outcomes = {
    pass: { kind: 'passed' },
    fail: { kind: 'failure', message: said },
    'not applicable': { kind: 'skipped', message: `${verdict}: ${said}` },
    'could not tell': { kind: 'skipped', message: `${verdict}: ${said}` },
  } as const;
  return { name: `${id}: ${title}`, seconds: milliseconds / 1000, outcome: outcomes[verdict] };
};

/** An alert needs a file: the document of the kernel. */
const sarif = ({ yamo, kernel, cases }: ConformReport): string =>
  sarifText(
    {
      name: 'yamo conform',
      semanticVersion: yamo,
      rules: cases.map(({ id, title, requirements }) => ({
        id,
        shortDescription: { text: title },
        help: { text: `See yamo conform --explain ${id}.` },
        properties: { tags: ['RFC-0009', ...requirements] },
      })),
    },
    {
      automationDetails: { id: 'yamo-conform/' },
      results: cases
        .filter(({ verdict }) => verdict === 'fail')
        .map(({ id, why }) =>
          resultIn(
            kernel.file,
            { startLine: 1 },
            { ruleId: id, level: 'error', text: `${kernel.name}: ${why.join('; ')}` },
          ),
        ),
    },
  );

const html = (report: ConformReport): string => {
  const { kernel, cases, notes } = report;
  const title = `${kernel.name}: RFC-0009 conformance`;
  const rows = cases.map(
    ({ id, title: what, requirements, verdict, why }) =>
      markup`<tr><td>${id}</td><td>${what}</td><td>${requirements.join(' ')}</td><td>${MARK[verdict]} ${verdict}</td><td>${why.join('; ')}</td></tr>\n`,
  );
  return String(
    markup`<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>${title}</title>\n<style>body{font:16px/1.4 system-ui;margin:2rem;max-width:70rem}td,th{border-bottom:1px solid #ccc;padding:.3rem .6rem;text-align:left;vertical-align:top}</style>\n<h1>${title}</h1>\n<p>${reportSentence(report)}. yamo ${report.yamo}.</p>\n${notes.map((note) => markup`<p>${note}</p>\n`)}<table><tr><th>case</th><th>what</th><th>requirements</th><th>verdict</th><th>why</th></tr>\n${rows}</table></html>\n`,
  );
};

/** Of all cases that there are, whatever the kernel claims. */
const badge = ({ totals }: ConformReport): string => {
  const whole = totals.pass === CASES.length ? BADGE_COLOURS.whole : BADGE_COLOURS.part;
  const isWrong = totals.fail + totals['could not tell'] > 0;
  const message = `${totals.pass} of ${CASES.length}`;
  return drawBadge('RFC-0009 conform', message, isWrong ? BADGE_COLOURS.wrong : whole);
};

const BADGE_COLOURS = { whole: '#2c7d34', part: '#1f6f9f', wrong: '#b43a2c' } as const;

/** What `--format` takes, each with its writer. */
export const FORMS = {
  text,
  json: (report: ConformReport): string => safeJson(report, 0),
  junit,
  sarif,
  html,
  markdown: (report: ConformReport): string => conformPage(report, today()),
  badge,
} as const satisfies Record<string, (report: ConformReport) => string>;

const today = (): string => new Date().toISOString().slice(0, 10);

type Format = keyof typeof FORMS;

/** One form of the report; without a file it goes to standard output. */
export interface ConformOutput {
  readonly format: Format;
  readonly file: string | undefined;
}

const isFormat = (word: string): word is Format => Object.hasOwn(FORMS, word);

/** The forms that were asked for, or what is wrong with them. */
export const outputsOf = (
  words: readonly string[],
  isJson: boolean,
): readonly ConformOutput[] | string => {
  const outputs: ConformOutput[] = [];
  for (const word of [...words, ...(isJson ? ['json'] : [])]) {
    const [, format = word, file] = /^([^=]*)=(.+)$/.exec(word) ?? [];
    if (!isFormat(format))
      return `There is no format ${harmless(format)}: ${Object.keys(FORMS).join(', ')}.`;
    outputs.push({ format, file });
  }
  if (outputs.filter(({ file }) => file === undefined).length > 1)
    return 'Only one format can go to standard output; give the others a file (FORMAT=FILE).';
  return outputs.length === 0 ? [{ format: 'text', file: undefined }] : outputs;
};

/** Writes every form. Throws OUTPUT_UNWRITABLE. */
export const writeReports = (report: ConformReport, outputs: readonly ConformOutput[]): void => {
  for (const { format, file } of outputs) {
    const shown = FORMS[format](report);
    if (file === undefined) print(shown);
    else writeOutput(file, shown);
  }
};
