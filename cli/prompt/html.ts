/** A prompt as one page: a bar of the window, the text by what it comes from, and what was cut struck through. */
import { markup, Markup } from '#lib/report/markup.ts';
import type { PromptFile } from '#lib/prompt/file-status.ts';
import { filePartsOf } from '#lib/prompt/lost.ts';
import type { Piece } from '#lib/prompt/pieces.ts';
import type { Prompt } from '#kernel/prompt/prompt.ts';
import { promptTokens } from './table.ts';

/** The page, whole; it loads nothing. */
export const promptPage = (prompt: Prompt): string => {
  const { document, plan, context } = prompt;
  const title = `${document.title}: the prompt of a ${context.audience} session`;
  const page = markup`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="data:,">
${STYLE}
<body>
<h1>${title}</h1>
<p>${`About ${plan.tokens} tokens, by the estimate "${document.estimator}"${budgetPhrase(prompt)}.`}</p>
${bar(prompt)}
<p>${LEGEND}</p>
<table><thead><tr><th>file<th>tokens<th>group<th>fate</thead><tbody>
${plan.files.map(row)}
</tbody></table>
<h2>The prompt</h2>
<pre>${plan.pieces.map(piece)}</pre>
${plan.files.filter(({ fate }) => fate === 'cut' || fate === 'dropped').map((file) => lost(file, prompt))}
</body>
</html>
`;
  return String(page);
};

const budgetPhrase = ({ plan: { budget } }: Prompt): string =>
  budget === undefined ? '' : `; files take ${budget.spent} of ${budget.tokens}`;

/** Widths of a bar are in so many parts. */
const PARTS = 1000;

const bar = (prompt: Prompt): Markup => {
  const { plan } = prompt;
  const whole = Math.max(plan.tokens, plan.budget?.tokens ?? 0, 1);
  const ofFiles = plan.files.filter(({ shown }) => shown > 0);
  const rest = plan.tokens - ofFiles.reduce((sum, { shown }) => sum + shown, 0);
  const rects: Markup[] = [];
  let at = 0;
  const add = (name: string, tokens: number, group: string): void => {
    const width = Math.round((Math.max(0, tokens) / whole) * PARTS);
    rects.push(
      markup`<rect class="${group}" x="${at}" width="${width}" height="40"><title>${`${name}: ${tokens} tokens`}</title></rect>`,
    );
    at += width;
  };
  for (const { file, shown, group } of ofFiles) add(file, shown, group);
  add('everything else', rest, 'other');
  return markup`<svg viewBox="0 0 ${PARTS} 40" preserveAspectRatio="none" role="img" aria-label="${`${plan.tokens} of ${whole} tokens`}"><rect class="window" width="${PARTS}" height="40"/>${rects}</svg>`;
};

const row = ({ file, shown, group, fate, why }: PromptFile): Markup =>
  markup`<tr><td>${file}<td>${shown}<td>${group}<td>${why === undefined ? fate : `${fate}: ${why}`}`;

const piece = ({ text, source, group }: Piece): Markup =>
  source.is === 'file'
    ? markup`<span class="${group}" title="${`${source.file}, ${source.from} to ${source.to}`}">${Markup.lines(text)}</span>`
    : markup`<span class="ours">${Markup.lines(text)}</span>`;

/** A file that is not whole: what is shown, and what is not. */
const lost = ({ file, why }: PromptFile, prompt: Prompt): Markup => {
  const text = prompt.files.get(file)?.text ?? '';
  const parts = filePartsOf(prompt.plan.pieces, file, text).map((part) =>
    part.isShown ? Markup.lines(part.text) : markup`<s>${Markup.lines(part.text)}</s>`,
  );
  return markup`<h2>${file}</h2><p>${`${why ?? ''} (${promptTokens(prompt, text)} tokens in all)`}</p><pre>${parts}</pre>`;
};

/** What the colours of the bar mean. */
const LEGEND: readonly Markup[] = [
  ['static', 'stays the same between sessions'],
  ['semi-static', 'changes now and then'],
  ['dynamic', 'changes with every session, and is never kept by a provider'],
  ['other', 'headings, words of the layout, facts'],
].map(
  ([group = '', meaning = '']) => markup`<span class="key ${group}">■</span> ${group}: ${meaning} `,
);

const STYLE = markup`<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem; }
svg { width: 100%; height: 40px; }
.window { fill: #8884; }
rect.static { fill: #1b5e86; } rect.semi-static { fill: #22692b; } rect.dynamic { fill: #a5301d; } rect.other { fill: #888; }
.key.static { color: #1b5e86; } .key.semi-static { color: #22692b; } .key.dynamic { color: #a5301d; } .key.other { color: #888; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid #8886; }
.ours { opacity: .6; }
s { opacity: .6; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .1rem 1rem .1rem 0; }
</style>`;
