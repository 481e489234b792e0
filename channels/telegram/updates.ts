/** The updates in an answer of `getUpdates`, each with the characters that it came in. */
import { ADAPTER_FRAME_MAX_BYTES } from '#lib/spec/limits.ts';
import { memberAt, parsedJson } from '#lib/text/json.ts';

/** An update, before anybody has read it. */
export interface RawUpdate {
  readonly id: number;
  readonly raw: Uint8Array;
}

/** In their order. One that is too large to be handed on is its number alone. Throws for what is no answer of Telegram. */
export const updatesIn = (answer: string): readonly RawUpdate[] => {
  const result = memberAt(parsedJson(answer), 'result');
  if (!Array.isArray(result)) throw new Error('it answers with something other than updates');
  const texts = elementsOf(answer);
  if (texts.length !== result.length) throw new Error('its updates cannot be told apart');
  return texts.map((text) => {
    const id = memberAt(parsedJson(text), 'update_id');
    if (typeof id !== 'number' || !Number.isSafeInteger(id))
      throw new Error('an update has no number');
    const raw = Buffer.from(text);
    const isWhole = raw.byteLength <= ADAPTER_FRAME_MAX_BYTES;
    return { id, raw: isWhole ? raw : Buffer.from(JSON.stringify({ update_id: id })) };
  });
};

/** The elements of the one list that an object has as a member, as they are written. Linear, without recursion. */
const elementsOf = (json: string): readonly string[] => {
  const elements: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charAt(at);
    if (char === '"') at = textEnd(json, at);
    else if (char === '{' || char === '[') {
      depth += 1;
      if (depth === 3) from = at;
    } else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 2) elements.push(json.slice(from, at + 1));
    }
  }
  return elements;
};

const textEnd = (json: string, from: number): number => {
  for (let at = from + 1; at < json.length; at += 1) {
    if (json.charAt(at) === '"') return at;
    if (json.charAt(at) === '\\') at += 1;
  }
  return json.length;
};
