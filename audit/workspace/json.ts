/**
 * JSON as it stands in a file, token by token with its places. Strict, as programs are that read JSON; without
 * recursion, so that no depth of brackets ends the audit, and without a tree, so that no number of members does.
 */
import { createScanner } from 'jsonc-parser';

/** Where something stands: offsets in the text as read, line and column from 1. */
export interface Spot {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

/** What is no JSON, with what would be. */
export const JSON_FAULTS = {
  mark: { found: 'a byte order mark', expected: 'JSON from the first byte on' },
  comment: { found: 'a comment', expected: 'JSON, which has no comments' },
  comma: { found: 'a comma before a closing bracket', expected: 'no comma after the last member' },
  nothing: { found: 'no JSON at all', expected: 'a JSON object' },
  end: { found: 'an end inside of the JSON', expected: 'all brackets and quotes closed' },
  string: {
    found: 'a string with a line end, a control character or an unknown escape',
    expected: 'escapes as JSON has them',
  },
  number: { found: 'a number that breaks off', expected: 'a digit after a point or an exponent' },
  value: { found: 'something that is no JSON value', expected: 'a value' },
  key: { found: 'something that is no key', expected: 'a key in double quotes' },
  colon: { found: 'no colon after a key', expected: 'a colon' },
  next: { found: 'no comma after a member', expected: 'a comma or the closing bracket' },
  more: { found: 'something after the JSON', expected: 'nothing there' },
} as const;

/** What can be wrong with JSON, by the key of its words. */
export type JsonFault = keyof typeof JSON_FAULTS;

/** A value of JSON that holds no others. */
export type Scalar = string | number | boolean | null;

/** After a fault that `ends`, nothing more can be read, and the reading stops. */
export type JsonEvent =
  | (Spot & { readonly is: 'open'; readonly what: 'object' | 'array' })
  | (Spot & { readonly is: 'close' })
  | (Spot & { readonly is: 'key'; readonly name: string })
  | (Spot & { readonly is: 'scalar'; readonly value: Scalar })
  | (Spot & { readonly is: 'fault'; readonly fault: JsonFault; readonly ends: boolean });

type Token =
  | 'open object'
  | 'close object'
  | 'open array'
  | 'close array'
  | 'comma'
  | 'colon'
  | 'null'
  | 'true'
  | 'false'
  | 'string'
  | 'number'
  | 'comment'
  | 'blank'
  | 'unknown'
  | 'end';

/** By the number of the token in jsonc-parser, whose own enumeration is there for its compiler only. */
const TOKENS: readonly Token[] = [
  'unknown',
  'open object',
  'close object',
  'open array',
  'close array',
  'comma',
  'colon',
  'null',
  'true',
  'false',
  'string',
  'number',
  'comment',
  'comment',
  'blank',
  'blank',
  'unknown',
  'end',
];

const BYTE_ORDER_MARK = '\uFEFF';

/** Reads a text to its end, or to the first fault that ends the reading. Linear; never throws. */
export function* readJson(text: string): Generator<JsonEvent> {
  const markLength = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  if (markLength > 0)
    yield { is: 'fault', fault: 'mark', ends: false, start: 0, end: 1, line: 1, column: 1 };
  const scanner = createScanner(text.slice(markLength), false);
  const open: ('object' | 'array')[] = [];
  /** What comes next; `element` and `key` may be a closing bracket instead. */
  let wanted: 'value' | 'element' | 'key' | 'colon' | 'next' | 'more' = 'value';
  /** The comma before an element or a key; `undefined` for the first one. */
  let comma: Spot | undefined;
  let isEmpty = true;

  for (;;) {
    const token = TOKENS[scanner.scan()] ?? 'unknown';
    if (token === 'blank') continue;
    const spot = spotOf(scanner, markLength);
    const scanError: number = scanner.getTokenError();
    const isBroken = scanError > 0;
    if (token === 'comment' && !isBroken) {
      yield { is: 'fault', fault: 'comment', ends: false, ...spot };
      continue;
    }
    if (token === 'end' && wanted === 'more') return;
    if (token === 'end' || token === 'comment') {
      const fault = token === 'end' && isEmpty ? 'nothing' : 'end';
      return yield { is: 'fault', fault, ends: true, ...spot };
    }
    isEmpty = false;
    if (isBroken && (token === 'string' || token === 'number')) {
      return yield { is: 'fault', fault: token, ends: true, ...spot };
    }

    if (token === 'comma' && wanted === 'next') {
      wanted = open.at(-1) === 'object' ? 'key' : 'element';
      comma = spot;
    } else if (token === 'colon' && wanted === 'colon') {
      wanted = 'value';
    } else if (token === 'string' && wanted === 'key') {
      yield { is: 'key', name: scanner.getTokenValue(), ...spot };
      wanted = 'colon';
    } else if (
      (token === 'close object' || token === 'close array') &&
      (wanted === 'next' || wanted === 'key' || wanted === 'element') &&
      token === `close ${open.at(-1)}`
    ) {
      if (wanted !== 'next' && comma !== undefined) {
        yield { is: 'fault', fault: 'comma', ends: false, ...comma };
      }
      open.pop();
      yield { is: 'close', ...spot };
      wanted = open.length === 0 ? 'more' : 'next';
    } else if (wanted !== 'value' && wanted !== 'element') {
      return yield { is: 'fault', fault: wanted, ends: true, ...spot };
    } else if (token === 'open object' || token === 'open array') {
      const what = token === 'open object' ? 'object' : 'array';
      open.push(what);
      yield { is: 'open', what, ...spot };
      wanted = what === 'object' ? 'key' : 'element';
      comma = undefined;
    } else {
      const value = scalarOf(token, scanner.getTokenValue());
      if (value === undefined) return yield { is: 'fault', fault: 'value', ends: true, ...spot };
      yield { is: 'scalar', value, ...spot };
      wanted = open.length === 0 ? 'more' : 'next';
    }
  }
}

/** Where the token stands at which the scanner is, in a text that begins with so many other characters. */
const spotOf = (scanner: ReturnType<typeof createScanner>, before: number): Spot => {
  const start = scanner.getTokenOffset() + before;
  return {
    start,
    end: start + scanner.getTokenLength(),
    line: scanner.getTokenStartLine() + 1,
    column: scanner.getTokenStartCharacter() + 1,
  };
};

const scalarOf = (token: Token, text: string): Scalar | undefined => {
  if (token === 'string') return text;
  if (token === 'number') return Number(text);
  return LITERALS.get(token);
};

const LITERALS: ReadonlyMap<Token, boolean | null> = new Map([
  ['null', null],
  ['true', true],
  ['false', false],
]);
