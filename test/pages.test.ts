/** Every command that the documentation shows is run, and prints what the page says. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { validate as fitsConformKernel } from '#schemas/generated/conform-kernel.js';
import { validate as fitsSettings } from '#schemas/generated/settings.js';
import { hasBubblewrap } from '#test/support/shell.ts';
import { skipLoudly } from '#test/support/yamo.ts';

import settings from '#schemas/settings.schema.json' with { type: 'json' };

import { blocksOf } from '../scripts/pages/blocks.ts';
import { agrees } from '../scripts/pages/compare.ts';
import { commandPages } from '../scripts/pages/list.ts';
import { isAsShown, runPage } from '../scripts/pages/run.ts';
import { ENVIRONMENT } from '../scripts/reference/environment.ts';

const ROOT = resolve(import.meta.dirname, '..');

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const PAGES = commandPages(ROOT).map((name) => ({ name, blocks: blocksOf(read(name)) }));
const isRun = ({ notRun }: { readonly notRun?: string }): boolean => notRun === undefined;

const cannotRun = skipLoudly(!hasBubblewrap, 'the commands of the pages (no bubblewrap)');

describe('the pages', () => {
  it.skipIf(cannotRun).each(PAGES.filter(({ blocks }) => blocks.some(isRun)))(
    'show what is printed: $name',
    ({ name }) => {
      const outcomes = runPage(read(name));
      expect(outcomes.length).toBeGreaterThan(0);
      expect(outcomes.filter((outcome) => !isAsShown(outcome))).toEqual([]);
    },
  );

  it('say why a command is not run', () => {
    const blocks = PAGES.flatMap(({ name, blocks: all }) =>
      all.map((block) => ({ name, ...block })),
    );
    const others = blocks.filter((block) => !isRun(block));
    const run = blocks.filter(isRun).flatMap(({ commands }) => commands);
    process.stdout.write(
      `the pages: ${run.length} commands are run, ${others.length} blocks are not:\n${others.map(({ name, notRun }) => `    ${name}: ${notRun}\n`).join('')}`,
    );
    expect(run.length).toBeGreaterThan(50);
    expect(others.length).toBeLessThanOrEqual(17);
  });

  it('show commands in blocks that are run, and in no others', () => {
    const strays = PAGES.flatMap(({ name }) =>
      [...read(name).matchAll(/^```(\w*)\n([^]*?)^```$/gmu)]
        .filter(([, language, text = '']) => language !== 'console' && /^\$ /mu.test(text))
        .map(([block]) => `${name}: ${block.slice(0, 60)}`),
    );
    expect(strays).toEqual([]);
  });

  it('show settings and kernels that are valid', () => {
    const shown = PAGES.flatMap(({ name }) =>
      [...read(name).matchAll(/^( *)```json\n([^]*?)^\1```$/gmu)].map(([, , text = '']) => {
        const value: unknown = JSON.parse(text);
        return { name, value: typeof value === 'object' && value !== null ? value : {} };
      }),
    );
    const kernels = shown.filter(({ value }) => 'boot' in value);
    const settingsShown = shown.filter(
      ({ value }) =>
        !('boot' in value) &&
        Object.keys(value).some((key) => Object.hasOwn(settings.properties, key)),
    );
    expect(kernels.length).toBeGreaterThan(1);
    expect(settingsShown.length).toBeGreaterThan(6);
    expect(kernels.filter(({ value }) => !fitsConformKernel(value))).toEqual([]);
    expect(settingsShown.filter(({ value }) => !fitsSettings(value))).toEqual([]);
  });
});

describe('docs/reference/environment.md', () => {
  const sources = globSync('{cli,kernel,agents}/**/*.ts', { cwd: ROOT }).map(read).join('\n');
  /** Read for an agent, or by one of ours from the kernel. */
  const OTHERS = new Set(['INITIAL_AGENT_MODE', 'YAMO_CHANNEL', 'GIT_CONFIG_GLOBAL']);

  it('lists every variable that is read, and no other', () => {
    const reads =
      /\b(?:env|environment|variables)\['([A-Z][A-Z0-9_]+)'\]|\b(?:variable|valueOf)\(\w+(?:\.\w+)*, '([A-Z][A-Z0-9_]+)'|xdgFolder\('([A-Z_]+)'|[vV]ariable: '([A-Z_]+_BASE_URL)'/gu;
    const names = [...sources.matchAll(reads)].map((match) => match.slice(1).find(Boolean) ?? '');
    const named = new Set(Object.keys(ENVIRONMENT));
    expect(named.size).toBeGreaterThan(15);
    expect([...new Set(names)].filter((name) => !named.has(name) && !OTHERS.has(name))).toEqual([]);
    expect([...named].filter((name) => !new RegExp(`\\b${name}\\b`, 'u').test(sources))).toEqual(
      [],
    );
  });
});

describe('the comparison of a page with what is printed', () => {
  it.each([
    [['✓ lease 0.4 ms'], ['✓ lease 12 ms']],
    [['Noted in memory/2026-11-21.md.'], ['Noted in memory/2027-01-02.md.']],
    [
      ['one', '…', 'four'],
      ['one', 'two', 'three', 'four'],
    ],
    [
      ['one', '…', 'two'],
      ['one', 'two'],
    ],
    [['kept at …/x.md'], ['kept at /home/ada/x.md']],
    [[], []],
  ])('takes %j for %j', (shown, printed) => {
    expect(agrees(shown, printed)).toBe(true);
  });

  it.each([
    [['✓ lease 0.4 ms'], ['✓ preflight 0.4 ms']],
    [['one', 'two'], ['one']],
    [['one'], ['one', 'two']],
    [
      ['one', '…', 'four'],
      ['one', 'two'],
    ],
    [['a.b'], ['axb']],
    [[], ['one']],
  ])('does not take %j for %j', (shown, printed) => {
    expect(agrees(shown, printed)).toBe(false);
  });
});

describe('the commands of a page', () => {
  it('are found with what they print, and with a mark', () => {
    const page = [
      '<!-- run: mkdir x -->',
      '```console',
      '$ echo a \\',
      '> b',
      'a b',
      '$ true',
      '```',
      '<!-- not run: needs a key -->',
      '',
      '```sh',
      'one',
      'two',
      '```',
    ].join('\n');
    expect(
      blocksOf(page).map(({ language, commands, notRun }) => [language, notRun, commands]),
    ).toEqual([
      ['setup', undefined, [{ command: 'mkdir x', output: [] }]],
      [
        'console',
        undefined,
        [
          { command: 'echo a \\\nb', output: ['a b'] },
          { command: 'true', output: [] },
        ],
      ],
      ['sh', 'needs a key', [{ command: 'one\ntwo', output: [] }]],
    ]);
  });

  it.each([
    ['<!-- not run: why -->\n```json\n{}\n```', 'a mark before no commands'],
    ['```console\noutput\n```', 'begins with output'],
    ['```sh\nls', 'has no end'],
  ])('are refused where they are none: %j', (page, message) => {
    expect(() => blocksOf(page)).toThrow(message);
  });

  it('fail where a page says something else', () => {
    const [outcome] = runPage('```console\n$ echo one; exit 3\ntwo\n```\n');
    expect(outcome?.code).toBe(3);
    expect(agrees(outcome?.command.output ?? [], outcome?.printed ?? [])).toBe(false);
  });
});
