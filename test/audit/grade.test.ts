/** From findings to a tier: what each part of RFC-0009 and RFC-0006 costs, alone and together. */
import { describe, expect, it } from 'vitest';

import { type Audit, audit } from '#audit/audit.ts';
import { RULES } from '#audit/rules.ts';
import { CONTEXT, type Files, goldenFiles, goldenWith, snapshotOf } from '#test/support/golden.ts';

const PLAIN = { pedantic: false, strict: false };

const agents = goldenFiles('v3.0')['AGENTS.md'] ?? '';

const graded = (files: Files, options = PLAIN): Audit =>
  audit(goldenWith({ files }), CONTEXT, RULES, options);

const sectionsOf = ({ findings }: Audit): readonly string[] => [
  ...new Set(findings.map(({ rule }) => RULES.find(({ id }) => id === rule)?.section ?? '')),
];

describe('the grade', () => {
  it('is v3.0 for the golden workspace, and Lite for the golden Lite one [Y8 Y9]', () => {
    expect(graded({}).tier).toBe('RFC-0009 v3.0');
    const lite = audit(snapshotOf(goldenFiles('lite')), CONTEXT, RULES, PLAIN);
    expect(lite.tier).toBe('RFC-0009 Lite');
    expect(lite.missing.lite).toEqual([]);
  });

  it('is Lite where the ghost header alone is missing, and the finding names RFC-0006 §2.1 [Y11]', () => {
    const result = graded({ 'AGENTS.md': agents.replace(/^.*\n\n/u, '') });
    expect(result.tier).toBe('RFC-0009 Lite');
    expect(sectionsOf(result)).toEqual(['RFC-0006 §2.1']);
  });

  it('is Lite where orders are a list, and the finding names RFC-0006 §2.2 [Y12]', () => {
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

  it('says what it could not look at, and which of that counts', () => {
    const git = { ignored: new Set(['USER.md']), tracked: new Set<string>() };
    const snapshot = goldenWith({ files: { 'USER.md': null }, facts: { git } });
    const result = audit(snapshot, CONTEXT, RULES, PLAIN);
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
