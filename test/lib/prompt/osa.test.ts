/** The prompt of OSA, row by row. */
import { describe, expect, it } from 'vitest';

import { LAYOUTS } from '#lib/layout/bundled.ts';
import { blocksOf } from '#lib/prompt/blocks.ts';
import { ESTIMATE } from '#lib/prompt/estimators.ts';
import { promptText } from '#lib/prompt/plan.ts';
import { fillTemplate, namesFor } from '#lib/workspace/template.ts';
import { templateTree } from '#kernel/process/package.ts';
import { statusOf, plan, textFor } from '#test/support/prompt.ts';

const layout = 'osa';
const SYSTEM = 'prompts/SYSTEM.md';
const FACTS = {
  signal: { mode: 'BUILD', genre: 'DIRECT', weight: 0.8 },
  environment: 'cwd: /x',
  tasks: 'one task',
  cortex: 'bulletin',
  machines: 'a machine',
};
const WARNING =
  '[Soul] Using legacy IDENTITY.md + SOUL.md format. Consider migrating to ~/.osa/prompts/SYSTEM.md';

describe('a prompt of OSA', () => {
  it('is one base and what is dynamic, in order, written by hand [O1, O9, O18]', () => {
    const files = {
      [SYSTEM]: '## 1. SECURITY\n\nrules\n',
      'MEMORY.md': '## Tea\n\nAda likes tea.\n',
    };
    expect(textFor({ layout, files, facts: FACTS })).toBe(
      [
        '## 1. SECURITY\n\nrules',
        '## Active Signal: BUILD × DIRECT (weight: 0.80)',
        '## Environment\n\ncwd: /x',
        '## Long-term Memory\n\n## Tea\n\nAda likes tea.',
        '## Tasks\n\none task',
        '## Memory Bulletin\n\nbulletin',
        'a machine',
      ].join('\n\n---\n\n'),
    );
  });

  it('takes the base of the owner before the bundled one [O2, O21, O23]', () => {
    const both = { [SYSTEM]: 'own', 'priv/prompts/SYSTEM.md': 'bundled', 'SOUL.md': 'soul' };
    expect(textFor({ layout, files: both })).toBe('own');
    const made = plan({ layout, files: both });
    expect(statusOf(made, 'priv/prompts/SYSTEM.md')).toMatchObject({
      fate: 'dropped',
      why: 'the prompt is made of other files',
    });
    expect(made.warnings).toEqual([]);
    expect(textFor({ layout, files: { 'priv/prompts/SYSTEM.md': 'bundled' } })).toBe('bundled');
  });

  it('keeps the order of the sections of the base: it is one text [O3, O4]', () => {
    const base = Array.from({ length: 10 }, (_, at) => `## ${at + 1}. X`).join('\n\n');
    expect(textFor({ layout, files: { [SYSTEM]: base } })).toBe(base);
  });

  it('fills in once what is filled in, and nothing in that [O5, O6, O7]', () => {
    const files = {
      [SYSTEM]:
        'A {{TOOL_DEFINITIONS}} B {{RULES}} C {{USER_PROFILE}} D {{OTHER}} {{USER_PROFILE}}',
      'priv/rules/b/two.md': '{{USER_PROFILE}} $& two',
      'priv/rules/a.md': 'one',
      'USER.md': 'ada',
    };
    expect(
      textFor({ layout, files, facts: { tools: [{ name: 'grep', description: 'finds' }] } }),
    ).toBe(
      'A ## Available Tools\n\n- **grep**: finds B # Active Rules\n\n## Rule: priv/rules/a.md\n\none\n\n## Rule: priv/rules/b/two.md\n\n{{USER_PROFILE}} $& two C ada D {{OTHER}} ada',
    );
    expect(textFor({ layout, files: { [SYSTEM]: 'A{{RULES}}B{{USER_PROFILE}}C' } })).toBe('ABC');
  });

  it('composes the base from older files where there is no other of the owner’s, and says so [O22]', () => {
    const base =
      '## 1. SECURITY\n\nsafe\n\n## 2. IDENTITY\n\nold {{RULES}}\n\n## 4. PERSONALITY\n## 5. X\n';
    const files = {
      'IDENTITY.md': 'i {{RULES}}',
      'SOUL.md': '# Soul\n\n## Values',
      'priv/prompts/SYSTEM.md': base,
      'priv/rules/a.md': 'rule',
    };
    expect(textFor({ layout, files })).toBe(
      '## 1. SECURITY\n\nsafe\n\n## 2. IDENTITY\n\ni {{RULES}}\n\n## 4. PERSONALITY\n\n# Soul\n\n## Values\n## 5. X',
    );
    expect(plan({ layout, files }).warnings).toEqual([WARNING]);
    const { 'IDENTITY.md': _, ...soul } = files;
    expect(textFor({ layout, files: soul })).toContain('## 2. IDENTITY\n\nold # Active Rules');
    expect(textFor({ layout, files: { 'SOUL.md': 's', 'priv/prompts/SYSTEM.md': 'b' } })).toBe(
      'b\n\ns',
    );
  });

  it('has the base that yamo brings along where there is none, and says so [O2, O23, R-113]', () => {
    const template = templateTree(layout).files.get(SYSTEM) ?? '';
    const words = fillTemplate(
      template,
      namesFor('osa', { name: 'OSA', role: 'personal assistant' }),
    );
    const made = plan({ layout, files: { 'USER.md': 'ada' } });
    expect(promptText(made)).toBe(
      words
        .replace('{{TOOL_DEFINITIONS}}', '')
        .replace('{{RULES}}', '')
        .replace('{{USER_PROFILE}}', 'ada')
        .trim(),
    );
    expect(statusOf(made, 'priv/prompts/SYSTEM.md')?.fate).toBe('bundled');
    expect(made.faults).toEqual([]);
    const old = textFor({ layout, files: { 'SOUL.md': 'my soul', 'USER.md': 'ada' } });
    expect(old).toContain('## 4. PERSONALITY\n\nmy soul\n\n## 5. TOOL USAGE POLICY');
    expect([old.includes('SECURITY'), old.includes('Warm, direct'), old.endsWith('ada')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(plan({ layout, files: { 'MEMORY.md': 'x' } }).faults).toEqual([
      {
        file: 'prompts/SYSTEM.md or priv/prompts/SYSTEM.md or IDENTITY.md or SOUL.md or USER.md',
        problem: 'missing',
      },
    ]);
  });

  it('takes a file of the agent before the common one, each by itself (E-O-10)', () => {
    const files = {
      'priv/prompts/SYSTEM.md': 'b',
      'IDENTITY.md': 'i',
      'SOUL.md': 's',
      'agents/kim/SOUL.md': 'kims',
    };
    const kims = plan({ layout, files, facts: { agent: 'kim' } });
    expect(promptText(kims)).toBe('b\n\ni\n\nkims');
    expect(statusOf(kims, 'SOUL.md')?.fate).toBe('dropped');
    expect(textFor({ layout, files })).toBe('b\n\ni\n\ns');
  });

  it('shows the sections of MEMORY.md with words of the query, or all of them [O10]', () => {
    const files = {
      [SYSTEM]: 'x',
      'MEMORY.md': '## Tea\n\nAda drinks green tea.\n\n## Boats\n\nShe sails.\n',
    };
    const about = (query: string) => textFor({ layout, files, facts: { query } });
    expect(about('what green tea')).toContain('green');
    expect(about('what green tea')).not.toContain('Boats');
    expect(about('quantum physics')).toContain('Boats');
    expect(
      statusOf(plan({ layout, files, facts: { query: 'green tea' } }), 'MEMORY.md')?.fate,
    ).toBe('cut');
  });

  it('goes out as two texts, the base cached [O19, O20]', () => {
    const made = plan({ layout, files: { [SYSTEM]: 'base', 'MEMORY.md': 'm' }, facts: FACTS });
    expect(blocksOf(made.pieces, LAYOUTS.osa).map(({ group, cached }) => [group, cached])).toEqual([
      ['static', true],
      ['dynamic', false],
    ]);
    expect(blocksOf(plan({ layout, files: { [SYSTEM]: 'base' } }).pieces, LAYOUTS.osa)).toEqual([
      { group: 'static', text: 'base', cached: true },
    ]);
  });
});

const words = (count: number): string =>
  Array.from({ length: count }, (_, at) => `w${at}`).join(' ');

describe('the budget of OSA', () => {
  const base = words(100);
  const tokens = ESTIMATE.osa(base);

  it('gives each tier its share of what base, conversation and answer leave [O12, O14, O15]', () => {
    // 10,000 are left: 4,000 for tier 2, 3,000 for tier 3, the rest for tier 4.
    const budget = tokens + 2000 + 4096 + 10_000;
    const facts = {
      conversationTokens: 2000,
      environment: words(1000),
      tasks: words(9000),
      cortex: words(9000),
      machines: words(9000),
    };
    const made = plan({ layout, files: { [SYSTEM]: base }, facts, budget });
    const size = (fact: string): number =>
      ESTIMATE.osa(
        made.pieces
          .flatMap(({ source, text }) =>
            source.is === 'fact' && source.fact === fact ? [text] : [],
          )
          .join(''),
      );
    expect(size('environment')).toBe(1300);
    expect(size('tasks')).toBeGreaterThan(3980);
    expect(size('tasks')).toBeLessThanOrEqual(4000);
    expect(size('cortex')).toBeGreaterThan(2980);
    expect(size('cortex')).toBeLessThanOrEqual(3000);
    expect(size('machines')).toBeGreaterThan(1650);
    expect(size('machines')).toBeLessThanOrEqual(1700);
    expect(made.warnings).toEqual([
      expect.stringMatching(/^The fact "tasks" is cut: \d+ tokens, and \d+ are left\.$/),
      expect.stringContaining('"cortex"'),
      expect.stringContaining('"machines"'),
    ]);
  });

  it('cuts with a mark, between words, and leaves Markdown as it is [O16]', () => {
    const memory = `## One\n\n${words(3000)}`;
    const text = textFor({
      layout,
      files: { [SYSTEM]: 'x', 'MEMORY.md': memory },
      budget: 4096 + 2000,
    });
    expect(text).toMatch(
      /## Long-term Memory\n\n## One\n\nw0 w1 .* w\d+\n\n\[\.\.\.truncated\.\.\.\]$/,
    );
  });

  it('has a thousand tokens for what is dynamic, whatever the base takes [O14]', () => {
    const made = plan({
      layout,
      files: { [SYSTEM]: words(9000) },
      facts: { tasks: words(200) },
      budget: 5000,
    });
    expect(made.pieces.some(({ source }) => source.is === 'fact' && source.fact === 'tasks')).toBe(
      true,
    );
  });
});

/** Where each of the fifteen old blocks is now: a section of the base, a placeholder in it, or a dynamic section. */
const OLD_BLOCKS: Readonly<Record<string, { readonly base?: string; readonly tier?: number }>> = {
  soul: { base: 'PERSONALITY' },
  tool_process: { base: 'TOOL USAGE POLICY' },
  runtime: { tier: 1 },
  plan_mode: { tier: 1 },
  environment: { tier: 1 },
  tools: { base: '{{TOOL_DEFINITIONS}}' },
  rules: { base: '{{RULES}}' },
  memory: { tier: 2 },
  workflow: { tier: 2 },
  task_state: { tier: 2 },
  user_profile: { base: '{{USER_PROFILE}}' },
  communication: { tier: 3 },
  cortex: { tier: 3 },
  os_templates: { tier: 4 },
  machines: { tier: 4 },
};

const tierOf = (name: string): number | undefined => {
  const file = name === 'memory' ? 'MEMORY.md' : undefined;
  const fact =
    name === 'task_state' ? 'tasks' : name.replaceAll(/_(\w)/gu, (_, a: string) => a.toUpperCase());
  return LAYOUTS.osa.order
    .flatMap((section) => ('tier' in section ? [section] : []))
    .find((section) => ('file' in section ? section.file === file : section.fact === fact))?.tier;
};

describe('the old blocks of OSA', () => {
  const system = templateTree('osa').files.get('prompts/SYSTEM.md') ?? '';
  it.each(Object.entries(OLD_BLOCKS))(
    '%s has its place, in its old tier if it is dynamic [O11, O28]',
    (name, { base, tier }) => {
      expect(tierOf(name)).toBe(tier);
      expect(system).toContain(base ?? '');
    },
  );

  it('leaves base and what is dynamic as much as the old formula did: the window without answer and conversation [O13]', () => {
    const budget = 128_000;
    expect([LAYOUTS.osa.budget, LAYOUTS.osa.cut]).toMatchObject([budget, { reserve: 4096 }]);
    const made = plan({
      layout,
      files: { [SYSTEM]: words(10_000) },
      facts: { conversationTokens: 9000, machines: words(200_000) },
    });
    const allowed = budget - 4096 - 9000;
    expect(made.tokens).toBeLessThanOrEqual(allowed);
    expect(made.tokens).toBeGreaterThan(allowed - 5);
  });

  it('are one system message before the conversation, which is not in it [O26]', () => {
    const files = { [SYSTEM]: 'base' };
    const quiet = textFor({ layout, files, facts: { tasks: 'x' } });
    expect(textFor({ layout, files, facts: { tasks: 'x', conversationTokens: 9000 } })).toBe(quiet);
  });
});

describe('the estimates', () => {
  it.each([
    ['', 0],
    ['hello', 1],
    ['Hello, world!', 4],
    ['one two three four', 5],
    ['## Title\n- item', 7],
  ])('of OSA for %j are %i [O17]', (text, expected) => expect(ESTIMATE.osa(text)).toBe(expected));

  it('of OSA as its document has them are fewer [O17]', () => {
    expect(ESTIMATE['osa-document']('one two three four')).toBe(3);
  });

  it.each([
    ['', 0],
    ['12345', 2],
    ['1234567', 2],
  ])('of Aletheia for %j are %i (E-A-1)', (text, expected) =>
    expect(ESTIMATE.aletheia(text)).toBe(expected),
  );

  it('of GSV count a fifth more than a quarter of the characters (E-G-12)', () => {
    expect(ESTIMATE.gsv('x'.repeat(100))).toBe(30);
  });
});
