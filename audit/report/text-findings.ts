/** The findings of a workspace, for a person at a terminal. */
import type { Level, ReportedFinding, WorkspaceReport } from './report.ts';
import { plural } from '#lib/report/plural.ts';
import { suppressedPhrase, unansweredPhrases, unaskedPhrase } from './verdict.ts';
import { shellCommand, visible } from '#lib/report/visible.ts';
import type { Indent, Sheet, Style } from './wrap.ts';

const STYLES: Readonly<Record<Level, Style>> = { error: 'red', warning: 'yellow', note: 'dim' };
const MARKS: Readonly<Record<Level, string>> = { error: '✗', warning: '!', note: '·' };

/** All that was found and not found in a workspace. */
export const details = (page: Sheet, workspace: WorkspaceReport): void => {
  const { findings, fixed, suppressed, partial } = workspace;
  for (const [file, inFile] of Map.groupBy(findings, (finding) => finding.file)) {
    page.gap();
    page.line([{ text: file === '' ? 'The workspace' : visible(file), style: 'bold' }]);
    fileFindings(page, inFile);
  }
  page.gap();
  for (const { rules, reason } of unansweredPhrases(workspace))
    page.line([
      { text: 'Not answered: ', style: 'yellow' },
      { text: `${rules}: ${visible(reason)}` },
    ]);
  if (partial !== undefined) page.line([{ text: `Not looked at: ${visible(partial)}` }]);
  if (fixed.length > 0)
    page.line([
      { text: 'Fixed since: ', style: 'green' },
      {
        text: fixed
          .map(({ rule, file }) => visible(`${rule} in ${file || 'the workspace'}`))
          .join(', '),
      },
    ]);
  const more = unaskedPhrase(workspace);
  if (more !== undefined) page.line([{ text: `${more}.` }]);
  page.line([{ text: `Suppressed: ${suppressedPhrase(suppressed)}.` }]);
};

/** Findings that say the same are said once, with all their lines; a remedy once for each rule. */
const fileFindings = (page: Sheet, findings: readonly ReportedFinding[]): void => {
  const told = new Set<string>();
  for (const same of Map.groupBy(findings, sameness).values()) {
    const [finding] = same;
    if (finding === undefined) continue;
    headline(page, finding, same);
    page.line(
      [{ text: `found ${visible(finding.found)}; expected ${visible(finding.expected)}` }],
      BODY,
    );
    if (!told.has(finding.rule)) remedy(page, finding);
    told.add(finding.rule);
  }
};

/** Set in below a finding's headline. */
export const BODY: Indent = { first: 4, rest: 4 };

/** Two credentials of one kind and length say the same, whatever they are. */
const sameness = ({
  rule,
  level,
  found,
  expected,
  fixTitle,
  status,
  secret,
}: ReportedFinding): string =>
  JSON.stringify([rule, level, found, expected, fixTitle, status, secret?.kind, secret?.length]);

/** `✗ error 2.2/safety-empty (§2.2), line 3`. */
const headline = (
  page: Sheet,
  { level, rule, section, status, secret }: ReportedFinding,
  same: readonly ReportedFinding[],
): void => {
  const facts =
    secret === undefined ? '' : `, ${visible(secret.kind)}, ${plural(secret.length, 'character')}`;
  page.line(
    [
      { text: `${MARKS[level]} ${level}`, style: STYLES[level] },
      { text: ` ${rule}`, style: 'bold' },
      { text: ` (${section})${lines(same)}${facts}` },
      { text: status === undefined ? '' : `, ${status}` },
    ],
    { first: 2, rest: 4 },
  );
};

const lines = (findings: readonly ReportedFinding[]): string => {
  const places = findings.flatMap(({ line, column }) => {
    if (line === undefined) return [];
    return [column === undefined ? `${line}` : `${line}:${column}`];
  });
  if (places.length === 0) return findings.length > 1 ? `, ${findings.length} times` : '';
  return `, ${places.length === 1 ? 'line' : 'lines'} ${places.join(', ')}`;
};

const remedy = (
  page: Sheet,
  { remedy: order, fix, fixTitle, fixCommand, rule }: ReportedFinding,
): void => {
  page.line(
    [{ text: visible(order === '' ? `See yamo explain ${rule}.` : order), style: 'dim' }],
    BODY,
  );
  if (fixCommand === undefined) return;
  const asks = fix === 'asks' ? ', asks first' : '';
  const command = shellCommand(fixCommand);
  page.line(
    [
      { text: 'fix: ', style: 'dim' },
      { text: command, style: 'cyan' },
      { text: ` (${visible(fixTitle ?? 'in part')}${asks})` },
    ],
    BODY,
  );
};
