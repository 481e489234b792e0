/** The timeline as one page of HTML, which loads nothing and runs nothing. */
import { hash } from 'node:crypto';
import { dailyBytes, factsOf, sizeOf, type TimelineRow } from '#lib/memory/timeline.ts';
import type { Note } from '#lib/memory/notes.ts';
import type { Sentence } from '#lib/memory/told.ts';
import { markup, type Markup } from '#lib/report/markup.ts';
import { type FilePlace, placeOf } from '#lib/text/place.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2126; --soft: #5c646d; --bar: #1b5e86; --track: #ebe8e3; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e6e8; --soft: #9aa3ac; --bar: #7db9dd; --track: #2a2f34; } }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1.25rem; color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 500; white-space: nowrap; padding-right: 1rem; }
td.bar { width: 50%; }
td.size { text-align: right; white-space: nowrap; padding: 0 1rem; }
td.facts, .gap th, p { color: var(--soft); font-size: .9rem; }
rect { fill: var(--bar); }
h2 { font-size: 1.1rem; overflow-wrap: anywhere; }
tr.told td { padding-bottom: .25rem; }
tr.told a { color: inherit; }
li { overflow-wrap: anywhere; }
li:target { background: var(--track); }
rect.track { fill: var(--track); }
`;

/** The notes of a file. */
export interface Noted {
  readonly day: string;
  readonly file: string;
  readonly notes: readonly Note[];
}

interface Words {
  /** What stands out on a day. */
  readonly told: (day: string) => readonly Sentence[];
  readonly noted: readonly Noted[];
}

/** The page, whole: of the days that are shown one by one also their notes, to which what stands out leads. */
export const timelinePage = (
  path: string,
  today: string,
  rows: readonly TimelineRow[],
  { told, noted }: Words,
): string => {
  const shown = new Set(rows.map(({ label }) => label));
  const most = Math.max(1, ...rows.map(dailyBytes));
  const style = hash('sha256', STYLE, 'base64');
  const page = markup`<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Memory of ${path}</title>`;
  const body = markup`<body>
<h1>Memory of ${path}</h1>
<p>As of ${today}. A bar is what was written on a day, or on a day of that month on average.</p>
<table>
${rows.map((row) => rowOf(row, most, told(row.label)))}
</table>
${noted.filter(({ day }) => shown.has(day)).map(notesOf)}`;
  return `<!doctype html>\n${String(page)}\n<style>${STYLE}</style>\n${String(body)}\n</html>\n`;
};

const rowOf = (row: TimelineRow, most: number, told: readonly Sentence[]): Markup => {
  const { label, bytes, gap } = row;
  const share = `${((100 * dailyBytes(row)) / most).toFixed(1)}%`;
  const before =
    gap === 0
      ? undefined
      : markup`<tr class="gap"><th scope="row" colspan="4">${gap} ${gap === 1 ? 'day' : 'days'} without a log</th></tr>
`;
  return markup`${before}<tr><th scope="row">${label}</th><td class="bar"><svg width="100%" height="12" role="img" aria-label="${sizeOf(bytes)}"><rect class="track" width="100%" height="12"/><rect width="${share}" height="12"/></svg></td><td class="size">${sizeOf(bytes)}</td><td class="facts">${factsOf(row)}</td></tr>
${told.map(
  (sentence) =>
    markup`<tr class="told"><td></td><td colspan="3" dir="auto"><a href="#${anchorOf(sentence)}">${sentence.text}</a></td></tr>
`,
)}`;
};

const anchorOf = (place: FilePlace): string => encodeURIComponent(placeOf(place));

const notesOf = ({ file, notes }: Noted): Markup =>
  notes.length === 0
    ? markup``
    : markup`<h2>${file}</h2>
<ol>
${notes.map(
  ({
    line,
    text,
  }) => markup`<li id="${placeOf({ file, line })}" value="${line}" dir="auto">${text.trim()}</li>
`,
)}</ol>
`;
