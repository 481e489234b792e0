import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

import { describe, expect, it } from 'vitest';

import type { ModelSetup } from '#lib/protocol/protocol.ts';
import { FAKE_KEY } from '#test/support/messages-api/server.ts';
import { document, Host, setupFor, TODAY } from './host.ts';
import { closeNow, listen } from '#test/support/listen.ts';

/** A server of the other wire: what it was asked, and one list of chunks for each request. */
const serve = async (...answers: readonly (readonly object[])[]) => {
  const asked: {
    readonly body: Record<string, unknown>;
    readonly authorization: string | undefined;
  }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push({ body: JSON.parse(body), authorization: request.headers.authorization });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const chunks = (answers[asked.length - 1] ?? []).map((chunk) =>
        Object.assign({ id: 'c1', model: 'gpt-x', created: 1, choices: [] }, chunk),
      );
      response.end(
        `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`,
      );
    });
  });
  const port = await listen(server);
  return {
    asked,
    setup: setupFor(`http://127.0.0.1:${port}/v1`, {
      wire: 'openai',
      model: 'gpt-x',
      tries: 2,
    }) satisfies ModelSetup,
    [Symbol.asyncDispose]: () => closeNow(server),
  };
};

const delta = (content: object, finish: string | null = null): object => ({
  choices: [{ index: 0, delta: content, finish_reason: finish }],
});
const USAGE = {
  usage: {
    prompt_tokens: 100,
    completion_tokens: 7,
    total_tokens: 107,
    prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
  },
};

describe('the wire of chat completions', () => {
  it('carries one system message, tools and their results, and what was used [O20]', async () => {
    await using server = await serve(
      [
        delta({ role: 'assistant', content: 'I ' }),
        delta({ content: 'note it.' }),
        delta({
          tool_calls: [
            { index: 0, id: 'call_1', function: { name: 'append_today', arguments: '' } },
          ],
        }),
        delta({ tool_calls: [{ index: 0, function: { arguments: '{"text":' } }] }),
        delta({ tool_calls: [{ index: 0, function: { arguments: '"- Tea."}' } }] }),
        delta({}, 'tool_calls'),
        USAGE,
      ],
      [delta({ content: 'Done.' }), delta({}, 'stop'), USAGE],
    );
    await using host = await Host.start(server.setup);
    const documents = [
      document('SOUL.md', '# Soul', 'static'),
      document('MEMORY.md', '# Memory', 'semi-static'),
    ];
    expect(await host.prompt('Tea', documents)).toEqual({ stopReason: 'end_turn' });
    expect(host.said).toBe('I note it.Done.');
    expect(host.files.get(TODAY)).toBe('- Tea.\n');
    expect(host.usages[0]).toEqual({
      model: 'gpt-x',
      purpose: 'turn',
      input: 30,
      cacheRead: 60,
      cacheWritten: 10,
      output: 7,
    });
    const [first, second] = server.asked;
    expect(first?.authorization).toBe(`Bearer ${FAKE_KEY}`);
    expect(first?.body).toMatchObject({
      model: 'gpt-x',
      max_tokens: 8192,
      stream_options: { include_usage: true },
    });
    expect(first?.body['messages']).toEqual([
      { role: 'system', content: expect.stringMatching(/# Soul[^]*# Memory/) },
      { role: 'user', content: expect.stringMatching(/Tea$/) },
    ]);
    expect(second?.body['messages']).toEqual([
      ...(Array.isArray(first?.body['messages']) ? first.body['messages'] : []),
      {
        role: 'assistant',
        content: 'I note it.',
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'append_today', arguments: '{"text":"- Tea."}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: `Appended to ${TODAY}: 1 line.` },
    ]);
    expect(host.statuses).toEqual([]);
  });

  it.each([
    ['below zero', -5, 0],
    ['no whole number', 1.5, 2],
    ['beyond all numbers that can be added', 1e300, Number.MAX_SAFE_INTEGER],
    ['no number', 'many', 0],
    ['absent', undefined, 0],
  ])(
    'lives with a server whose count is %s, and whose model has no name',
    async (_, sent, told) => {
      const usage = { prompt_tokens: 0, completion_tokens: sent, total_tokens: 0 };
      await using server = await serve([
        delta({ content: 'Hi.' }),
        delta({}, 'stop'),
        { usage, model: null },
      ]);
      await using host = await Host.start(server.setup);
      expect(await host.prompt('One')).toEqual({ stopReason: 'end_turn' });
      expect(host.said).toBe('Hi.');
      expect(host.usages).toMatchObject([{ model: 'gpt-x', input: 0, output: told }]);
    },
  );

  it('knows an answer that was cut off, too long, or refused', async () => {
    await using server = await serve(
      [delta({ content: 'Ha' })],
      [delta({ content: 'Half' }), delta({}, 'length')],
      [delta({}, 'content_filter')],
    );
    await using host = await Host.start(server.setup);
    expect(await host.prompt('One')).toEqual({ stopReason: 'max_tokens' });
    expect(host.statuses).toEqual([
      expect.stringMatching(/^Try 1 of 2 failed: the answer was cut off\./),
    ]);
    expect(await host.prompt('Two')).toEqual({ stopReason: 'refusal' });
  });
});
