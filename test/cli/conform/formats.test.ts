/** The forms of a conformance report, of a kernel that says whatever it likes. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';

import { FORMS, outputsOf, writeReports } from '#cli/conform/formats.ts';
import { CASES } from '#conform/suite/cases.ts';
import { type ConformReport, reportOf } from '#conform/suite/report.ts';
import { elementsNamed, parseXml } from '#test/audit/report/xml.ts';
import { freshPath } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

import schema from '#schemas/conform-report.schema.json' with { type: 'json' };

const HOSTILE = 'a <b> & "c" ]]> [d](http://e) {0} | ` \u{1B}[31m \u202E \u0001 \uFFFE';

const SARIF_SCHEMA = resolve(import.meta.dirname, '../../fixtures/sarif/sarif-schema-2.1.0.json');

const report: ConformReport = reportOf(
  {
    yamo: '1.0.0',
    kernel: { name: HOSTILE, version: HOSTILE, about: HOSTILE, file: 'my kernels/50%:a.json' },
    notes: [HOSTILE],
  },
  (['pass', 'fail', 'not applicable', 'could not tell'] as const).map((verdict, at) => ({
    id: `B-0${at}`,
    title: 'a title',
    requirements: ['Y1'],
    session: 'main',
    verdict,
    why: verdict === 'pass' ? [] : [HOSTILE],
    milliseconds: 1500,
  })),
);

const shown = (format: string): string => {
  const file = freshPath(format);
  const outputs = outputsOf([`${format}=${file}`], false);
  if (typeof outputs === 'string') throw new Error(outputs);
  writeReports(report, outputs);
  return readFileSync(file, 'utf8');
};

describe('a report', () => {
  it.each(['text', 'json', 'junit', 'sarif', 'html', 'markdown', 'badge'])(
    'as %s shows nothing that cannot be seen',
    (format) => {
      expect(shown(format).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    },
  );

  it('as JUnit and as a badge is XML, in which nothing a kernel says is markup', () => {
    const document = parseXml(shown('junit'));
    expect(elementsNamed(document, 'testsuite')[0]?.attributes).toMatchObject({
      tests: '4',
      failures: '1',
      skipped: '2',
    });
    expect(elementsNamed(document, 'testcase').map(({ attributes }) => attributes['time'])).toEqual(
      ['1.5', '1.5', '1.5', '1.5'],
    );
    expect(elementsNamed(document, 'failure')[0]?.attributes['message']).toContain('a <b> & "c"');
    expect(elementsNamed(parseXml(shown('badge')), 'svg')).toHaveLength(1);
    expect(shown('html')).not.toContain('<b>');
  });

  it.each([
    ['pass', 'pass', '#2c7d34'],
    ['pass', 'not applicable', '#1f6f9f'],
    ['pass', 'could not tell', '#b43a2c'],
    ['pass', 'fail', '#b43a2c'],
  ] as const)(
    'as a badge counts all cases: of all but one %s and one %s it is %s',
    (rest, last, colour) => {
      const [first] = report.cases;
      if (first === undefined) throw new Error('there is no case');
      const cases = CASES.map((_, at) => ({ ...first, verdict: at === 0 ? last : rest }));
      const passed = cases.filter(({ verdict }) => verdict === 'pass').length;
      const drawn = FORMS.badge(reportOf({ ...report }, cases));
      expect(drawn).toContain(`fill="${colour}"`);
      expect(drawn).toContain(`${passed} of ${CASES.length}`);
    },
  );

  it('as a badge is of the whole suite, and never green where nothing is claimed', async () => {
    const { code, stdout, stderr } = await yamo([
      'conform',
      'k.json',
      '--only',
      'S',
      '--format',
      'badge',
    ]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('A badge tells of the whole suite');
    const nothing = report.cases.map((one) => ({ ...one, verdict: 'not applicable' as const }));
    expect(FORMS.badge(reportOf({ ...report }, nothing))).not.toContain('#2c7d34');
  });

  it('as JSON and as SARIF fits its schema, and points at the document of the kernel', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    expect(ajv.validate(schema, JSON.parse(shown('json'))), ajv.errorsText()).toBe(true);
    // Its draft of JSON Schema has words that Ajv no longer takes.
    const {
      id: _id,
      $schema: _draft,
      ...official
    }: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(SARIF_SCHEMA, 'utf8'));
    const log: unknown = JSON.parse(shown('sarif'));
    expect(ajv.validate(official, log), ajv.errorsText()).toBe(true);
    const location = { uri: 'my%20kernels/50%25%3Aa.json', uriBaseId: '%SRCROOT%' };
    expect(log).toMatchObject({
      runs: [
        {
          tool: { driver: { informationUri: 'https://github.com/soverane/yamo' } },
          automationDetails: { id: 'yamo-conform/' },
          results: [
            {
              ruleId: 'B-01',
              message: { text: expect.stringContaining('[d] (http://e) {{0}}') },
              locations: [{ physicalLocation: { artifactLocation: location } }],
            },
          ],
        },
      ],
    });
  });
});
