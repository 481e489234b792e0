/** What comes from an address instead of an answer: pieces that are none, pages, streams that are compressed. */
import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import type { Wire } from '#lib/protocol/protocol.ts';
import { Host, setupFor } from './host.ts';
import { closeNow, listen } from '#test/support/listen.ts';

type Respond = (response: ServerResponse) => void;

interface Heard {
  readonly said: string;
  readonly statuses: readonly string[];
  readonly requests: number;
}

/** One session with a server that responds like this, turn by turn: what came of each. */
const turnsWith = async (
  responds: readonly Respond[],
  wire: Wire = 'anthropic',
): Promise<readonly Heard[]> => {
  let requests = 0;
  let respond: Respond | undefined;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume().once('end', () => respond?.(response));
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  await using host = await Host.start(setupFor(url, { wire, tries: 2 }));
  const turns: Heard[] = [];
  for (respond of responds) {
    const [before, told] = [host.said.length, host.statuses.length];
    requests = 0;
    await host.prompt('Hi');
    const said = host.said.slice(before).replace(url, 'URL');
    turns.push({ said, statuses: host.statuses.slice(told), requests });
  }
  await closeNow(server);
  return turns;
};

const streaming =
  (...data: readonly unknown[]): Respond =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const one of data) {
      const type: unknown = Reflect.get(Object(one), 'type');
      response.write(`event: ${String(type)}\ndata: ${JSON.stringify(one)}\n\n`);
    }
    response.end();
  };

const START = { type: 'message_start', message: { model: 'claude-sonnet-5', usage: {} } };
const PIECE = /^Try 1 of 2 failed: the provider sent a piece that is no part of an answer \(/;

// Most of their time they wait for the next try.
describe.concurrent('a piece that is no part of an answer', () => {
  it.each<[string, Wire, readonly Respond[]]>([
    [
      'Messages API',
      'anthropic',
      [
        streaming({ type: 'message_start' }),
        streaming(START, { type: 'content_block_start', index: 0 }),
        streaming(START, { type: 'content_block_delta', index: 0, delta: 'x' }),
        streaming(
          START,
          { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
          { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 7 } },
        ),
        streaming(START, { type: 'message_delta' }),
        streaming(null),
        streaming(['message_start']),
        (response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end('event: message_start\ndata: {"type"\n\n');
        },
      ],
    ],
    [
      'Chat Completions',
      'openai',
      [
        streaming({ choices: 7 }),
        streaming({ choices: [{ delta: 'x' }] }),
        streaming({ choices: [{ delta: { content: 7 } }] }),
        streaming({ choices: [{ delta: { tool_calls: 'x' } }] }),
        streaming(null),
      ],
    ],
  ])('is said in our own words: %s', async (_, wire, responds) => {
    const turns = await turnsWith(responds, wire);
    expect(turns).toHaveLength(responds.length);
    for (const { said, statuses, requests } of turns) {
      expect([requests, statuses]).toEqual([2, [expect.stringMatching(PIECE)]]);
      expect(said).toMatch(/no part of an answer .* I tried 2 times\. What you said is kept/);
      expect(said + statuses.join('')).not.toMatch(/undefined|null|reading|JSON|iterable/);
    }
  });

  it('but what servers of the other wire leave out is no fault', async () => {
    const [turn] = await turnsWith(
      [
        streaming(
          { id: 'x', choices: null },
          { id: 'x' },
          { id: 'x', choices: [{ delta: null, finish_reason: '' }] },
          { id: 'x', choices: [{ delta: { content: 'Hel', tool_calls: null } }] },
          { id: 'x', choices: [{ delta: { content: 'lo.' }, finish_reason: 'stop' }] },
        ),
      ],
      'openai',
    );
    expect(turn).toEqual({ said: 'Hello.', statuses: [], requests: 1 });
  });
});

const PAGE = '<!doctype html>\n<html><body>\n\nPlease log in.\n\n</body></html>\n';
const answering =
  (headers: Readonly<Record<string, string>>, body: string | Uint8Array): Respond =>
  (response) =>
    void response.writeHead(200, headers).end(body);

describe.concurrent('an address at which something else answers is said at once, with what it is', () => {
  const ANSWERS: readonly (readonly [string, Respond])[] = [
    ['text/html', answering({ 'content-type': 'text/html; charset=utf-8' }, PAGE)],
    ['application/json', answering({ 'content-type': 'application/json' }, '{}')],
    ['something of no kind', answering({}, PAGE)],
    [
      'text/event-stream in gzip',
      answering(
        { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' },
        gzipSync('event: message_start\ndata: {}\n\n'),
      ),
    ],
  ];

  it.each<[string, Wire]>([
    ['Messages API', 'anthropic'],
    ['Chat Completions API', 'openai'],
  ])('and once: %s', async (api, wire) => {
    const turns = await turnsWith(
      ANSWERS.map(([, respond]) => respond),
      wire,
    );
    for (const [nth, [kind]] of ANSWERS.entries()) {
      const { said, statuses, requests } = turns[nth] ?? {};
      expect([requests, statuses]).toEqual([1, []]);
      expect(said).toContain(
        `I have no answer: URL answers with ${kind}, where the ${api} answers with text/event-stream: look at its address (providers.anthropic.baseUrl`,
      );
      expect(said).not.toContain('Please log in');
    }
  });

  it('a redirection is said, and a stream that is cut off before its first event is tried again', async () => {
    const [led, cut] = await turnsWith([
      (response) => void response.writeHead(302, { location: 'http://login.example/' }).end(),
      streaming(),
    ]);
    expect(led?.requests).toBe(1);
    expect(led?.said).toMatch(/leads elsewhere \(302\)/);
    expect(cut?.statuses).toEqual([expect.stringMatching(/the answer was cut off/)]);
  });
});
