/** The report as one page of HTML: it loads nothing, says everything without JavaScript, and prints. */
import { INJECTED_CAREFUL_CHARS, INJECTED_MAX_CHARS } from '#lib/spec/limits.ts';
import { markup, type Markup } from '#lib/report/markup.ts';
import { SCRIPT, SCRIPT_HASH, STYLE, STYLE_HASH } from './page.ts';
import type { Level, Report, ReportedFinding, ReportedRule, WorkspaceReport } from './report.ts';
import { plural } from '#lib/report/plural.ts';
import {
  editPhrase,
  recognisedPhrase,
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

/** The page, whole. */
export const html = (report: Report): string =>
  [
    '<!doctype html>',
    head(report),
    `<style>${STYLE}</style>`,
    body(report),
    `<script>${SCRIPT}</script>`,
  ]
    .map(String)
    .concat('</html>\n')
    .join('\n');

/** End tags of head and body may be left out, and so style and script need not be passed through a template. */
const head = ({ verdict }: Report): Markup => markup`<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${STYLE_HASH}'; script-src '${SCRIPT_HASH}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${`yamo audit: ${verdict}`}</title>
<link rel="icon" href="data:,">`;

const body = (report: Report): Markup => {
  const { workspaces, yamo, implements: tier } = report;
  return markup`<body>
<header class="top">
<p class="kicker">yamo audit</p>
<h1>${report.verdict}</h1>
${totals(report)}
</header>
<main>
${workspaces.length > 1 ? overview(workspaces) : undefined}
${tools(report)}
${workspaces.map((workspace, index) => section(workspace, index, report))}
${brokenRules(report)}
</main>
<footer>
<p>Findings point to a place and never quote a file. yamo ${yamo} implements ${tier}.</p>
</footer>`;
};

const totals = ({
  totals: { findings, suppressed, workspaces },
  required,
  claim,
}: Report): Markup => {
  const { allowed, baseline, config } = suppressed;
  return markup`<div class="totals">
<span><b>${findings.error}</b> ${noun(findings.error, 'error')}</span>
<span><b>${findings.warning}</b> ${noun(findings.warning, 'warning')}</span>
<span><b>${findings.note}</b> ${noun(findings.note, 'note')}</span>
<span><b>${allowed + baseline + config}</b> suppressed (${suppressedCounts(suppressed)})</span>
${workspaces > 1 ? markup`<span><b>${workspaces}</b> workspaces</span>` : undefined}
${required === null ? undefined : markup`<span>required: <b>${required}</b></span>`}
${claim === null ? undefined : markup`<span>claimed: <b>${claim}</b></span>`}
</div>`;
};

const noun = (count: number, name: string): string => plural(count, name).replace(/^\d+ /u, '');

/** All workspaces, a row each. */
const overview = (
  workspaces: readonly WorkspaceReport[],
): Markup => markup`<div class="wide"><table>
<thead><tr><th scope="col">Workspace</th><th scope="col">Tier</th><th scope="col">State</th><th scope="col" class="number">Errors</th><th scope="col" class="number">Warnings</th><th scope="col" class="number">Notes</th></tr></thead>
<tbody>
${workspaces.map(overviewRow)}
</tbody>
</table></div>`;

const overviewRow = (workspace: WorkspaceReport, index: number): Markup => {
  const { state, error } = workspace;
  const counts = findingCounts(workspace);
  const cell = (level: Level): Markup =>
    markup`<td class="number" data-label="${noun(counts[level], level)}">${error === undefined ? counts[level] : undefined}</td>`;
  return markup`<tr><td class="path"><a href="#w${index + 1}">${titleOf(workspace)}</a></td><td>${tierMark(workspace)}</td><td>${error === undefined ? STATE_PHRASE[state] : undefined}</td>${cell('error')}${cell('warning')}${cell('note')}</tr>`;
};

const tierMark = (workspace: WorkspaceReport): Markup => {
  const { tier, error } = workspace;
  const height =
    tier === 'non-conformant' || error !== undefined
      ? 'low'
      : tier === 'RFC-0009 Lite'
        ? 'middle'
        : 'high';
  return markup`<span class="tier ${height}">${tierPhrase(workspace)}</span>`;
};

/** The filters; the script shows them. */
const tools = ({ workspaces }: Report): Markup => {
  const findings = workspaces.flatMap((workspace) => workspace.findings);
  return markup`<form class="tools" hidden>
<input type="search" name="q" placeholder="Search" aria-label="Search the findings">
${choice('level', 'All levels', levelsIn(findings))}
${choice('file', 'All files', distinct(findings.map(({ file }) => fileName(file))))}
${choice('rule', 'All rules', distinct(findings.map(({ rule }) => rule)))}
<button type="reset">Show all</button>
<output name="count" aria-live="polite"></output>
</form>`;
};

const levelsIn = (findings: readonly ReportedFinding[]): readonly string[] =>
  distinct(findings.map(({ level }) => level));

const distinct = (values: readonly string[]): readonly string[] =>
  [...new Set(values)].toSorted((a, b) => (a < b ? -1 : 1));

const choice = (name: string, all: string, values: readonly string[]): Markup =>
  markup`<select name="${name}" aria-label="${name}"><option value="">${all}</option>${values.map((value) => markup`<option>${value}</option>`)}</select>`;

const fileName = (file: string): string => (file === '' ? 'the workspace' : visible(file));

const section = (workspace: WorkspaceReport, index: number, report: Report): Markup => {
  const { state, verdict, error, findings } = workspace;
  const id = `w${index + 1}`;
  if (error !== undefined)
    return markup`<section class="workspace" id="${id}"><h2 class="name"><span class="path">${titleOf(workspace)}</span>${tierMark(workspace)}</h2><p>${verdict}</p></section>`;
  const files = [...Map.groupBy(findings, ({ file }) => file)];
  return markup`<section class="workspace" id="${id}">
<h2 class="name"><span class="path">${titleOf(workspace)}</span>${tierMark(workspace)}<span class="soft">${STATE_PHRASE[state]}</span></h2>
${report.workspaces.length > 1 ? markup`<p class="soft">${verdict}</p>` : undefined}
<div class="facts">
${missing(workspace, report.rules)}
${sizes(workspace)}
</div>
${files.length === 0 ? markup`<p class="soft">No findings.</p>` : undefined}
${files.map(([file, inFile]) => fileSection(file, inFile))}
${notes(workspace)}
</section>`;
};

const missing = (workspace: WorkspaceReport, rules: readonly ReportedRule[]): Markup => {
  const { next, command, edit } = workspace;
  const more = unaskedPhrase(workspace);
  return markup`<div class="card missing">
${
  next === null
    ? markup`<h3>${workspace.layout === undefined ? 'The highest tier is reached' : 'Tiers are those of RFC-0009'}</h3>
${workspace.recognisedBy === undefined ? undefined : markup`<p>${recognisedPhrase(workspace)}</p>`}`
    : markup`<h3>Missing for ${next.tier}</h3>
<ul>
${next.rules.map((id) => markup`<li><span>${ours(rules.find((rule) => rule.id === id)?.title ?? id)}</span> ${ruleLink(id)}</li>`)}
</ul>`
}
${command === null ? undefined : markup`<p class="next">Next: <code>${shellCommand(command)}</code></p>`}
${edit === null ? undefined : markup`<p class="next">Next: ${editPhrase(edit, workspace.findings)}.</p>`}
${more === undefined ? undefined : markup`<p class="soft">${more}.</p>`}
</div>`;
};

const ruleLink = (id: string): Markup =>
  markup`<a class="rule" href="#rule=${encodeURIComponent(id)}">${id}</a>`;

/** Beyond this a longer bar says nothing more. */
const SCALE_MAX_CHARS = 40_000;

const sizes = ({ sizes: files }: WorkspaceReport): Markup | undefined => {
  const [largest] = files;
  if (largest === undefined) return undefined;
  const scale = Math.min(Math.max(largest.chars, INJECTED_MAX_CHARS * 1.1), SCALE_MAX_CHARS);
  const part = (chars: number): string => `${Math.min(100, (100 * chars) / scale).toFixed(1)}%`;
  const limits = [INJECTED_CAREFUL_CHARS, INJECTED_MAX_CHARS].map(
    (limit) => markup`<line class="limit" x1="${part(limit)}" x2="${part(limit)}" y1="0" y2="8"/>`,
  );
  return markup`<div class="card">
<h3>Size in the prompt</h3>
<ul>
${files.map(
  ({
    file,
    chars,
  }) => markup`<li class="size"><span class="path">${file}</span><span class="chars">${number(chars)}${excess(chars)}</span>
<svg width="100%" height="8" aria-hidden="true"><rect class="track" width="100%" height="8"/><rect class="fill ${fill(chars)}" width="${part(chars)}" height="8"/>${limits}</svg></li>`,
)}
</ul>
<p class="legend">Characters. Common hosts cut a file off at ${number(INJECTED_CAREFUL_CHARS)} or at ${number(INJECTED_MAX_CHARS)} (dashed), and say nothing.</p>
</div>`;
};

const fill = (chars: number): string =>
  chars > INJECTED_MAX_CHARS ? 'over' : chars > INJECTED_CAREFUL_CHARS ? 'near' : '';

const excess = (chars: number): string => {
  const limit = [INJECTED_MAX_CHARS, INJECTED_CAREFUL_CHARS].find((one) => chars > one);
  return limit === undefined ? '' : `, over ${number(limit)}`;
};

const number = (value: number): string => value.toLocaleString('en-US');

const fileSection = (file: string, findings: readonly ReportedFinding[]): Markup => {
  const byRule = [...Map.groupBy(findings, ({ rule }) => rule).values()];
  return markup`<div class="file">
${file === '' ? markup`<h3>The workspace</h3>` : markup`<h3 class="path">${file}</h3>`}
${byRule.map((ofRule) => ruleFindings(ofRule))}
</div>`;
};

/** What one rule found in one file, with its remedy once. */
const ruleFindings = (findings: readonly ReportedFinding[]): Markup => {
  const [first] = findings;
  if (first === undefined) return markup``;
  const { level, rule, section: name, file, remedy } = first;
  return markup`<article class="finding ${level}" data-level="${level}" data-file="${fileName(file)}" data-rule="${rule}">
<h4><span class="level">${level}</span> ${ruleLink(rule)} <span class="soft">${name}</span></h4>
<ul class="places">
${findings.map(place)}
</ul>
<p class="do"><b>Do:</b> ${ours(remedy === '' ? `See \`yamo explain ${rule}\`.` : remedy)}</p>
${fixes(findings)}
</article>`;
};

/** Words of a rule: what stands in backticks is code. */
const ours = (text: string): readonly Markup[] =>
  text
    .split(/`([^`]+)`/u)
    .map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : markup`${part}`));

const place = ({ line, column, found, expected, status, secret }: ReportedFinding): Markup => {
  const at = line === undefined ? '' : `line ${line}${column === undefined ? '' : `:${column}`}`;
  const facts =
    secret === undefined ? '' : ` (${secret.kind}, ${plural(secret.length, 'character')})`;
  const mark = status === undefined ? undefined : markup` <span class="status">${status}</span>`;
  return markup`<li><span class="place">${at}</span><span>Found ${found}${facts}; expected ${expected}.${mark}</span></li>`;
};

const fixes = (findings: readonly ReportedFinding[]): Markup =>
  markup`${fixLine(findings, 'safe')}${fixLine(findings, 'asks')}`;

const fixLine = (
  findings: readonly ReportedFinding[],
  kind: 'safe' | 'asks',
): Markup | undefined => {
  const ofKind = findings.filter(({ fix }) => fix === kind);
  const [words] = ofKind.flatMap(({ fixCommand = [] }) => [fixCommand]);
  if (words === undefined) return undefined;
  const titles = distinct(ofKind.map(({ fixTitle = 'in part' }) => fixTitle));
  const command = shellCommand(words);
  const asks = kind === 'asks' ? ', asks first' : '';
  return markup`<p class="do"><b>Fix:</b> <code>${command}</code> (${titles.join('; ')}${asks})</p>`;
};

const notes = (workspace: WorkspaceReport): Markup => {
  const { suppressed, partial, fixed } = workspace;
  return markup`<ul class="notes">
${unansweredPhrases(workspace).map(({ rules, reason }) => markup`<li>Not answered: <span class="rule">${rules}</span>: ${reason}</li>`)}
${partial === undefined ? undefined : markup`<li>Not looked at: ${partial}</li>`}
${fixed.map(({ rule, file }) => markup`<li>Fixed since: <span class="rule">${rule}</span> in ${fileName(file)}</li>`)}
<li>Suppressed: ${suppressedPhrase(suppressed)}.</li>
</ul>`;
};

/** Why the rules that found something matter. */
const brokenRules = ({ rules, workspaces }: Report): Markup | undefined => {
  const broken = new Set(workspaces.flatMap(({ findings }) => findings.map(({ rule }) => rule)));
  const told = rules.filter(({ id }) => broken.has(id));
  if (told.length === 0) return undefined;
  return markup`<section class="rules">
<h2>Why these rules</h2>
<dl>
${told.map(({ id, title, section: name, why }) => markup`<dt>${ours(title)} <span class="soft">${ruleLink(id)} ${name}</span></dt><dd>${ours(why)}</dd>`)}
</dl>
</section>`;
};
