/** Layouts and facts from files: what is wrong with one, and where. */
import { writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { layoutDocument, ownLayout, promptFacts } from '#kernel/prompt/document.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

const OWN = {
  layout: 'own',
  title: 'Own',
  files: [{ name: 'A.md', role: 'soul', priority: 1, group: 'static' }],
  order: [{ file: 'A.md' }],
  separator: '\n',
  headingEnd: '\n',
  estimator: 'claude',
  cut: { by: 'sections' },
  bootstrap: 'none',
};
const place = makeWorkspace({}).at('given.json');

const fault = async (
  text: string,
  read: (path: string) => Promise<unknown> = (path) => ownLayout(disk, path),
): Promise<unknown> => {
  writeFileSync(place, text);
  try {
    await read(place);
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.message.replace(place, 'It') : error;
  }
};

const rows = (count: number, row: (at: number) => unknown): readonly unknown[] =>
  Array.from({ length: count }, (_, at) => row(at));

describe('a layout from a file', () => {
  it.each<[object, string]>([
    [{}, 'none'],
    [{ seperator: '' }, 'the file has "seperator", which is not known there'],
    [{ title: undefined }, 'the file has no "title"'],
    [{ layout: 'gsv' }, "/layout is the name of one of yamo's own"],
    [{ estimator: 'gpt' }, '/estimator must be one of claude, claude-2024, o200k, '],
    [{ files: [{ ...OWN.files[0], role: 'sol' }] }, '/files/0/role must be one of soul, agents, '],
    [{ files: {} }, '/files must be a list'],
    [{ order: [{ file: 'B.md' }] }, '/order/0 names no file of the layout'],
    [{ order: [{ fact: 'tool', group: 'static' }] }, '/order/0/fact must be one of systemPrompt, '],
    [{ cut: { by: 'order', floor: 1 } }, '/cut has no "marker"'],
    [{ cut: { by: 'head and tail', cap: 0, total: 1 } }, '/cut/cap must be >= 1'],
    [{ cut: { by: 'sections', floor: 1 } }, '/cut has "floor", which is not known there'],
    [{ cut: { by: 'words' } }, '/cut/by must be one of sections, order, head and tail, tiers'],
    [{ budgetSetting: { file: '../x', key: 'a' } }, '/budgetSetting/file must match'],
    [
      { variables: { agent: { folder: '../..', holds: 'x' } } },
      '/variables/agent/folder leads out of the workspace',
    ],
  ])('with %j: %s', async (more, words) => {
    expect(await fault(JSON.stringify({ ...OWN, ...more }))).toContain(words);
  });

  it.each([
    ['gvs', 'gvs is no layout: no layout and no file is called that (did you mean gsv?).'],
    ['GSV', 'GSV is no layout: no layout and no file is called that (did you mean gsv?).'],
    ['elsewhere', 'elsewhere is no layout: no layout and no file is called that.'],
  ])('that is not there, %s, is called by the name that comes near', async (said, words) => {
    await expect(layoutDocument(disk, said)).rejects.toThrow(words);
  });

  const plain = (name: string): object => ({ ...OWN.files[0], role: 'context', name });
  const parts = (depth: number): object =>
    depth === 0 ? { file: 'A.md' } : { heading: 'h', group: 'static', parts: [parts(depth - 1)] };

  it.each<[string, object, string]>([
    ['20,000 files', { files: rows(20_000, (at) => plain(`${at}.md`)) }, 'has more than 500 rows'],
    ['20,000 patterns', { files: rows(20_000, (at) => plain(`${at}/*.md`)) }, 'than 500 rows'],
    ['501 of one name', { files: rows(501, () => plain('B.md')) }, 'has more than 500 rows'],
    ['many sections', { order: rows(501, () => ({ file: 'A.md' })) }, 'has more than 500 rows'],
    ['many sections at a first run', { firstRun: rows(501, () => ({ file: 'A.md' })) }, '500 rows'],
    ['many names of a runtime', { runtime: rows(500, (at) => `r${at}`) }, 'has more than 500 rows'],
    ['many markers', { markers: rows(501, () => ({ paths: ['x'] })) }, 'has more than 500 rows'],
    [
      'many rows in one section',
      { order: [{ ...parts(1), parts: rows(501, () => 0) }] },
      '500 rows',
    ],
    ['rows in rows', { order: rows(30, () => rows(30, () => 0)) }, 'has more than 500 rows'],
    ['deep sections', { order: [parts(40)] }, 'is deeper than 32 levels'],
    ['a long title', { title: 'x'.repeat(5_000_000) }, 'is longer than 4194304 bytes'],
    [
      'as many rows as may be',
      { files: [...OWN.files, ...rows(498, (at) => plain(`${at}.md`))] },
      'none',
    ],
    [
      'as many patterns',
      { files: [...OWN.files, ...rows(498, (at) => plain(`**/${at}/*.md`))] },
      'none',
    ],
    [
      'stars among stars',
      { files: [...OWN.files, plain(`${'**/'.repeat(200)}x`), plain('a/'.repeat(200) + 'y')] },
      'none',
    ],
  ])('with %s is read or refused at once', async (_what, more, words) => {
    expect(await fault(JSON.stringify({ ...OWN, ...more }))).toContain(words);
  });

  it.each(['[', '{"a":', '[[],'])('of a hundred thousand %s is refused', async (sign) => {
    const said = await fault(sign.repeat(20_000));
    expect(said).toContain('not JSON');
  });

  it('of brackets one in the other says how deep it is', async () => {
    expect(await fault('['.repeat(100_000) + ']'.repeat(100_000))).toContain('deeper than 32');
  });

  it('that is no JSON says so', async () => {
    expect(await fault('{')).toBe('It is no layout: not JSON.');
  });
});

it.each([
  ['{"tools":"x"}', '/tools must be a list'],
  ['{"tool":[]}', 'the file has "tool", which is not known there'],
  ['{"tools":[{"nme":"x"}]}', '/tools/0 has no "name"'],
  ['{"agent":"../x"}', '/agent must match'],
  ['{"contextTokens":-1}', '/contextTokens must be >= 1'],
])('of facts %s is said that %s', async (text, words) => {
  expect(await fault(text, (path) => promptFacts(disk, path))).toContain(words);
});
