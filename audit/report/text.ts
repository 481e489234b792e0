/** The report for a person at a terminal. The first three lines say what it is, what is missing, what to do. */
import { widthOf } from '#lib/text/terminal.ts';
import type { Level, Report, ReportedFinding, WorkspaceReport } from './report.ts';
import {
  countPhrase,
  countsOf,
  editPhrase,
  isInstructions,
  isOwn,
  neverMetPhrases,
  plural,
  STATE_PHRASE,
  suppressedCounts,
  suppressedPhrase,
  titleOf,
  tierPhrase,
  unansweredPhrases,
  unaskedPhrase,
} from './verdict.ts';
import { shellCommand, visible } from './visible.ts';
import { type Indent, type Paint, type Span, type Style, wrap } from './wrap.ts';

/** How a report for people looks on this terminal. */
export interface TextOptions {
  /** Colours; the identity on its second argument where there are none. */
  readonly paint: Paint;
  /** Columns. */
  readonly width: number;
  /** Of several workspaces, show the details of those that pass too. */
  readonly verbose: boolean;
}

/** The report as text that ends with a newline. */
export const text = (report: Report, options: TextOptions): string => {
  const page = new Sheet(options);
  const [only, second] = report.workspaces;
  if (only === undefined) page.line([{ text: report.verdict }]);
  else if (second === undefined) oneWorkspace(page, only, report);
  else manyWorkspaces(page, report, options.verbose);
  summary(page, report);
  return page.toString();
};

const FLUSH: Indent = { first: 0, rest: 2 };
const STYLES: Readonly<Record<Level, Style>> = { error: 'red', warning: 'yellow', note: 'dim' };
const MARKS: Readonly<Record<Level, string>> = { error: '✗', warning: '!', note: '·' };

/** Lines of output, wrapped to the width. */
class Sheet {
  readonly #options: TextOptions;
  readonly #lines: string[] = [];

  constructor(options: TextOptions) {
    this.#options = options;
  }

  get width(): number {
    return this.#options.width;
  }

  line(spans: readonly Span[], indent: Indent = FLUSH): void {
    this.#lines.push(wrap(spans, indent, this.#options));
  }

  gap(): void {
    if (this.#lines.at(-1) !== '') this.#lines.push('');
  }

  toString(): string {
    return `${this.#lines.join('\n')}\n`;
  }
}

const oneWorkspace = (page: Sheet, workspace: WorkspaceReport, report: Report): void => {
  whatItIs(page, workspace);
  if (workspace.error !== undefined) return;
  whatIsMissing(page, workspace, report);
  whatToDo(page, workspace);
  details(page, workspace);
};

const manyWorkspaces = (page: Sheet, report: Report, verbose: boolean): void => {
  const { workspaces, totals } = report;
  const tiers = Object.entries(totals.tiers).flatMap(([tier, count]) =>
    count === 0 ? [] : [`${count} ${isOwn(report) ? tier : report.layout.title}`],
  );
  const others = workspaces.filter(isInstructions).length;
  if (others > 0) tiers.push(plural(others, 'instruction folder'));
  if (totals.failed > 0) tiers.push(`${totals.failed} not audited`);
  page.line([
    { text: `${workspaces.length} workspaces:`, style: 'bold' },
    { text: ` ${tiers.join(', ')}` },
  ]);
  page.line([{ text: report.verdict, style: report.exit === 0 ? 'green' : 'red' }]);
  const first = workspaces.find(({ passes, error }) => !passes && error === undefined);
  whatToDo(page, first ?? { command: null, edit: null });
  page.gap();
  const widest = workspaces.reduce((most, one) => Math.max(most, tierPhrase(one).length), 0);
  for (const workspace of workspaces) row(page, workspace, widest);
  const open = workspaces.filter((one) => verbose || isOpen(one));
  const shown = verbose ? open : open.slice(0, DETAILS_MAX);
  for (const workspace of shown) {
    page.gap();
    whatItIs(page, workspace);
    if (workspace.error !== undefined) continue;
    whatIsMissing(page, workspace, report);
    whatToDo(page, workspace);
    details(page, workspace);
  }
  if (shown.length === open.length) return;
  page.gap();
  const left = `The details of ${open.length - shown.length} more are left out;`;
  page.line([{ text: `${left} name one of them, or add --verbose.` }]);
};

/** Nobody reads the details of hundreds; the table above has them all. */
const DETAILS_MAX = 10;

/** Is there something to do that the table does not say? */
const isOpen = (workspace: WorkspaceReport): boolean =>
  workspace.error === undefined && (!workspace.passes || countsOf(workspace).error > 0);

/** One line of the table; where it is too narrow for one, the path stands below. */
const row = (page: Sheet, workspace: WorkspaceReport, widest: number): void => {
  const phrase = tierPhrase(workspace);
  const said = workspace.error ?? countPhrase(countsOf(workspace));
  page.line(
    [
      passMark(workspace),
      { text: ' ' },
      { text: phrase.padEnd(widest), style: tierStyle(workspace), isWhole: true },
      { text: ` ${visible(titleOf(workspace))}:`, style: 'bold' },
      { text: ` ${visible(said)}` },
    ],
    { first: 0, rest: 4 },
  );
};

const passMark = ({ passes }: WorkspaceReport): Span =>
  passes ? { text: '✓', style: 'green' } : { text: '✗', style: 'red' };

const tierStyle = ({ tier, error, layout }: WorkspaceReport): Style => {
  if (error === undefined && layout !== undefined) return 'cyan';
  if (error !== undefined || tier === 'non-conformant') return 'red';
  return tier === 'RFC-0009 v3.0' ? 'green' : 'cyan';
};

/** `./robin: initialised, RFC-0009 Lite (static)`. */
const whatItIs = (page: Sheet, workspace: WorkspaceReport): void => {
  const { state, error } = workspace;
  const name: Span = { text: `${visible(titleOf(workspace))}:`, style: 'bold' };
  if (error !== undefined) {
    page.line([name, { text: ` could not be audited: ${visible(error)}`, style: 'red' }]);
    return;
  }
  page.line([
    name,
    { text: isInstructions(workspace) ? ' ' : ` ${STATE_PHRASE[state]}, ` },
    { text: tierPhrase(workspace), style: tierStyle(workspace) },
  ]);
};

const HIGHEST = 'Nothing is missing: there is no higher tier.';

/** What would have to hold for the next tier, in the words of the rules; as many of them as a line holds. */
const whatIsMissing = (page: Sheet, workspace: WorkspaceReport, report: Report): void => {
  const { next, state } = workspace;
  if (isInstructions(workspace)) {
    page.line([{ text: 'It has no grade: RFC-0009 does not speak of such a folder.' }]);
    return;
  }
  if (!isOwn(report)) {
    const count = report.layout.neverMet.reduce((sum, one) => sum + one.requirements.length, 0);
    page.line([
      {
        text: `Of RFC-0009 it can never meet ${plural(count, 'requirement')}; they are named below.`,
      },
    ]);
    return;
  }
  if (next === null) {
    page.line([{ text: state === 'bootstrap-pending' ? 'Missing: its first boot.' : HIGHEST }]);
    return;
  }
  const titles = next.rules.map((id) => report.rules.find((rule) => rule.id === id)?.title ?? id);
  const head = `Missing for ${next.tier}: `;
  const [first = '', ...others] = titles;
  let said = first;
  let left = others.length;
  for (const title of others) {
    const more = `${said}; ${title}`;
    // Some room for "; and 12 more".
    if (widthOf(head) + widthOf(more) > page.width - (left > 1 ? 13 : 0)) break;
    said = more;
    left -= 1;
  }
  const rest = left === 0 ? '' : `; and ${left} more`;
  page.line([{ text: head }, { text: `${visible(said)}${rest}` }]);
};

const whatToDo = (
  page: Sheet,
  { command, edit }: Pick<WorkspaceReport, 'command' | 'edit'>,
): void => {
  if (edit !== null) page.line([{ text: `Next: ${visible(editPhrase(edit))}.` }]);
  else if (command === null) page.line([{ text: 'Next: nothing is left to do.' }]);
  else page.line([{ text: 'Next: ' }, { text: shellCommand(command), style: 'cyan' }]);
};

const details = (page: Sheet, workspace: WorkspaceReport): void => {
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

const BODY: Indent = { first: 4, rest: 4 };

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

/** What was counted, what this program implements (§2.0), and the verdict, where a reader's eye ends. */
const summary = (page: Sheet, report: Report): void => {
  const { totals, workspaces, verdict, exit } = report;
  page.gap();
  if (!isOwn(report)) {
    page.line([{ text: `Never met of RFC-0009 by a workspace of ${report.layout.title}:` }]);
    for (const phrase of neverMetPhrases(report)) page.line([{ text: phrase }], BODY);
    page.gap();
  }
  if (workspaces.length > 1)
    page.line([
      {
        text: `Suppressed in all: ${suppressedCounts(totals.suppressed)}.`,
      },
    ]);
  page.line([
    { text: exit === 0 ? '✓' : '✗', style: exit === 0 ? 'green' : 'red' },
    { text: ` ${sentence(countPhrase(totals.findings))} ${visible(verdict)}` },
  ]);
  page.line([{ text: `yamo ${report.yamo} implements ${report.implements}.`, style: 'dim' }]);
};

const sentence = (phrase: string): string => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
