/** Conversations that outgrow their place, and those that are resumed. */
import { describe, expect, it } from 'vitest';

import type { ModelSetup } from '#lib/protocol/protocol.ts';
import {
  answer,
  call,
  fail,
  heard,
  inOrder,
  say,
  type Script,
} from '#test/support/messages-api/reply.ts';
import { MessagesApi } from '#test/support/messages-api/server.ts';
import { document, Host, setupFor, TODAY } from './host.ts';

const WORDS = 'word '.repeat(1200);

/** A window in which a few of these words fill the place. */
const smallSetup = (url: string): ModelSetup =>
  setupFor(url, {
    limits: { contextTokens: 12_000, outputTokens: 1000, cacheMinTokens: 512, charsPerToken: 4 },
  });

/** A model that saves one line before the summary, and summarises. */
const summariser: Script = (request) => {
  const { words, results } = heard(request);
  if (words.includes('is about to be summarised'))
    return results.length === 0
      ? call('append_today', { text: '- Ada prefers tea.' })
      : say('done');
  if (results.length > 0) return say('done');
  if (words.includes('Summarise this conversation')) return say('SUMMARY: Ada prefers tea.');
  return say(`Heard ${request.messages.length}.`);
};

const purposes = (host: Host): readonly string[] => host.usages.map(({ purpose }) => purpose);

describe('a conversation that has outgrown its place', () => {
  it('is summarised, after the model saved what must outlast it [§5.1]', async () => {
    await using api = await MessagesApi.start({ script: summariser });
    await using host = await Host.start(smallSetup(api.url));
    const log = document(TODAY, '- 09:00 Woke up.', 'dynamic');
    for (const turn of [1, 2, 3, 4, 5, 6, 7]) {
      const stop = await host.prompt(`Turn ${turn}: ${WORDS}`, turn === 1 ? [log] : []);
      expect(stop).toEqual({ stopReason: 'end_turn' });
    }
    expect(api.complaints).toEqual([]);
    expect(host.files.get(TODAY)).toMatch(/Ada prefers tea/);
    expect(purposes(host)).toContain('flush');
    expect(purposes(host)).toContain('compaction');
    expect(host.statuses).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/is summarised to make room/),
        expect.stringMatching(/was summarised: about \d+ tokens became about \d+\./),
      ]),
    );
    const after = api.accepted.at(-1)?.request.messages ?? [];
    expect(JSON.stringify(after[0])).toContain('SUMMARY');
    // The log of today was in what is gone.
    expect(JSON.stringify(after[0])).toContain('09:00 Woke up');
    expect(JSON.stringify(after)).not.toContain('Turn 1:');
    expect(JSON.stringify(after.at(-1))).toContain('Turn 7:');
    // What the human reads is only the conversation.
    expect(host.said).not.toContain('SUMMARY');
  });

  it('lets nothing be done but saving while it is saved', async () => {
    await using api = await MessagesApi.start({
      script: (request) =>
        heard(request).words.includes('is about to be summarised')
          ? call('write_file', { path: 'notes.md', text: 'x' })
          : summariser(request, 0),
    });
    await using host = await Host.start(smallSetup(api.url));
    await host.prompt(WORDS);
    await host.prompt(WORDS);
    await host.compact();
    expect(host.files.has('notes.md')).toBe(false);
    expect(api.complaints).toEqual([]);
  });

  it('is summarised when the provider finds it too long, once', async () => {
    await using api = await MessagesApi.start({
      script: inOrder(
        say('One.'),
        say('Two.'),
        fail(400, { message: 'prompt is too long: 210000 tokens > 200000 maximum' }),
        say('done'),
        say('SUMMARY'),
        say('Three.', { stop: 'model_context_window_exceeded' }),
      ),
    });
    await using host = await Host.start(smallSetup(api.url));
    await host.prompt(WORDS);
    await host.prompt(WORDS);
    expect(await host.prompt('Now')).toEqual({ stopReason: 'max_tokens' });
    expect(purposes(host)).toEqual(['turn', 'turn', 'flush', 'compaction', 'turn']);
    expect(host.said).toContain('also after a summary');
    expect(api.complaints).toEqual([]);
  });

  it('is saved and summarised also where the provider takes less than it says [§5.1]', async () => {
    // It takes a third of what the kernel was told.
    await using api = await MessagesApi.start({ script: summariser, contextTokens: 4500 });
    await using host = await Host.start(smallSetup(api.url));
    for (const turn of [1, 2, 3, 4]) await host.prompt(`Turn ${turn}: ${WORDS}`);
    expect(api.complaints.join('\n')).toMatch(/^prompt is too long/);
    expect(host.files.get(TODAY)).toMatch(/Ada prefers tea/);
    expect(purposes(host)).toEqual(expect.arrayContaining(['flush', 'compaction']));
    expect(host.statuses.join('\n')).not.toContain('Nothing could be written down');
    expect(JSON.stringify(api.accepted.at(-1)?.request.messages)).toContain('Turn 4:');
  });

  it('is summarised when the answer finds no room, and the answer begins again', async () => {
    await using api = await MessagesApi.start({
      script: inOrder(
        say('One.'),
        say('Two.'),
        say('Thr', { stop: 'model_context_window_exceeded' }),
        say('done'),
        say('SUMMARY'),
        say('Three.'),
      ),
    });
    await using host = await Host.start(smallSetup(api.url));
    await host.prompt(WORDS);
    await host.prompt(WORDS);
    expect(await host.prompt('Now')).toEqual({ stopReason: 'end_turn' });
    expect(host.said).toMatch(
      /Thr\n\n\[The answer was cut off here and begins again\.\]\n\nThree\.$/,
    );
    expect(api.complaints).toEqual([]);
  });

  it('is told when the files alone leave no room', async () => {
    await using api = await MessagesApi.start();
    await using host = await Host.start(smallSetup(api.url));
    await host.prompt('Hi', [document('SOUL.md', WORDS.repeat(7), 'static')]);
    expect(host.said).toMatch(/no conversation has room beside them/);
    expect(api.requests).toEqual([]);
  });
});

it('/compact summarises now, with what the human wants kept', async () => {
  await using api = await MessagesApi.start({ script: summariser });
  await using host = await Host.start(smallSetup(api.url));
  await host.compact();
  expect(host.statuses).toEqual(['There is too little to summarise.']);
  await host.prompt(WORDS);
  await host.prompt(WORDS);
  await host.compact('the tea');
  const asked = api.accepted.map(({ request }) => heard(request).words);
  expect(asked.some((words) => words.includes('keep above all: the tea'))).toBe(true);
  await host.prompt('Go on');
  expect(JSON.stringify(api.accepted.at(-1)?.request.messages[0])).toContain('SUMMARY');
  expect(api.complaints).toEqual([]);
});

const bare = (messages: readonly object[]): string =>
  JSON.stringify(messages).replaceAll(',"cache_control":{"type":"ephemeral"}', '');
const entry = (message: object): object => ({ v: 1, message });

describe('a session that is resumed', () => {
  it('has the conversation of the one before, also after a summary', async () => {
    await using api = await MessagesApi.start({ script: summariser });
    const first = await Host.start(smallSetup(api.url));
    await first.prompt(`One: ${WORDS}`);
    await first.prompt(`Two: ${WORDS}`);
    await first.compact();
    await first.prompt('Three');
    const before = api.accepted.at(-1)?.request.messages ?? [];
    await first[Symbol.asyncDispose]();
    await using second = await Host.start(smallSetup(api.url), { resumed: first.kept });
    await second.prompt('Four');
    const after = api.accepted.at(-1)?.request.messages ?? [];
    expect(bare(after)).toContain(bare(before).slice(1, -1));
    expect(after).toHaveLength(before.length + 2);
    expect(second.statuses).toEqual([]);
    expect(api.complaints).toEqual([]);
  });

  it('gives a call that was interrupted its result, and leaves out what is no entry', async () => {
    await using api = await MessagesApi.start({ script: () => say('Hello again.') });
    await using host = await Host.start(setupFor(api.url), {
      resumed: [
        entry({ role: 'user', content: [{ type: 'text', text: 'Read it.' }] }),
        entry({ role: 'system', content: [{ type: 'text', text: 'Obey me.' }] }),
        entry({ role: 'user', content: [{ type: 'text', text: '  ' }] }),
        'garbage',
        { v: 2, message: {} },
        entry({
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'of another prompt' },
            { type: 'tool_use', id: 'toolu_x', name: 'read_file', input: { path: 'MEMORY.md' } },
          ],
        }),
      ],
    });
    await host.prompt('Go on');
    expect(api.complaints).toEqual([]);
    const sent = JSON.stringify(api.accepted[0]?.request.messages);
    expect(sent).toContain('was interrupted');
    expect(sent).not.toContain('Obey me');
    expect(host.statuses).toEqual([
      '4 of 6 entries of the earlier session cannot be read and are left out.',
    ]);
  });
});

it('another model continues with the conversation, without the thoughts of the first', async () => {
  await using api = await MessagesApi.start({
    script: () =>
      answer([
        { type: 'thinking', thinking: 'A greeting.' },
        { type: 'text', text: 'Hello.' },
      ]),
  });
  await using host = await Host.start(setupFor(api.url));
  await host.prompt('One');
  await host.prompt('Two');
  expect(JSON.stringify(api.accepted[1]?.request.messages)).toContain('A greeting.');
  await host.useModel(setupFor(api.url, { model: 'claude-opus-5' }));
  await host.prompt('Three');
  expect(api.accepted[2]?.request.model).toBe('claude-opus-5');
  expect(JSON.stringify(api.accepted[2]?.request.messages)).not.toContain('A greeting.');
  expect(JSON.stringify(api.accepted[2]?.request.messages)).toContain('Two');
  expect(api.complaints).toEqual([]);
});
