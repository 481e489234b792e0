/** The report for a person at a terminal. The first three lines say what it is, what is missing, what to do. */
import { widthOf } from '#lib/text/terminal.ts';
import type { Report, WorkspaceReport } from './report.ts';
import {
  countPhrase,
  findingCounts,
  editPhrase,
  isInstructions,
  isOwn,
  neverMetPhrases,
  recognisedPhrase,
  STATE_PHRASE,
  suppressedCounts,
  titleOf,
  tierPhrase,
  ungradedPhrases,
} from './verdict.ts';
import { firstOfAll } from './gravest.ts';
import { plural } from '#lib/report/plural.ts';
import { shellCommand, visible } from '#lib/report/visible.ts';
import { Sheet, type ReportSpan, type Style, type Terminal } from './wrap.ts';
import { BODY, details } from './text-findings.ts';

/** How a report for people looks on this terminal. */
export interface TextOptions extends Terminal {
  /** Of several workspaces, show the details of those that pass too. */
  readonly verbose: boolean;
  /** How many of the findings the last report of this machine had too. */
  readonly again?: number;
}

/** The report as text that ends with a newline. */
export const text = (report: Report, options: TextOptions): string => {
  const page = new Sheet(options);
  const [only, second] = report.workspaces;
  if (only === undefined) page.line([{ text: report.verdict }]);
  else if (second === undefined && only.error !== undefined) {
    // There is nothing to sum up.
    whatItIs(page, only);
    return page.toString();
  } else if (second === undefined) oneWorkspace(page, only, report);
  else manyWorkspaces(page, report, options.verbose);
  summary(page, report, options.again ?? 0);
  return page.toString();
};

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
  tiers.push(...ungradedPhrases(workspaces));
  if (totals.failed > 0) tiers.push(`${totals.failed} not audited`);
  page.line([
    { text: `${workspaces.length} workspaces:`, style: 'bold' },
    { text: ` ${tiers.join(', ')}` },
  ]);
  page.line([{ text: report.verdict, style: report.exit === 0 ? 'green' : 'red' }]);
  const failing = workspaces.filter(({ passes, error }) => !passes && error === undefined);
  const first = failing.find(({ findings }) => firstOfAll(findings) !== undefined) ?? failing[0];
  whatToDo(page, first === undefined ? NOTHING_TO_DO : atItsPlace(first));
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

const NOTHING_TO_DO = { command: null, edit: null, findings: [] };

/** Its file as seen from where the reader is. */
const atItsPlace = (workspace: WorkspaceReport): WorkspaceReport => {
  const { edit } = workspace;
  const place = (file: string): string =>
    [titleOf(workspace), file].filter((part) => part !== '').join('/');
  return edit === null ? workspace : { ...workspace, edit: { ...edit, file: place(edit.file) } };
};

/** Nobody reads the details of hundreds; the table above has them all. */
const DETAILS_MAX = 10;

/** Is there something to do that the table does not say? */
const isOpen = (workspace: WorkspaceReport): boolean =>
  workspace.error === undefined && (!workspace.passes || findingCounts(workspace).error > 0);

/** One line of the table; where it is too narrow for one, the path stands below. */
const row = (page: Sheet, workspace: WorkspaceReport, widest: number): void => {
  const phrase = tierPhrase(workspace);
  const said = workspace.error ?? countPhrase(findingCounts(workspace));
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

const passMark = ({ passes }: WorkspaceReport): ReportSpan =>
  passes ? { text: '✓', style: 'green' } : { text: '✗', style: 'red' };

const tierStyle = ({ tier, error, layout }: WorkspaceReport): Style => {
  if (error === undefined && layout !== undefined) return 'cyan';
  if (error !== undefined || tier === 'non-conformant') return 'red';
  return tier === 'RFC-0009 v3.0' ? 'green' : 'cyan';
};

/** `./robin: initialised, RFC-0009 Lite (static)`. */
const whatItIs = (page: Sheet, workspace: WorkspaceReport): void => {
  const { state, error } = workspace;
  const name: ReportSpan = { text: `${visible(titleOf(workspace))}:`, style: 'bold' };
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
  if (workspace.recognisedBy !== undefined) {
    page.line([{ text: recognisedPhrase(workspace) }]);
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
  { command, edit, findings }: Pick<WorkspaceReport, 'command' | 'edit' | 'findings'>,
): void => {
  if (edit !== null) page.line([{ text: `Next: ${visible(editPhrase(edit, findings))}.` }]);
  else if (command === null) page.line([{ text: 'Next: nothing is left to do.' }]);
  else page.line([{ text: 'Next: ' }, { text: shellCommand(command), style: 'cyan' }]);
};

/** `3 of these 5 findings were in the last report.` */
const lastReportPhrase = (again: number, all: number): string => {
  const [were, these] = [again === 1 ? 'was' : 'were', plural(all, 'finding')];
  return again === all && all > 1
    ? `All ${these} were in the last report.`
    : `${again} of ${these} ${were} in the last report.`;
};

/** What was counted, what this program implements (§2.0), and the verdict, where a reader's eye ends. */
const summary = (page: Sheet, report: Report, again: number): void => {
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
  if (again > 0) {
    const all = workspaces.reduce((sum, { findings }) => sum + findings.length, 0);
    page.line([{ text: lastReportPhrase(again, all) }]);
  }
  page.line([
    { text: exit === 0 ? '✓' : '✗', style: exit === 0 ? 'green' : 'red' },
    { text: ` ${sentence(countPhrase(totals.findings))} ${visible(verdict)}` },
  ]);
  page.line([{ text: `yamo ${report.yamo} implements ${report.implements}.`, style: 'dim' }]);
};

const sentence = (phrase: string): string => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
