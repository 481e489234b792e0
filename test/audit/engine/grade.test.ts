/** From findings to a tier: what each part of RFC-0009 and RFC-0006 costs, alone and together. */
import { describe, expect, it } from 'vitest';

import { type Audit, auditSnapshot } from '#audit/engine/audit.ts';
import type { Rule } from '#audit/rule/rule.ts';
import { isFor } from '#audit/rule/rule.ts';
import { RULES } from '#audit/engine/rules.ts';
import type { BootRecord } from '#lib/workspace/snapshot.ts';
import { CONTEXT, type Files, goldenFiles, goldenWith, snapshotOf } from '#test/support/golden.ts';

type Tier = Rule['tier'];

const PLAIN = { pedantic: false, strict: false };

const agents = goldenFiles('v3.0')['AGENTS.md'] ?? '';

const graded = (files: Files, options = PLAIN): Audit =>
  auditSnapshot(goldenWith({ files }), CONTEXT, RULES, options);

const sectionsOf = ({ findings }: Audit): readonly string[] => [
  ...new Set(findings.map(({ rule }) => RULES.find(({ id }) => id === rule)?.section ?? '')),
];

/** Graded with the kernel's records at hand. */
const withRecords = (entries: readonly BootRecord[]): Audit => {
  const records = { entries, verdict: { whole: true, torn: false } } as const;
  return auditSnapshot(goldenWith({ files: {}, facts: { records } }), CONTEXT, RULES, PLAIN);
};

/** The rules that cost a tier. */
const costing = (tier: Tier): readonly string[] =>
  RULES.filter(
    (rule) => isFor(rule, 'rfc-0009') && rule.level === 'must' && rule.tier === tier,
  ).map(({ id }) => id);

describe('the grade', () => {
  it('is v3.0 for the golden workspace, and Lite for the golden Lite one [Y8 Y9]', () => {
    expect(graded({}).tier).toBe('RFC-0009 v3.0');
    const lite = auditSnapshot(snapshotOf(goldenFiles('lite')), CONTEXT, RULES, PLAIN);
    expect(lite.tier).toBe('RFC-0009 Lite');
    expect(lite.missing.lite).toEqual([]);
  });

  it('is Lite where the ghost header alone is missing, and the finding names RFC-0006 §2.1 [Y11]', () => {
    const result = graded({ 'AGENTS.md': agents.replace(/^.*\n\n/u, '') });
    expect(result.tier).toBe('RFC-0009 Lite');
    expect(sectionsOf(result)).toEqual(['RFC-0006 §2.1']);
  });

  it('is Lite where instructions are a list, and the finding names RFC-0006 §2.2 [Y12]', () => {
    const list = '## Safety\n\n- Ask before you delete anything.\n\n```yamo';
    const result = graded({ 'AGENTS.md': agents.replace(/## Safety\n[\s\S]*?```yamo/u, list) });
    expect(result.tier).toBe('RFC-0009 Lite');
    expect(sectionsOf(result)).toEqual(['RFC-0006 §2.2']);
  });

  it('is Lite where the order of priorities is wrong, and the finding names RFC-0006 §2.3 [Y13]', () => {
    const [ghost = '', deletion = ''] =
      agents.match(/ {2}step;(?:ghost|bootstrap_del).*\n/gu) ?? [];
    const result = graded({ 'AGENTS.md': agents.replace(ghost + deletion, deletion + ghost) });
    expect(result.tier).toBe('RFC-0009 Lite');
    expect(sectionsOf(result)).toEqual(['RFC-0006 §2.3']);
  });

  it.each([
    ['§2.1', { 'SOUL.md': '' }],
    ['§2.2', { 'AGENTS.md': agents.replace('## Memory', '## Notes') }],
    ['§2.3', { 'USER.md': null }],
    ['§2.9', { 'memory/heartbeat-state.json': '{' }],
    ['§4.3', { 'BOOTSTRAP.md': 'Name: Robin\n' }],
  ])('is none where a rule of %s that must hold does not [Y14]', (section, files) => {
    const result = graded(files);
    expect(result.tier).toBe('non-conformant');
    expect(sectionsOf(result)).toContain(section);
  });

  it('does not depend on the structure of MEMORY.md [Y52]', () => {
    const shapes = [
      'plain words only',
      '| a | b |\n|---|---|\n| 2026-01-02 | x |\n',
      '# 1\n## 2\n### 3\n',
      '',
    ];
    for (const text of shapes) expect(graded({ 'MEMORY.md': text }).tier).toBe('RFC-0009 v3.0');
  });

  it('is not moved by rules that read prose, unless it is strict', () => {
    const files = { 'SOUL.md': 'Be kind.\n' };
    const loose = graded(files);
    expect(loose.findings.length).toBeGreaterThan(0);
    expect(loose.tier).toBe('RFC-0009 v3.0');
    expect(graded(files, { ...PLAIN, strict: true }).tier).toBe('non-conformant');
  });

  it('is by records only where the kernel has written one', () => {
    expect(withRecords([]).basis).toBe('static');
    expect(withRecords([{}]).basis).toBe('recorded');
  });

  it('rests on the rules that must hold, no more and no fewer', () => {
    expect(costing('lite')).toMatchInlineSnapshot(`
      [
        "1/case-twins",
        "1/link",
        "1/memory-is-directory",
        "1/nul-byte",
        "1/readable",
        "1/regular-file",
        "1/utf8",
        "2.1/name",
        "2.1/role",
        "2.1/soul-empty",
        "2.1/soul-exists",
        "2.1/values",
        "2.2/agents-empty",
        "2.2/agents-exists",
        "2.2/every-session",
        "2.2/external-empty",
        "2.2/external-vs-internal",
        "2.2/first-run-content",
        "2.2/first-run",
        "2.2/lazy-loading",
        "2.2/memory-content",
        "2.2/memory-gate",
        "2.2/memory",
        "2.2/no-permission",
        "2.2/record-order",
        "2.2/safety-empty",
        "2.2/safety",
        "2.2/startup-complete",
        "2.2/startup-order",
        "2.2/two-days",
        "2.3/user-exists",
        "2.4/transcript",
        "2.5/day-name",
        "2.6/bootstrap-copy",
        "2.9/json",
        "2.9/last-checks-absent",
        "2.9/last-checks",
        "2.9/milliseconds",
        "2.9/seconds",
        "3.2/shared-rules",
        "4.1/memory-copy",
        "4.1/record-isolation",
        "4.2/labelled-credential",
        "4.2/provider-key",
        "4.3/bootstrap-left",
        "4.3/bootstrap-repurposed",
        "6.1/uninitialised",
        "6.3/bootstrap-unusual",
        "6.3/record-chain",
        "6.3/record-deletion",
      ]
    `);
    expect(costing('v3.0')).toMatchInlineSnapshot(`
      [
        "0006-2.1/ghost-header",
        "0006-2.2/markdown-list",
        "0006-2.2/semicolon-block",
        "0006-2.2/syntax",
        "0006-2.3/deletion-before-load",
        "0006-2.3/ghost-first",
        "0006-2.3/memory-condition",
        "0006-2.3/missing-steps",
        "0006-2.3/priority-label",
        "0006-2.3/priority-order",
        "0006-2.3/record-ghost",
        "0006-2.3/skippable",
      ]
    `);
    // What hosts of coding agents read is nothing that RFC-0009 grades.
    const ofRfc = RULES.filter(({ id }) => !id.startsWith('host/'));
    expect(ofRfc.filter(({ level, tier }) => (level === 'must') !== (tier !== 'none'))).toEqual([]);
  });

  it('says what it could not look at, and which of that counts', () => {
    const git = { ignored: new Set(['USER.md']), tracked: new Set<string>() };
    const snapshot = goldenWith({ files: { 'USER.md': null }, facts: { git } });
    const result = auditSnapshot(snapshot, CONTEXT, RULES, PLAIN);
    expect([result.tier, result.unverified]).toEqual(['RFC-0009 v3.0', ['2.3/user-exists']]);
  });

  it('is given for any text in every file, and never fails', () => {
    const hostile = [
      '\uFEFF',
      '\0\uD800',
      '#'.repeat(10_000),
      `${'- '.repeat(5000)}x`,
      '```\n'.repeat(999),
    ];
    for (const text of hostile) {
      const files = Object.fromEntries(
        Object.keys(goldenFiles('v3.0')).map((name) => [name, text]),
      );
      expect(graded(files, { pedantic: true, strict: true }).tier).toBe('non-conformant');
    }
  });
});
