import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { auditSnapshot, type Audit } from '#audit/engine/audit.ts';
import { dayAt } from '#audit/facts/daily.ts';
import { daysFrom } from '#lib/text/days.ts';
import { exampleItem } from '#audit/rule/example-item.ts';
import { applyEdits } from '#audit/engine/fixes.ts';
import type { Example } from '#audit/rule/rule.ts';
import { RULES } from '#audit/engine/rules.ts';
import { dailyTitle, sessionHeading } from '#lib/workspace/daily.ts';
import type { Change } from '#lib/workspace/snapshot.ts';
import { CONTEXT, type Files, goldenFiles, goldenWith, snapshotOf } from '#test/support/golden.ts';

const rules = RULES.filter(({ id }) => /^(?:2\.5|5\.2)\/|^4\.2\/secret-in-history$/u.test(id));

const auditOf = (example: Omit<Example, 'shows'>, pedantic = false): Audit =>
  auditSnapshot(goldenWith(example), CONTEXT, rules, { pedantic, strict: true });

/** `2.5/title memory/2026-03-09.md`. */
const placesOf = ({ findings }: Audit): readonly string[] =>
  findings.map(({ rule, file, line }) => `${rule} ${file}${line === undefined ? '' : `:${line}`}`);

const look = (files: Files, pedantic = false): readonly string[] =>
  placesOf(auditOf({ files }, pedantic));

/** These names with a line of text each. */
const logs = (...names: readonly string[]): Files =>
  Object.fromEntries(names.map((name) => [`memory/${name}`, 'Tides.\n']));

describe('daily logs', () => {
  it.each(['v3.0', 'lite'] as const)(
    'the golden %s workspace has no finding [Y57] [Y59]',
    (name) => {
      const options = { pedantic: true, strict: true };
      expect(
        auditSnapshot(snapshotOf(goldenFiles(name)), CONTEXT, rules, options).findings,
      ).toEqual([]);
    },
  );

  it('what the kernel writes has no finding [Y59] [Y60]', () => {
    const log = `${dailyTitle('2026-03-08')}${sessionHeading('00:00')}- x\n${sessionHeading('23:59')}- y\n`;
    expect(look({ 'memory/2026-03-08.md': log }, true)).toEqual([]);
  });

  it('an impossible date costs the tier, a log of a future one does not [Y57]', () => {
    expect(auditOf({ files: logs('2026-02-30.md') }).tier).toBe('non-conformant');
    expect(auditOf({ files: logs('2026-04-30.md') }).tier).toBe('RFC-0009 v3.0');
  });

  it('a workspace without logs has nothing to say of them', () => {
    const files = { 'memory/2026-03-09.md': null, 'memory/2026-03-10.md': null };
    const { findings, unanswered } = auditOf({ files }, true);
    expect([...findings, ...unanswered]).toEqual([]);
  });

  it('a log that is no text leaves its rules without an answer, unless another log fails them', () => {
    const items = [
      exampleItem('memory/2026-03-08.md', {
        content: { is: 'not text', fault: 'a NUL byte', line: 1, offset: 3, text: '# 2026-03-01' },
      }),
    ];
    const { unanswered } = auditOf({ files: {}, items }, true);
    expect(unanswered.map(({ rule }) => rule)).toEqual([
      '2.5/forged',
      '2.5/sessions',
      '2.5/title-date',
      '2.5/title',
    ]);
    const failing = auditOf({ files: { 'memory/2026-03-09.md': '# 2026-03-01\n' }, items });
    expect(placesOf(failing)).toEqual(['2.5/title-date memory/2026-03-09.md:1']);
  });

  it('the date in a title is changed, and nothing else', () => {
    const text = '\uFEFFNotes\r\n#  Log – 2026-03-01 #\r\n';
    const files = { 'memory/2026-03-09.md': text };
    const [finding] = auditOf({ files }).findings;
    expect(finding).toMatchObject({ line: 2, column: 10, fix: { kind: 'asks' } });
    expect(applyEdits(text, finding?.fix?.edits ?? [])).toBe(text.replace('03-01', '03-09'));
  });
});

describe('names in memory/ as they were seen in real workspaces', () => {
  it('the pattern itself as a name is no log [Y57]', () => {
    expect(look(logs('YYYY-MM-DD.md'), true)).toEqual([]);
  });

  it('dates with a time, a topic, a word are one finding together', () => {
    const files = logs(
      '2026-02-06-2012.md',
      '2026-02-20-suno-workspace-flow.md',
      '2026-03-01_retrain_log.md',
      '2026-02-11-1435-SEAL.md',
      '2026-02-20.txt',
      '2026-02-20.png',
      'archive/2026-02-20-x.md',
    );
    const { findings: all, tier } = auditOf({ files }, true);
    const findings = all.filter(({ rule }) => rule === '2.5/dated-suffix');
    expect(findings).toHaveLength(1);
    expect(findings[0]?.found).toBe(
      '4 dated files that no start-up reads, such as memory/2026-02-06-2012.md',
    );
    expect(tier).toBe('RFC-0009 v3.0');
  });

  it.each([
    ['Tides.\n'],
    ['# 2026-03-09\n'],
    ['# Session Notes — 2026-03-09\n'],
    ['# 2026-03-09 - Daily Memory\n'],
    ['# 二〇二六年三月九日 日记\n'],
    ['# March 1, 2026\n'],
    ['## 14:30 Tides\n'],
  ])('a log that begins %j is read as well as any, but for --pedantic [Y59] [Y60]', (text) => {
    const files = { 'memory/2026-03-09.md': text };
    expect(look(files)).toEqual([]);
    expect(look(files, true)).toEqual([
      '2.5/sessions memory/2026-03-09.md',
      '2.5/title memory/2026-03-09.md:1',
    ]);
  });

  it('logs of January under last year, beside those of this year', () => {
    const files = logs(
      '2025-01-31.md',
      '2025-02-05.md',
      '2026-01-31.md',
      '2026-02-04.md',
      '2026-02-06.md',
    );
    expect(look(files)).toEqual([
      '2.5/wrong-year memory/2025-01-31.md',
      '2.5/wrong-year memory/2025-02-05.md',
    ]);
  });

  it('a log of a day to come does not hide those of a wrong year', () => {
    const files = logs('2025-02-05.md', '2026-02-04.md', '2031-02-06.md');
    expect(look(files)).toEqual([
      '2.5/wrong-year memory/2025-02-05.md',
      '2.5/future memory/2031-02-06.md',
    ]);
  });

  it('no name ends the audit', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^\d{1,4}[-_.]\d{1,2}[-_.]\d{1,2}.{0,3}$/u),
    );
    fc.assert(
      fc.property(fc.array(name, { maxLength: 5 }), (names) => {
        const { findings } = auditOf({ files: logs(...names.map((one) => `${one}.md`)) }, true);
        expect(findings.every(({ file }) => file.startsWith('memory'))).toBe(true);
      }),
    );
  });
});

const change = (file: string, time: string, more: Partial<Change> = {}): Change => ({
  commit: '0123456789abcdef0123',
  time: Date.parse(time) / 1000,
  file,
  kind: 'deleted',
  linesAdded: 0,
  linesRemoved: 5,
  ...more,
});
/** An audit with this history. */
const over = (changes: readonly Change[], partial?: string): Audit =>
  auditOf({
    files: {},
    facts: { history: { changes, secrets: [], ...(partial !== undefined && { partial }) } },
  });

describe('the history of daily logs', () => {
  it('is not asked for where nobody read it', () => {
    const asked = auditOf({ files: {} }).passed;
    expect(over([]).passed).toBe(asked + 3);
  });

  it('tells how old a log was, and in which commit it went [Y101]', () => {
    const { findings, tier } = over([change('memory/2026-03-01.md', '2026-03-07T23:59:59Z')]);
    expect(findings.map(({ found }) => found)).toEqual([
      'a log deleted 6 days after its own, in commit 0123456789',
    ]);
    expect(tier).toBe('RFC-0009 v3.0');
    expect(over([change('memory/2026-03-01.md', '2026-03-08T00:00:00Z')]).findings).toEqual([]);
  });

  it('counts the commits that change a log of an earlier day [Y58]', () => {
    const changed = { kind: 'changed', linesAdded: 1 } as const;
    const { findings } = over([
      change('memory/2026-03-09.md', '2026-03-10T18:00:00Z', changed),
      change('memory/2026-03-09.md', '2026-03-10T13:00:00Z', changed),
      change('memory/2026-03-09.md', '2026-03-10T11:00:00Z', changed),
    ]);
    expect(findings.map(({ found }) => found)).toEqual([
      'lines changed or removed after the day of the log, in 2 commits, 0123456789 the last',
    ]);
  });

  it('a history that is not whole proves nothing', () => {
    const { unanswered } = over([], 'the clone is shallow');
    expect(unanswered.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 3 }, () => "git's history was not read whole: the clone is shallow"),
    );
    const some = over([change('memory/2026-03-01.md', '2026-03-02T00:00:00Z')], 'shallow');
    expect(some.findings).toHaveLength(1);
  });

  it('an old credential is told by its place and a hash, never by its value [Y95]', () => {
    const secret = { file: 'TOOLS.md', line: 4, kind: 'password', value: 'tide-Qx7-table' };
    const secrets = [
      { ...secret, commit: 'aaaaaaaaaaaaaa' },
      { ...secret, commit: 'bbbbbbbbbbbbbb' },
    ];
    const { findings } = auditOf({ files: {}, facts: { history: { changes: [], secrets } } });
    expect(findings).toHaveLength(1);
    expect(findings[0]?.found).toBe(
      'a credential in line 4 of the version of commit aaaaaaaaaa and of 1 more',
    );
    expect(findings[0]?.secret).toMatchObject({ kind: 'password', length: 14 });
    expect(JSON.stringify(findings)).not.toContain('Qx7');
  });

  it('any time that git stores is some day', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double({ noNaN: true }), fc.maxSafeInteger()), (seconds) => {
        const day = dayAt(seconds);
        expect(Number.isFinite(daysFrom('2026-03-10', day))).toBe(true);
      }),
    );
  });
});
