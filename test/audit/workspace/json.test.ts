import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readJson } from '#audit/workspace/json.ts';
import type { JsonEvent } from '#audit/workspace/json.ts';
import { forAll, inRuns } from '#test/support/property.ts';

const eventsOf = (text: string): readonly JsonEvent[] => [...readJson(text)];
const faultsOf = (text: string): readonly string[] =>
  eventsOf(text).flatMap((event) =>
    event.is === 'fault' ? [`${event.fault} ${event.line}:${event.column}`] : [],
  );

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** What the event says beyond its place; empty for brackets and faults. */
const said = (event: JsonEvent): readonly unknown[] =>
  event.is === 'key' ? [event.name] : event.is === 'scalar' ? [event.value] : [];

describe('the reader of JSON', () => {
  it('says what stands where', () => {
    expect(eventsOf('{\n  "a": [1, "b"]\r\n}')).toEqual([
      { is: 'open', what: 'object', start: 0, end: 1, line: 1, column: 1 },
      { is: 'key', name: 'a', start: 4, end: 7, line: 2, column: 3 },
      { is: 'open', what: 'array', start: 9, end: 10, line: 2, column: 8 },
      { is: 'scalar', value: 1, start: 10, end: 11, line: 2, column: 9 },
      { is: 'scalar', value: 'b', start: 13, end: 16, line: 2, column: 12 },
      { is: 'close', start: 16, end: 17, line: 2, column: 15 },
      { is: 'close', start: 19, end: 20, line: 3, column: 1 },
    ]);
  });

  it.each([
    ['', 'nothing 1:1'],
    [' \n', 'nothing 2:1'],
    ['{', 'end 1:2'],
    ['{"a": "b', 'string 1:7'],
    ['{"a": "\\x"}', 'string 1:7'],
    ['{"a": 1.}', 'number 1:7'],
    ['{"a": 01}', 'next 1:8'],
    ['{"a": NaN}', 'value 1:7'],
    ["{'a': 1}", 'key 1:2'],
    ['{a: 1}', 'key 1:2'],
    ['{"a" 1}', 'colon 1:6'],
    ['{"a": 1 "b": 2}', 'next 1:9'],
    ['{"a": }', 'value 1:7'],
    ['[,]', 'value 1:2'],
    ['{]', 'key 1:2'],
    ['{} {}', 'more 1:4'],
    ['{} /*', 'end 1:4'],
    ['{,}', 'key 1:2'],
    ['\r\r{', 'end 3:2'],
  ])('stops at what is no JSON: %j', (text, fault) => {
    expect(faultsOf(text)).toEqual([fault]);
  });

  it('goes on after a byte order mark, comments and commas at the end', () => {
    const text = '\uFEFF{ // one\n  "a": [1,], /* two\n */ "b": 2,\n}';
    expect(faultsOf(text)).toEqual([
      'mark 1:1',
      'comment 1:3',
      'comma 2:10',
      'comment 2:14',
      'comma 3:11',
    ]);
    expect(eventsOf(text).at(-1)).toMatchObject({ is: 'close', line: 4, column: 1 });
  });

  it('is not ended by a million brackets or keys', () => {
    const million = 1_000_000;
    expect(faultsOf('['.repeat(million))).toEqual([`end 1:${million + 1}`]);
    expect(faultsOf('['.repeat(million) + ']'.repeat(million))).toEqual([]);
    expect(faultsOf(`{${'"a":1,'.repeat(million)}"b":null}`)).toEqual([]);
  });

  const pieces = fc.oneof(
    fc.constantFrom('{', '}', '[', ']', ':', ',', '-', '0', '/', '"', '\\', ' ', '\n', '\r', '\t'),
    fc.constantFrom('\u00A0', '\u2028', '\u0000', '\uD800', '\uFEFF'),
    fc.constantFrom('"a"', '1', '.5', 'e3', 'null', 'true', '"\\u00e'),
  );

  it('takes for JSON what JSON.parse takes for it', () => {
    const text = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
    );
    inRuns(2000)(text, (json) => {
      expect(faultsOf(json).length === 0).toBe(isJson(json));
    });
  });

  it('has offsets that give back each key and value', () => {
    forAll(fc.json(), (json) => {
      const events = eventsOf(json).filter((event) => said(event).length > 0);
      const raw = events.map(({ start, end }): unknown => JSON.parse(json.slice(start, end)));
      expect(raw).toEqual(events.flatMap(said));
    });
  });
});
