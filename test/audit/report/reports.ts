/** Reports for the tests of formats: made by hand, as bad as names of files can be, and from golden workspaces. */
import { RFC_0009 } from '#lib/layout/rfc-0009.ts';
import { createHash } from 'node:crypto';

import { auditSnapshot } from '#audit/engine/audit.ts';
import { identify } from '#audit/engine/fingerprint.ts';
import { type AuditedPlace, buildReport, type FailedPlace } from '#audit/report/build.ts';
import type { ReportOptions } from '#audit/report/catalogue.ts';
import type { Report, ReportedFinding, WorkspaceReport } from '#audit/report/report.ts';
import { defineRule, type Rule } from '#audit/rule/rule.ts';
import { RULES } from '#audit/engine/rules.ts';
import type { Snapshot } from '#lib/workspace/snapshot.ts';
import { CONTEXT } from '#test/support/golden.ts';

/** Names that break out of something: markup, tables, workflow commands, terminals, shells, URIs. */
export const HOSTILE: readonly string[] = [
  '<script>alert(1)</script>.md',
  'a\n::error file=x::injected.md',
  '::set-output name=x::y.md',
  '###[add-mask]x ##[error]y.md',
  '100%0A%3A%2C.md',
  `"double" 'single'.md`,
  '| a | b |.md',
  'back\\|slash.md',
  '`code` ``more`` ```fence.md',
  '\u202Egnp.md',
  '\u2066isolated\u2069\u200B.md',
  '\u001B[31mred\u001B]8;;http://example.com\u0007.md',
  `${'long/'.repeat(59)}name.md`,
  '[click](http://example.com) @somebody #1 https://example.com www.example.com a@example.com.md',
  ']]><![CDATA[x--><!-- </details></td>.md',
  '\uD800lone.md',
  '\u0000nul\uFFFE\u007F\u0085\u2028.md',
  '../../etc/passwd',
  'x" onload="alert(1)" y=".md',
  '-rf.md',
  '日本語の名前 😀.md',
];

const base: ReportOptions = {
  yamo: '0.2.0',
  layout: RFC_0009,
  required: null,
  claim: null,
  pedantic: false,
  strict: false,
  allow: { pending: false, unverified: false },
};

/** A snapshot as the caller hands it to a report. */
export const placeOf = (
  path: string,
  snapshot: Snapshot,
  rules: readonly Rule[] = RULES,
  options: Partial<ReportOptions> = {},
): AuditedPlace => {
  const result = auditSnapshot(snapshot, CONTEXT, rules, { ...base, ...options });
  return {
    path,
    repositoryPath: path.replace(/^\.\/?/u, ''),
    audit: result,
    findings: identify(result.findings, { withValues: false }).map(
      ({ finding: one, identity }) => ({
        finding: one,
        fingerprint: createHash('sha256').update(identity).digest('hex'),
      }),
    ),
  };
};

/** A report of places. */
export const reportOf = (
  places: readonly (AuditedPlace | FailedPlace)[],
  options: Partial<ReportOptions> = {},
  rules: readonly Rule[] = RULES,
): Report => buildReport(places, rules, { ...base, ...options });

/** A rule that finds what it is given. */
export const ruleFinding = (
  id: string,
  findings: ReturnType<Rule['check']>,
  more: Partial<Rule> = {},
): Rule =>
  defineRule({
    id,
    title: `The rule ${id} holds`,
    section: `§${id.split('/')[0] ?? ''}`,
    level: 'must',
    tier: 'lite',
    why: 'Because a workspace without it looks safe and is not.',
    remedy: 'Write what is missing.',
    fix: 'none',
    requirements: [],
    since: '0.2.0',
    examples: () => ({ good: [], bad: [] }),
    check: () => findings,
    ...more,
  });

const finding = (more: Partial<ReportedFinding> = {}): ReportedFinding => ({
  rule: '2.2/safety-empty',
  section: '§2.2',
  level: 'error',
  title: 'The section "Safety" says something',
  file: 'AGENTS.md',
  line: 12,
  column: 1,
  found: 'no text under "## Safety"',
  expected: 'at least one rule',
  remedy: 'Write the rules that hold without exception under "## Safety".',
  fix: 'none',
  fingerprint: 'f00d',
  ...more,
});

/** A workspace below Lite with findings of every kind, made by hand. */
export const handMade = (more: Partial<WorkspaceReport> = {}): WorkspaceReport => ({
  path: 'agents/robin',
  repositoryPath: 'agents/robin',
  state: 'initialised',
  tier: 'non-conformant',
  basis: 'static',
  passes: false,
  verdict: 'The workspace is non-conformant.',
  next: { tier: 'RFC-0009 Lite', rules: ['2.2/safety-empty', '4.2/labelled-credential'] },
  command: ['yamo', 'audit', 'agents/robin', '--fix'],
  edit: null,
  unasked: 0,
  findings: [
    finding({
      file: '',
      rule: '1/memory-folder',
      section: '§1',
      level: 'warning',
      found: 'no folder memory/',
      expected: 'a folder for daily logs',
      title: 'There is a folder for daily logs',
      remedy: 'Make the folder memory/.',
      fingerprint: 'a1',
    }),
    finding(),
    finding({
      rule: '0006-2.1/ghost-header',
      section: 'RFC-0006 §2.1',
      level: 'warning',
      line: 1,
      title: 'AGENTS.md begins with the ghost header',
      found: 'another first line',
      expected: 'the ghost header as the first line',
      remedy: 'Put the header before everything else.',
      fix: 'safe',
      fixTitle: 'Put the header before the text',
      fixCommand: ['yamo', 'audit', 'agents/robin', '--fix'],
      fingerprint: 'a2',
    }),
    ...[3, 9, 14].map((line) =>
      finding({
        file: 'MEMORY.md',
        rule: '4.2/labelled-credential',
        section: '§4.2',
        title: 'No file holds a credential',
        line,
        column: 11,
        found: 'a value under a label for passwords',
        expected: 'a place for secrets outside the workspace',
        remedy: 'Change the password, then delete the line.',
        secret: { kind: 'password', length: 14, hash: `abcdef${line}` },
        fingerprint: `s${line}`,
      }),
    ),
    finding({
      file: 'memory/2026-03-09.md',
      rule: '2.5/old-log',
      section: '§2.5',
      level: 'note',
      title: 'Logs are looked through within a month',
      line: 1,
      found: 'a log of 90 days ago',
      expected: 'what matters of it in MEMORY.md',
      remedy: 'Read it and keep what matters.',
      fix: 'asks',
      fixTitle: 'Move the log to the archive',
      fixCommand: ['yamo', 'audit', 'agents/robin', '--fix-unsafe'],
      fingerprint: 'n1',
    }),
  ],
  fixed: [],
  suppressed: { allowed: 2, baseline: 1, config: 0, byRule: { '4.2/labelled-credential': 3 } },
  unanswered: [{ rule: '2.3/name', reason: 'USER.md is ignored by git, and this is a checkout' }],
  unverified: ['2.3/name'],
  notAsked: ['2.6/recreated'],
  passed: 41,
  sizes: [
    { file: 'MEMORY.md', chars: 23_456 },
    { file: 'AGENTS.md', chars: 13_100 },
    { file: 'SOUL.md', chars: 2255 },
    { file: 'USER.md', chars: 794 },
  ],
  ...more,
});

/** The same workspace with every name of a file, and every sentence that may hold one, as given. */
export const named = (name: string, more: Partial<WorkspaceReport> = {}): WorkspaceReport => {
  const model = handMade();
  return handMade({
    path: name,
    repositoryPath: name,
    command: ['yamo', 'audit', name, '--fix'],
    findings: model.findings.map((one, index) =>
      Object.assign({}, one, {
        file: name,
        found: `${one.found} in ${name}`,
        expected: `${one.expected}, and not ${name}`,
        fingerprint: `${one.fingerprint}-${index}`,
      }),
    ),
    unanswered: [{ rule: '2.3/name', reason: `${name} is no text` }],
    sizes: [{ file: name, chars: 20_001 }],
    partial: `${name} and more`,
    ...more,
  });
};

/** Workspaces as a report, with the rules of their findings. */
export const handMadeReport = (
  workspaces: readonly WorkspaceReport[] = [handMade()],
  more: Partial<Report> = {},
): Report => {
  const findings = workspaces.flatMap((workspace) => workspace.findings);
  const ids = [...new Map(findings.map((one) => [one.rule, one])).values()];
  const of = (tier: WorkspaceReport['tier']): number =>
    workspaces.filter((one) => one.error === undefined && one.tier === tier).length;
  const count = (level: ReportedFinding['level']): number =>
    findings.filter((one) => one.level === level).length;
  return {
    version: 1,
    yamo: '0.2.0',
    layout: { id: 'rfc-0009', title: 'RFC-0009', neverMet: [] },
    implements: 'RFC-0009 v3.0',
    required: null,
    claim: null,
    exit: 1,
    verdict:
      workspaces.length === 1
        ? 'The workspace is non-conformant.'
        : 'Not every workspace passes; RFC-0009 Lite is asked of them.',
    totals: {
      workspaces: workspaces.length,
      passing: workspaces.filter(({ passes }) => passes).length,
      failed: workspaces.filter(({ error }) => error !== undefined).length,
      tiers: {
        'non-conformant': of('non-conformant'),
        'RFC-0009 Lite': of('RFC-0009 Lite'),
        'RFC-0009 v3.0': of('RFC-0009 v3.0'),
      },
      findings: { error: count('error'), warning: count('warning'), note: count('note') },
      suppressed: { allowed: 2, baseline: 1, config: 0 },
    },
    rules: [
      ...ids.map(({ rule, title, section, level, remedy, fix }) => ({
        id: rule,
        title,
        section,
        level,
        weight: level === 'note' ? ('advisory' as const) : ('must' as const),
        tier: level === 'error' ? ('lite' as const) : ('none' as const),
        why: 'A heading without rules under it looks safe to a reader and tells the agent nothing.',
        remedy,
        fix,
        heuristic: false,
        pedantic: false,
      })),
      ...(['2.3/name', '2.6/recreated', '2.1/name'] as const).map((id) => ({
        id,
        title: `The rule ${id} holds`,
        section: `§${id.slice(0, 3)}`,
        level: 'error' as const,
        weight: 'must' as const,
        tier: 'lite' as const,
        why: 'It is needed.',
        remedy: 'Write it.',
        fix: 'none' as const,
        heuristic: false,
        pedantic: false,
      })),
    ],
    workspaces,
    ...more,
  };
};
