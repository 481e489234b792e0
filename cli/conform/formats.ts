/** The forms of a conformance report. */
import type { Log } from 'sarif';
import { drawBadge } from '#audit/report/badge.ts';
import { safeJson } from '#audit/report/json.ts';
import { markup, markupText } from '#audit/report/markup.ts';
import { artifactAt, plainText, ROOTS } from '#audit/report/sarif.ts';
import { writeOutput } from '#kernel/process/output.ts';
import type { Verdict } from '#conform/case/case.ts';
import { type CaseReport, type ConformReport, sentenceOf } from '#conform/suite/report.ts';
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
    harmless(sentenceOf(report)),
    '',
  ].join('\n');

const MARK: Readonly<Record<Verdict, string>> = {
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

const junit = ({ kernel, totals, cases }: ConformReport): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="yamo conform" tests="${cases.length}" failures="${totals.fail}" errors="0" skipped="${skipped(totals)}">`,
    `  <testsuite name="${markupText(kernel.name)}" tests="${cases.length}" failures="${totals.fail}" errors="0" skipped="${skipped(totals)}">`,
    ...cases.map((one) => junitCase(one, kernel.name)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');

const skipped = (totals: ConformReport['totals']): number =>
  totals['not applicable'] + totals['could not tell'];

const junitCase = ({ id, title, verdict, why, milliseconds }: CaseReport, name: string): string => {
  const open = `    <testcase classname="${markupText(name)}" name="${markupText(`${id}: ${title}`)}" time="${milliseconds / 1000}"`;
  const said = markupText(why.join('; '));
  if (verdict === 'pass') return `${open}/>`;
  const element =
    verdict === 'fail'
      ? `<failure message="${said}"/>`
      : `<skipped message="${markupText(verdict)}: ${said}"/>`;
  return `${open}>${element}</testcase>`;
};

const sarif = (report: ConformReport): string => {
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'yamo conform',
            semanticVersion: report.yamo,
            rules: report.cases.map(({ id, title, requirements }) => ({
              id,
              shortDescription: { text: title },
              help: { text: `See yamo conform --explain ${id}.` },
              properties: { tags: ['RFC-0009', ...requirements] },
            })),
          },
        },
        automationDetails: { id: 'yamo-conform/' },
        originalUriBaseIds: ROOTS,
        results: report.cases
          .filter(({ verdict }) => verdict === 'fail')
          .map(({ id, why }) => ({
            ruleId: id,
            level: 'error',
            message: { text: plainText(`${report.kernel.name}: ${why.join('; ')}`) },
            // An alert needs a file: the document of the kernel.
            locations: [
              {
                physicalLocation: {
                  artifactLocation: artifactAt(report.kernel.file),
                  region: { startLine: 1 },
                },
              },
            ],
          })),
      },
    ],
  };
  return safeJson(log, 2);
};

const html = (report: ConformReport): string => {
  const { kernel, cases, notes } = report;
  const title = `${kernel.name}: RFC-0009 conformance`;
  const rows = cases.map(
    ({ id, title: what, requirements, verdict, why }) =>
      markup`<tr><td>${id}</td><td>${what}</td><td>${requirements.join(' ')}</td><td>${MARK[verdict]} ${verdict}</td><td>${why.join('; ')}</td></tr>\n`,
  );
  return String(
    markup`<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>${title}</title>\n<style>body{font:16px/1.4 system-ui;margin:2rem;max-width:70rem}td,th{border-bottom:1px solid #ccc;padding:.3rem .6rem;text-align:left;vertical-align:top}</style>\n<h1>${title}</h1>\n<p>${sentenceOf(report)}. yamo ${report.yamo}.</p>\n${notes.map((note) => markup`<p>${note}</p>\n`)}<table><tr><th>case</th><th>what</th><th>requirements</th><th>verdict</th><th>why</th></tr>\n${rows}</table></html>\n`,
  );
};

const badge = ({ totals, cases }: ConformReport): string => {
  const told = cases.length - totals['not applicable'];
  const isWhole = totals.fail === 0 && totals['could not tell'] === 0;
  return drawBadge(
    'RFC-0009 conform',
    `${totals.pass} of ${told}`,
    isWhole ? '#2c7d34' : '#b43a2c',
  );
};

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
