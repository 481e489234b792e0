/** What no document of a layout may say, and that the six that come with yamo do not say it. */
import { describe, expect, it } from 'vitest';

import { LAYOUTS } from '#lib/layout/bundled.ts';
import type { LayoutDocument, LayoutFile } from '#lib/layout/document.ts';
import { LAYOUT_NAMES } from '#lib/spec/layouts.ts';
import { fitsPattern } from '#lib/layout/names.ts';
import { placeOutside } from '#lib/layout/places.ts';
import { unknownFile } from '#lib/layout/sections.ts';
import { weakens } from '#lib/layout/weakens.ts';
import { validate as fitsLayout } from '#schemas/generated/layout.js';

const file = (name: string, more: Partial<LayoutFile> = {}): LayoutFile => ({
  name,
  role: 'context',
  priority: 1,
  group: 'static',
  ...more,
});
const made = (...files: readonly LayoutFile[]): LayoutDocument => ({
  ...LAYOUTS.gsv,
  files,
  order: [],
});

it.each(LAYOUT_NAMES)(
  'the bundled layouts %s fits the schema, names only its own files, and weakens nothing',
  (name) => {
    const document = LAYOUTS[name];
    expect([fitsLayout(document), fitsLayout.errors]).toEqual([true, null]);
    const faults = [weakens(document), unknownFile(document), placeOutside(document)];
    expect(faults).toEqual([undefined, undefined, undefined]);
  },
);

describe('a layout weakens the rules', () => {
  it.each<[string, LayoutFile, string]>([
    ['a way out', file('../x.md'), '/files/0/name'],
    ['a way out further in', file('a/../../x.md'), '/files/0/name'],
    ['an absolute name', file('/etc/passwd'), '/files/0/name'],
    ['a hidden name', file('.git/config'), '/files/0/name'],
    ['a name of another system', file('a\\b'), '/files/0/name'],
    ['a name of the kernel', file('x.0123456789ab.yamo-tmp'), '/files/0/name'],
    ['long-term memory for all', file('notes.md', { role: 'memory' }), '/files/0/for'],
    [
      'long-term memory for jobs',
      file('MEMORY.md', { role: 'memory', for: ['main', 'cron'] }),
      '/files/0/for',
    ],
    [
      'long-term memory for shared sessions alone',
      file('MEMORY.md', { role: 'memory', for: ['shared'] }),
      '/files/0/for',
    ],
    ['long-term memory by another name', file('MEMORY.md'), '/files/0/role'],
    ['long-term memory by its other spelling', file('Memory.MD'), '/files/0/role'],
    ['long-term memory by a pattern', file('*.md'), '/files/0/role'],
    ['long-term memory by a deep pattern', file('**/*.md'), '/files/0/role'],
  ])('with %s', (_, one, pointer) => {
    expect(weakens(made(one))?.pointer).toBe(pointer);
  });

  it.each<[string, Partial<LayoutDocument>, string]>([
    [
      'a folder of agents that lies elsewhere',
      { variables: { agent: { folder: '../..', holds: 'x' } } },
      '/variables/agent/folder',
    ],
    [
      'a file of agents that lies elsewhere',
      { variables: { agent: { folder: 'agents', holds: '../../x' } } },
      '/variables/agent/holds',
    ],
    [
      'a first run by a file elsewhere',
      { firstRunBy: { file: '/etc/passwd' } },
      '/firstRunBy/file',
    ],
    [
      'a first run by a folder elsewhere',
      { firstRunBy: { personas: '..' } },
      '/firstRunBy/personas',
    ],
    [
      'settings elsewhere',
      { budgetSetting: { file: '../a.json', key: 'x' } },
      '/budgetSetting/file',
    ],
    [
      'a folder elsewhere that may be empty',
      { firstRun: [{ id: 'a', text: 'b', whileEmpty: 'a/../..' }] },
      '/firstRun/0/whileEmpty',
    ],
  ])('with %s', (_, more, pointer) => {
    expect(placeOutside({ ...made(), ...more })?.pointer).toBe(pointer);
  });

  it('with two roles for one file', () => {
    expect(weakens(made(file('NOTES.md'), file('notes.md', { role: 'goals' })))).toEqual({
      pointer: '/files/1/name',
      reason: 'is named twice',
    });
  });

  it('and names a file in its order that it does not have', () => {
    const document = {
      ...made(file('a.md')),
      order: [{ heading: '#', parts: [{ file: 'b.md' }], group: 'static' as const }],
    };
    expect(unknownFile(document)?.pointer).toBe('/order/0');
  });
});

it.each([
  ['skills/*/SKILL.md', 'skills/a/SKILL.md', true],
  ['skills/*/SKILL.md', 'skills/a/b/SKILL.md', false],
  ['skills/*/SKILL.md', 'skills/.a/SKILL.md', false],
  ['priv/rules/**/*.md', 'priv/rules/a.md', true],
  ['priv/rules/**/*.md', 'priv/rules/x/y/a.md', true],
  ['priv/rules/**/*.md', 'priv/rules/a.txt', false],
  ['*.md', '.md', false],
  ['notes-*.md', 'notes-.md', false],
])('a pattern %s with %s: %s', (pattern, name, expected) => {
  expect(fitsPattern(pattern, name)).toBe(expected);
});
