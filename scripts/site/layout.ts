/** The frame around a page: bar, side bar, table of contents, the way to the pages beside it. */
import { posix } from 'node:path';

import { type Group, urlOf } from './pages.ts';
import type { Page } from './render.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A padlock whose shackle is a prompt: the kernel before the agent. */
const LOGO =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><rect x="3" y="10" width="18" height="11" rx="3"/><path d="M7 10V8a5 5 0 0 1 10 0v2"/><path d="m8.5 13.5 2.5 2-2.5 2M13 17.5h3"/></svg>';

/** The whole page. `version` is that of the program. */
export function layout(page: Page, groups: readonly Group[], version: string): string {
  const base = '../'.repeat(page.url.split('/').length - 1);
  const isHome = page.url === 'index.html';
  const name = isHome
    ? 'yamo: a kernel and an auditor for agent workspaces'
    : `${page.title} · yamo`;
  return `<!doctype html>
<html lang="en" data-base="${base}" data-theme="system">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(name)}</title>
<link rel="icon" href="${base}assets/icon.svg">
<link rel="stylesheet" href="${base}assets/site.css">
<script>try{document.documentElement.dataset.theme=localStorage.getItem('yamo-theme')||'system'}catch{}</script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header class="bar">
<button id="menu" type="button" aria-expanded="false" aria-label="Pages">☰</button>
<a class="brand" href="${base}index.html">${LOGO}yamo <small>${escaped(version)}</small></a>
<div id="finder"><input id="search" type="search" placeholder="Search" aria-label="Search" autocomplete="off" spellcheck="false"><kbd>/</kbd><div id="results" role="listbox" aria-label="Results" hidden></div></div>
<button id="theme" type="button" aria-label="Colours">◐</button>
</header>
<div class="frame">
<nav class="side" aria-label="Pages">
${groups.map((group) => sideGroup(group, page, base)).join('\n')}
</nav>
<main id="content">
<article${isHome ? ' class="home"' : ''}>
${page.html}
${neighbours(page, groups, base)}
<p class="foot">Written from <code>${escaped(page.file)}</code>.</p>
</article>
</main>
${contents(page)}
</div>
<script src="${base}assets/site.js"></script>
</body>
</html>
`;
}

/** The icon by itself. */
export const ICON = LOGO.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ').replaceAll(
  'currentColor',
  '#1b5e86',
);

/** The page of the side bar on which a reader is: that of the rules for each of them. */
function isCurrent(file: string, page: Page): boolean {
  return (
    file === page.file ||
    (file.endsWith('/README.md') && posix.dirname(file) === posix.dirname(page.file))
  );
}

function sideGroup({ title, entries }: Group, page: Page, base: string): string {
  const links = entries.map(({ title: name, file }) => {
    const mark = isCurrent(file, page) ? ' class="current" aria-current="page"' : '';
    return `<li><a href="${base}${urlOf(file)}"${mark}>${escaped(name)}</a></li>`;
  });
  return `<h2>${escaped(title)}</h2>\n<ul>\n${links.join('\n')}\n</ul>`;
}

const CONTENTS_MAX = 60;

/** The headings of a page; of a long one those of the second level alone. */
function contents({ headings }: Page): string {
  const deep = headings.filter(({ depth }) => depth === 2 || depth === 3);
  const listed = deep.length > CONTENTS_MAX ? deep.filter(({ depth }) => depth === 2) : deep;
  if (listed.length < 2) return '';
  const links = listed.map(
    ({ id, depth, text }) =>
      `<li><a href="#${id}"${depth === 3 ? ' class="deep"' : ''}>${escaped(text)}</a></li>`,
  );
  return `<nav class="toc" aria-label="On this page"><strong>On this page</strong><ul>${links.join('')}</ul></nav>`;
}

function neighbours(page: Page, groups: readonly Group[], base: string): string {
  const all = groups.flatMap(({ entries }) => entries);
  const at = all.findIndex(({ file }) => file === page.file);
  if (at === -1) return '';
  const link = (one: (typeof all)[number] | undefined, label: string): string =>
    one === undefined
      ? ''
      : `<a class="${label.toLowerCase()}" href="${base}${urlOf(one.file)}"><small>${label}</small>${escaped(one.title)}</a>`;
  return `<nav class="turn" aria-label="Pages beside this one">${link(all[at - 1], 'Previous')}${link(all[at + 1], 'Next')}</nav>`;
}
