import { describe, expect, it } from 'vitest';

import { RFC_0009 } from '#lib/layout/rfc-0009.ts';
import { ALL, type ChosenConfig } from '#audit/report/choice.ts';
import { buildReport } from '#audit/report/build.ts';
import type { ReportOptions } from '#audit/report/catalogue.ts';
import { RULES } from '#audit/engine/rules.ts';
import { auditSnapshot } from '#audit/engine/audit.ts';
import { CONTEXT, goldenFiles, snapshotOf } from '#test/support/golden.ts';

const RULE = '4.2/labelled-credential';
const files = { ...goldenFiles('lite'), 'TOOLS.md': '# Tools\n\nPassword: tide-7-quay\n' };
const audited = auditSnapshot(snapshotOf(files), CONTEXT, RULES, {
  pedantic: false,
  strict: false,
});
const findings = audited.findings.map((finding) => ({ finding, fingerprint: finding.rule }));

const reported = (chosen: Partial<ChosenConfig>, more: Partial<ReportOptions> = {}) => {
  const report = buildReport(
    [{ path: '.', configPath: 'atlas', audit: audited, findings }],
    RULES,
    {
      yamo: '0',
      layout: RFC_0009,
      required: null,
      claim: null,
      pedantic: false,
      strict: false,
      allow: { pending: false, unverified: false },
      chosen: { ...ALL, ...chosen },
      ...more,
    },
  );
  const [workspace] = report.workspaces;
  if (workspace === undefined) throw new Error('no workspace');
  const found = workspace.findings.map(({ rule }) => rule);
  return { ...workspace, found, exit: report.exit, said: report.verdict };
};

const off = { rules: { [RULE]: { level: 'off', reason: 'the guest network' } } } as const;

describe('a report of what was chosen', () => {
  it('leaves a rule out that the configuration has off, and says how many', () => {
    const { found, exit, suppressed, tier } = reported({ config: off });
    expect([found, exit]).toEqual([[], 0]);
    expect(suppressed).toEqual({ allowed: 0, baseline: 0, config: 1, byRule: { [RULE]: 1 } });
    // No configuration makes a tier higher.
    expect(tier).toBe('non-conformant');
  });

  it.each([
    off,
    { rules: { [RULE]: { level: 'note', reason: 'as above' } } },
    { exclude: ['**'] },
    { allow: [{ rule: RULE, file: 'TOOLS.md', reason: 'as above' }] },
  ] as const)('keeps what costs a required tier, whatever a stranger configures: %j', (config) => {
    const { found, exit } = reported({ config, isGuarded: true }, { required: 'lite' });
    expect([found, exit]).toEqual([[RULE], 1]);
  });

  it.each([
    { config: { exclude: ['atlas/TOOLS.md'] } },
    { config: { exclude: ['TOOLS.md'] } },
    { config: { allow: [{ rule: RULE, file: '*.md', reason: 'as above' }] } },
    { exclude: ['TOOLS.md'] },
    { ignoredRules: [RULE] },
    { rules: ['2.2/safety'] },
    // Said on the command line: its owner knows.
    { ignoredRules: [RULE], isGuarded: true },
  ])('leaves out what was asked for: %j', (chosen) => {
    expect(reported(chosen).found).toEqual([]);
  });

  it('does not leave out what is elsewhere', () => {
    expect(reported({ config: { exclude: ['memory/'] } }).found).toEqual([RULE]);
    expect(reported({ rules: [RULE] }).found).toEqual([RULE]);
  });

  it('may make a rule graver', () => {
    const config = {
      rules: { '2.1/values': { level: 'error', reason: 'we want them' } },
    } as const;
    const soul = { ...goldenFiles('lite'), 'SOUL.md': '# Soul\n\nYou are Robin, a calm pilot.\n' };
    const one = auditSnapshot(snapshotOf(soul), CONTEXT, RULES, { pedantic: false, strict: false });
    const places = [
      {
        path: 'a',
        audit: one,
        findings: one.findings.map((finding) => ({ finding, fingerprint: '' })),
      },
    ];
    const options = {
      yamo: '0',
      layout: RFC_0009,
      required: null,
      claim: null,
      pedantic: false,
      strict: false,
    };
    const allow = { pending: false, unverified: false };
    const plain = buildReport(places, RULES, { ...options, allow });
    const graver = buildReport(places, RULES, { ...options, allow, chosen: { ...ALL, config } });
    expect([plain.exit, graver.exit]).toEqual([0, 1]);
    const few = buildReport(places, RULES, {
      ...options,
      allow,
      chosen: { ...ALL, maxWarnings: 0 },
    });
    expect(few.verdict).toContain('--max-warnings allows 0');
    const quiet = buildReport(places, RULES, {
      ...options,
      allow,
      chosen: { ...ALL, quiet: true },
    });
    expect([few.exit, quiet.exit, quiet.workspaces[0]?.findings]).toEqual([1, 0, []]);
  });
});
