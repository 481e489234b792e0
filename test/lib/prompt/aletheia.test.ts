/** The prompt of Aletheia, row by row. */
import { describe, expect, it } from 'vitest';

import { agentIdentity } from '#lib/layout/identity.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { blocksOf, historyBudget } from '#lib/prompt/blocks.ts';
import { statusOf, plan, textFor } from '#test/support/prompt.ts';

const layout = 'aletheia';
const NINE = {
  'CONTEXT.md': 'ctx',
  'PROSOCHE.md': 'att',
  'MEMORY.md': 'mem',
  'TOOLS.md': 'tools',
  'GOALS.md': 'goals',
  'IDENTITY.md': 'name: Syn',
  'AGENTS.md': 'others',
  'USER.md': 'ada',
  'SOUL.md': 'soul',
};
const MINIMAL = { 'SOUL.md': 'soul', 'IDENTITY.md': 'name: Syn' };
const blocks = (files: Readonly<Record<string, string>>, facts = {}) =>
  blocksOf(plan({ layout, files, facts }).pieces, LAYOUTS.aletheia);
const texts = (files: Readonly<Record<string, string>>): readonly string[] =>
  blocks(files).map(({ text }) => text);
/** So many tokens by its estimate, on one line. */
const ofTokens = (tokens: number): string => 'x'.repeat(Math.floor(tokens * 3.5));

describe('a prompt of Aletheia', () => {
  it('is its files in the order of their priorities, written by hand [A1, A6]', () => {
    expect(textFor({ layout, files: NINE })).toBe(
      [
        '## SOUL.md\n\nsoul',
        '## USER.md\n\nada',
        '## AGENTS.md\n\nothers',
        '## IDENTITY.md\n\nname: Syn',
        '## GOALS.md\n\ngoals',
        '## TOOLS.md\n\ntools',
        '## MEMORY.md\n\nmem',
        '## PROSOCHE.md\n\natt',
        '## CONTEXT.md\n\nctx',
      ].join('\n\n---\n\n'),
    );
  });

  it('knows the cache group of each file [A2]', () => {
    const groups = plan({ layout, files: NINE }).files.map(({ file, group }) => [file, group]);
    expect(Object.groupBy(groups, ([, group = '']) => group)).toEqual({
      static: ['SOUL.md', 'USER.md', 'AGENTS.md', 'IDENTITY.md'].map((one) => [one, 'static']),
      'semi-static': ['GOALS.md', 'TOOLS.md', 'MEMORY.md'].map((one) => [one, 'semi-static']),
      dynamic: ['PROSOCHE.md', 'CONTEXT.md'].map((one) => [one, 'dynamic']),
    });
  });

  it('needs SOUL.md and IDENTITY.md, and nothing else [A3, A4]', () => {
    expect(plan({ layout, files: MINIMAL }).faults).toEqual([]);
    expect(plan({ layout, files: { 'USER.md': 'ada', 'SOUL.md': ' \n' } }).faults).toEqual([
      { file: 'SOUL.md', problem: 'empty' },
      { file: 'IDENTITY.md', problem: 'missing' },
    ]);
  });

  it.each([
    ['name: Syn\nemoji: 🐚\n'],
    ['---\nname: Syn\nemoji: 🐚\n---\n# Me\n'],
    ['# Identity\n\n- **Name:** Syn\n- **Emoji:** 🐚\n'],
  ])('reads who it is from IDENTITY.md: %j [A5]', (text) => {
    expect(agentIdentity(text)).toEqual({ name: 'Syn', emoji: '🐚' });
  });

  it('takes a placeholder for no name [A5]', () => {
    expect(agentIdentity('- **Name:** _(pick one)_\n- **Emoji:** [emoji]\n')).toEqual({});
  });

  it('leaves out what is missing and what is empty, and says which [A8, A9]', () => {
    const made = plan({ layout, files: { ...MINIMAL, 'GOALS.md': '\n \n' } });
    expect(statusOf(made, 'GOALS.md')?.fate).toBe('empty');
    expect(statusOf(made, 'USER.md')?.fate).toBe('absent');
    expect(textFor({ layout, files: { ...MINIMAL, 'GOALS.md': '\n \n' } })).toBe(
      '## SOUL.md\n\nsoul\n\n---\n\n## IDENTITY.md\n\nname: Syn',
    );
  });
});

describe('the budget of Aletheia', () => {
  it('is 40,000 tokens, in aletheia.json called bootstrapMaxTokens [A13]', () => {
    expect(LAYOUTS.aletheia.budget).toBe(40_000);
    expect(LAYOUTS.aletheia.budgetSetting).toEqual({
      file: 'aletheia.json',
      key: 'bootstrapMaxTokens',
      instance: 'nous',
    });
  });

  it('is spent in order, and what is dropped is the end of the list, SOUL.md last [A7, A14, A17]', () => {
    const files = Object.fromEntries(Object.keys(NINE).map((name) => [name, ofTokens(100)]));
    for (const kept of [1, 4, 6, 9]) {
      const made = plan({ layout, files, budget: kept * 100 });
      expect(made.files.map(({ file }) => file).join(' ')).toBe(
        'SOUL.md USER.md AGENTS.md IDENTITY.md GOALS.md TOOLS.md MEMORY.md PROSOCHE.md CONTEXT.md',
      );
      const shown = made.files.filter(({ fate: is }) => is === 'whole').map(({ file }) => file);
      expect(shown).toEqual(made.files.slice(0, kept).map(({ file }) => file));
    }
  });

  const long = '## One\n\na\n\n## Two\n\nb\n\n'.concat('## Three\n\n', ofTokens(2000));
  it.each([
    [499, 'dropped'],
    [500, 'cut'],
    [501, 'cut'],
  ])('with %i tokens left the next file is %s [A15, A16]', (left, expected) => {
    const files = { ...MINIMAL, 'SOUL.md': ofTokens(1000), 'USER.md': long };
    const made = plan({ layout, files, budget: 1000 + left });
    expect(statusOf(made, 'USER.md')?.fate).toBe(expected);
  });

  it('cuts to whole sections, and says so in its place [A15]', () => {
    const files = { ...MINIMAL, 'USER.md': long };
    expect(textFor({ layout, files, budget: 1000 })).toContain(
      '## USER.md\n\n## One\n\na\n\n## Two\n\nb\n\n... [truncated for token budget] ...',
    );
  });

  it('fits exactly [A14]', () => {
    const files = { 'SOUL.md': ofTokens(50), 'IDENTITY.md': ofTokens(50) };
    expect(
      plan({ layout, files, budget: 100 })
        .files.map(({ fate: is }) => is)
        .slice(0, 1),
    ).toEqual(['whole']);
    expect(statusOf(plan({ layout, files, budget: 100 }), 'IDENTITY.md')?.fate).toBe('whole');
  });

  it('drops all that comes after, also what would have fitted, and says so [A17]', () => {
    const files = { ...MINIMAL, 'USER.md': long, 'GOALS.md': 'g' };
    const made = plan({ layout, files, budget: 1000 });
    expect(statusOf(made, 'GOALS.md')).toMatchObject({
      fate: 'dropped',
      why: 'it comes after USER.md, which did not fit; it would have fitted',
    });
  });

  it('names what is dropped, and what of it is required [A18]', () => {
    const made = plan({ layout, files: { ...NINE, 'USER.md': long }, budget: 400 });
    const dropped = made.files.filter(({ fate: is }) => is === 'dropped').map(({ file }) => file);
    expect(dropped).toContain('USER.md');
    expect(made.faults).toEqual([{ file: 'IDENTITY.md', problem: 'dropped' }]);
  });

  it('never makes a required file a bare marker (R-51)', () => {
    const made = plan({ layout, files: { ...MINIMAL, 'SOUL.md': ofTokens(5000) }, budget: 600 });
    const soul = statusOf(made, 'SOUL.md');
    expect(soul?.fate).toBe('cut');
    expect(soul?.shown).toBeGreaterThan(550);
    expect(soul?.shown).toBeLessThanOrEqual(600);
  });

  it('leaves the rest of the window to the conversation [A19]', () => {
    expect(historyBudget({ toolTokens: 3000, outputTokens: 16_384 }, 40_000)).toBe(140_616);
    expect(
      historyBudget({ contextTokens: 50_000, toolTokens: 9000, outputTokens: 8000 }, 40_000),
    ).toBe(0);
    expect(historyBudget({ toolTokens: 1 }, 1)).toBeUndefined();
  });
});

describe('the blocks of Aletheia', () => {
  it('are static, semi-static and one for each dynamic section, cached but for these [A20, A21, A22]', () => {
    expect(blocks(NINE).map(({ group, cached }) => [group, cached])).toEqual([
      ['static', true],
      ['semi-static', true],
      ['dynamic', false],
      ['dynamic', false],
    ]);
  });

  it('change only where a file of theirs does [A23]', () => {
    const before = texts(NINE);
    const memory = texts({ ...NINE, 'MEMORY.md': 'more' });
    expect(memory[0]).toBe(before[0]);
    expect(memory[1]).not.toBe(before[1]);
    expect(texts({ ...NINE, 'AGENTS.md': 'more' })[0]).not.toBe(before[0]);
  });

  it('have the skills among the semi-static ones, also without a file there [A24]', () => {
    const [, semi] = blocks(MINIMAL, { skillsSection: '## Skills\n\n- deploy' });
    expect(semi).toEqual({
      group: 'semi-static',
      text: '\n\n---\n\n## Skills\n\n- deploy',
      cached: true,
    });
  });

  it('end with files of the owner’s choice [A25]', () => {
    const made = plan({
      layout,
      files: { ...NINE, 'notes.md': 'n' },
      facts: { extraFiles: ['notes.md'] },
    });
    expect(made.pieces.at(-1)).toMatchObject({ text: 'n', group: 'dynamic' });
    expect(made.files.at(-1)?.file).toBe('notes.md');
  });

  it('begin what is dynamic with the services that are down [A26]', () => {
    const [, , first] = blocks(NINE, { degradedServices: ['neo4j', 'pager'] });
    expect(first?.text).toMatch(
      /^\n\n---\n\n## Infrastructure Status\n\n\*\*The following services are currently DOWN:\*\*\n\n- neo4j: .+\n- pager: pager is unavailable\.$/,
    );
  });
});
