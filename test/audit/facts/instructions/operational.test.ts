/** The semicolon protocol in AGENTS.md and the order of the boot (RFC-0006 §2.2, §2.3), beyond the examples of the rules. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { auditSnapshot } from '#audit/engine/audit.ts';
import type { RuleFinding } from '#audit/workspace/finding.ts';
import { applyEdits, editsByFile, planFixes } from '#audit/engine/fixes.ts';
import type { Rule } from '#audit/rule/rule.ts';
import { CONTEXT, goldenFiles, goldenWith, snapshotOf } from '#test/support/golden.ts';

const FOLDER = resolve(import.meta.dirname, '../../../../audit/rules');
const RULES: readonly Rule[] = await Promise.all(
  readdirSync(FOLDER)
    .filter((name) => /^0006-2\.[123]-/u.test(name))
    .map(async (name) => (await import(join(FOLDER, name))).rule),
);

const findingsIn = (agents: string): readonly RuleFinding[] =>
  auditSnapshot(goldenWith({ files: { 'AGENTS.md': agents } }), CONTEXT, RULES, {
    pedantic: false,
    strict: true,
  }).findings;
const placesIn = (agents: string): readonly string[] =>
  findingsIn(agents).map(({ rule, line }) => `${rule}:${line}`);

const GOLDEN = goldenFiles('v3.0')['AGENTS.md'] ?? '';
/** The golden file with another block of start-up steps. */
const booting = (...block: readonly string[]): string =>
  GOLDEN.replace(/sequence;boot;[^`]*/u, () => `${block.join('\n')}\n`);

/** The golden file with a list item at the end of "Every Session", and what stands before it. */
const stray = (before: string): string =>
  GOLDEN.replace('## Memory\n', () => `${before}- Read SOUL.md\n\n## Memory\n`);

/** The text after all safe fixes. */
const mended = (agents: string): string => {
  const planned = planFixes(findingsIn(agents), ['safe']);
  return applyEdits(agents, editsByFile(planned).get('AGENTS.md') ?? []);
};

describe('the golden workspaces', () => {
  it('v3.0 has no finding [Y9]', () => {
    expect(placesIn(GOLDEN)).toEqual([]);
  });

  it('Lite fails by header and lists, and by nothing that costs Lite [Y10] [K15]', () => {
    const { tier, missing } = auditSnapshot(snapshotOf(goldenFiles('lite')), CONTEXT, RULES, {
      pedantic: true,
      strict: true,
    });
    expect(tier).toBe('RFC-0009 Lite');
    expect(missing).toEqual({
      lite: [],
      'v3.0': ['0006-2.1/ghost-header', '0006-2.2/markdown-list', '0006-2.2/semicolon-block'],
    });
  });
});

describe('what RFC-0006 shows', () => {
  it('passes: the sequence of §2.2 [K13]', () => {
    const agents = booting(
      'sequence;boot;',
      '  step;ghost_invariant_check;priority_0;',
      '  step;bootstrap_deletion;condition;BOOTSTRAP.md exists;',
      '  step;load_soul;source;SOUL.md;',
      '  step;load_user;source;USER.md;',
      '  step;load_memory;condition;main_session == true;source;MEMORY.md;',
      '  step;serve_user;',
    );
    expect(agents).not.toBe(GOLDEN);
    expect(placesIn(agents)).toEqual([]);
  });

  it('passes: the order of §2.3 [K16]', () => {
    const agents = booting(
      'priority_0;ghost_invariant_check;    → first of all, and not to be skipped',
      'priority_0;bootstrap_deletion;       → before anything is read',
      'priority_1;load_soul;                → who',
      'priority_1;load_user;                → whom',
      'priority_1;load_memory;              → daily logs; MEMORY.md (main only)',
      'priority_2;persona_activation;       → now',
      'priority_2;serve_user;               → work',
    );
    expect(placesIn(agents)).toEqual([]);
  });

  it('passes: the ghost trigger of §2.1, without a fence', () => {
    const trigger =
      'trigger;agents_md_load;\n  condition;header_missing;YAMO-NATIVE KERNEL ACTIVE;\n  action;prepend_header;atomic_write;\n  log;ghost_repair_event;timestamp;daily_memory;\n  priority;0;\n';
    expect(placesIn(`${GOLDEN}\n## Ghost Handoff\n\n${trigger}`)).toEqual([]);
  });

  it('fails: the same sequence as a numbered list [K11] [K15]', () => {
    const list = '1. Check the header\n2. Read SOUL.md\n3. Read USER.md\n';
    const agents = `YAMO-NATIVE KERNEL ACTIVE\n\n## Every Session\n\n${list}`;
    expect(placesIn(agents)).toEqual(['0006-2.2/semicolon-block:3', '0006-2.2/markdown-list:5']);
  });
});

describe('one fault, one tier, the section that it names [Y11] [Y12] [Y13]', () => {
  it.each([
    ['§2.1', GOLDEN.replace('YAMO-NATIVE', 'YAMO-native')],
    ['§2.2', GOLDEN.replace('invariant;privacy', '- privacy')],
    ['§2.3', GOLDEN.replace('step;ghost_invariant_check;priority_0;', 'rule;x;')],
  ])('%s alone makes it Lite', (section, agents) => {
    const snapshot = goldenWith({ files: { 'AGENTS.md': agents } });
    const { tier, findings } = auditSnapshot(snapshot, CONTEXT, RULES, {
      pedantic: false,
      strict: false,
    });
    expect(tier).toBe('RFC-0009 Lite');
    expect(new Set(findings.map(({ rule }) => rule.slice(5, 8)))).toEqual(
      new Set([section.slice(1)]),
    );
  });
});

describe('a stray item', () => {
  it('below the block fails with its line [K11]', () => {
    const line = stray('').split('\n').indexOf('- Read SOUL.md') + 1;
    expect(placesIn(stray(''))).toEqual([`0006-2.2/markdown-list:${line}`]);
  });

  it.each(['### Rationale\n\n', '#### Why we do this\n\n', 'For example:\n\n', '### Notes\n\n'])(
    'below %j passes [K12]',
    (before) => {
      expect(placesIn(stray(before))).toEqual([]);
    },
  );
});

describe('sections that speak of start-up, sequences, hand-offs or priorities', () => {
  it.each(['Session Start-up', 'State Machine', '🤝 Hand-Off', 'Priorities', '启动流程'])(
    'are operational: %s [K11]',
    (title) => {
      expect(placesIn(`${GOLDEN}\n## ${title}\n\nFirst this, then that.\n`)).toEqual([
        '0006-2.2/semicolon-block:100',
      ]);
    },
  );

  it.each(['Sequences', 'Handoff Chain'])(
    'do not spoil the boot by steps of their own: %s',
    (title) => {
      const steps = 'step;serve_user;\nstep;load_memory;\nstep;bootstrap_deletion;\n';
      expect(placesIn(`${GOLDEN}\n## ${title}\n\n${steps}`)).toEqual([]);
    },
  );

  it.each(['Outside', 'Prioritised', 'Consequences', 'Startups I follow'])(
    'are not meant by %s',
    (title) => {
      expect(placesIn(`${GOLDEN}\n## ${title}\n\n- This\n`)).toEqual([]);
    },
  );
});

describe('the fixes', () => {
  it.each(['\n', '\r\n', '\r'])('put back what is missing, and nothing else (%j)', (end) => {
    const golden = GOLDEN.replaceAll('\n', end);
    const broken = golden
      .replace('SOUL.md;\n'.replace('\n', end), `SOUL.md${end}`)
      .replace('source;USER.md;', 'source;USER.md')
      .replace('condition;main_session == true; →', 'condition;main_session == true →')
      .replace('ghost_invariant_check;priority_0', 'ghost_invariant_check;priority_2')
      .replace(`YAMO-NATIVE KERNEL ACTIVE${end}${end}`, '');
    expect(placesIn(broken)).toHaveLength(5);
    expect(mended(broken)).toBe(golden);
  });
});

describe('any text', () => {
  const piece = fc.constantFrom(
    '\n',
    '\n',
    '\r\n',
    '\r',
    '## Every Session\n',
    '## Safety\n',
    '## First Run\n',
    '### Why\n',
    '## Priorities\n',
    '```\n',
    '```yamo\n',
    '~~~\n',
    '- ',
    '1. ',
    '> ',
    '  ',
    'step;',
    'load_soul;',
    'ghost_invariant_check;',
    'bootstrap_deletion;',
    'priority_0;',
    'priority_1;',
    'priority;',
    '7;',
    'sequence;boot;',
    'serve_user;',
    'condition;',
    'MEMORY.md;',
    '→',
    'key:',
    '<!--',
    '-->',
    '\uD800',
    '\0',
    'unless ',
    'ghost ',
    '；',
    'constraints:\n',
    'procedure:\n',
  );

  it('has findings inside of it, and makes no rule throw', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const agents = pieces.join('');
        const lines = agents.split(/\r\n|\n|\r/u).length;
        for (const { line = 1, fix } of findingsIn(agents)) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines);
          if (fix !== undefined) applyEdits(agents, fix.edits);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['headings', '## Session Startup\n'],
    ['lists', '- x\n\ntext\n\n'],
    ['steps', 'step;load_soul;\n'],
    ['ghost checks', 'step;ghost_invariant_check;\n'],
    ['faults', 'step;load_soul\n'],
    ['fences', '```\nstep;x;\n```\n'],
    ['details', 'priority;1;\n'],
    ['long lines', `${'step;'.repeat(1000)}\n`],
  ])('of very many %s is read', (_, unit) => {
    const count = Math.min(100_000, Math.ceil(2_000_000 / unit.length));
    const agents = `## Every Session\n\nstep;load_user;\n${unit.repeat(count)}`;
    expect(findingsIn(agents).length).toBeGreaterThan(0);
  });
});
