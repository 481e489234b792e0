import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeBlock,
  decodeField,
  encodeBlock,
  encodeField,
  type FlatBlock,
  isFailureBlock,
  OPERATIONS,
} from '#lib/yamo/flat.ts';
import { forAll } from '#test/support/property.ts';

const FULL: FlatBlock = {
  handoff: 'End',
  error: 'a; b',
  status: 'failed',
  input: 'two\nlines',
  intent: 'x',
  id: '',
  agent: 'A',
  type: 'retain',
  extras: new Map([
    ['z', '1'],
    ['b', '2'],
  ]),
};

describe('encodeBlock', () => {
  it('writes fields in their order, blank ones too, and others as they came', () => {
    expect(encodeBlock(FULL)).toBe(
      'retain: agent;A;id;;intent;x;input;two lines;status;failed;error;a%3B b;handoff;End;z;1;b;2;',
    );
  });

  it('caps each value, and never inside of an escape', () => {
    expect(encodeField(`${'a'.repeat(254)};x`)).toBe('a'.repeat(254));
    expect(encodeField(`${'a'.repeat(253)};x`)).toBe(`${'a'.repeat(253)}%3B`);
    expect(encodeField(`${'a'.repeat(254)}%3x`)).toBe(`${'a'.repeat(254)}%3`);
    expect(encodeField(`${'a'.repeat(255)}😀`)).toBe('a'.repeat(255));
    const long = decodeBlock(
      encodeBlock({ type: 'recall', agent: 'A', input: 'y'.repeat(300), error: 'e'.repeat(300) }),
    );
    expect([long?.input?.length, long?.error?.length]).toEqual([100, 256]);
  });

  it('lets no other field take the place of one of its own', () => {
    const extras = new Map(
      ['agent', 'type', '__proto__', 'constructor', '', 'a;b'].map((key) => [key, 'x']),
    );
    expect(encodeBlock({ type: 'recall', agent: 'A', extras })).toBe('recall: agent;A;a%3Bb;x;');
  });

  it('keeps to its caps and its one line, whatever it is given', () => {
    const text = fc.string({ unit: 'binary', maxLength: 400 });
    forAll(text, text, text, text, (agent, input, key, value) => {
      const line = encodeBlock({ type: 'lesson', agent, input, extras: new Map([[key, value]]) });
      expect(line).not.toMatch(/[\r\n]/u);
      const tokens = line.slice('lesson: '.length, -1).split(';');
      expect(tokens.length % 2).toBe(0);
      for (const [at, token] of tokens.entries())
        expect(token.length).toBeLessThanOrEqual(
          at % 2 === 0 ? 64 : tokens[at - 1] === 'input' ? 100 : 256,
        );
      expect(decodeBlock(line)?.type).toBe('lesson');
    });
  });
});

describe('decodeBlock', () => {
  it('reads what was written', () => {
    const value = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .filter((text) => !/[\r\n]|%3B/u.test(text));
    const key = fc
      .stringMatching(/^[a-z][a-z_]{3,12}$/u)
      .filter(
        (name) =>
          !/^(?:agent|intent|input|status|error|handoff|type|constructor|prototype)$/u.test(name),
      );
    forAll(
      fc.constantFrom(...OPERATIONS),
      fc.record(
        {
          agent: value,
          id: value,
          intent: value,
          input: value,
          status: value,
          error: value,
          handoff: value,
        },
        { requiredKeys: ['agent'] },
      ),
      fc.dictionary(key, value, { noNullPrototype: true }),
      (type, fields, others) => {
        const extras = new Map(Object.entries(others));
        const block = { type, ...fields, ...(extras.size > 0 && { extras }) };
        expect(decodeBlock(encodeBlock(block))).toEqual(block);
      },
    );
  });

  it('reads types of any case, and other escapes as they are [R-65, R-67]', () => {
    expect(decodeBlock('RETAIN: agent;a, b;x;%3b;')).toEqual({
      type: 'retain',
      agent: 'a, b',
      extras: new Map([['x', '%3b']]),
    });
    expect(decodeField('a%3Bb%3b')).toBe('a;b%3b');
  });

  it.each([
    ['no type', 'agent;A;'],
    ['an unknown type', 'forget: agent;A;'],
    ['no agent', 'retain: id;x;'],
    ['an odd token', 'retain: agent;A;id;'],
    ['no end', 'retain: agent;A'],
    ['a second line', 'retain: agent;A;\nretain: agent;B;'],
    ['a field twice', 'retain: agent;A;agent;B;'],
    ['a key of a prototype', 'retain: agent;A;__proto__;x;'],
    ['no name', 'retain: agent;A;;x;'],
    ['nothing', ''],
  ])('gives nothing for %s [R-68]', (_, raw) => {
    expect(decodeBlock(raw)).toBeUndefined();
  });

  it('never throws', () => {
    const piece = fc.constantFrom(
      'retain',
      ':',
      ';',
      'agent',
      '%3B',
      ' ',
      '\n',
      'x',
      '__proto__',
      '%',
    );
    forAll(fc.array(piece, { maxLength: 40 }), (pieces) => {
      expect(() => decodeBlock(pieces.join(''))).not.toThrow();
    });
    decodeBlock(`retain: ${'a;'.repeat(200_000)}`);
  });
});

it('isFailureBlock knows a failure by its status', () => {
  expect(isFailureBlock(encodeBlock(FULL))).toBe(true);
  expect(isFailureBlock(encodeBlock({ ...FULL, status: 'error' }))).toBe(true);
  expect(isFailureBlock(encodeBlock({ ...FULL, status: 'completed' }))).toBe(false);
});
