/** JUnit XML: a suite for each workspace, a case for each rule. */
import { type JunitCase, type JunitSuite, junitText } from '#lib/report/junit.ts';
import { visible } from '#lib/report/visible.ts';
import type { Report, ReportedFinding, ReportedRule, WorkspaceReport } from './report.ts';
import { suppressedPhrase } from './verdict.ts';
import { findingPlace } from './words.ts';

/**
 * A rule fails where it keeps a workspace from what is required; what else it finds stands in the output of its case,
 * so that a suite is red exactly where the exit code is not 0. A rule that could not be answered is skipped.
 */
export const junit = (report: Report): string =>
  junitText(
    'yamo audit',
    report.workspaces.map((workspace) => suite(workspace, report)),
  );

const suite = (workspace: WorkspaceReport, { rules, layout }: Report): JunitSuite => {
  const { path, verdict, suppressed, error } = workspace;
  return {
    name: path,
    properties: { layout: layout.id },
    cases:
      error === undefined
        ? casesOf(workspace, rules)
        : [{ name: 'the audit', outcome: { kind: 'error', message: error } }],
    output: `${visible(verdict)}\nSuppressed: ${suppressedPhrase(suppressed)}.`,
  };
};

/** The rules, then a case for whatever else keeps the workspace from passing: its claim, or that it waits. */
const casesOf = (
  workspace: WorkspaceReport,
  rules: readonly ReportedRule[],
): readonly JunitCase[] => {
  const byRule = Map.groupBy(workspace.findings, ({ rule }) => rule);
  const cases = rules.map((rule) => ruleCase(workspace, rule, byRule.get(rule.id) ?? []));
  const isTold = workspace.passes || cases.some(({ outcome }) => outcome.kind === 'failure');
  const verdict: JunitCase = {
    name: 'the tier that is required or claimed (§2.0)',
    outcome: isTold ? { kind: 'passed' } : { kind: 'failure', message: workspace.verdict },
  };
  return [...cases, verdict];
};

const ruleCase = (
  { unanswered, notAsked }: WorkspaceReport,
  { id, title, section }: ReportedRule,
  findings: readonly ReportedFinding[],
): JunitCase => {
  const name = `${id}: ${title} (${section})`;
  const [first, ...more] = findings.filter(isFailure).map(told);
  const others = findings.filter((finding) => !isFailure(finding)).map(told);
  const output = others.length > 0 && { output: others.join('\n') };
  if (first !== undefined) {
    const body = [first, ...more].join('\n');
    return { name, outcome: { kind: 'failure', message: first, body }, ...output };
  }
  const reason =
    unanswered.find(({ rule }) => rule === id)?.reason ??
    (notAsked.includes(id)
      ? 'it needs a history, boot records or --here, and there are none'
      : undefined);
  return reason === undefined || findings.length > 0
    ? { name, outcome: { kind: 'passed' }, ...output }
    : { name, outcome: { kind: 'skipped', message: reason } };
};

const isFailure = ({ level, status }: ReportedFinding): boolean =>
  level === 'error' && status !== 'known';

/** One line, whatever the file is called. */
const told = (finding: ReportedFinding): string => {
  const { level, found, expected, remedy } = finding;
  return visible(
    `${findingPlace(finding)}: ${level}: found ${found}; expected ${expected}. ${remedy}`,
  );
};
