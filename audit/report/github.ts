/** Workflow commands of GitHub Actions: annotations on the lines of a pull request. */
import { isSeen } from '#lib/text/unseen.ts';
import { SECURITY_SEVERITY } from './measured.ts';
import { repositoryPath, isNews } from './place.ts';
import { LEVELS, type Level, type Report, type ReportedFinding } from './report.ts';
import type { WorkspaceReport } from './report.ts';
import { suppressedCounts, suppressedPhrase } from './verdict.ts';
import { visible } from '#lib/report/visible.ts';

const COMMANDS: Readonly<Record<Level, string>> = {
  error: 'error',
  warning: 'warning',
  note: 'notice',
};

/** GitHub shows so many annotations of a kind in a step, the first ones. */
const SHOWN_MAX = 10;

/**
 * One command a finding, errors first, and among those of a level what is gravest for security: GitHub shows only the
 * first ten of each kind in a step, and a line says how many more there are. What is known already is left out.
 */
export const github = ({ workspaces, totals, verdict }: Report): string => {
  const news = workspaces.flatMap((workspace) =>
    workspace.findings.filter(isNews).map((finding) => ({ workspace, finding })),
  );
  const gravity = ({ finding }: (typeof news)[number]): number =>
    SECURITY_SEVERITY[finding.rule] ?? 0;
  const byLevel = LEVELS.map((level) =>
    news
      .filter(({ finding }) => finding.level === level)
      .toSorted((a, b) => gravity(b) - gravity(a)),
  );
  const commands = byLevel.flat().map(({ workspace, finding }) => annotation(workspace, finding));
  const failures = workspaces.flatMap(({ path, error }) =>
    error === undefined
      ? []
      : [command('error', {}, `${visible(path)} could not be audited: ${visible(error)}`)],
  );
  const hidden = LEVELS.flatMap((level, index) => {
    const count = (byLevel[index]?.length ?? 0) + (level === 'error' ? failures.length : 0);
    return count > SHOWN_MAX ? [`${count - SHOWN_MAX} ${level}s`] : [];
  });
  const more =
    hidden.length === 0
      ? []
      : [
          `GitHub shows ${SHOWN_MAX} annotations of each kind; only in this log: ${hidden.join(', ')}`,
        ];
  const counts = workspaces.flatMap(({ path, suppressed }) =>
    Object.keys(suppressed.byRule).length === 0
      ? []
      : [`${visible(path)}: suppressed ${suppressedPhrase(suppressed)}`],
  );
  const all = `suppressed in all: ${suppressedCounts(totals.suppressed)}`;
  // A line that began with :: would be a command.
  const plain = [...more, ...counts, all, visible(verdict)].map((line) => `yamo audit: ${line}`);
  return `${[...failures, ...commands, ...plain].join('\n')}\n`;
};

const annotation = (workspace: WorkspaceReport, finding: ReportedFinding): string => {
  const { level, rule, section, title, line, column, found, expected, remedy } = finding;
  const file = repositoryPath(workspace, finding.file);
  // A path that cannot be seen could not be trusted in the log either: it is told in the message.
  const hasPlace = finding.file !== '' && isSeen(file);
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
