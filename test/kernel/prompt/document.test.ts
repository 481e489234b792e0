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
