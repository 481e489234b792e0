/** The updates in an answer of `getUpdates`, each with the characters that it came in. */
import { ADAPTER_FRAME_MAX_BYTES } from '#lib/spec/limits.ts';
import { memberAt, parsedJson } from '#lib/text/json.ts';
import { slicesOf } from '#lib/chat/json-slices.ts';

/** An update, before anybody has read it. */
export interface RawUpdate {
  readonly id: number;
  readonly raw: Uint8Array;
}

/** In their order. One that is too large to be handed on is its number alone. Throws for what is no answer of Telegram. */
export const updatesIn = (answer: string): readonly RawUpdate[] => {
  const result = memberAt(parsedJson(answer), 'result');
  if (!Array.isArray(result)) throw new Error('it answers with something other than updates');
  const texts = slicesOf(answer, 3);
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
