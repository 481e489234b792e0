/** A conformance report as a page of Markdown: what failed first, and what was never claimed with its reason. */
import { prose } from '#audit/report/markdown.ts';
import type { CaseVerdict } from '#conform/case/case.ts';
import { type CaseReport, type ConformReport, verdictCounts } from '#conform/suite/report.ts';

/** `day` is that of the run, `YYYY-MM-DD`. Two runs of one day give the same page. */
export const conformPage = (report: ConformReport, day: string): string => {
  const { kernel, yamo, notes, cases } = report;
  const version = kernel.version === null ? '' : ` ${kernel.version}`;
  const withVerdict = (verdict: CaseVerdict): readonly CaseReport[] =>
    cases.filter((one) => one.verdict === verdict);
  return [
    `# ${prose(`${kernel.name}${version}`)}`,
    ...(kernel.about === null ? [] : [prose(kernel.about)]),
    `Held against RFC-0009 on ${day} by yamo ${prose(yamo)}: ${verdictCounts(report)}.`,
    ...notes.map(prose),
    ...section('Failed', withVerdict('fail').map(itemOf)),
    ...section('Could not be told', withVerdict('could not tell').map(itemOf)),
    ...section('Passed', withVerdict('pass').map(itemOf)),
    ...section('Not applicable', byReason(withVerdict('not applicable'))),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/u, '\n');
};

const section = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : [`## ${title}`, items.join('\n')];

const itemOf = ({ id, title, requirements, why }: CaseReport): string =>
  [
    `- ${id}: ${prose(title)} (${requirements.join(', ')})`,
    ...why.map((one) => `  - ${prose(one)}`),
  ].join('\n');

const byReason = (cases: readonly CaseReport[]): readonly string[] =>
  [...Map.groupBy(cases, ({ why }) => why.join('; '))].map(
    ([why, alike]) => `- ${alike.map(({ id }) => id).join(', ')}: ${prose(why)}`,
  );
