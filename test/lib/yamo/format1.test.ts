import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFormat1, writeFormat1 } from '#lib/yamo/format1.ts';
import { readMetadata } from '#lib/yamo/metadata.ts';
import { isSchemaV2, type MemoryRecord, readRecord } from '#lib/yamo/records.ts';
import { forAll } from '#test/support/property.ts';

/** As the reference implementation writes one. */
const REFERENCE = `{"_export":{"format":1}}
{"table":"graph_edges","id":"edge_1","from":"a","to":"b"}
{"table":"memory_entries","id":"lesson_1771000000000_a1b2c3","content":"[LESSON:lesson_1771000000000_a1b2c3] no key | Rule: check it | Scope: Auth","metadata":"{\\"type\\":\\"lesson\\",\\"tags\\":[\\"#lesson_learned\\"],\\"lesson_pattern_id\\":\\"8e9c0883bcd69739\\"}","created_at":1771000000000,"updated_at":null,"superseded_at":null,"session_id":null,"agent_id":"YAMO_AGENT","memory_type":"lesson","importance_score":0.9,"access_count":0,"last_accessed":null,"state":"active","pinned":false,"defer_until":null}
{"table":"memory_entries","id":"mem_1771684209788_k3j9x0q2z","content":"The tidal model runs on Fridays.","metadata":"{\\"type\\":\\"insight\\",\\"tags\\":[\\"tide\\"]}","created_at":"2026-02-21T14:30:09.788Z","updated_at":null,"superseded_at":null,"session_id":"s1","agent_id":"YAMO_AGENT","memory_type":null,"importance_score":0.5,"access_count":3,"last_accessed":null,"state":"active","pinned":false,"defer_until":null}
`;

const record = (id: string, content = 'x'): MemoryRecord => {
  const read = readRecord({ id, content });
  if ('fault' in read) throw new Error(read.fault);
  return read.record;
};

describe('format 1 [E-Y-11, E-Y-12]', () => {
  it('is read as the reference implementation writes it', () => {
    const read = readFormat1(REFERENCE);
    expect(read?.faults).toEqual([]);
    expect(read?.others.map(({ table, id }) => [table, id])).toEqual([['graph_edges', 'edge_1']]);
    expect(read?.records).toMatchObject([
      {
        memory_type: 'lesson',
        importance_score: 0.9,
        lesson_pattern_id: '8e9c0883bcd69739',
        created_at: 1771000000000,
      },
      { memory_type: null, session_id: 's1', access_count: 3, created_at: 1771684209788 },
    ]);
  });

  it('is written so that it is read again, and its bytes depend on nothing but the rows', () => {
    const read = readFormat1(REFERENCE);
    const text = writeFormat1(read?.records ?? [], read?.others);
    expect(readFormat1(text)).toEqual(read);
    expect(writeFormat1(read?.records.toReversed() ?? [], read?.others)).toBe(text);
    expect(text.split('\n')[0]).toBe('{"_export":{"format":1}}');
    const ids = text.split('\n').flatMap((line) => /"id":"([^"]+)"/u.exec(line)?.[1] ?? []);
    expect(ids).toEqual(ids.toSorted());
  });

  it('is none without its first line', () => {
    for (const text of [
      '',
      '{}\n',
      REFERENCE.split('\n').slice(1).join('\n'),
      '{"_export":{"format":2}}\n',
      'x',
    ])
      expect(readFormat1(text), text).toBeUndefined();
    expect(readFormat1('{"_export":{"format":1}}')?.records).toEqual([]);
  });

  it.each([
    ['no JSON', '{', 'the line is no JSON object'],
    ['another table', '{"table":"x","id":"a"}', 'the row is of no known table'],
    ['no id', '{"table":"memory_entries","content":"x"}', 'the id is none'],
    [
      'no content',
      '{"table":"memory_entries","id":"mem_1_abcdef","content":" "}',
      'there is no content',
    ],
    [
      'too long',
      `{"table":"memory_entries","id":"mem_1_abcdef","content":"${'x'.repeat(100_001)}"}`,
      'the content is too long',
    ],
    [
      'a key of a prototype',
      '{"table":"memory_entries","id":"mem_1_abcdef","content":"x","__proto__":{}}',
      'the row has a key of a prototype',
    ],
    [
      'one deep in metadata',
      '{"table":"memory_entries","id":"mem_1_abcdef","content":"x","metadata":"{\\"a\\":[{\\"constructor\\":1}]}"}',
      'metadata has a key of a prototype',
    ],
    [
      'a score',
      '{"table":"memory_entries","id":"mem_1_abcdef","content":"x","importance_score":2}',
      'importance_score is not from 0 to 1',
    ],
  ])('says what is wrong with a line, and reads the others: %s', (_, line, reason) => {
    const read = readFormat1(
      `{"_export":{"format":1}}\n${line}\n{"table":"memory_entries","id":"mem_2_abcdef","content":"y"}\n`,
    );
    expect(read?.faults).toEqual([{ line: 2, reason }]);
    expect(read?.records).toHaveLength(1);
  });

  it('reads any record that it wrote, and never throws', () => {
    const content = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => text.trim() !== '');
    forAll(fc.uniqueArray(fc.nat({ max: 1e9 })), content, (numbers, text) => {
      const records = numbers.map((at) => record(`mem_${at}_abcdef`, text));
      const read = readFormat1(writeFormat1(records));
      expect(new Set(read?.records)).toEqual(new Set(records));
      expect(() => readFormat1(`{"_export":{"format":1}}\n${text}`)).not.toThrow();
    });
  });
});

it('records know their schema by one field', () => {
  expect(isSchemaV2({ id: 'x', content: 'y' })).toBe(false);
  expect(isSchemaV2({ ...record('mem_1_abcdef') })).toBe(true);
});

it('readMetadata refuses keys of prototypes at any depth, and what is nested to exhaust [R-72]', () => {
  for (const key of ['__proto__', 'constructor', 'prototype'])
    expect(readMetadata(`{"a":{"b":[{"${key}":1}]}}`)).toEqual({
      fault: 'metadata has a key of a prototype',
    });
  expect(readMetadata(`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`)).toEqual({
    fault: 'metadata is nested too deeply',
  });
  expect(readMetadata('[]')).toEqual({ fault: 'metadata is no JSON object' });
  expect(readMetadata(null)).toEqual({ value: {} });
});
