import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { Ajv } from 'ajv';
import type { Log } from 'sarif';
import { describe, expect, it } from 'vitest';
import { isSeen } from '#lib/text/unseen.ts';

import { badge } from '#audit/report/badge.ts';
import { github } from '#audit/report/github.ts';
import { junit } from '#audit/report/junit.ts';
import type { Report } from '#audit/report/report.ts';
import { RESULTS_MAX, sarif } from '#audit/report/sarif.ts';
import { goldenFiles, snapshotOf } from '#test/support/golden.ts';
import { handMade, handMadeReport, HOSTILE, named, placeOf, reportOf } from './reports.ts';
import { type Element, elementsNamed, parseXml } from './xml.ts';

const hostile = handMadeReport(HOSTILE.map((name) => named(name)));
const golden = reportOf([
  placeOf('agents/wren', snapshotOf(goldenFiles('lite'))),
  placeOf('.', snapshotOf(goldenFiles('uninitialised'))),
]);

/** Every finding of the hand-made workspace, known before. */
const known = handMade({
  findings: handMade().findings.map((one) => Object.assign({}, one, { status: 'known' as const })),
});

const suites = (report: Report) => elementsNamed(parseXml(junit(report)), 'testsuite');

const outcomes = (report: Report, name: string): readonly (string | undefined)[] =>
  elementsNamed(parseXml(junit(report)), name).map(({ attributes }) => attributes['message']);

const isRed = (report: Report): boolean =>
  outcomes(report, 'failure').length + outcomes(report, 'error').length > 0;

/** As the runner of GitHub Actions reads a line. */
const readCommand = (line: string) => {
  const end = line.indexOf('::', 2);
  if (!line.startsWith('::') || end < 0) return undefined;
  const [name = '', ...rest] = line.slice(2, end).split(' ');
  const properties = rest
    .join(' ')
    .split(',')
    .map((pair) => {
      const [key = '', ...value] = pair.split('=');
      return [key, decoded(value.join('='), /%0D|%0A|%3A|%2C|%25/gu)] as const;
    });
  return {
    name,
    properties: Object.fromEntries(properties),
    message: decoded(line.slice(end + 2), /%0D|%0A|%25/gu),
  };
};
const decoded = (text: string, escapes: RegExp): string =>
  text.replaceAll(escapes, (escape) => decodeURIComponent(escape));
const commands = (report: Report) =>
  github(report)
    .split('\n')
    .flatMap((line) => readCommand(line) ?? []);

const titleOf = (report: Report): string | undefined => {
  const root = parseXml(badge(report));
  expect(root.name).toBe('svg');
  expect(root.attributes['aria-label']).toBe(elementsNamed(root, 'title')[0]?.text);
  return root.attributes['aria-label'];
};
const at = (tier: 'RFC-0009 Lite' | 'RFC-0009 v3.0', basis: 'static' | 'recorded' = 'static') =>
  handMade({ tier, basis });

describe('SARIF', () => {
  // As OASIS publishes it, for a draft of JSON Schema whose two words of itself Ajv no longer takes.
  const published: Readonly<Record<string, unknown>> = JSON.parse(
    readFileSync(
      resolve(import.meta.dirname, '../../fixtures/sarif/sarif-schema-2.1.0.json'),
      'utf8',
    ),
  );
  const { id: address, $schema: draft, ...official } = published;
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(official);
  const log = (report: Report): Log => {
    const parsed: unknown = JSON.parse(sarif(report));
    expect(validate(parsed) ? [] : validate.errors).toEqual([]);
    const given: Log = JSON.parse(sarif(report));
    return given;
  };
  const resultsOf = (report: Report) => log(report).runs[0]?.results ?? [];
  const urisOf = (report: Report): readonly string[] =>
    resultsOf(report).map(
      ({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation?.uri ?? '',
    );

  it('fits the schema that OASIS publishes', () => {
    expect(address).toContain('docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/');
    expect(draft).toBe('http://json-schema.org/draft-04/schema#');
    expect(validate({ version: '2.1.0', runs: [{}] })).toBe(false);
    expect(resultsOf(golden).length).toBeGreaterThan(2);
    expect(resultsOf(hostile)).toHaveLength(7 * HOSTILE.length);
    expect(resultsOf(reportOf([{ path: 'gone', error: 'no such folder' }]))).toEqual([]);
  });

  it('has what GitHub wants of a result', () => {
    expect(resultsOf(handMadeReport())[0]).toEqual({
      ruleId: '2.2/safety-empty',
      ruleIndex: 1,
      level: 'error',
      message: {
        text: 'Found no text under "## Safety"; expected at least one rule. Write the rules that hold without exception under "## Safety".',
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'agents/robin/AGENTS.md', uriBaseId: '%SRCROOT%' },
            region: { startLine: 12, startColumn: 1 },
          },
        },
      ],
      partialFingerprints: { primaryLocationLineHash: 'f00d' },
    });
  });

  it('describes each rule once, with help, tags and its level', () => {
    const rules = log(golden).runs[0]?.tool.driver.rules ?? [];
    expect(new Set(rules.map(({ id }) => id)).size).toBe(golden.rules.length);
    for (const { help, properties, defaultConfiguration } of rules) {
      expect(help?.text).toMatch(/yamo explain/u);
      expect(properties?.tags?.length).toBeLessThanOrEqual(10);
      expect(defaultConfiguration?.level).toMatch(/^(?:error|warning|note)$/u);
    }
  });

  it('says where the project is read, and each rule', () => {
    const [run] = log(golden).runs;
    expect(run?.tool.driver.informationUri).toMatch(/^https:\/\/[\w./-]+$/u);
    for (const { id, helpUri } of run?.tool.driver.rules ?? []) {
      const [, page = ''] = /\/blob\/main\/(docs\/rules\/[\w.-]+\.md)$/u.exec(helpUri ?? '') ?? [];
      const text = readFileSync(resolve(import.meta.dirname, '../../..', page), 'utf8');
      expect(text).toContain(id);
    }
  });

  it('has URIs that lead back to the very file', () => {
    const names = HOSTILE.filter((name) => name.isWellFormed() && !name.includes('..'));
    const uris = urisOf(handMadeReport(names.map((name) => named(name, { repositoryPath: '' }))));
    const paths = uris.map((uri) => {
      expect(uri).toMatch(/^[\w.!~*'()/%-]+$/u);
      expect(uri).not.toMatch(/^\/|^[a-z]+:/iu);
      return decodeURIComponent(uri);
    });
    expect(new Set(paths)).toEqual(new Set(names));
  });

  it('has a path of the whole machine only where there is no repository', () => {
    const { repositoryPath: _, ...workspace } = handMade({ path: '/srv/a b' });
    expect(urisOf(handMadeReport([workspace]))[0]).toBe('file:///srv/a%20b/AGENTS.md');
  });

  it('has no link and no placeholder in a message', () => {
    const report = handMadeReport([named('[x](http://example.com) {0}')]);
    for (const { message } of resultsOf(report)) {
      expect(message.text).not.toMatch(/\]\(/u);
      expect(message.text).not.toMatch(/(?<!\{)\{0\}/u);
    }
  });

  it('leaves out what was known before', () => {
    expect(resultsOf(handMadeReport([known]))).toEqual([]);
  });

  it('stays below the limit of GitHub, keeps errors and says what it left out', () => {
    const note = handMade().findings.find(({ level }) => level === 'note');
    const error = handMade().findings.find(({ level }) => level === 'error');
    if (note === undefined || error === undefined) throw new Error('no model');
    const findings = Array.from({ length: RESULTS_MAX }, () => note).concat(error);
    const [run] = log(handMadeReport([handMade({ findings })])).runs;
    expect(run?.results).toHaveLength(RESULTS_MAX);
    expect(run?.results?.[0]?.level).toBe('error');
    expect(JSON.stringify(run?.invocations)).toContain('1 results are left out');
  });
});

/** The elements of the schema that Jenkins holds reports against (xunit-plugin, junit-10.xsd): attributes and children. */
const JENKINS: Readonly<Record<string, readonly [attributes: string, children: string]>> = {
  testsuites: ['name time tests failures errors', 'testsuite'],
  testsuite: [
    'name tests failures errors group time skipped timestamp hostname id package file log url',
    'testsuite properties testcase system-out system-err',
  ],
  testcase: [
    'name time classname group',
    'skipped error failure rerunFailure rerunError flakyFailure flakyError system-out system-err',
  ],
  properties: ['', 'property'],
  property: ['name value', ''],
  failure: ['type message', ''],
  error: ['type message', ''],
  skipped: ['type message', ''],
  'system-out': ['', ''],
  'system-err': ['', ''],
};

const jenkinsFaults = (element: Element): readonly string[] => {
  const { name, attributes, children } = element;
  const [own = '', within = ''] = JENKINS[name] ?? [];
  return [
    ...(JENKINS[name] === undefined ? [name] : []),
    ...Object.keys(attributes)
      .filter((one) => !own.split(' ').includes(one))
      .map((one) => `${name}/@${one}`),
    ...children
      .filter((child) => !within.split(' ').includes(child.name))
      .map((child) => `${name}/${child.name}`),
    ...children.flatMap((child) => jenkinsFaults(child)),
  ];
};

describe('JUnit', () => {
  it.each([
    ['golden', golden],
    ['hostile names', hostile],
    ['one made by hand', handMadeReport()],
    ['known findings', handMadeReport([known])],
    ['no workspace', handMadeReport([])],
    ['one that could not be audited', reportOf([{ path: 'gone', error: 'no such folder' }])],
    ['one without findings', handMadeReport([handMade({ findings: [] })])],
    ['one that passes', handMadeReport([handMade({ passes: true, findings: [] })])],
    ['two at once', handMadeReport([handMade(), known])],
    ['a claim', reportOf([placeOf('.', snapshotOf(goldenFiles('lite')))], { claim: 'v3.0' })],
  ])('fits the schema of Jenkins: %s', (_, report) => {
    expect(jenkinsFaults(parseXml(junit(report)))).toEqual([]);
  });

  it('has a suite for each workspace and a case for each rule, and counts them rightly', () => {
    for (const report of [golden, hostile, handMadeReport()]) {
      expect(suites(report)).toHaveLength(report.workspaces.length);
      for (const suite of suites(report)) {
        const cases = elementsNamed(suite, 'testcase');
        expect(cases).toHaveLength(report.rules.length + 1);
        const { tests, failures, skipped } = suite.attributes;
        expect(tests).toBe(String(cases.length));
        expect(failures).toBe(String(elementsNamed(suite, 'failure').length));
        expect(skipped).toBe(String(elementsNamed(suite, 'skipped').length));
      }
    }
  });

  it('fails a rule that keeps the workspace from passing, and tells the others', () => {
    const [suite] = suites(handMadeReport());
    const failed = elementsNamed(suite ?? parseXml('<a/>'), 'failure');
    expect(failed.map(({ text }) => text.split('\n').length)).toEqual([1, 3]);
    expect(suite?.attributes['name']).toBe('agents/robin');
    expect(junit(handMadeReport())).toContain('memory/2026-03-09.md:1:1: note: found a log');
  });

  it('skips what could not be answered or was not asked', () => {
    expect(outcomes(handMadeReport(), 'skipped')).toEqual([
      'USER.md is ignored by git, and this is a checkout',
      'it needs a history, boot records or --here, and there are none',
    ]);
  });

  it('is red exactly where the exit code is not 0', () => {
    const pending = placeOf('egg', snapshotOf(goldenFiles('pending')));
    const lite = placeOf('wren', snapshotOf(goldenFiles('lite')));
    const reports = [
      reportOf([pending]),
      reportOf([pending], { allow: { pending: true, unverified: false } }),
      reportOf([lite]),
      reportOf([lite], { claim: 'v3.0' }),
      reportOf([{ path: 'gone', error: 'there is no such folder' }]),
    ];
    expect(reports.map(isRed)).toEqual(reports.map(({ exit }) => exit !== 0));
    expect(reports.map(isRed)).toEqual([true, false, false, true, true]);
  });

  it.each(HOSTILE)('is well-formed and on its own lines with %j', (name) => {
    const report = handMadeReport([named(name)]);
    expect(suites(report)).toHaveLength(1);
    expect(isSeen(junit(report).replaceAll('\n', ''))).toBe(true);
    for (const { text } of elementsNamed(parseXml(junit(report)), 'failure'))
      for (const line of text.split('\n')) expect(line).toContain(': error: found ');
  });
});

describe('workflow commands', () => {
  it('point to the line in the repository', () => {
    expect(commands(handMadeReport())).toContainEqual({
      name: 'error',
      properties: {
        file: 'agents/robin/AGENTS.md',
        line: '12',
        col: '1',
        title: '2.2/safety-empty (§2.2): The section "Safety" says something',
      },
      message:
        'found no text under "## Safety"; expected at least one rule. Write the rules that hold without exception under "## Safety".',
    });
  });

  it('begin with what is gravest, and one line says how many GitHub leaves out', () => {
    const [error, warning, note] = (['error', 'warning', 'note'] as const).map((level) =>
      handMade().findings.find((one) => one.level === level),
    );
    if (error === undefined || warning === undefined || note === undefined)
      throw new Error('no model');
    const key = { ...error, rule: '4.2/provider-key' };
    const left = { ...error, rule: '4.3/bootstrap-left' };
    const many = Array.from({ length: 11 }, () => error);
    const findings = [note, ...many, left, key, ...Array.from({ length: 10 }, () => warning)];
    const report = handMadeReport([handMade({ findings }), handMade({ findings: [key] })]);
    const titles = commands(report).map(({ properties }) => properties['title']?.split(' ')[0]);
    expect(titles.slice(0, 4)).toEqual([key.rule, key.rule, left.rule, error.rule]);
    const told = 'GitHub shows 10 annotations of each kind; only in this log: 4 errors\n';
    expect(github(report)).toContain(`yamo audit: ${told}`);
    expect(github(handMadeReport())).not.toContain('GitHub shows');
  });

  it('come with errors first, of which GitHub shows ten', () => {
    expect(commands(handMadeReport()).map(({ name }) => name)).toEqual(
      'error error error error warning warning notice'.split(' '),
    );
  });

  it('have no file for the workspace as a whole', () => {
    const whole = commands(handMadeReport()).find(({ name }) => name === 'warning');
    expect(whole?.properties).not.toHaveProperty('file');
    expect(whole?.message).toMatch(/^agents\/robin: found no folder/u);
  });

  it('leave out what was known before, and say what was suppressed', () => {
    expect(github(handMadeReport([known]))).toBe(
      'yamo audit: agents/robin: suppressed 2 by yamo-allow comments, 1 by the baseline (4.2/labelled-credential: 3)\nyamo audit: suppressed in all: 2 by yamo-allow comments, 1 by the baseline\nyamo audit: The workspace is non-conformant.\n',
    );
  });

  it.each(HOSTILE)('are as many as the findings with %j', (name) => {
    const report = handMadeReport([named(name)]);
    const all = commands(report);
    expect(all).toHaveLength(7);
    expect(new Set(all.map((one) => one.name))).toEqual(new Set(['error', 'warning', 'notice']));
    for (const { properties } of all) {
      expect(['col,file,line,title', 'title']).toContain(Object.keys(properties).toSorted().join());
      expect([`${name}/${name}`, undefined]).toContain(properties['file']);
    }
    expect(isSeen(github(report).replaceAll('\n', ''))).toBe(true);
  });
});

describe('the badge', () => {
  it.each([
    [[at('RFC-0009 v3.0')], 'RFC-0009: v3.0 (static)'],
    [[at('RFC-0009 v3.0', 'recorded')], 'RFC-0009: v3.0'],
    [[at('RFC-0009 v3.0'), at('RFC-0009 Lite', 'recorded')], 'RFC-0009: Lite (static)'],
    [[at('RFC-0009 v3.0'), handMade()], 'RFC-0009: non-conformant'],
    [[at('RFC-0009 v3.0'), handMade({ error: 'no permission' })], 'RFC-0009: not audited'],
    [[], 'RFC-0009: not audited'],
  ])('shows the lowest tier of all: case %#', (workspaces, title) => {
    expect(titleOf(handMadeReport(workspaces))).toBe(title);
  });

  it('loads nothing and is as wide as its halves', () => {
    const svg = badge(handMadeReport());
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|href|url\((?!#)/u);
    const root = parseXml(svg);
    const [, left, right] = elementsNamed(root, 'rect').map((one) =>
      Number(one.attributes['width']),
    );
    expect(Number(root.attributes['width'])).toBe((left ?? 0) + (right ?? 0));
  });

  it.each(HOSTILE)('takes the label %j', (label) => {
    expect(() => parseXml(badge(handMadeReport(), { label }))).not.toThrow();
  });
});
