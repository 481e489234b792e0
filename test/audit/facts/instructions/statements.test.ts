/** What a line of AGENTS.md stands under decides what it means. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Document } from '#audit/workspace/document.ts';
import { mentionsIn } from '#audit/facts/instructions/mentions.ts';
import { filesOfStep } from '#audit/facts/instructions/startup.ts';
import { heldBy, statementsIn } from '#audit/facts/instructions/statements.ts';
import { wordPattern } from '#lib/text/word-pattern.ts';
import { speaksOfMain } from '#lib/language/instructions.ts';
import { forAll } from '#test/support/property.ts';

/** Each line with the line that it stands under. */
const parents = (text: string): readonly (readonly [number, number | undefined])[] =>
  statementsIn(new Document('AGENTS.md', { text })).map(({ line, parent }) => [line, parent?.line]);

describe('statements', () => {
  it.each([
    [
      'an item stands under the item around it',
      '- a\n  - b\n    - c\n- d',
      [
        [1, undefined],
        [2, 1],
        [3, 2],
        [4, undefined],
      ],
    ],
    [
      'a list stands under the line that leads to it',
      'In groups:\n\n- a\n- b',
      [
        [1, undefined],
        [3, 1],
        [4, 1],
      ],
    ],
    [
      'a line in bold is a heading without hashes',
      '**Main session**\n\nRead it.\n\n- a',
      [
        [1, undefined],
        [3, 1],
        [5, 1],
      ],
    ],
    [
      'text continues with its item',
      '1. a\n   b\nc\n\nd',
      [
        [1, undefined],
        [2, 1],
        [3, 1],
        [5, undefined],
      ],
    ],
    [
      'a paragraph is one',
      'a\nb\nc\n\nd',
      [
        [1, undefined],
        [2, 1],
        [3, 2],
        [5, undefined],
      ],
    ],
    [
      'everything stands under its heading',
      '# a\n## b\nc\n# d',
      [
        [1, undefined],
        [2, 1],
        [3, 2],
        [4, undefined],
      ],
    ],
    [
      'a condition belongs to the step above it',
      's;x;\n  step;a;\n  condition;b;\n  step;c;',
      [
        [1, undefined],
        [2, 1],
        [3, 2],
        [4, 1],
      ],
    ],
    [
      'a list leads no further than the next paragraph',
      'In groups:\n\nNo.\n\n- a',
      [
        [1, undefined],
        [3, undefined],
        [5, undefined],
      ],
    ],
    [
      'code of another language is an example',
      '```json\na;b;\n```\n\n```yamo\na;b;\n```',
      [[6, undefined]],
    ],
  ])('%s [R-26]', (_, text, expected) => {
    expect(parents(text)).toEqual(expected);
  });

  it('counts ordered lists and semicolon blocks, and no bullets', () => {
    const text = '1. a\n   - b\n\ntext\n\n- c\n\ns;x;\n  t;y;\n\n1、d';
    const blocks = statementsIn(new Document('AGENTS.md', { text })).map(({ block }) => block);
    expect(blocks).toEqual([1, 1, undefined, undefined, 3, 3, 4]);
  });

  it('holds what is said above and below, and nothing beside', () => {
    const text = 'x:\n- a\n  - b\n- c\n  - x\n- d';
    const statements = statementsIn(
      new Document('AGENTS.md', { text: `# t\n\n- a\n  - b\n- c\n  - x\n- d` }),
    );
    const held = heldBy(statements, ({ lower }) => lower.includes('x'));
    expect(new Set([...held].map(({ line }) => line))).toEqual(new Set([1, 5, 6]));
    const all = statementsIn(new Document('AGENTS.md', { text }));
    expect(heldBy(all, ({ line }) => line === 1).size).toBe(all.length);
  });

  it('stands only under lines above it, for any text', () => {
    const piece = fc.constantFrom(
      '- a',
      '1. b',
      '  ',
      '\n',
      'x;y;',
      'z:',
      '**b**',
      '# h',
      '```',
      '\t',
    );
    forAll(fc.array(piece, { maxLength: 50 }), (pieces) => {
      for (const [line, parent] of parents(pieces.join(''))) expect(parent ?? 0).toBeLessThan(line);
    });
  });
});

describe('mentions', () => {
  it.each([
    ['read `soul.md`, user.md and memory.md', ['SOUL.md', 'USER.md', 'MEMORY.md']],
    ['memory/yyyy-mm-dd.md', ['the daily logs']],
    ['memory/$(date +%f).md and memory/<today>.md', ['the daily logs', 'the daily logs']],
    ['files in `memory/` of today', ['the daily logs']],
    ['~/agent/memory.md and ./soul.md and workspace/user.md', ['MEMORY.md', 'SOUL.md', 'USER.md']],
    ['memory/memory.md, projects/x/memory.md, my_soul.md, user.md-old', []],
    ['memory/heartbeat-state.json', []],
    ['step;load_memory;', ['the daily logs', 'MEMORY.md']],
    ['step;load_memory;source;memory.md;', ['MEMORY.md']],
    ['create memory/ if it is missing', []],
  ])('of %j', (lower, files) => {
    expect(mentionsIn(lower).map(({ file }) => file)).toEqual(files);
  });

  it.each([
    ['read soul.md (before memory.md)', ['SOUL.md']],
    ['before memory.md and user.md, read soul.md', ['SOUL.md']],
    ["read today's files (`memory/yyyy-mm-dd.md`)", ['the daily logs']],
    ['read [soul.md](soul.md)', ['SOUL.md']],
  ])('of a step: %j', (lower, files) => {
    expect(filesOfStep(lower).map(({ file }) => file)).toEqual(files);
  });

  it('points into the line, in order', () => {
    const piece = fc.constantFrom(
      'soul.md',
      'memory/',
      'today',
      ' ',
      '/',
      'daily log',
      'load_user',
      'x',
      '(',
    );
    forAll(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const lower = pieces.join('');
      const places = mentionsIn(lower).map(({ at }) => at);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places.every((at) => at >= 0 && at < lower.length)).toBe(true);
    });
  });
});

describe('words', () => {
  it('are whole, unless they end in a star', () => {
    const pattern = wordPattern(['main session', 'delet*', '群']);
    for (const text of ['main_session', 'a main session.', 'deleted', 'x群y']) {
      expect(pattern.test(text)).toBe(true);
    }
    for (const text of ['main sessions', 'domain session', 'undelete', 'ädelet']) {
      expect(pattern.test(text)).toBe(false);
    }
  });

  it('tell a main session from other uses of the word [Y91]', () => {
    for (const text of [
      'main_session == true',
      'in a direct chat',
      '仅在主会话',
      'メインセッション',
      'in a dm',
      'привет, личный чат',
    ]) {
      expect(speaksOfMain(text)).toBe(true);
    }
    for (const text of [
      'read it directly',
      'your main memory file',
      'the domain',
      'maintain it',
      'directement',
    ]) {
      expect(speaksOfMain(text)).toBe(false);
    }
  });
});
