/**
 * Lines of JSON-RPC 2.0 as they come in, before a library sees them: what it would drop without a word is answered, so
 * that nobody waits for ever. Nothing of a line is repeated but its id.
 */
import { Transform } from 'node:stream';
import { AGENT_MESSAGE_MAX_BYTES } from '#lib/spec/limits.ts';
import { isJsonObject, parsedJson } from '#lib/text/json.ts';

/** The id of a request. */
export type Id = string | number;

/** An answer that says what is wrong. */
interface ErrorAnswer {
  readonly jsonrpc: '2.0';
  readonly id: Id | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** What a line holds: messages to hand on, and answers to what cannot be. */
export interface Screened {
  readonly messages: readonly object[];
  readonly answers: readonly ErrorAnswer[];
  /** The requests of a batch: one list answers all of them. */
  readonly batch?: readonly Id[];
}

/** What a protocol and its library make of JSON-RPC. */
export interface Dialect {
  /** May several messages come in one list? */
  readonly takesBatches: boolean;
  /** Does the library read this message, whose form is right? */
  readonly reads: (message: object) => boolean;
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;

const NOTHING: Screened = { messages: [], answers: [] };

/** Looks at one line, without its end. */
export const screened = (line: string, dialect: Dialect): Screened => {
  if (line.trim() === '') return NOTHING;
  const value = parsedJson(line);
  if (value === undefined)
    return { messages: [], answers: [wrong(null, PARSE_ERROR, 'This line is no JSON.')] };
  return Array.isArray(value) ? screenedBatch(value, dialect) : screenedMessage(value, dialect);
};

/** A stream of lines, of which the library reads those that it can; `hears` gets what each line held. */
export const screenedLines = (
  dialect: () => Dialect,
  hears: (screened: Screened) => void,
): Transform => {
  let held: Buffer[] = [];
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let rest = chunk; rest.length > 0;) {
        const end = rest.indexOf(LF);
        const part = end < 0 ? rest : rest.subarray(0, end);
        bytes += part.byteLength;
        // A line that is too long is no JSON any more; the next one is read again.
        if (bytes <= AGENT_MESSAGE_MAX_BYTES) held.push(part);
        else held = [];
        if (end < 0) break;
        const line = bytes <= AGENT_MESSAGE_MAX_BYTES ? Buffer.concat(held).toString('utf8') : '{';
        [held, bytes] = [[], 0];
        const found = screened(line, dialect());
        hears(found);
        for (const message of found.messages) this.push(`${JSON.stringify(message)}\n`);
        rest = rest.subarray(end + 1);
      }
      done();
    },
  });
};

const LF = 0x0a;

const screenedBatch = (values: readonly unknown[], dialect: Dialect): Screened => {
  if (values.length === 0)
    return {
      messages: [],
      answers: [wrong(null, INVALID_REQUEST, 'An empty batch asks nothing.')],
    };
  if (!dialect.takesBatches) return { messages: [], answers: refusedBatch(values) };
  const all = values.map((value) =>
    isJsonObject(value) && value['method'] === 'initialize'
      ? refusal(value, INVALID_REQUEST, '"initialize" stands in no batch.')
      : screenedMessage(value, dialect),
  );
  const messages = all.flatMap((one) => one.messages);
  return {
    messages,
    answers: all.flatMap(({ answers }) => answers),
    batch: messages.flatMap((message) => ('method' in message ? (idOf(message) ?? []) : [])),
  };
};

/** Each request of it hears so by its id; a batch without one, once. */
const refusedBatch = (values: readonly unknown[]): readonly ErrorAnswer[] => {
  const ids = values.flatMap((value) => (isJsonObject(value) ? (idOf(value) ?? []) : []));
  return (ids.length === 0 ? [null] : ids).map((id) =>
    wrong(id, INVALID_REQUEST, 'This protocol version takes no batches: send one message a line.'),
  );
};

const screenedMessage = (value: unknown, { reads }: Dialect): Screened => {
  if (!isJsonObject(value))
    return { messages: [], answers: [wrong(null, INVALID_REQUEST, 'A message is an object.')] };
  if (!('method' in value) && ('result' in value || 'error' in value))
    return reads(value) ? { messages: [value], answers: [] } : NOTHING;
  if (value['jsonrpc'] !== '2.0')
    return refusal(value, INVALID_REQUEST, '"jsonrpc" is to be "2.0".');
  if (typeof value['method'] !== 'string')
    return refusal(value, INVALID_REQUEST, '"method" is to be a string.');
  if ('id' in value && idOf(value) === undefined)
    return refusal(value, INVALID_REQUEST, '"id" is to be a string or a whole number.');
  const { params = null } = value;
  if ((params === null || isJsonObject(params)) && reads(value))
    return { messages: [value], answers: [] };
  // Nobody waits for an answer to a notification.
  if (!('id' in value)) return NOTHING;
  return refusal(value, INVALID_PARAMS, '"params" is to be an object of the form of this method.');
};

const refusal = (value: object, code: number, message: string): Screened => ({
  messages: [],
  answers: [wrong(idOf(value) ?? null, code, message)],
});

const wrong = (id: Id | null, code: number, message: string): ErrorAnswer => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

const idOf = (value: object): Id | undefined => {
  const id: unknown = 'id' in value ? value.id : undefined;
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id))
    ? id
    : undefined;
};
