/** Is an event of a stream one of the Messages API? Its library does not look. */
import { isJsonObject, type JsonObject } from '#lib/text/json.ts';
import { Malformed } from './no-answer.ts';

/** The part of an event that is read. */
const PART: ReadonlyMap<unknown, string> = new Map([
  ['message_start', 'message'],
  ['content_block_start', 'content_block'],
  ['content_block_delta', 'delta'],
  ['message_delta', 'delta'],
]);

/** The text in a piece of a block. */
const TEXT: ReadonlyMap<unknown, string> = new Map([
  ['text_delta', 'text'],
  ['thinking_delta', 'thinking'],
  ['signature_delta', 'signature'],
  ['input_json_delta', 'partial_json'],
]);

/** Kinds that are not known may come, and are not read. Throws Malformed. */
export const refuseMalformed = (event: unknown): void => {
  const part = partOf(event);
  const text = TEXT.get(part?.['type']);
  if (part === undefined || (text !== undefined && typeof part[text] !== 'string'))
    throw new Malformed();
};

const partOf = (event: unknown): JsonObject | undefined => {
  if (!isJsonObject(event)) return undefined;
  const name = PART.get(event['type']);
  if (name === undefined) return event;
  const part = event[name];
  return isJsonObject(part) ? part : undefined;
};
