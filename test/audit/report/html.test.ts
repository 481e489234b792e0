import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { html } from '#audit/report/html.ts';
import { SCRIPT, SCRIPT_HASH, STYLE, STYLE_HASH } from '#audit/report/page.ts';
import { visible } from '#lib/report/visible.ts';
import { freshPath } from '#test/support/workspace.ts';
import { skipLoudly } from '#test/support/yamo.ts';
import { handMade, handMadeReport, HOSTILE, named } from './reports.ts';

const hashOf = (text: string): string =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** The page without the two texts that are the same in every page. */
const bare = (page: string): string => page.replace(STYLE, '').replace(SCRIPT, '');

const TAG = /<(\/?[a-zA-Z!][^\s>]*)((?:\s[^>]*)?)>/gu;
const TAGS =
  'html meta title link style body header p h1 h2 h3 h4 div span b main form input select option button output section ul li a code svg rect line article table thead tbody tr th td dl dt dd footer script';
const ATTRIBUTES =
  'lang charset http-equiv content name rel href class hidden type placeholder aria-label aria-live aria-hidden value id scope data-level data-file data-rule data-label width height x1 x2 y1 y2';

const hostile = handMadeReport([...HOSTILE.map((name) => named(name)), handMade()]);

describe('the page', () => {
  it('allows its own style and script, and nothing else', () => {
    expect(STYLE_HASH).toBe(hashOf(STYLE));
    expect(SCRIPT_HASH).toBe(hashOf(SCRIPT));
    const page = html(handMadeReport());
    expect(page).toContain(`<style>${STYLE}</style>`);
    expect(page).toContain(`<script>${SCRIPT}</script>`);
    expect(page).toContain(
      `content="default-src 'none'; style-src '${STYLE_HASH}'; script-src '${SCRIPT_HASH}'; img-src data:; base-uri 'none'; form-action 'none'"`,
    );
  });

  it('names no address but places within itself', () => {
    const page = bare(html(handMadeReport()));
    const addresses = [...page.matchAll(/\b(?:href|src|action)="([^"]*)"/gu)].map(([, to]) => to);
    expect(addresses.length).toBeGreaterThan(5);
    for (const address of addresses) expect(address).toMatch(/^(?:#|data:,$)/u);
    expect(page + STYLE + SCRIPT).not.toMatch(/https?:|@import|url\(/u);
  });

  it('says without JavaScript what is missing, what to do, and everything that was found', () => {
    const page = html(handMadeReport());
    for (const { found, expected } of handMade().findings) {
      expect(page).toContain(`Found ${found.replaceAll('"', '&quot;')}`);
      expect(page).toContain(`expected ${expected}`);
    }
    expect(page).toContain('Missing for RFC-0009 Lite');
    expect(page).toContain('yamo audit agents/robin --fix');
    expect(page).toContain('implements RFC-0009 v3.0');
    expect(page).toContain('Suppressed: 2 by yamo-allow comments, 1 by the baseline');
    expect(page).toContain('23,456, over 20,000');
    expect(page).toContain('13,100, over 12,000');
  });

  it('has no tag and no attribute of a name', () => {
    const page = bare(html(hostile));
    const known = new Set(TAGS.split(' '));
    const allowed = new Set(ATTRIBUTES.split(' '));
    let tags = 0;
    for (const [, name = '', attributes = ''] of page.matchAll(TAG)) {
      if (name === '!doctype') continue;
      tags += 1;
      expect(known).toContain(name.replace(/^\//u, ''));
      for (const [, attribute = ''] of attributes.matchAll(/\s([^\s="]+)(?:="[^"]*")?/gu))
        expect(allowed).toContain(attribute.replace(/\/$/u, ''));
    }
    expect(tags).toBeGreaterThan(100);
    for (const name of HOSTILE.filter((one) => visible(one) !== one))
      expect(page).not.toContain(name);
  });
});

const CHROMIUM = '/usr/bin/chromium';
const noChromium = skipLoudly(!existsSync(CHROMIUM), 'the page in a browser (no chromium)');

const chromium = (page: string, fragment: string, ...options: readonly string[]): string => {
  const file = freshPath('report.html');
  writeFileSync(file, page);
  const profile = freshPath('profile');
  const { stdout, status, error } = spawnSync(
    CHROMIUM,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      `--user-data-dir=${profile}`,
      '--hide-scrollbars',
      ...options,
      `file://${file}${fragment}`,
    ],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`chromium ended with ${status}: ${error?.message ?? ''}`);
  return stdout;
};

const domOf = (page: string, fragment = '', ...options: readonly string[]): string =>
  chromium(page, fragment, '--dump-dom', ...options);

/** The findings that the browser shows: their rule and place. */
const shownIn = (dom: string): readonly string[] =>
  [...dom.matchAll(/<article class="finding[^"]*"([^>]*)>(.*?)<\/article>/gsu)].flatMap(
    ([, attributes = '', inner = '']) => {
      if (/\shidden=""/u.test(attributes)) return [];
      const rule = /data-rule="([^"]*)"/u.exec(attributes)?.[1] ?? '';
      return [...inner.matchAll(/<li( hidden="")?><span class="place">([^<]*)/gu)].flatMap(
        ([, hidden, place]) => (hidden === undefined ? [`${rule} ${place}`] : []),
      );
    },
  );

describe.skipIf(noChromium)('the page in a browser', () => {
  const page = html(handMadeReport());

  it.each([
    ['', 7],
    ['#level=warning&file=AGENTS.md', 1],
    ['#file=MEMORY.md', 3],
    ['#rule=2.5%2Fold-log', 1],
    ['#level=error&q=LINE+9%3A11', 1],
    ['#level=error&q=nothing+of+this', 0],
    ['#level=bogus', 7],
  ])('shows with %j so many findings: %i', (fragment, count) => {
    const dom = domOf(page, fragment);
    expect(shownIn(dom)).toHaveLength(count);
    expect(dom).toContain(`>${count} of 7 findings</output>`);
  });

  it('runs nothing that was put into it, by a name or otherwise', () => {
    expect(domOf(html(hostile))).toMatch(/<title>yamo audit: Not every workspace passes/u);
    const attacked = page.replace('</h1>', '</h1><script>document.title = "owned";</script>');
    expect(attacked).not.toBe(page);
    expect(domOf(attacked)).toMatch(/<title>yamo audit: /u);
  });

  it.each([1200, 400])('fits into a window of %i px', (width) => {
    // Without its policy the page may be measured by a script of ours.
    const measured = html(hostile)
      .replace(/<meta http-equiv[^>]*>/u, '')
      .replace(
        '</html>',
        `<script>document.title = document.documentElement.scrollWidth + ' of ' + innerWidth;</script></html>`,
      );
    const dom = domOf(measured, '', `--window-size=${width},900`);
    const [, content, inner] = /<title>(\d+) of (\d+)<\/title>/u.exec(dom) ?? [];
    expect(Number(content)).toBeGreaterThan(0);
    expect(Number(content)).toBeLessThanOrEqual(Number(inner));
  });

  it.each([1200, 400])('is a picture at %i px', (width) => {
    const picture = freshPath('page.png');
    chromium(page, '', `--window-size=${width},900`, `--screenshot=${picture}`);
    const bytes = readFileSync(picture);
    expect(bytes.readUInt32BE(16)).toBe(width);
    expect(bytes.length).toBeGreaterThan(20_000);
  });
});
