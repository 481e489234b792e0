/** What runs in the reader's browser: the theme, the search, the mark in the table of contents, copying of commands. */
import MiniSearch from 'minisearch';

import { SEARCH_OPTIONS } from '../search-options.ts';

const root = document.documentElement;
const base = root.dataset.base ?? '';
const RESULTS_MAX = 12;

/** Light, dark, or as the system has it; kept where the browser keeps anything for this site. */
const THEMES = ['system', 'light', 'dark'];
const remembered = (action) => {
  try {
    return action(globalThis.localStorage);
  } catch {
    return null;
  }
};
const toggle = document.querySelector('#theme');
const showTheme = (theme) => {
  root.dataset.theme = theme;
  toggle.textContent = { system: '◐', light: '☀', dark: '☾' }[theme];
  toggle.title = `Colours: ${theme}`;
};
showTheme(remembered((store) => store.getItem('yamo-theme')) ?? 'system');
toggle.addEventListener('click', () => {
  const next = THEMES[(THEMES.indexOf(root.dataset.theme) + 1) % THEMES.length];
  remembered((store) => store.setItem('yamo-theme', next));
  showTheme(next);
});

const field = document.querySelector('#search');
const results = document.querySelector('#results');
let index;

/** A page on a disk may fetch nothing, but load scripts. */
const loadIndex = () => {
  index ??= new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = `${base}assets/search-index.js`;
    script.addEventListener('load', () =>
      done(MiniSearch.loadJSON(globalThis.yamoIndex, SEARCH_OPTIONS)),
    );
    script.addEventListener('error', fail);
    document.head.append(script);
  });
  return index;
};

const element = (name, className, text) => {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
};

const resultOf = ({ id, title, page, excerpt }) => {
  const link = element('a', 'result', '');
  link.href = base + id;
  link.setAttribute('role', 'option');
  link.append(element('b', '', title));
  if (page !== title) link.append(element('span', 'in', page));
  link.append(element('small', '', excerpt));
  return link;
};

let asked = 0;
const search = async () => {
  const words = field.value.trim();
  asked += 1;
  const turn = asked;
  if (words === '') {
    results.hidden = true;
    return;
  }
  const found = (await loadIndex()).search(words).slice(0, RESULTS_MAX);
  if (turn !== asked) return;
  results.replaceChildren(
    ...(found.length === 0
      ? [element('p', 'nothing', `Nothing about “${words}”.`)]
      : found.map(resultOf)),
  );
  results.hidden = false;
};
field.addEventListener('focus', () => void loadIndex());
field.addEventListener('input', () => void search());

const links = () => [...results.querySelectorAll('a')];
const close = () => {
  results.hidden = true;
  field.blur();
};
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.matches('input, textarea');
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    field.focus();
    field.select();
  } else if (event.key === 'Escape') close();
});
document.querySelector('#finder').addEventListener('keydown', (event) => {
  const all = links();
  const at = all.indexOf(document.activeElement);
  if (event.key === 'ArrowDown') all[Math.min(at + 1, all.length - 1)]?.focus();
  else if (event.key === 'ArrowUp') (all[at - 1] ?? field).focus();
  else if (event.key === 'Enter' && at === -1) all[0]?.click();
  else return;
  event.preventDefault();
});
document.addEventListener('click', ({ target }) => {
  if (target.closest('#finder') === null || target.closest('.result') !== null)
    results.hidden = true;
});

const query = new URLSearchParams(globalThis.location.search).get('q');
if (query !== null) {
  field.value = query;
  void search();
}

for (const block of document.querySelectorAll('pre')) {
  const typed = [...block.querySelectorAll('.typed')].map((part) => part.textContent.trimEnd());
  const text = typed.length > 0 ? typed.join('\n') : block.textContent;
  const button = element('button', 'copy', 'Copy');
  button.type = 'button';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  });
  block.append(button);
}

const entries = new Map(
  [...document.querySelectorAll('.toc a')].map((link) => [link.hash.slice(1), link]),
);
const mark = new IntersectionObserver(
  (seen) => {
    const top = seen.find(({ isIntersecting }) => isIntersecting);
    if (top === undefined) return;
    for (const link of entries.values()) link.classList.remove('here');
    entries.get(top.target.id)?.classList.add('here');
  },
  { rootMargin: '-64px 0px -70% 0px' },
);
for (const heading of document.querySelectorAll('article h2, article h3'))
  if (entries.has(heading.id)) mark.observe(heading);

document.querySelector('#menu').addEventListener('click', ({ currentTarget }) => {
  const isOpen = document.body.classList.toggle('menu');
  currentTarget.setAttribute('aria-expanded', String(isOpen));
});
document.querySelector('.side .current')?.scrollIntoView({ block: 'nearest' });
