/** Odd lines of JSON-RPC: each request with an id is answered, and what can be read is handed on. */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { AGENT_MESSAGE_MAX_BYTES } from '#lib/spec/limits.ts';
import { type Dialect, type Screened, screened, screenedLines } from '#cli/io/json-rpc-lines.ts';
import { forAll } from '#test/support/property.ts';

const ALONE: Dialect = { takesBatches: false, reads: (message) => !('bad' in message) };
const BATCHES: Dialect = { ...ALONE, takesBatches: true };
const REQUEST = { jsonrpc: '2.0', id: 7, method: 'ping' };
const NOTE = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** `id:code` of each answer. */
const told = ({ answers }: Screened): readonly string[] =>
  answers.map(({ id, error }) => `${id}:${error.code}`);

const look = (value: unknown, dialect = ALONE): Screened =>
  screened(typeof value === 'string' ? value : JSON.stringify(value), dialect);

describe('a line that is', () => {
  it.each([
    ['no JSON', '{"jsonrpc":"2.0","id":50,"method":', ['null:-32700']],
    ['a text', 'hello', ['null:-32700']],
    ['JSON behind a byte order mark', `\uFEFF${JSON.stringify(REQUEST)}`, ['null:-32700']],
    ['a number', '7', ['null:-32600']],
    ['null', 'null', ['null:-32600']],
    ['a string', '"ping"', ['null:-32600']],
    ['an empty batch', '[]', ['null:-32600']],
    ['an empty object', '{}', ['null:-32600']],
    ['of no version', { id: 7, method: 'ping' }, ['7:-32600']],
    ['of version 1', { ...REQUEST, jsonrpc: '1.0' }, ['7:-32600']],
    ['without a method', { jsonrpc: '2.0', id: 7 }, ['7:-32600']],
    ['of a method that is no word', { ...REQUEST, method: 7 }, ['7:-32600']],
    ['of an id that is a list', { ...REQUEST, id: [7] }, ['null:-32600']],
    ['of an id that is null', { ...REQUEST, id: null }, ['null:-32600']],
    ['of an id that is a fraction', { ...REQUEST, id: 1.5 }, ['null:-32600']],
    ['of parameters in a list', { ...REQUEST, id: 'a', params: [] }, ['a:-32602']],
    ['of parameters that are a text', { ...REQUEST, params: 'x' }, ['7:-32602']],
    ['nothing that the library reads', { ...REQUEST, bad: 1 }, ['7:-32602']],
    ['a notification without a method', { jsonrpc: '2.0', params: {} }, ['null:-32600']],
    [
      'a batch where none is taken',
      [REQUEST, { ...REQUEST, id: 'b' }, NOTE],
      ['7:-32600', 'b:-32600'],
    ],
    ['a batch of notifications where none is taken', [NOTE], ['null:-32600']],
  ])('%s is answered', (_, line, answers) => {
    expect([told(look(line)), look(line).messages]).toEqual([answers, []]);
  });

  it.each([
    ['a request', REQUEST],
    ['a request with an id of letters', { ...REQUEST, id: '' }],
    ['a notification', NOTE],
    ['parameters', { ...REQUEST, params: { a: 1 } }],
    ['parameters that are null', { ...REQUEST, params: null }],
    ['an answer', { jsonrpc: '2.0', id: 1, result: {} }],
    ['an error', { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } }],
  ])('%s is handed on', (_, message) => {
    expect(look(message)).toEqual({ messages: [message], answers: [] });
  });

  it.each([
    ['empty', ''],
    ['blank', ' \t\r'],
    ['a notification that cannot be read', { ...NOTE, params: [] }],
    ['an answer that cannot be read', { jsonrpc: '2.0', id: 1, result: 1, bad: 1 }],
  ])('%s is passed over', (_, line) => {
    expect(look(line)).toEqual({ messages: [], answers: [] });
  });
});

it('a batch is handed on in parts, with the ids that one list answers', () => {
  const second = { ...REQUEST, id: 'b' };
  const found = look(
    [
      REQUEST,
      5,
      NOTE,
      { ...second, method: 1 },
      second,
      { ...second, id: 'c', method: 'initialize' },
    ],
    BATCHES,
  );
  expect(found.messages).toEqual([REQUEST, NOTE, second]);
  expect(found.batch).toEqual([7, 'b']);
  expect(told(found)).toEqual(['null:-32600', 'b:-32600', 'c:-32600']);
  expect(told(look([], BATCHES))).toEqual(['null:-32600']);
});

it('any JSON: a request with an id is handed on or answered, never both, and nothing throws', () => {
  const message = fc.record(
    {
      jsonrpc: fc.constantFrom('2.0', '1.0', 2),
      id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
      method: fc.oneof(fc.string(), fc.jsonValue()),
      params: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  forAll(
    fc.oneof(message, fc.jsonValue(), fc.array(message)),
    fc.boolean(),
    (value, takesBatches) => {
      const { messages, answers } = screened(JSON.stringify(value), { ...ALONE, takesBatches });
      const all = Array.isArray(value) ? value : [value];
      expect(messages.length + answers.length).toBeLessThanOrEqual(Math.max(1, all.length));
      const ids = all.flatMap((one) =>
        typeof one === 'object' && one !== null && 'method' in one && typeof one.id === 'string'
          ? [one.id]
          : [],
      );
      const heard = [...messages, ...answers].flatMap((one) => ('id' in one ? [one.id] : []));
      for (const id of ids) expect(heard).toContain(id);
    },
  );
});

it('lines are read whatever pieces they come in, and the next one after one that is too long', async () => {
  const heard: Screened[] = [];
  const line = `${JSON.stringify(REQUEST)}\n`;
  const pieces = Array.from(line, (char) => Buffer.from(char));
  const long = Buffer.alloc(AGENT_MESSAGE_MAX_BYTES, 'x');
  const lines = screenedLines(
    () => ALONE,
    (found) => heard.push(found),
  );
  Readable.from([...pieces, long, Buffer.from('x\n'), Buffer.from(line + line)]).pipe(lines);
  expect(await text(lines)).toBe(line.repeat(3));
  expect(heard.flatMap(told)).toEqual(['null:-32700']);
});
