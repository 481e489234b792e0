/**
 * Style and script of the page. The page allows nothing else, by their hashes; a test holds these against the texts,
 * and says the new ones after a change.
 */

export const STYLE_HASH = 'sha256-jDFVqktLVrVLCx770TGWjK0Td2nDk23txIJxgFAHOO0=';

/** The hash by which the page's content policy lets its one script run. */
export const SCRIPT_HASH = 'sha256-ILNbsDSBE5Ro6BgYJFHcRQaTy4Q0mxI//9e986AHsc4=';

/** The style sheet of the page, which loads nothing from elsewhere. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf8; --card: #ffffff; --ink: #1d2126; --soft: #5c646d; --line: #e2dfda;
  --accent: #1b5e86; --error: #a5301d; --warning: #855400; --note: #4d5964; --good: #22692b;
  --error-tint: #fbecea; --warning-tint: #faf1de; --note-tint: #eef0f2; --good-tint: #e8f3e9;
  --track: #ebe8e3;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181b; --card: #1c2024; --ink: #e4e6e8; --soft: #9aa3ac; --line: #30363c;
    --accent: #7db9dd; --error: #f09a8b; --warning: #e2b25c; --note: #a9b4be; --good: #86c98d;
    --error-tint: #3a201c; --warning-tint: #352a14; --note-tint: #262c31; --good-tint: #1b2f1e;
    --track: #2a2f34;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 5rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif;
}
header, main, footer { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
code, .place, .path, .rule { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .9em; }
h1, p, li, dt, code, .path { overflow-wrap: anywhere; }
h1, h2, h3, h4, p, ul, dl, dd { margin: 0; }
h1 { font-size: 1.6rem; line-height: 1.25; font-weight: 650; letter-spacing: -.01em; }
h2 { font-size: 1.2rem; font-weight: 650; }
h3 { font-size: 1rem; font-weight: 600; }
h4 { font-size: 1rem; font-weight: 400; }
ul { padding: 0; list-style: none; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.soft { color: var(--soft); }
main { padding-bottom: 2rem; }
.top { padding-top: 2.25rem; padding-bottom: 1.25rem; }
.kicker { color: var(--soft); font-size: .875rem; margin-bottom: .35rem; }
.totals { display: flex; flex-wrap: wrap; gap: .35rem 1.5rem; margin-top: 1rem; color: var(--soft); font-size: .9375rem; }
.totals b { color: var(--ink); font-variant-numeric: tabular-nums; }
.tier { display: inline-block; padding: .1rem .6rem; border-radius: 1rem; font-size: .875rem; font-weight: 600; white-space: nowrap; }
.tier.high { background: var(--good-tint); color: var(--good); }
.tier.middle { background: var(--note-tint); color: var(--accent); }
.tier.low { background: var(--error-tint); color: var(--error); }
.tools {
  position: sticky; top: 0; z-index: 1; background: var(--paper); border-bottom: 1px solid var(--line);
  margin: 0 -1.25rem 1.5rem; padding: .6rem 1.25rem; display: flex; flex-wrap: wrap; gap: .5rem; align-items: center;
}
.tools select, .tools input, .tools button {
  font: inherit; font-size: .875rem; color: inherit; background: var(--card); border: 1px solid var(--line);
  border-radius: .4rem; padding: .35rem .5rem; min-height: 2.25rem; max-width: 14rem; min-width: 0;
}
.tools input { flex: 1 1 9rem; }
.tools button { cursor: pointer; }
.tools output { color: var(--soft); font-size: .875rem; margin-left: auto; white-space: nowrap; }
.wide { overflow-x: auto; margin-bottom: 2rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
th, td { text-align: left; padding: .5rem .75rem; border-bottom: 1px solid var(--line); vertical-align: baseline; }
tr:last-child td { border-bottom: 0; }
th { color: var(--soft); font-weight: 500; font-size: .8125rem; white-space: nowrap; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td { white-space: nowrap; }
td.path { min-width: 11rem; white-space: normal; }
.workspace { margin-bottom: 3rem; }
.name { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; margin-bottom: .25rem; }
.name .path { font-size: 1.1rem; font-weight: 650; }
.name .soft { font-size: .9375rem; font-weight: 400; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1rem; margin: 1.1rem 0 1.75rem; align-items: start; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.1rem; min-width: 0; }
.card h3 { margin-bottom: .5rem; }
.card li + li { margin-top: .35rem; }
.missing .rule { display: block; color: var(--soft); font-size: .8125rem; }
.next { margin-top: .85rem; padding-top: .75rem; border-top: 1px solid var(--line); }
.next code { color: var(--ink); font-weight: 600; }
.size { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; font-size: .875rem; }
.size svg { grid-column: 1 / -1; display: block; border-radius: .25rem; }
.size .chars { font-variant-numeric: tabular-nums; color: var(--soft); text-align: right; }
.track { fill: var(--track); } .fill { fill: var(--accent); } .fill.over { fill: var(--error); } .fill.near { fill: var(--warning); }
.limit { stroke: var(--ink); stroke-width: 1; stroke-dasharray: 2 2; opacity: .55; }
.legend { color: var(--soft); font-size: .8125rem; margin-top: .75rem; }
.file { margin-bottom: 1.5rem; }
.file > h3 { padding-bottom: .4rem; border-bottom: 1px solid var(--line); }
.finding { padding: .8rem 0 .8rem .9rem; border-bottom: 1px solid var(--line); border-left: 3px solid var(--note); margin-left: 1px; content-visibility: auto; contain-intrinsic-size: auto 7rem; }
.finding.error { border-left-color: var(--error); }
.finding.warning { border-left-color: var(--warning); }
.finding h4 { display: flex; flex-wrap: wrap; gap: .15rem .6rem; align-items: baseline; }
.level { font-size: .8125rem; font-weight: 650; padding: 0 .45rem; border-radius: .3rem; background: var(--note-tint); color: var(--note); }
.error .level { background: var(--error-tint); color: var(--error); }
.warning .level { background: var(--warning-tint); color: var(--warning); }
.places { margin: .35rem 0; }
.places li { display: grid; grid-template-columns: 5.5rem 1fr; gap: 0 .75rem; }
.place { color: var(--soft); white-space: nowrap; padding-top: .1em; }
.status { color: var(--accent); font-size: .8125rem; font-weight: 600; }
.do { color: var(--soft); }
.do b { color: var(--ink); font-weight: 600; }
.notes { margin-top: 1rem; color: var(--soft); font-size: .9375rem; }
.notes li { margin-top: .25rem; }
.rules dt { margin-top: 1rem; }
.rules dd { color: var(--soft); }
footer { border-top: 1px solid var(--line); padding-top: 1rem; padding-bottom: 2.5rem; color: var(--soft); font-size: .875rem; }
@media (max-width: 34rem) {
  .top { padding-top: 1.5rem; }
  h1 { font-size: 1.3rem; }
  .tools { position: static; }
  thead { display: none; }
  tr { display: flex; flex-wrap: wrap; gap: .1rem .8rem; align-items: baseline; padding: .6rem .75rem; border-bottom: 1px solid var(--line); }
  tr:last-child { border-bottom: 0; }
  td, td.path { border: 0; padding: 0; font-size: .875rem; }
  td.path { flex-basis: 100%; }
  td:empty { display: none; }
  td.number:not(:empty)::after { content: " " attr(data-label); color: var(--soft); }
  .tools select, .tools input { flex: 1 1 40%; max-width: none; }
  .tools output { width: 100%; margin: 0; }
  .places li { grid-template-columns: 1fr; }
  .places li + li { margin-top: .4rem; }
}
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --accent: #124; --error: #8a1f10; --warning: #6b4300; --note: #333; --good: #154d1c;
    --error-tint: #fff; --warning-tint: #fff; --note-tint: #fff; --good-tint: #fff; --track: #e5e5e5; color-scheme: light; }
  body { font-size: 10pt; }
  .tools { display: none; }
  header, main, footer { max-width: none; padding: 0; }
  .finding { content-visibility: visible; break-inside: avoid; }
  .card, .level, .tier { border: 1px solid #bbb; break-inside: avoid; }
  svg, .finding { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  h2, h3 { break-after: avoid; }
  a { color: inherit; text-decoration: none; }
}
`;

/** Without it all is shown. The filters are the fragment of the address: `#level=error&q=header` can be sent. */
export const SCRIPT = `
'use strict';
(() => {
  const form = document.querySelector('form');
  const all = (what) => [...document.querySelectorAll(what)];
  const names = ['level', 'file', 'rule', 'q'];
  const items = all('.places > li').map((element) => {
    const { level, file, rule } = element.closest('.finding').dataset;
    return { element, level, file, rule, text: undefined };
  });
  const groups = [...all('.finding'), ...all('.file')];
  const workspaces = all('.workspace');
  const isEmpty = (element) => element.querySelector('.places > li:not([hidden])') === null;
  const textOf = (item) => {
    const rule = item.element.closest('.finding');
    const path = rule.closest('.workspace').querySelector('.path');
    const parts = [path, rule.querySelector('h4'), item.element, ...rule.querySelectorAll('.do')];
    item.text ??= parts.map((one) => one.textContent).concat(item.file).join(' ').toLowerCase();
    return item.text;
  };
  const read = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    for (const name of names) {
      const field = form.elements[name];
      field.value = asked.get(name) ?? '';
      if (field.selectedIndex === -1) field.value = '';
    }
  };
  const show = () => {
    const [level, file, rule, q] = names.map((name) => form.elements[name].value);
    const words = q.toLowerCase().split(' ').filter((word) => word !== '');
    let shown = 0;
    for (const item of items) {
      const fits =
        (level === '' || item.level === level) &&
        (file === '' || item.file === file) &&
        (rule === '' || item.rule === rule) &&
        words.every((word) => textOf(item).includes(word));
      item.element.hidden = !fits;
      if (fits) shown += 1;
    }
    for (const group of groups) group.hidden = isEmpty(group);
    // A workspace without findings is only in the way of somebody who looks for one.
    for (const workspace of workspaces)
      workspace.hidden = shown < items.length && isEmpty(workspace);
    form.elements.count.value = shown + ' of ' + items.length + (items.length === 1 ? ' finding' : ' findings');
  };
  const write = () => {
    const asked = new URLSearchParams();
    for (const name of names)
      if (form.elements[name].value !== '') asked.set(name, form.elements[name].value);
    try {
      history.replaceState(null, '', '#' + asked);
    } catch {
      // A page in a frame without an address of its own: the filters work, they cannot be sent.
    }
    show();
  };
  form.addEventListener('input', write);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(write));
  addEventListener('hashchange', () => {
    read();
    show();
  });
  form.hidden = items.length === 0;
  read();
  show();
})();
`;
