/** Workflow commands of GitHub Actions: annotations on the lines of a pull request. */
import { pathOf, isNews } from './place.ts';
import { LEVELS, type Level, type Report, type ReportedFinding } from './report.ts';
import type { WorkspaceReport } from './report.ts';
import { suppressedCounts, suppressedPhrase } from './verdict.ts';
import { isVisible, visible } from './visible.ts';

const COMMANDS: Readonly<Record<Level, string>> = {
  error: 'error',
  warning: 'warning',
  note: 'notice',
};

/**
 * One command a finding, errors first: GitHub shows only the first ten of each kind in a step. What is known
 * already is left out.
 */
export const github = ({ workspaces, totals, verdict }: Report): string => {
  const commands = LEVELS.flatMap((level) =>
    workspaces.flatMap((workspace) =>
      workspace.findings
        .filter((finding) => finding.level === level && isNews(finding))
        .map((finding) => annotation(workspace, finding)),
    ),
  );
  const failures = workspaces.flatMap(({ path, error }) =>
    error === undefined
      ? []
      : [command('error', {}, `${visible(path)} could not be audited: ${visible(error)}`)],
  );
  const counts = workspaces.flatMap(({ path, suppressed }) =>
    Object.keys(suppressed.byRule).length === 0
      ? []
      : [`${visible(path)}: suppressed ${suppressedPhrase(suppressed)}`],
  );
  const all = `suppressed in all: ${suppressedCounts(totals.suppressed)}`;
  // A line that began with :: would be a command.
  const plain = [...counts, all, visible(verdict)].map((line) => `yamo audit: ${line}`);
  return `${[...failures, ...commands, ...plain].join('\n')}\n`;
};

const annotation = (workspace: WorkspaceReport, finding: ReportedFinding): string => {
  const { level, rule, section, title, line, column, found, expected, remedy } = finding;
  const file = pathOf(workspace, finding.file);
  // A path that cannot be seen could not be trusted in the log either: it is told in the message.
  const hasPlace = finding.file !== '' && isVisible(file);
  const properties = {
    ...(hasPlace && { file, line: String(line ?? 1) }),
    ...(hasPlace && column !== undefined && { col: String(column) }),
    title: `${rule} (${section}): ${visible(title)}`,
  };
  const where = hasPlace ? '' : `${visible(file === '' ? 'the workspace' : file)}: `;
  const message = `${where}found ${found}; expected ${expected}. ${remedy}`;
  return command(COMMANDS[level], properties, visible(message));
};

const command = (
  name: string,
  properties: Readonly<Record<string, string>>,
  message: string,
): string => {
  const said = Object.entries(properties).map(([key, value]) => `${key}=${propertyText(value)}`);
  return `::${[name, said.join(',')].filter((part) => part !== '').join(' ')}::${dataText(message)}`;
};

/** As the runner decodes it: percent first. */
const dataText = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const propertyText = (text: string): string =>
  dataText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
