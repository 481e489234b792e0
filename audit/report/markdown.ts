/** The report as a comment on a pull request: GitHub's Markdown, and nothing of a file's name in it is markup. */
import { markupText } from '#lib/report/markup.ts';
import { isNews } from './place.ts';
import type { Level, Report, ReportedFinding, WorkspaceReport } from './report.ts';
import { plural } from '#lib/report/plural.ts';
import {
  editPhrase,
  recognisedPhrase,
  countPhrase,
  findingCounts,
  STATE_PHRASE,
  suppressedCounts,
  suppressedPhrase,
  titleOf,
  tierPhrase,
  unansweredPhrases,
  unaskedPhrase,
} from './verdict.ts';
import { shellCommand, visible } from '#lib/report/visible.ts';

/** GitHub refuses longer comments. */
export const COMMENT_MAX_CHARS = 65_536;
/** Kept free for the closing lines. */
const TAIL_MAX_CHARS = 2000;
/** The table leaves room for findings. */
const TABLE_MAX_CHARS = 20_000;

const MARKS: Readonly<Record<Level, string>> = { error: '❌', warning: '⚠️', note: 'ℹ️' };

/** Verdict and table first, the findings folded away below; what does not fit is counted. */
export const markdown = (report: Report): string => {
  const { workspaces, exit, totals } = report;
  const head = [
    `### ${exit === 0 ? '✅' : '❌'} yamo audit: ${prose(report.verdict)}`,
    '',
    ...table(workspaces),
    '',
  ];
  const blocks = [
    ...workspaces.map((workspace) => nextBlock(workspace, report)),
    ...workspaces.flatMap(blocksOf),
  ];
  const { kept, left } = thatFit(blocks, head.join('\n').length);
  const tail = [
    ...(left === 0
      ? []
      : [`**${plural(left, 'finding')} did not fit here; run the command above.**`, '']),
    `${countPhrase(totals.findings)}; suppressed: ${suppressedCounts(totals.suppressed)}.`,
    '',
    `<sub>yamo ${prose(report.yamo)} implements ${report.implements}. Findings point and never quote a file.</sub>`,
    '',
  ];
  return [...head, ...kept, ...tail].join('\n');
};

/** Some lines, and how many findings they hold. */
interface Block {
  readonly lines: readonly string[];
  readonly findings: number;
}

const thatFit = (
  blocks: readonly Block[],
  used: number,
): { readonly kept: readonly string[]; readonly left: number } => {
  const kept: string[] = [];
  let room = COMMENT_MAX_CHARS - TAIL_MAX_CHARS - used;
  let left = 0;
  for (const { lines, findings } of blocks) {
    const chars = lines.reduce((sum, line) => sum + line.length + 1, 0);
    room -= chars;
    // Once something is left out all the rest is: gaps would be taken for a clean file.
    if (room < 0) left += findings;
    else kept.push(...lines);
  }
  return { kept, left };
};

const table = (workspaces: readonly WorkspaceReport[]): readonly string[] => {
  const rows: string[] = [];
  let room = TABLE_MAX_CHARS;
  for (const workspace of workspaces) {
    const line = row(workspace);
    room -= line.length + 1;
    if (room < 0) break;
    rows.push(line);
  }
  const left = workspaces.length - rows.length;
  return [
    '| | Workspace | State | Tier | Findings |',
    '|---|---|---|---|---|',
    ...rows,
    ...(left > 0 ? [`| | ${left} more | | | |`] : []),
  ];
};

const row = (workspace: WorkspaceReport): string => {
  const { passes, state, error } = workspace;
  const cells = [
    passes ? '✅' : '❌',
    cellCode(titleOf(workspace)),
    error === undefined ? STATE_PHRASE[state] : '',
    tierPhrase(workspace),
    error === undefined ? countPhrase(findingCounts(workspace)) : prose(error),
  ];
  return `| ${cells.join(' | ')} |`;
};

/** What is missing to the next tier; of several workspaces only for those that do not pass. */
const nextBlock = (workspace: WorkspaceReport, { rules, workspaces }: Report): Block => {
  const { next, command, edit, path, passes, error } = workspace;
  if (error !== undefined || (passes && workspaces.length > 1)) return { lines: [], findings: 0 };
  const more = unaskedPhrase(workspace);
  const which = workspaces.length > 1 ? `${code(path)}: ` : '';
  const missing = (next?.rules ?? []).map((id) => {
    const title = rules.find((rule) => rule.id === id)?.title ?? id;
    return `- ${ours(title)} (${code(id)})`;
  });
  const lines = [
    ...(workspace.recognisedBy === undefined
      ? []
      : [`${which}${prose(recognisedPhrase(workspace))}`, '']),
    ...(next === null || missing.length === 0
      ? []
      : [`${which}Missing for **${next.tier}**:`, '', ...missing, '']),
    ...(command === null
      ? []
      : [`${missing.length === 0 ? which : ''}Next: ${code(shellCommand(command))}`, '']),
    ...(edit === null ? [] : [`Next: ${prose(editPhrase(edit, workspace.findings))}.`, '']),
    ...(more === undefined ? [] : [`${more}.`, '']),
  ];
  return { lines, findings: 0 };
};

const blocksOf = (workspace: WorkspaceReport): readonly Block[] => {
  const { path, findings, suppressed, fixed, partial } = workspace;
  const news = findings.filter(isNews);
  const files = [...Map.groupBy(news, ({ file }) => file)];
  const blocks = files.flatMap(([file, inFile]) => fileBlocks(path, file, inFile));
  const known = findings.length - news.length;
  const facts = [
    ...unansweredPhrases(workspace).map(
      ({ rules, reason }) => `not answered: ${code(rules)}: ${prose(reason)}`,
    ),
    ...(partial === undefined ? [] : [`not looked at: ${prose(partial)}`]),
    ...(known === 0 ? [] : [`${plural(known, 'finding')} known before`]),
    ...(fixed.length === 0 ? [] : [`${plural(fixed.length, 'finding')} fixed since`]),
    ...(Object.keys(suppressed.byRule).length === 0
      ? []
      : [`suppressed: ${prose(suppressedPhrase(suppressed))}`]),
  ];
  if (facts.length === 0) return blocks;
  const notes = [...facts.map((fact) => `- ${code(path)}: ${fact}`), ''];
  return [...blocks, { lines: notes, findings: 0 }];
};

/** A long file is told in several parts, so that a part of it fits where all does not. */
const PART_MAX_FINDINGS = 50;

const fileBlocks = (
  path: string,
  file: string,
  findings: readonly ReportedFinding[],
): readonly Block[] => {
  const blocks: Block[] = [];
  for (let from = 0; from < findings.length; from += PART_MAX_FINDINGS) {
    const part = findings.slice(from, from + PART_MAX_FINDINGS);
    const name = file === '' ? path : `${path}/${file}`;
    const more = from === 0 ? '' : ', continued';
    const counts = countPhrase(findingCounts({ findings: part }));
    blocks.push({
      findings: part.length,
      lines: [
        // Until the blank line this is HTML, and Markdown says nothing in it.
        `<details><summary><code>${markupText(name)}</code>: ${counts}${more}</summary>`,
        '',
        ...part.map(item),
        '',
        '</details>',
        '',
      ],
    });
  }
  return blocks;
};

const item = (finding: ReportedFinding): string => {
  const { level, rule, section, line, found, expected, remedy, fix, fixTitle } = finding;
  const place = line === undefined ? '' : ` line ${line}:`;
  const how = fix === 'none' || fixTitle === undefined ? '' : ` Fix: ${prose(fixTitle)}.`;
  return `- ${MARKS[level]}${place} found ${prose(found)}; expected ${prose(expected)}. ${ours(remedy)}${how} (${code(rule)}, ${section})`;
};

/** A code span that its content cannot close: nothing in it is a link, a mention or markup. */
const code = (text: string): string => {
  const shown = visible(text);
  const longest = Math.max(0, ...[...shown.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^[` ]|[` ]$/u.test(shown) || shown === '' ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
};

/** Words of a rule, which no file can change: what stands in backticks is code. */
const ours = (text: string): string =>
  text
    .split(/`([^`]+)`/u)
    .map((part, index) => (index % 2 === 1 ? code(part) : prose(part)))
    .join('');

/** In a table a bar ends the cell even in a code span, and so it is an escape. */
const cellCode = (text: string): string => code(text.replaceAll('|', '\\u{7C}'));

/** Text in which no character is markup, a mention, a reference or a link. */
export const prose = (text: string): string =>
  visible(text)
    .replaceAll(/[\\`*_{}[\]<>#|~@&$]/gu, '\\$&')
    // What is looked for after Markdown is done stops at something invisible: links, mentions, references.
    .replaceAll(/:(?=\/\/)|(?<=www)(?=\.)|(?<=\\[@#])(?=\w)/gi, '$&&#8203;');
