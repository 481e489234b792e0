import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { auditSnapshot, type Audit } from '#audit/engine/audit.ts';
import { exampleItem } from '#audit/rule/example-item.ts';
import type { Fix } from '#audit/workspace/finding.ts';
import { applyEdits } from '#audit/engine/fixes.ts';
import { STATE_FILE } from '#audit/facts/heartbeat.ts';
import { readTime, SECONDS_MAX, wallClock } from '#audit/facts/instant.ts';
import type { Example } from '#audit/rule/rule.ts';
import { RULES } from '#audit/engine/rules.ts';
import schema from '#schemas/heartbeat-state.schema.json' with { type: 'json' };
import { CONTEXT, goldenFiles, goldenWith, snapshotOf } from '#test/support/golden.ts';

const rules = RULES.filter(({ id }) => id.startsWith('2.9/'));
const OPTIONS = { pedantic: true, strict: true };

const auditOf = (example: Omit<Example, 'shows'>): Audit =>
  auditSnapshot(goldenWith(example), CONTEXT, rules, OPTIONS);
const look = (text: string): Audit => auditOf({ files: { [STATE_FILE]: text } });

/** `2.9/seconds 3:9`. */
const placesOf = ({ findings }: Audit): readonly string[] =>
  findings.map(({ rule, line, column }) => `${rule} ${line}:${column}`);

const editsOf = ({ findings }: Audit, kind: Fix['kind']): readonly Fix['edits'][number][] =>
  findings
    .flatMap(({ fix }) => (fix?.kind === kind ? fix.edits : []))
    .toSorted((a, b) => a.start - b.start);

const fixed = (text: string, kind: Fix['kind'] = 'safe'): string =>
  applyEdits(text, editsOf(look(text), kind));

describe('what a heartbeat state may be', () => {
  it.each(['v3.0', 'lite'] as const)(
    'the golden %s workspace has no finding [Y75] [Y76]',
    (name) => {
      expect(
        auditSnapshot(snapshotOf(goldenFiles(name)), CONTEXT, rules, OPTIONS).findings,
      ).toEqual([]);
    },
  );

  it('checks may have any name [Y79]', () => {
    const names = ['mail', 'E-Mail', 'a/b~c', '', '__proto__', 'constructor', '12', '\uD800'];
    const lastChecks = `{${names.map((name) => `${JSON.stringify(name)}: null`).join(', ')}}`;
    expect(look(`{"lastChecks": ${lastChecks}}`).findings).toEqual([]);
  });

  it.each(['a/b~c', '~1', '', '__proto__', '12'])(
    'a wrong time is found under the name %j',
    (name) => {
      expect(look(`{"lastChecks": {${JSON.stringify(name)}: ""}}`).findings).toHaveLength(1);
    },
  );

  it('the example of the specification keeps its tier, and its times are taken for copied ones', () => {
    const text =
      '{\n  "lastChecks": {\n    "email": 1703275200,\n    "calendar": 1703260800,\n    "weather": null,\n    "memory_maintenance": 1703200000\n  }\n}\n';
    const result = look(text);
    expect(placesOf(result)).toEqual(
      ['3:14', '4:17', '6:27'].map((place) => `2.9/implausible ${place}`),
    );
    expect(result.tier).toBe('RFC-0009 v3.0');
    expect(look(fixed(text, 'asks')).findings).toEqual([]);
  });

  it('without the file there is nothing to say', () => {
    const { findings, unanswered } = auditOf({ files: { [STATE_FILE]: null } });
    expect([...findings, ...unanswered]).toEqual([]);
  });

  it('the schema and the fixes agree on the largest number of seconds', () => {
    expect(schema.properties.lastChecks.additionalProperties.maximum).toBe(SECONDS_MAX);
  });
});

describe('what was seen in real workspaces', () => {
  it('prose, counters and cadences beside good times', () => {
    const text =
      '{"lastChecks": {"email": 1773126000}, "lastHeartbeat": "2026-03-10T07:00:00Z", "notes": "quiet; nothing new", "beats": 412, "cadence": {"email": 1800}}';
    expect(look(text).findings).toEqual([]);
  });

  it('a single time in words under another name [Y75]', () => {
    const result = look('{\n  "last_check": "2026-03-04 08:15:00",\n  "status": "ok"\n}\n');
    expect(placesOf(result)).toEqual(['2.9/last-checks 2:17']);
    expect(result.tier).toBe('non-conformant');
  });

  it('a state in place of a time [Y76]', () => {
    const result = look('{"lastChecks": {"googleAppeal": "pending - submitted again", "a": null}}');
    expect(placesOf(result)).toEqual(['2.9/seconds 1:33']);
    expect(result.findings[0]).not.toHaveProperty('fix');
  });

  it('times a year before the one in the same file [Y76]', () => {
    const text =
      '{"lastHeartbeat": "2026-03-10T07:00:00Z", "lastChecks": {"email": 1741590000, "news": 1741503600}}';
    expect(placesOf(look(text))).toEqual(['2.9/implausible 1:67', '2.9/implausible 1:87']);
    expect(fixed(text, 'asks')).toBe(
      '{"lastHeartbeat": "2026-03-10T07:00:00Z", "lastChecks": {"email": 1773126000, "news": 1773039600}}',
    );
  });

  it('zero for never, fractions, milliseconds [Y78]', () => {
    const text = '{"lastChecks": {"a": 0,\n"b": 1773126000.934849,\n"c": 1773126000123}}';
    expect(placesOf(look(text))).toEqual([
      '2.9/zero 1:22',
      '2.9/fraction 2:6',
      '2.9/milliseconds 3:6',
    ]);
    expect(fixed(text)).toBe('{"lastChecks": {"a": null,\n"b": 1773126000,\n"c": 1773126000}}');
  });

  it('times of last January under last year do not vouch for such times in the state', () => {
    const files = {
      'memory/2025-03-09.md': 'x\n',
      [STATE_FILE]: '{"lastChecks": {"a": 1741590000}}',
    };
    expect(placesOf(auditOf({ files }))).toEqual(['2.9/implausible 1:22']);
  });
});

const around = (value: string): string =>
  `{\t"notes" :[1.50,"\\u0041"],\r\n"lastChecks":{ "a": ${value} , "b":null}}`;

describe('fixes of a heartbeat state', () => {
  it.each([
    ['"2026-03-10T07:00:00Z"', '1773126000'],
    ['"2026-03-10T07:00:00.123456+00:00"', '1773126000'],
    ['"2026-03-10T08:00+0100"', '1773126000'],
    ['"2026-03-10 07:00:00 UTC"', '1773126000'],
    ['"1773126000"', '1773126000'],
    ['" 1773126000000 "', '1773126000'],
    ['1773126000000000', '1773126000'],
    ['-0', 'null'],
    ['0.5', 'null'],
    ['1773126000.999', '1773126000'],
  ])('writes %s as %s, and leaves every other byte alone', (value, seconds) => {
    expect(fixed(around(value))).toBe(around(seconds));
  });

  it('reads a time without a zone in the zone of the user, and asks first', () => {
    const files = {
      'USER.md': '# User Profile\n\n- **Timezone:** America/New_York\n',
      [STATE_FILE]: '{"lastChecks": {"a": "2026-03-10 08:15:00"}}',
    };
    const [edit] = editsOf(auditOf({ files }), 'asks');
    expect(edit?.text).toBe(String(Date.parse('2026-03-10T12:15:00Z') / 1000));
    const utc = auditOf({ files: { ...files, 'USER.md': '# User Profile\n' } });
    expect(editsOf(utc, 'asks')[0]?.text).toBe(String(Date.parse('2026-03-10T08:15:00Z') / 1000));
    expect(editsOf(utc, 'safe')).toEqual([]);
  });

  it.each([
    '"2026-03-10"',
    '"2026-02-30T10:00:00Z"',
    '"1969-12-31T10:00:00Z"',
    '"0001-01-01 10:00:00"',
    '"9999-01-01T00:00:00Z"',
    '"1970-01-01T00:00:00Z"',
    '"yesterday"',
    'true',
    '[]',
    '{"at": 1773126000}',
    '-5',
    '-1e400',
    '1e400',
  ])('proposes nothing for %s', (value) => {
    const result = look(`{"lastChecks": {"a": ${value}}}`);
    expect(result.findings).toHaveLength(1);
    expect(result.tier).toBe('non-conformant');
    expect(result.findings[0]).not.toHaveProperty('fix');
  });

  it('takes out what no reader of JSON needs', () => {
    expect(fixed('\uFEFF{"lastChecks": {"a": null,},\n}')).toBe('{"lastChecks": {"a": null}\n}');
  });

  it('says nothing of a check but its place, and of its times nothing at all', () => {
    const values = fc.oneof(
      fc.json(),
      fc.string().map((text) => JSON.stringify(`${text}Qx7`)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), values), { maxLength: 5 }), (entries) => {
        const members = entries.map(([name, value]) => `${JSON.stringify(`Qx7${name}`)}: ${value}`);
        const { findings } = look(`{"lastChecks": {${members.join(', ')}}}`);
        expect(JSON.stringify(findings)).not.toContain('Qx7');
      }),
    );
  });
});

describe('the reader of the heartbeat state', () => {
  const number = fc.oneof(
    fc.double().filter(Number.isFinite),
    fc.integer({ min: -10, max: 10 }),
    fc.integer({ min: 1_600_000_000, max: 1_900_000_000 }),
    fc.maxSafeInteger(),
  );
  const written = fc
    .date({ noInvalidDate: true, min: new Date('0000-01-01'), max: new Date('9999-12-31') })
    .chain((date) => {
      const iso = date.toISOString();
      return fc.constantFrom(iso, iso.slice(0, 10), iso.slice(0, 19), iso.replace('Z', '-0930'));
    });
  const value = fc.oneof(
    number.map(String),
    number.map((some) => `"${some}"`),
    written.map((text) => `"${text}"`),
    fc.json(),
  );
  const state = fc
    .record({
      mark: fc.constantFrom('', '\uFEFF'),
      members: fc.array(fc.tuple(fc.constantFrom('a', 'b', 'lastChecks', '__proto__'), value), {
        maxLength: 6,
      }),
      end: fc.constantFrom('', ' ,', ' /* x */', ','),
      key: fc.constantFrom('lastChecks', 'last_checks'),
    })
    .map(({ mark, members, end, key }) => {
      const inner = members.map(([name, text]) => `"${name}": ${text}`).join(',');
      return `${mark}{"${key}": {${inner}${members.length > 0 ? end : ''}}, "x": 1${end}}`;
    });

  it('never throws, and after the safe fixes it proposes no more of them', () => {
    const text = fc.oneof(state, fc.json(), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(text, (json) => {
        const again = look(fixed(json));
        expect(editsOf(again, 'safe')).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('has one fault for each check at most', () => {
    fc.assert(
      fc.property(state, (json) => {
        const places = placesOf(look(json)).map((place) => place.split(' ')[1]);
        expect(new Set(places).size).toBe(places.length);
      }),
    );
  });

  it('counts what is too much to list, and fixes it all the same', () => {
    const many = 1000;
    const text = `{"lastChecks": {${Array.from({ length: many }, (_, at) => `"${at}": 1773126000.5`).join(',')}}}`;
    const { findings } = look(text);
    expect(findings).toHaveLength(101);
    expect(findings.at(-1)).toMatchObject({ found: '900 more such places, from here on' });
    expect(look(fixed(text)).findings).toEqual([]);
  });

  it('tells times with one fault as one finding, and fixes them all', () => {
    const text = `{"lastChecks": {${Array.from({ length: 9 }, (_, at) => `"${at}": "1773126000"`).join(',')}}}`;
    const { findings } = look(text);
    expect(findings.map(({ found }) => found)).toEqual([expect.stringContaining('in 9 entries')]);
    expect(look(fixed(text)).findings).toEqual([]);
  });

  it.each([
    ['brackets', '['.repeat(2_000_000)],
    ['closed brackets', `{"lastChecks": ${'['.repeat(500_000)}${']'.repeat(500_000)}}`],
    ['equal keys', `{"lastChecks": {${'"a":"",'.repeat(300_000)}"a":1}}`],
    [
      'bad entries',
      `{"lastChecks": {${Array.from({ length: 50_000 }, (_, at) => `"${at}":"2026-03-10 08:15"`).join(',')}}}`,
    ],
    ['comments', `{${'/**/'.repeat(500_000)}}`],
    ['one long string', `{"lastChecks": {"a": "${'\\u0041'.repeat(500_000)}"}}`],
  ])('is not ended by very many %s', (_, text) => {
    const { findings } = look(text);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.length).toBeLessThan(110);
  });

  it('has no answer but one where the file is no JSON', () => {
    const { findings, unanswered, unverified } = look('{"lastChecks": ');
    expect(findings.map(({ rule }) => rule)).toEqual(['2.9/json']);
    expect(unanswered).toHaveLength(rules.length - 1);
    expect(unverified).toContain('2.9/seconds');
  });

  it('has no answer where the file is no text', () => {
    const item = exampleItem(STATE_FILE, { content: { is: 'unreadable', errno: 'EACCES' } });
    const { findings, unanswered } = auditOf({ files: {}, items: [item] });
    expect(findings).toEqual([]);
    expect(unanswered).toHaveLength(rules.length);
    expect(unanswered[0]?.reason).toContain('EACCES');
  });

  it('goes by the last of two members with one key, as parsers do', () => {
    const text = '{"lastChecks": {"a": "x"}, "lastChecks": {"b": "x", "b": null}}';
    expect(placesOf(look(text))).toEqual(['2.9/duplicate-key 1:28', '2.9/duplicate-key 1:53']);
  });
});

describe('times as text', () => {
  it('a clock on a wall is read in its zone, also around a change of the clocks', () => {
    const berlin = wallClock('Europe/Berlin');
    const read = (wall: string): string =>
      new Date((berlin?.(Date.parse(`${wall}Z`) / 1000) ?? 0) * 1000).toISOString();
    expect(read('2026-03-29T01:30:00')).toBe('2026-03-29T00:30:00.000Z');
    expect(read('2026-03-29T03:30:00')).toBe('2026-03-29T01:30:00.000Z');
    expect(read('2026-10-25T04:00:00')).toBe('2026-10-25T03:00:00.000Z');
    expect(wallClock('Middle/Earth')).toBeUndefined();
  });

  it('text of any kind is read without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const time = readTime(text);
        expect(time === undefined || typeof time.is === 'string').toBe(true);
      }),
    );
  });
});
