/**
 * What a later session goes on from: one entry for every message, for what a refused turn takes back, and for every
 * compaction. Entries come back from a file that others may have written to, so each is looked at again.
 */
import { type Message, repaired, textBlock, withoutThinking } from '#lib/model/conversation.ts';

/** `taken`: so many of the last messages are gone; `compacted`: a summary stands for all but so many of the last. */
export type ConversationEntry =
  | { readonly v: 1; readonly message: Message }
  | { readonly v: 1; readonly taken: number }
  | { readonly v: 1; readonly compacted: { readonly summary: string; readonly kept: number } };

const TEXT = { type: 'string' };
const block = (type: string, properties: object): object => ({
  type: 'object',
  properties: { type: { const: type }, ...properties },
  required: ['type', ...Object.keys(properties)],
});
const message = (role: string, ...blocks: readonly object[]): object => ({
  type: 'object',
  properties: {
    role: { const: role },
    content: { type: 'array', minItems: 1, items: { anyOf: blocks } },
  },
  required: ['role', 'content'],
  additionalProperties: false,
});
/** Providers refuse a text without a word. */
const SAID = block('text', { text: { type: 'string', pattern: '\\S' } });
const COUNT = { type: 'integer', minimum: 0 };

const entry = (name: string, schema: object): object => ({
  type: 'object',
  properties: { v: { const: 1 }, [name]: schema },
  required: ['v', name],
  additionalProperties: false,
});

/** JSON Schema of an entry. */
export const ENTRY_SCHEMA = {
  anyOf: [
    entry('message', {
      anyOf: [
        message('user', SAID, block('tool_result', { tool_use_id: TEXT, content: TEXT })),
        message(
          'assistant',
          SAID,
          block('thinking', { thinking: TEXT, signature: TEXT }),
          block('redacted_thinking', { data: TEXT }),
          block('tool_use', {
            id: { type: 'string', pattern: '^[a-zA-Z0-9_-]+$' },
            name: TEXT,
            input: { type: 'object' },
          }),
        ),
      ],
    }),
    entry('taken', COUNT),
    entry('compacted', {
      type: 'object',
      properties: { summary: TEXT, kept: COUNT },
      required: ['summary', 'kept'],
    }),
  ],
};

/** A conversation as an earlier session kept it. */
interface Resumed {
  readonly messages: readonly Message[];
  /** Entries that were left out, since they are none. */
  readonly broken: number;
}

const INTERRUPTED = 'This was interrupted; what came of it is not known.';
const BEGINNING_LOST = textBlock('[The beginning of this conversation is lost.]');

/** The conversation that entries tell of. `summarised` makes the message that stands for what a summary replaced. */
export const resume = (
  entries: readonly unknown[],
  isEntry: (value: unknown) => value is ConversationEntry,
  summarised: (summary: string) => Message,
): Resumed => {
  let messages: Message[] = [];
  let broken = 0;
  for (const one of entries) {
    if (!isEntry(one)) broken += 1;
    else if ('message' in one) messages.push(one.message);
    else if ('taken' in one) messages = messages.slice(0, Math.max(0, messages.length - one.taken));
    else {
      const { summary, kept } = one.compacted;
      messages = [summarised(summary), ...(kept === 0 ? [] : messages.slice(-kept))];
    }
  }
  // What was thought belongs to a prompt with other files and another number in its marks.
  const whole = repaired(withoutThinking(messages), INTERRUPTED);
  return {
    messages:
      whole[0]?.role === 'assistant'
        ? [{ role: 'user', content: [BEGINNING_LOST] }, ...whole]
        : whole,
    broken,
  };
};
