/** The documentation as a site: every page and link, and what a reader's browser makes of it. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { RULES } from '#audit/engine/rules.ts';
import { REFUSALS } from '#lib/spec/refusals.ts';
import { freshPath } from '#test/support/workspace.ts';
import { skipLoudly } from '#test/support/yamo.ts';

import { buildSite, type Site } from '../scripts/site/build.ts';
import { brokenLinks } from '../scripts/site/links.ts';
import { render } from '../scripts/site/render.ts';

const ROOT = resolve(import.meta.dirname, '..');

const folder = freshPath('site');
let site: Site = { pages: [], complaints: ['nothing was built'] };

beforeAll(async () => {
  site = await buildSite(ROOT, folder);
});

describe('the site', () => {
  it('has all pages, and no link that leads nowhere', () => {
    expect(site.complaints).toEqual([]);
    expect(site.pages.length).toBeGreaterThan(RULES.length + 25);
    expect(site.pages.flatMap(({ links }) => links).length).toBeGreaterThan(200);
    for (const { url } of site.pages) expect(existsSync(join(folder, url))).toBe(true);
  });

  it('has a place for every rule and every refusal', () => {
    const urls = new Set(
      site.pages.flatMap(({ url, ids }) => [url, ...ids.map((id) => `${url}#${id}`)]),
    );
    const wanted = [
      ...RULES.map(({ id }) => `rules/${id.replaceAll('/', '-').toLowerCase()}.html`),
      ...Object.keys(REFUSALS).map((code) => `reference/refusals.html#${code.toLowerCase()}`),
    ];
    expect(wanted.filter((url) => !urls.has(url))).toEqual([]);
  });

  it('asks for nothing from elsewhere', () => {
    for (const { url } of site.pages) {
      const page = readFileSync(join(folder, url), 'utf8');
      expect([url, page.match(/(?:src|<link[^>]* href)="(?:https?:|\/)[^"]*"/gu)]).toEqual([
        url,
        null,
      ]);
    }
    const script = readFileSync(join(ROOT, 'scripts/site/browser/site.js'), 'utf8');
    expect(script).not.toMatch(/\bfetch\(|XMLHttpRequest|\bimport\(/u);
  });
});

const checked = async (...texts: readonly string[]): Promise<readonly string[]> => {
  const places = {
    files: new Set(texts.map((_, at) => `docs/${at}.md`)),
    terms: new Map<string, string>(),
  };
  const pages = await Promise.all(
    texts.map((markdown, at) =>
      render({ file: `docs/${at}.md`, url: `${at}.html`, markdown }, undefined, places),
    ),
  );
  return brokenLinks(pages, ROOT, ['docs/0.md']);
};

it.each([
  ['[x](1.md)', []],
  ['[x](1.md#part)', []],
  ['[x](../lib/spec/limits.ts) [y](1.md)', []],
  ['[x](1.md#none)', ['docs/0.md: 1.md#none has no such place']],
  ['[x](2.md) [y](1.md)', ['docs/0.md: 2.md leads nowhere']],
  ['[x](http://example.org) [y](1.md)', ['docs/0.md: http://example.org is not https']],
  ['nothing', ['docs/1.md: no page leads to it']],
  ['[y](1.md)\n\n| id |\n|---|\n| Y1 |\n| Y1 |', ['docs/0.md: two places are called Y1']],
])('the check of links of %j says %j', async (text, complaints) => {
  expect(await checked(`# One\n\n${text}`, '# Two\n\n## Part\n')).toEqual(complaints);
});

const CHROMIUM = '/usr/bin/chromium';
const noChromium = skipLoudly(
  !existsSync(CHROMIUM),
  'the documentation in a browser (no chromium)',
);

/** What a browser makes of a page of the site, opened from the disk, and what it complains of. */
const chromium = (page: string, ...options: readonly string[]) => {
  const { stdout, stderr, status, error } = spawnSync(
    CHROMIUM,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--hide-scrollbars',
      '--enable-logging=stderr',
      '--virtual-time-budget=20000',
      `--user-data-dir=${freshPath('profile')}`,
      ...options,
      `file://${folder}/${page}`,
    ],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`chromium ended with ${status}: ${error?.message ?? ''}`);
  return { dom: stdout, console: stderr.split('\n').filter((line) => line.includes('CONSOLE')) };
};

const DARK = '--blink-settings=preferredColorScheme=0';

/** What a script says that runs at the end of a page, in the title of a copy beside it; and what the browser complains of. */
const asked = (page: string, script: string, ...options: readonly string[]) => {
  const probe = `<script>addEventListener('load',()=>{Promise.resolve(${script}).then((said)=>{document.title='said '+said})})</script></body>`;
  const copy = join(dirname(page), `probe-${basename(page)}`);
  writeFileSync(
    join(folder, copy),
    readFileSync(join(folder, page), 'utf8').replace('</body>', () => probe),
  );
  const { dom, console } = chromium(copy, '--dump-dom', ...options);
  return { said: /<title>said ([^<]*)/u.exec(dom)?.[1], console };
};

describe.skipIf(noChromium)('the site in a browser', () => {
  const FINDS = {
    '4.1/memory-copy': 'rules/4.1-memory-copy.html',
    bootstrap_symlink: 'reference/refusals.html#bootstrap_symlink',
    Y112: 'rfc-0009.html#Y112',
    budgets: 'reference/settings.html',
    'boot guard': 'rfc-0009.html#63-the-boot-guard',
    'memery copy': 'rules/4.1-memory-copy.html',
  };

  it('finds rules, refusals, requirements, settings and chapters', () => {
    const typed = `(async () => {
      const field = document.querySelector('#search');
      const found = {};
      for (const words of ${JSON.stringify(Object.keys(FINDS))}) {
        const results = () => [...document.querySelectorAll('.result')];
        for (const one of results()) one.remove();
        field.value = words;
        field.dispatchEvent(new Event('input'));
        while (results().length === 0) await new Promise((done) => setTimeout(done, 50));
        found[words] = results().slice(0, 4).map((one) => one.getAttribute('href'));
      }
      return encodeURIComponent(JSON.stringify(found));
    })()`;
    const { said = '', console } = asked('index.html', typed);
    const found: Record<string, unknown> = { ...JSON.parse(decodeURIComponent(said)) };
    for (const [words, url] of Object.entries(FINDS))
      expect([words, found[words]]).toEqual([words, expect.arrayContaining([url])]);
    expect(console).toEqual([]);
  });

  it('takes words from the address, says that nothing was found, and runs nothing of them', () => {
    const { dom, console } = chromium(
      `rules/index.html?q=${encodeURIComponent('zzzz <img src=x onerror=alert(1)>')}`,
      '--dump-dom',
    );
    expect(dom).toContain('class="nothing"');
    expect(dom).not.toContain('<img src="x"');
    expect(console).toEqual([]);
  });

  it.each([
    ['index.html', 500],
    ['index.html', 1400],
    ['rules/index.html', 500],
    ['rfc-0009.html', 500],
    ['reference/json.html', 500],
  ] as const)('fits %s into a window of %i px', (page, width) => {
    const { said, console } = asked(
      page,
      `document.documentElement.scrollWidth+' of '+innerWidth`,
      `--window-size=${width},900`,
    );
    const [, content, inner] = /^(\d+) of (\d+)$/u.exec(said ?? '') ?? [];
    expect(Number(content)).toBeGreaterThan(0);
    expect(Number(content)).toBeLessThanOrEqual(Number(inner));
    expect(console).toEqual([]);
  });

  it('is light or dark as the system is, and as a reader wants it', () => {
    const script = `(()=>{
      const colours = () => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('article')).color].join(' ');
      const toggle = document.querySelector('#theme');
      return [colours(), toggle.click() ?? colours(), toggle.click() ?? colours()].join('; ');
    })()`;
    const [light = '', ...chosen] = asked('index.html', script).said?.split('; ') ?? [];
    const [dark = '', ...others] = asked('index.html', script, DARK).said?.split('; ') ?? [];
    expect(light).toMatch(/^rgb\(25\d, 25\d, 2\d\d\) rgb\(\d\d, \d\d, \d\d\)$/u);
    expect(dark).toMatch(/^rgb\(\d\d, \d\d, \d\d\) rgb\(2\d\d, 2\d\d, 2\d\d\)$/u);
    // A click asks for light, the next one for dark, whatever the system is.
    expect(chosen).toEqual([light, dark]);
    expect(others).toEqual([light, dark]);
  });

  it('opens the search with a key, and its menu on a telephone', () => {
    const typed = `(document.dispatchEvent(new KeyboardEvent('keydown',{key:'/'})),document.activeElement.id)`;
    expect(asked('sessions.html', typed)).toEqual({ said: 'search', console: [] });
    const opened = `(document.querySelector('#menu').click(),getComputedStyle(document.querySelector('.side')).display)`;
    expect(asked('sessions.html', opened, '--window-size=500,900').said).toBe('block');
  });

  it('is a picture', () => {
    const width = 1400;
    const picture = freshPath('page.png');
    chromium('sandbox.html', `--window-size=${width},900`, `--screenshot=${picture}`);
    const bytes = readFileSync(picture);
    expect(bytes.readUInt32BE(16)).toBe(width);
    expect(bytes.length).toBeGreaterThan(20_000);
  });
});
