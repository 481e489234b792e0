import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';

import type { FailedPlace } from '#audit/report/build.ts';
import { json } from '#audit/report/json.ts';
import type { Report } from '#audit/report/report.ts';
import { editPhrase, tierPhrase } from '#audit/report/verdict.ts';
import { GHOST_HEADER } from '#lib/spec/files.ts';
import schema from '#schemas/audit-report.schema.json' with { type: 'json' };
import { goldenFiles, snapshotOf } from '#test/support/golden.ts';
import {
  handMade,
  handMadeReport,
  HOSTILE,
  named,
  placeOf,
  reportOf,
  ruleFinding,
} from './reports.ts';

const validate = new Ajv().compile(schema);

const expectValid = (report: Report): void => {
  const value: unknown = JSON.parse(json(report));
  expect(validate(value) ? [] : validate.errors).toEqual([]);
};

const FINDING = { file: 'AGENTS.md', line: 3, found: 'this', expected: 'that' };
const LITE = ruleFinding('2.2/lite', [FINDING]);
const V3 = ruleFinding('0006-2.1/v3', [FINDING], { tier: 'v3.0' });
const SHOULD = ruleFinding('2.3/should', [FINDING], { level: 'should', tier: 'none' });
const ADVICE = ruleFinding('2.4/advice', [FINDING], { level: 'advisory', tier: 'none' });
const PROSE = ruleFinding('2.1/prose', [FINDING], { heuristic: true });
const OPEN = ruleFinding('2.3/open', { not: 'auditable', reason: 'USER.md is ignored by git' });
const NOTHING = ruleFinding('2.2/nothing', []);

const golden = snapshotOf(goldenFiles('v3.0'));
const lite = snapshotOf(goldenFiles('lite'));
const FAILED: FailedPlace = { path: 'gone', error: 'there is no such folder (ENOENT)' };

const of = (
  rules: Parameters<typeof reportOf>[2] = [],
  options: Parameters<typeof reportOf>[1] = {},
): Report => reportOf([placeOf('ws', golden, rules, options)], options, rules);

const levels = (report: Report): readonly string[] =>
  report.workspaces.flatMap(({ findings }) =>
    findings.map(({ rule, level }) => `${rule} ${level}`),
  );

const command = (report: Report): string => report.workspaces[0]?.command?.join(' ') ?? 'none';

describe('the level of a finding', () => {
  it('is error where it keeps the workspace below Lite, if nothing is required', () => {
    expect(levels(of([LITE, V3, SHOULD, ADVICE, PROSE]))).toEqual([
      '0006-2.1/v3 warning',
      '2.1/prose warning',
      '2.2/lite error',
      '2.3/should warning',
      '2.4/advice note',
    ]);
  });

  it.each([{ required: 'v3.0' as const }, { claim: 'v3.0' as const }])(
    'is error for a rule of v3.0 with %o',
    (options) => {
      expect(levels(of([V3], options))).toEqual(['0006-2.1/v3 error']);
    },
  );

  it('is error for a rule that reads prose with --strict only [R-05]', () => {
    expect(levels(of([PROSE]))).toEqual(['2.1/prose warning']);
    expect(levels(of([PROSE], { strict: true }))).toEqual(['2.1/prose error']);
  });
});

describe('the exit code', () => {
  it.each([
    ['nothing is found', of([NOTHING]), 0],
    ['a rule of Lite fails', of([LITE]), 1],
    ['a rule of v3.0 fails and nothing is required', of([V3]), 0],
    ['a rule of v3.0 fails and Lite is required', of([V3], { required: 'lite' }), 0],
    ['a rule of v3.0 fails and v3.0 is required', of([V3], { required: 'v3.0' }), 1],
    ['only advice is found', of([ADVICE, SHOULD], { required: 'v3.0' }), 0],
    ['there is no workspace', reportOf([]), 1],
    ['one of two could not be audited', reportOf([placeOf('ws', golden, []), FAILED]), 4],
  ])('where %s', (_, report, exit) => {
    expect(report.exit).toBe(exit);
    expectValid(report);
  });

  it('is 1 for a claim above what is computed, and the lower tier is what is reported [Y7]', () => {
    const report = of([V3], { claim: 'v3.0', required: 'lite' });
    expect(report.exit).toBe(1);
    expect(report.workspaces[0]?.tier).toBe('RFC-0009 Lite');
    expect(report.verdict).toBe(
      'The workspace claims RFC-0009 v3.0 and is RFC-0009 Lite (static).',
    );
  });

  it('is 1 for such a claim also where a baseline has every finding [Y7]', () => {
    const place = placeOf('ws', golden, [V3], { claim: 'v3.0' });
    const findings = place.findings.map((one) =>
      Object.assign({}, one, { isBaselined: true as const }),
    );
    expect(reportOf([{ ...place, findings }], { claim: 'v3.0' }, [V3]).exit).toBe(1);
  });

  it('is 1 where a rule that counts was not answered, unless that is allowed [R-84]', () => {
    expect(of([OPEN]).exit).toBe(1);
    expect(of([OPEN]).workspaces[0]?.unverified).toEqual(['2.3/open']);
    expect(of([OPEN], { allow: { pending: false, unverified: true } }).exit).toBe(0);
  });

  it('is 1 where the first boot is still to come, unless that is allowed [R-84]', () => {
    const pending = placeOf('ws', snapshotOf(goldenFiles('pending')), []);
    expect(reportOf([pending]).exit).toBe(1);
    expect(reportOf([pending], { allow: { pending: true, unverified: false } }).exit).toBe(0);
  });
});

describe('what is known already', () => {
  const place = placeOf('ws', golden, [LITE, ADVICE]);

  it('fails nothing, and from a baseline it is counted and not shown', () => {
    const findings = place.findings.map((one) =>
      Object.assign({}, one, one.finding.rule === '2.2/lite' ? { isBaselined: true as const } : {}),
    );
    const report = reportOf([{ ...place, findings }], {}, [LITE, ADVICE]);
    expect(report.exit).toBe(0);
    expect(levels(report)).toEqual(['2.4/advice note']);
    expect(report.workspaces[0]?.suppressed).toEqual({
      allowed: 0,
      baseline: 1,
      config: 0,
      byRule: { '2.2/lite': 1 },
    });
    expect(report.verdict).toBe('The workspace is non-conformant; the baseline excuses it.');
  });

  it('fails nothing, and with --since it is shown as known', () => {
    const findings = place.findings.map((one) =>
      Object.assign({}, one, { status: 'known' as const }),
    );
    const report = reportOf([{ ...place, findings, fixed: findings }], {}, [LITE, ADVICE]);
    expect(report.exit).toBe(0);
    expect(report.workspaces[0]?.findings.map(({ status }) => status)).toEqual(['known', 'known']);
    expect(report.workspaces[0]?.fixed).toHaveLength(2);
    expectValid(report);
  });
});

describe('what only v3.0 asks', () => {
  it('is counted where nobody asks for v3.0, and shown where somebody does', () => {
    const rules = [V3, LITE];
    const quiet = reportOf([placeOf('ws', lite, rules)], {}, rules);
    expect(quiet.workspaces[0]?.unasked).toBe(1);
    expect(levels(quiet)).toEqual(['2.2/lite error']);
    expectValid(quiet);
    for (const goal of [{ required: 'v3.0' }, { claim: 'v3.0' }] as const) {
      const report = reportOf([placeOf('ws', lite, [V3])], goal, [V3]);
      expect(levels(report)).toEqual(['0006-2.1/v3 error']);
      expect(report.workspaces[0]?.unasked).toBe(0);
    }
  });

  it('is shown where AGENTS.md bears the ghost header, or what was to be it', () => {
    for (const line of [GHOST_HEADER, `# ${GHOST_HEADER}`]) {
      const snapshot = snapshotOf({ ...goldenFiles('lite'), 'AGENTS.md': `${line}\n\n# Rules\n` });
      expect(levels(reportOf([placeOf('ws', snapshot, [V3])], {}, [V3]))).toEqual([
        '0006-2.1/v3 warning',
      ]);
    }
  });
});

it.each([
  [[LITE, V3], { tier: 'RFC-0009 Lite', rules: ['2.2/lite'] }],
  [[V3], { tier: 'RFC-0009 v3.0', rules: ['0006-2.1/v3'] }],
  [[SHOULD], null],
])(
  'the next tier is the one above, with the rules that are missing to it: case %#',
  (rules, next) => {
    expect(of(rules).workspaces[0]?.next).toEqual(next);
  },
);

describe('the command to run next', () => {
  const fixable = ruleFinding('2.2/lite', [
    { ...FINDING, fix: { kind: 'safe', title: 'Do it', edits: [] } },
  ]);

  const fixableAdvice = ruleFinding(
    '2.4/advice',
    [{ ...FINDING, fix: { kind: 'safe', title: 'Do it', edits: [] } }],
    { level: 'advisory', tier: 'none' },
  );

  it('names the place to edit where no fix brings the tier nearer', () => {
    const [workspace] = of([fixableAdvice, LITE]).workspaces;
    expect(workspace?.edit).toEqual({ rule: '2.2/lite', file: FINDING.file, line: FINDING.line });
  });

  it('is to delete what should not be there, before an edit of what is less grave', () => {
    const left = ruleFinding('4.3/bootstrap-left', [
      { file: 'BOOTSTRAP.md', found: 'it', expected: 'none' },
    ]);
    const [workspace] = of([LITE, left]).workspaces;
    expect(workspace?.edit && editPhrase(workspace.edit, workspace.findings)).toBe(
      'delete BOOTSTRAP.md; yamo explain 4.3/bootstrap-left says why',
    );
  });

  it.each([
    ['a fix where there is one', of([LITE, fixable]), 'yamo audit ws --fix'],
    ['an explanation of the gravest rule', of([ADVICE, SHOULD]), 'yamo explain 2.3/should'],
    [
      'nothing about a tier that nobody asks for',
      reportOf([placeOf('ws', lite, [V3])], {}, [V3]),
      'yamo boot ws',
    ],
    ['none where an edit helps, and no fix', of([LITE, fixableAdvice]), 'none'],
    ['a boot where nothing was found', of([]), 'yamo boot ws'],
    [
      'a first boot where it is still to come',
      reportOf([placeOf('ws', snapshotOf(goldenFiles('pending')))]),
      'yamo boot ws',
    ],
    [
      'init where there is no workspace',
      reportOf([placeOf('ws', snapshotOf(goldenFiles('uninitialised')))]),
      'yamo init ws',
    ],
    ['nothing where no audit was possible', reportOf([FAILED]), 'none'],
    ['a path that is no option', reportOf([placeOf('-rf', golden, [])], {}, []), 'yamo boot ./-rf'],
  ])('is %s', (_, report, expected) => {
    expect(command(report)).toBe(expected);
  });
});

it('the tier in words says when it rests on files alone [R-84]', () => {
  const workspace = handMade({ tier: 'RFC-0009 Lite', unverified: [] });
  expect(tierPhrase(workspace)).toBe('RFC-0009 Lite (static)');
  expect(tierPhrase({ ...workspace, basis: 'recorded' })).toBe('RFC-0009 Lite');
  expect(tierPhrase({ ...workspace, unverified: ['2.3/name'] })).toBe(
    'RFC-0009 Lite (static, unverified)',
  );
});

describe('a report', () => {
  it('says which tier the program implements [Y6]', () => {
    expect(of().implements).toBe('RFC-0009 v3.0');
  });

  it('fits its schema for every golden workspace with every rule', () => {
    const names = ['v3.0', 'lite', 'pending', 'uninitialised'] as const;
    const places = names.map((name) => placeOf(name, snapshotOf(goldenFiles(name))));
    const report = reportOf([...places, FAILED]);
    expect(report.rules.length).toBeGreaterThan(1);
    expectValid(report);
    expectValid(
      reportOf(places, { pedantic: true, strict: true, claim: 'v3.0', required: 'lite' }),
    );
  });

  it('fits its schema with any name of a file, and is the same again after JSON', () => {
    const report = handMadeReport(HOSTILE.map((name) => named(name)));
    expectValid(report);
    expect(JSON.parse(json(report))).toEqual(JSON.parse(JSON.stringify(report)));
  });

  it('is refused by the schema where a field is missing or unknown', () => {
    const { exit: _, ...rest } = handMadeReport();
    expect(validate(rest)).toBe(false);
    expect(validate({ ...handMadeReport(), more: 1 })).toBe(false);
    expect(validate(handMadeReport([handMade({ tier: 'RFC-0009 Lite' })]))).toBe(true);
  });

  it('is JSON in which every invisible character is an escape', () => {
    const text = json(handMadeReport(HOSTILE.map((name) => named(name))));
    expect(text).not.toMatch(/[^\P{C}\n]|\p{Zl}|\p{Zp}/u);
  });
});
