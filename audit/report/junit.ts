/** JUnit XML: a suite for each workspace, a case for each rule. */
import { markupText } from './markup.ts';
import type { Report, ReportedFinding, ReportedRule, WorkspaceReport } from './report.ts';
import { suppressedPhrase } from './verdict.ts';
import { placeOf, visible } from './visible.ts';

/**
 * A rule fails where it keeps a workspace from what is required; what else it finds stands in the output of its case,
 * so that a suite is red exactly where the exit code is not 0. A rule that could not be answered is skipped.
 */
export const junit = (report: Report): string => {
  const suites = report.workspaces.map((workspace) => suite(workspace, report));
  const sum = (count: (one: Suite) => number): number =>
    suites.reduce((total, one) => total + count(one), 0);
  const counts = attributes({
    tests: sum(({ tests }) => tests),
    failures: sum(({ failures }) => failures),
    errors: sum(({ errors }) => errors),
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="yamo audit" ${counts}>`,
    ...suites.map(({ xml }) => xml),
    '</testsuites>',
    '',
  ].join('\n');
};

interface Suite {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly xml: string;
}

type Outcome = 'passed' | 'failure' | 'error' | 'skipped';

interface Case {
  readonly outcome: Outcome;
  readonly xml: string;
}

const suite = (workspace: WorkspaceReport, report: Report): Suite => {
  const { path, verdict, suppressed, error } = workspace;
  const cases = error === undefined ? casesOf(workspace, report.rules) : [brokenCase(path, error)];
  const count = (outcome: Outcome): number => cases.filter((one) => one.outcome === outcome).length;
  const counts = {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
  const said = `${visible(verdict)}\nSuppressed: ${suppressedPhrase(suppressed)}.`;
  return {
    ...counts,
    xml: [
      `  <testsuite ${attributes({ name: path, ...counts })}>`,
      `    <properties><property ${attributes({ name: 'layout', value: report.layout.id })}/></properties>`,
      ...cases.map(({ xml }) => xml),
      `    <system-out>${lines(said)}</system-out>`,
      '  </testsuite>',
    ].join('\n'),
  };
};

const brokenCase = (path: string, error: string): Case => ({
  outcome: 'error',
  xml: element({ classname: path, name: 'the audit' }, [`<error message="${markupText(error)}"/>`]),
});

/** The rules, then a case for whatever else keeps the workspace from passing: its claim, or that it waits. */
const casesOf = (workspace: WorkspaceReport, rules: readonly ReportedRule[]): readonly Case[] => {
  const byRule = Map.groupBy(workspace.findings, ({ rule }) => rule);
  const cases = rules.map((rule) => ruleCase(workspace, rule, byRule.get(rule.id) ?? []));
  const isTold = workspace.passes || cases.some(({ outcome }) => outcome === 'failure');
  return [...cases, verdictCase(workspace, isTold)];
};

const verdictCase = ({ path, verdict }: WorkspaceReport, isTold: boolean): Case => ({
  outcome: isTold ? 'passed' : 'failure',
  xml: element(
    { classname: path, name: 'the tier that is required or claimed (§2.0)' },
    isTold ? [] : [`<failure message="${markupText(verdict)}"/>`],
  ),
});

const ruleCase = (
  { path, unanswered, notAsked }: WorkspaceReport,
  { id, title, section }: ReportedRule,
  findings: readonly ReportedFinding[],
): Case => {
  const names = { classname: path, name: `${id}: ${title} (${section})` };
  const failing = findings.filter(isFailure);
  const others = findings.filter((finding) => !isFailure(finding));
  const output =
    others.length === 0 ? [] : [`<system-out>${lines(others.map(told).join('\n'))}</system-out>`];
  if (failing.length > 0) {
    const [first] = failing;
    const message = `message="${markupText(first === undefined ? '' : told(first))}"`;
    const body = lines(failing.map(told).join('\n'));
    return {
      outcome: 'failure',
      xml: element(names, [`<failure ${message} type="error">${body}</failure>`, ...output]),
    };
  }
  const reason =
    unanswered.find(({ rule }) => rule === id)?.reason ??
    (notAsked.includes(id) ? 'it needs a history or boot records, and there are none' : undefined);
  if (reason === undefined || findings.length > 0)
    return { outcome: 'passed', xml: element(names, output) };
  return {
    outcome: 'skipped',
    xml: element(names, [`<skipped message="${markupText(reason)}"/>`]),
  };
};

const isFailure = ({ level, status }: ReportedFinding): boolean =>
  level === 'error' && status !== 'known';

/** One line, whatever the file is called. */
const told = (finding: ReportedFinding): string => {
  const { level, found, expected, remedy } = finding;
  return visible(`${placeOf(finding)}: ${level}: found ${found}; expected ${expected}. ${remedy}`);
};

const element = (names: Readonly<Record<string, string>>, children: readonly string[]): string => {
  const open = `    <testcase ${attributes(names)}`;
  if (children.length === 0) return `${open}/>`;
  return [`${open}>`, ...children.map((child) => `      ${child}`), '    </testcase>'].join('\n');
};

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${markupText(String(value))}"`)
    .join(' ');

/** Our own line ends stay. */
const lines = (text: string): string => text.split('\n').map(markupText).join('\n');
