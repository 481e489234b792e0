/**
 * The flat block (RFC-0014): `TYPE: field;value;field;value;`, one line. Written and read here and nowhere else, so that
 * no value can add a field: a semicolon is `%3B`, a line end is a blank.
 *
 * What is read back is what was written, but for three things: line ends, values beyond their cap, and a value that
 * already held `%3B`, which comes back as a semicolon. Of commas, by which older writers escaped, nothing is
 * undone.
 */
import { isPrototypeKey } from './metadata.ts';

/** What a block tells of. They are written in small letters and read in any. */
export const OPERATIONS = ['retain', 'recall', 'reflect', 'synthesize', 'lesson'] as const;

/** One of them. */
export type BlockOperation = (typeof OPERATIONS)[number];

/** The order in which fields are written; others follow in the order in which they were given. */
const FIELDS = ['agent', 'id', 'intent', 'input', 'status', 'error', 'handoff'] as const;
type Field = (typeof FIELDS)[number];

/** A flat block. A field that is not there and one that is blank are two things. */
export interface FlatBlock extends Readonly<Partial<Record<Exclude<Field, 'agent'>, string>>> {
  readonly type: BlockOperation;
  readonly agent: string;
  readonly extras?: ReadonlyMap<string, string>;
}

/** Caps on the length as it is written, in characters. */
const INPUT_MAX_CHARS = 100;
const VALUE_MAX_CHARS = 256;
const KEY_MAX_CHARS = 64;
const SEMICOLON = '%3B';

const isOperation = (type: string): type is BlockOperation =>
  OPERATIONS.some((one) => one === type);
const isField = (key: string): key is Field => FIELDS.some((one) => one === key);

/** A value as it is written: one line, no semicolon, no longer than `max`, and not cut inside of an escape. */
export const encodeField = (value: string, max = VALUE_MAX_CHARS): string => {
  const encoded = value.replaceAll(/[\r\n]+/gu, ' ').replaceAll(';', SEMICOLON);
  if (encoded.length <= max) return encoded;
  const inEscape = ['%3', '%'].find(
    (begun) =>
      encoded.startsWith(begun, max - begun.length) &&
      encoded.startsWith(SEMICOLON, max - begun.length),
  );
  const end = max - (inEscape?.length ?? 0);
  const inPair = /[\uD800-\uDBFF]/u.test(encoded.charAt(end - 1));
  return encoded.slice(0, inPair ? end - 1 : end);
};

/** A value as it was before; only `%3B` is undone. */
export const decodeField = (value: string): string => value.replaceAll(SEMICOLON, ';');

/** A block as a line, without its end. Extra fields named like one of the block's own, or for a prototype, are left out. */
export const encodeBlock = (block: FlatBlock): string => {
  const own = FIELDS.flatMap((field) => {
    const value = block[field];
    const max = field === 'input' ? INPUT_MAX_CHARS : VALUE_MAX_CHARS;
    return value === undefined ? [] : [`${field};${encodeField(value, max)};`];
  });
  const extras = [...(block.extras ?? [])].flatMap(([key, value]) => {
    const name = encodeField(key, KEY_MAX_CHARS).trim();
    const isTaken = name === '' || name === 'type' || isField(name) || isPrototypeKey(name);
    return isTaken ? [] : [`${name};${encodeField(value)};`];
  });
  return `${block.type}: ${[...own, ...extras].join('')}`;
};

/** The block in a line; `undefined` where there is none. Linear in its length; never throws. */
export const decodeBlock = (raw: string): FlatBlock | undefined => {
  const [, name = '', body = ''] = /^\s*([A-Za-z]+):[ \t]*([^\r\n]*;)[ \t]*$/u.exec(raw) ?? [];
  const type = name.toLowerCase();
  if (!isOperation(type)) return undefined;
  const tokens = body.slice(0, -1).split(';');
  if (tokens.length % 2 !== 0) return undefined;
  const fields = new Map<string, string>();
  for (let at = 0; at < tokens.length; at += 2) {
    const key = decodeField((tokens[at] ?? '').trim());
    if (key === '' || fields.has(key) || isPrototypeKey(key)) return undefined;
    fields.set(key, decodeField(tokens[at + 1] ?? ''));
  }
  const agent = fields.get('agent');
  if (agent === undefined) return undefined;
  const own = Object.fromEntries([...fields].filter(([key]) => isField(key)));
  const extras = new Map([...fields].filter(([key]) => !isField(key)));
  return { ...own, type, agent, ...(extras.size > 0 && { extras }) };
};

/** Does a line tell of a failure? */
export const isFailureBlock = (raw: string): boolean =>
  raw.includes('status;failed') || raw.includes('status;error');
