/** What a chunk of a stream of Chat Completions says. Many servers send such; they leave out what is empty, or say `null`. */
import { isJsonObject, type JsonObject } from '#lib/text/json.ts';
import { Malformed } from './no-answer.ts';

/** A piece of the call with this index; what it does not say is empty. */
export interface CallPiece {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly json: string;
}

interface ChunkSaid {
  readonly text: string;
  readonly calls: readonly CallPiece[];
  /** Why the answer ended; empty until it has. */
  readonly reason: string;
}

/** Throws Malformed for what is no chunk. */
export const parseChunk = (chunk: unknown): ChunkSaid => {
  if (!isJsonObject(chunk)) throw new Malformed();
  const [choice = {}] = listAt(chunk, 'choices');
  const delta = fieldsAt(choice, 'delta');
  return {
    text: textAt(delta, 'content'),
    calls: listAt(delta, 'tool_calls').map(callIn),
    reason: textAt(choice, 'finish_reason'),
  };
};

const callIn = (piece: JsonObject, position: number): CallPiece => {
  const { index } = piece;
  const said = fieldsAt(piece, 'function');
  return {
    index: typeof index === 'number' ? index : position,
    id: textAt(piece, 'id'),
    name: textAt(said, 'name'),
    json: textAt(said, 'arguments'),
  };
};

const listAt = (of: JsonObject, name: string): readonly JsonObject[] => {
  const list: unknown = of[name] ?? [];
  if (!Array.isArray(list) || !list.every(isJsonObject)) throw new Malformed();
  return list;
};

const fieldsAt = (of: JsonObject, name: string): JsonObject => {
  const fields = of[name] ?? {};
  if (!isJsonObject(fields)) throw new Malformed();
  return fields;
};

const textAt = (of: JsonObject, name: string): string => {
  const text = of[name] ?? '';
  if (typeof text !== 'string') throw new Malformed();
  return text;
};
