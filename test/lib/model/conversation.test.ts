import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  type AssistantBlock,
  type Message,
  type UserBlock,
  callsIn,
  conversationTokens,
  repaired,
  newestPart,
  resultOf,
  textBlock,
  withoutThinking,
} from '#lib/model/conversation.ts';
import { forAll } from '#test/support/property.ts';

const id = fc.constantFrom('a', 'b', 'c', 'd');
const text = fc.string({ minLength: 1, maxLength: 40 }).map(textBlock);
const use = id.map((one): AssistantBlock => ({
  type: 'tool_use',
  id: one,
  name: 'read_file',
  input: {},
}));
const thought = fc.constant<AssistantBlock>({ type: 'thinking', thinking: 'hm', signature: 's' });
const result = id.map((one): UserBlock => resultOf(one, 'text', false));
const message: fc.Arbitrary<Message> = fc.oneof(
  fc
    .array(fc.oneof(text, result), { minLength: 1, maxLength: 4 })
    .map((content): Message => ({ role: 'user', content })),
  fc
    .array(fc.oneof(text, use, thought), { minLength: 1, maxLength: 4 })
    .map((content): Message => ({ role: 'assistant', content })),
);
const messages = fc.array(message, { maxLength: 12 });

/** What providers demand: every call has one result, at the beginning of the next message, and every result its call. */
const faults = (conversation: readonly Message[]): readonly string[] => {
  const seen = new Set<string>();
  return conversation.flatMap((one, index) => {
    const open = callsIn(conversation[index - 1]).map((call) => call.id);
    const results = one.content.flatMap((block) =>
      block.type === 'tool_result' ? [block.tool_use_id] : [],
    );
    const own = callsIn(one).map((call) => call.id);
    const again = own.filter((call) => seen.has(call));
    for (const call of own) seen.add(call);
    const first = one.content.slice(0, results.length).every(({ type }) => type === 'tool_result');
    return [
      ...(results.toSorted().join() === open.toSorted().join()
        ? []
        : [`${index}: results do not fit calls`]),
      ...(first ? [] : [`${index}: results do not come first`]),
      ...again.map((call) => `${index}: ${call} again`),
      ...(one.content.length > 0 ? [] : [`${index}: empty`]),
    ];
  });
};

const endsOpen = (conversation: readonly Message[]): boolean =>
  callsIn(conversation.at(-1)).length > 0;

describe('repaired', () => {
  it('makes of anything a conversation that a provider takes', () => {
    forAll(messages, (given) => {
      const whole = repaired(given, 'interrupted');
      expect(faults(whole)).toEqual([]);
      expect(endsOpen(whole)).toBe(false);
      expect(repaired(whole, 'interrupted')).toEqual(whole);
    });
  });

  it('says of a call without a result that it was interrupted', () => {
    const given: Message[] = [
      { role: 'user', content: [textBlock('Read it.')] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read_file', input: {} }] },
    ];
    expect(repaired(given, 'interrupted').at(-1)).toEqual({
      role: 'user',
      content: [resultOf('a', 'interrupted', true)],
    });
  });
});

const tokensOf = (part: readonly Message[]): number => conversationTokens(part, 3);

describe('newestPart', () => {
  it('is never longer than it may be, and never begins with a result', () => {
    forAll(messages, fc.integer({ min: 0, max: 200 }), (given, most) => {
      const whole = repaired(given, 'interrupted');
      const from = newestPart(whole, most, 3);
      const part = whole.slice(from);
      expect(tokensOf(part)).toBeLessThanOrEqual(most);
      expect(faults(part)).toEqual([]);
    });
  });

  it('begins with what a human said, where that fits', () => {
    const given: Message[] = [
      { role: 'user', content: [textBlock('one')] },
      { role: 'assistant', content: [textBlock('two')] },
      { role: 'user', content: [textBlock('three')] },
      { role: 'assistant', content: [textBlock('four')] },
    ];
    expect(newestPart(given, 1000, 3)).toBe(0);
    expect(newestPart(given, tokensOf(given) - 1, 3)).toBe(2);
    expect(newestPart(given, tokensOf(given.slice(3)), 3)).toBe(3);
    expect(newestPart(given, 0, 3)).toBe(4);
  });
});

it('withoutThinking takes out thoughts, and what is empty without them', () => {
  expect(
    withoutThinking([
      { role: 'user', content: [textBlock('one')] },
      {
        role: 'assistant',
        content: [{ type: 'thinking', thinking: 'hm', signature: 's' }, textBlock('two')],
      },
      { role: 'assistant', content: [{ type: 'redacted_thinking', data: 'x' }] },
    ]),
  ).toEqual([
    { role: 'user', content: [textBlock('one')] },
    { role: 'assistant', content: [textBlock('two')] },
  ]);
});
