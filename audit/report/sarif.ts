/** SARIF 2.1.0, so as GitHub's code scanning reads it. */
import type { Notification, ReportingDescriptor, Result } from 'sarif';
import { HOMEPAGE, plainText, resultIn, sarifText } from '#lib/report/sarif.ts';

import { precisionWord, SECURITY_SEVERITY } from './measured.ts';
import { isNews, repositoryPath } from './place.ts';
import {
  LEVELS,
  type Report,
  type ReportedFinding,
  type ReportedRule,
  type WorkspaceReport,
} from './report.ts';

/** GitHub refuses a file with more results in a run. */
export const RESULTS_MAX = 25_000;

/** GitHub keeps so many tags of a rule. */
const TAGS_MAX = 10;

/**
 * One run with what is live and new: GitHub shows suppressed results as alerts, and a result of kind `pass` too, so
 * that neither is written. Above the limit the least grave results are left out, and a notification says so.
 */
export const sarif = (report: Report): string => {
  const indexes = new Map(report.rules.map(({ id }, index) => [id, index]));
  const live = report.workspaces.flatMap((workspace) =>
    workspace.findings.filter(isNews).map((finding) => ({ workspace, finding })),
  );
  const results = LEVELS.flatMap((level) => live.filter(({ finding }) => finding.level === level))
    .slice(0, RESULTS_MAX)
    .map(({ workspace, finding }) => resultOf(workspace, finding, indexes));
  const notifications = notificationsOf(report, live.length - results.length);
  return sarifText(
    {
      name: 'yamo audit',
      semanticVersion: report.yamo,
      fullName: `yamo audit, which implements ${report.implements}`,
      rules: report.rules.map(descriptorOf),
    },
    {
      automationDetails: { id: 'yamo-audit/' },
      columnKind: 'utf16CodeUnits',
      properties: { layout: report.layout.id },
      invocations: [
        {
          executionSuccessful: report.totals.failed === 0,
          exitCode: report.exit,
          exitCodeDescription: plainText(report.verdict),
          ...(notifications.length > 0 && { toolExecutionNotifications: [...notifications] }),
        },
      ],
      results,
    },
  );
};

const descriptorOf = (rule: ReportedRule): ReportingDescriptor => {
  const { id, title, why, remedy, section, level, weight, tier, heuristic } = rule;
  const severity = SECURITY_SEVERITY[id];
  const precision = precisionWord(id);
  const tags = [
    'RFC-0009',
    ...(severity === undefined ? [] : ['security']),
    section,
    weight,
    ...(tier === 'none' ? [] : [`tier ${tier}`]),
    ...(heuristic ? ['heuristic'] : []),
  ];
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: why },
    helpUri: `${HOMEPAGE}/blob/main/docs/rules/${id.replaceAll('/', '-')}.md`,
    help: {
      text: `${why}\n\n${remedy}\n\nSee yamo explain ${id}.`,
      markdown: `${why}\n\n**Do:** ${remedy}\n\nSee \`yamo explain ${id}\`.`,
    },
    defaultConfiguration: { level },
    properties: {
      tags: tags.slice(0, TAGS_MAX),
      // How GitHub orders alerts.
      ...(precision !== undefined && { precision }),
      ...(severity !== undefined && { 'security-severity': severity.toFixed(1) }),
      'problem.severity': level === 'note' ? 'recommendation' : level,
    },
  };
};

const resultOf = (
  workspace: WorkspaceReport,
  finding: ReportedFinding,
  indexes: ReadonlyMap<string, number>,
): Result => {
  const { rule, level, file, line, column, found, expected, remedy, fingerprint } = finding;
  const index = indexes.get(rule);
  const region = { startLine: line ?? 1, ...(column !== undefined && { startColumn: column }) };
  const text = `Found ${found}; expected ${expected}. ${remedy}`;
  // An alert needs a file: for the workspace as a whole the one that makes a folder an agent's.
  const path = repositoryPath(workspace, file === '' ? 'AGENTS.md' : file);
  return {
    ...resultIn(path, region, {
      ruleId: rule,
      ...(index !== undefined && { ruleIndex: index }),
      level,
      text,
    }),
    partialFingerprints: { primaryLocationLineHash: fingerprint },
  };
};

const notificationsOf = ({ workspaces }: Report, dropped: number): readonly Notification[] => [
  ...workspaces.flatMap((workspace) => workspaceNotifications(workspace)),
  ...(dropped === 0
    ? []
    : [notification('warning', `${dropped} results are left out: a run holds ${RESULTS_MAX}.`)]),
];

const workspaceNotifications = ({
  path,
  error,
  partial,
  unanswered,
}: WorkspaceReport): readonly Notification[] => [
  ...(error === undefined ? [] : [notification('error', `${path} could not be audited: ${error}`)]),
  ...(partial === undefined
    ? []
    : [notification('warning', `${path} was not looked at in whole: ${partial}`)]),
  ...unanswered.map(({ rule, reason }) =>
    notification('note', `${path}: ${rule} could not be answered: ${reason}`),
  ),
];

const notification = (level: Notification.level, text: string): Notification => ({
  level,
  message: { text: plainText(text) },
});
