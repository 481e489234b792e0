/** The fake is asked by the real client library, and by raw requests for what that would not send. */
import { request as httpRequest } from 'node:http';

import Anthropic, { APIError } from '@anthropic-ai/sdk';
import { afterEach, describe, expect, it } from 'vitest';

import {
  answer,
  broken,
  call,
  fail,
  faultOf,
  HANG_UP,
  heard,
  inOrder,
  type Reply,
  say,
  type Script,
  SILENCE,
  truncatedCall,
  use,
} from './reply.ts';
import { FAKE_KEY, MessagesApi, type MessagesApiOptions } from './server.ts';
import { costInTokens } from '#conform/provider/messages/tokens.ts';

const MODEL = 'claude-sonnet-5';
const open: MessagesApi[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((api) => api.close()));
});

const start = async (
  script: Script | Reply,
  options: MessagesApiOptions = {},
): Promise<{ readonly api: MessagesApi; readonly client: Anthropic }> => {
  const api = await MessagesApi.start({
    ...options,
    script: typeof script === 'function' ? script : () => script,
  });
  open.push(api);
  return { api, client: clientOf(api) };
};

const clientOf = (api: MessagesApi, options: object = {}): Anthropic =>
  new Anthropic({
    apiKey: FAKE_KEY,
    baseURL: api.url,
    maxRetries: 0,
    logLevel: 'off',
    ...options,
  });

type Params = Parameters<Anthropic['messages']['stream']>[0];
const asking = (words: string, more: Partial<Params> = {}): Params => ({
  model: MODEL,
  max_tokens: 100,
  messages: [{ role: 'user', content: words }],
  ...more,
});

const TOOL = {
  name: 'read_file',
  description: 'Reads a file.',
  input_schema: { type: 'object' as const, properties: { path: { type: 'string' } } },
};

/** A request as it stands, without the library: the status, and what the body says. */
const post = async (
  api: MessagesApi,
  body: unknown,
  headers: Readonly<Record<string, string>> = {
    authorization: `Bearer ${FAKE_KEY}`,
    'anthropic-version': '2026-10-21',
  },
  path = '/v1/messages',
): Promise<string> => {
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return `${response.status} ${await response.text()}`;
};

const plain = {
  model: MODEL,
  max_tokens: 10,
  stream: true,
  messages: [{ role: 'user', content: 'Hi' }],
};

describe('an answer', () => {
  it('comes as text, with usage and the id of the request', async () => {
    const { api, client } = await start(say('The tide turns at nine.'));
    const { data, request_id: id } = await client.messages.stream(asking('When?')).withResponse();
    const message = await data.finalMessage();
    expect(message.content).toMatchObject([{ type: 'text', text: 'The tide turns at nine.' }]);
    expect(message.stop_reason).toBe('end_turn');
    expect(message.usage).toMatchObject({ input_tokens: api.requests[0]?.usage?.input });
    expect(message.usage.output_tokens).toBe(api.requests[0]?.usage?.output);
    expect(id).toBe('req_1');
    expect(api.requests[0]).toMatchObject({ state: 'done', status: 200, connection: 1 });
  });

  it('comes in pieces, whose characters are cut where the bytes happen to end', async () => {
    const text = 'Grüße aus Kōbe 🚢🌊 and back again, über the sea.';
    const { client } = await start(say(text, { chunkBytes: 3 }));
    const pieces: string[] = [];
    const stream = client.messages.stream(asking('Hi')).on('text', (piece) => pieces.push(piece));
    await stream.done();
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.join('')).toBe(text);
  });

  it('comes all at once where it takes the model no time', async () => {
    const { api, client } = await start(say('Nine, as every day.', { atOnce: true }));
    const message = await client.messages.stream(asking('When?')).finalMessage();
    expect(message.content).toMatchObject([{ text: 'Nine, as every day.' }]);
    expect(api.requests[0]?.state).toBe('done');
  });

  it('thinks, speaks and calls tools, with input in fragments of which the first is empty', async () => {
    const { client } = await start(
      answer([
        { type: 'thinking', thinking: 'The log would know.' },
        { type: 'text', text: 'I look.' },
        use('read_file', { path: 'memory/2026-03-14.md' }),
        use('read_file', { path: 'TOOLS.md' }),
      ]),
    );
    const fragments: string[] = [];
    const stream = client.messages.stream(asking('Look', { tools: [TOOL] }));
    stream.on('streamEvent', (event) => {
      if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta')
        fragments.push(event.delta.partial_json);
    });
    const { content, stop_reason: stop } = await stream.finalMessage();
    expect(content.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_use', 'tool_use']);
    expect(content[2]).toMatchObject({ id: 'toolu_0001', input: { path: 'memory/2026-03-14.md' } });
    expect(stop).toBe('tool_use');
    expect(fragments[0]).toBe('');
    expect(fragments.length).toBeGreaterThan(4);
  });

  it('may end in the middle of the input of a tool', async () => {
    const { client } = await start(truncatedCall('read_file', '{"path":"memory/2026'));
    const message = await client.messages.stream(asking('Look', { tools: [TOOL] })).finalMessage();
    expect(message.stop_reason).toBe('max_tokens');
    // Why nobody may run a tool after max_tokens.
    expect(message.content[0]).not.toMatchObject({ input: { path: 'memory/2026-03-14.md' } });
  });

  it('is told by a model that hears results, in order, until there is no more script', async () => {
    const results: string[] = [];
    const { api, client } = await start(
      inOrder(call('read_file', { path: 'TOOLS.md' }, 'I look.'), (request) => {
        results.push(...heard(request).results.map(({ text, isError }) => `${text} ${isError}`));
        return say('Upstairs.');
      }),
    );
    const first = await client.messages.stream(asking('Where?', { tools: [TOOL] })).finalMessage();
    const next = asking('Where?', {
      tools: [TOOL],
      messages: [
        { role: 'user', content: 'Where?' },
        { role: 'assistant', content: first.content.map(bare) },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'toolu_0001', content: 'upstairs' }],
        },
      ],
    });
    const second = await client.messages.stream(next).finalMessage();
    expect(second.content[0]).toMatchObject({ text: 'Upstairs.' });
    expect(results).toEqual(['upstairs false']);
    await expect(client.messages.stream(next).finalMessage()).rejects.toThrow(/no answer/);
    expect(api.complaints).toEqual([]);
  });

  it('is cut off at the client: the server sees the socket close', async () => {
    const { api, client } = await start(say('A long story.', { pauseMs: 20 }));
    const stream = client.messages.stream(asking('Tell'));
    stream.once('text', () => stream.abort());
    await expect(stream.done()).rejects.toThrow(/abort/i);
    await expect.poll(() => api.requests[0]?.state).toBe('left');
  });
});

/** What came in an answer, as it may be sent again. */
const bare = (block: Anthropic.ContentBlock): Anthropic.ContentBlockParam => {
  if (block.type === 'text') return { type: 'text', text: block.text };
  if (block.type === 'thinking')
    return { type: 'thinking', thinking: block.thinking, signature: block.signature };
  if (block.type !== 'tool_use') throw new Error(`unexpected: ${block.type}`);
  return { type: 'tool_use', id: block.id, name: block.name, input: block.input };
};

describe('a failure', () => {
  it.each([
    [400, 'invalid_request_error'],
    [403, 'permission_error'],
    [404, 'not_found_error'],
    [413, 'request_too_large'],
    [500, 'api_error'],
    [529, 'overloaded_error'],
  ])('of status %i is told in the shape of the API', async (status, type) => {
    const { client } = await start(fail(status, { message: 'no' }));
    const failure: unknown = await client.messages
      .stream(asking('Hi'))
      .finalMessage()
      .catch((error: unknown) => error);
    if (!(failure instanceof APIError)) throw new Error('it was no error of the API');
    expect(failure).toMatchObject({ status, type, requestID: 'req_1' });
  });

  it('by rate tells when to come again, and the client does', async () => {
    const { api } = await start(inOrder(fail(429, { retryAfter: 0 }), fail(529), say('Now.')));
    const client = clientOf(api, { maxRetries: 2 });
    const message = await client.messages.stream(asking('Hi')).finalMessage();
    expect(message.content[0]).toMatchObject({ text: 'Now.' });
    expect(api.requests.map(({ status }) => status)).toEqual([429, 529, 200]);
    expect(api.requests.map(({ connection }) => connection)).toEqual([1, 1, 1]);
    api.script = () => fail(429, { retryAfter: 7 });
    const failure: unknown = await clientOf(api)
      .messages.stream(asking('Hi'))
      .finalMessage()
      .catch((error: unknown) => error);
    expect(failure instanceof APIError && failure.headers?.get('retry-after')).toBe('7');
  });

  it.each([
    ['an error in the stream', faultOf(529), /overloaded/],
    ['a socket that is cut', 'cut', /terminated|ended|closed/i],
    ['an event that is no JSON', 'malformed', /JSON|parse/i],
  ] as const)('is %s', async (_, by, message) => {
    const { client } = await start(broken(say('A long story that has no end.'), by));
    const stream = client.messages.stream(asking('Tell'));
    await expect(stream.finalMessage()).rejects.toThrow(message);
    expect(stream.currentMessage?.content[0]).toMatchObject({ text: 'A long story' });
  });

  it('is a stream that says nothing more, which the time limit of the client does not end', async () => {
    const { api, client } = await start(broken(say('A long story.'), 'stall'));
    // Long enough for the first words on a busy machine: they are what the limit is for.
    const stream = client.messages.stream(asking('Tell'), { timeout: 1000 });
    const over = stream.done().then(
      () => 'over',
      () => 'over',
    );
    const waited = new Promise((resolve) => {
      setTimeout(() => resolve('waits'), 1500);
    });
    expect(await Promise.race([over, waited])).toBe('waits');
    expect(api.requests[0]?.state).toBe('open');
    stream.abort();
    await over;
  });

  it('is a server that takes the request and says nothing, or hangs up', async () => {
    const { client } = await start(inOrder(SILENCE, HANG_UP));
    await expect(
      client.messages.stream(asking('Hi'), { timeout: 50 }).finalMessage(),
    ).rejects.toThrow(/timed out/);
    await expect(client.messages.stream(asking('Hi')).finalMessage()).rejects.toThrow(
      /connection/i,
    );
  });

  it('of the script is one of the server', async () => {
    const { client } = await start(() => {
      throw new Error('a mistake');
    });
    await expect(client.messages.stream(asking('Hi')).finalMessage()).rejects.toThrow(/a mistake/);
  });
});

const used = (id: string): object => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name: 'read_file', input: {} }],
});
const result = (id: string, more: object = {}): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'x',
  ...more,
});
const user = (...content: readonly object[]): object => ({ role: 'user', content });
const hi = { role: 'user', content: 'Hi' };
const text = (more: object = {}): object => ({ type: 'text', text: 'x', ...more });
const short = { cache_control: { type: 'ephemeral' } };
const long = { cache_control: { type: 'ephemeral', ttl: '1h' } };
const withTools = (...messages: readonly object[]): object => ({ tools: [TOOL], messages });

describe('a request', () => {
  it.each<[string, object, RegExp]>([
    ['without max_tokens', { max_tokens: undefined }, /max_tokens/],
    ['that does not stream', { stream: false }, /stream/],
    ['with a temperature', { temperature: 0.5 }, /temperature/],
    ['with top_p', { top_p: 1 }, /top_p/],
    ['with top_k', { top_k: 5 }, /top_k/],
    ['that begins a thread', { thread: { type: 'create' } }, /thread/],
    ['with a field nobody knows', { colour: 'red' }, /colour/],
    ['with a block that has one', { messages: [user(text({ colour: 1 }))] }, /messages\.0.*colour/],
    ['without messages', { messages: [] }, /at least one/],
    ['with an empty text', { messages: [user(text({ text: '' }))] }, /non-whitespace/],
    ['with an empty system', { system: [text({ text: ' ' })] }, /system\.0.*non-whitespace/],
    ['with an empty message', { messages: [{ role: 'user', content: '' }] }, /not be empty/],
    ['that the assistant begins', { messages: [{ role: 'assistant', content: 'x' }, hi] }, /first/],
    ['that the assistant ends', { messages: [hi, { role: 'assistant', content: 'x' }] }, /prefill/],
    ['of another role', { messages: [{ role: 'system', content: 'x' }] }, /role/],
    ['whose call has no result', withTools(hi, used('a'), hi), /without tool_result.*: a/],
    ['whose result has no call', withTools(user(result('a'))), /unexpected tool_use_id.*: a/],
    [
      'whose result comes too late',
      withTools(hi, used('a'), user(result('a')), hi, user(result('a'))),
      /unexpected/,
    ],
    [
      'whose result is told twice',
      withTools(hi, used('a'), user(result('a'), result('a'))),
      /single/,
    ],
    [
      'whose result comes after words',
      withTools(hi, used('a'), user(text(), result('a'))),
      /first/,
    ],
    [
      'whose calls share an id',
      withTools(hi, used('a'), user(result('a')), used('a'), user(result('a'))),
      /unique/,
    ],
    [
      'whose error says nothing',
      withTools(hi, used('a'), user(result('a', { is_error: true, content: '' }))),
      /cannot be empty/,
    ],
    ['with calls and no tools', { messages: [hi, used('a'), user(result('a'))] }, /define tools/],
    ['whose user calls a tool', withTools({ ...used('a'), role: 'user' }), /assistant messages/],
    ['with twins of tools', { tools: [TOOL, TOOL] }, /unique/],
    ['with a choice of no tool', { tool_choice: { type: 'auto' } }, /tool_choice/],
    [
      'with a thought that was changed',
      {
        messages: [
          hi,
          {
            role: 'assistant',
            content: [{ type: 'thinking', thinking: 'x', signature: 'y' }, text()],
          },
          hi,
        ],
      },
      /signature/,
    ],
    [
      'with five breakpoints',
      { system: Array.from({ length: 5 }, () => text(short)) },
      /maximum of 4/,
    ],
    [
      'with four and one for all',
      { system: Array.from({ length: 4 }, () => text(short)), ...short },
      /found 5/,
    ],
    ['with an hour after five minutes', { system: [text(short), text(long)] }, /1h must not/],
    [
      'with a life nobody knows',
      { system: [text({ cache_control: { type: 'ephemeral', ttl: '2h' } })] },
      /system\.0\.cache_control\.ttl/,
    ],
  ])('%s is refused', async (_, change, message) => {
    const { api } = await start(say('Never.'));
    const answered = await post(api, { ...plain, ...change });
    expect(answered).toMatch(/^400 .*invalid_request_error/);
    expect(answered).toMatch(message);
    expect(api.complaints).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['with an hour before five minutes', { system: [text(long), text(short)] }],
    ['with results first and words after', withTools(hi, used('a'), user(result('a'), text()))],
    ['that says it wants no thread', { thread: false }],
    ['with a call and its result', withTools(hi, used('a'), user(result('a')))],
  ])('%s is taken', async (_, change) => {
    const { api } = await start(say('Yes.'));
    expect(await post(api, { ...plain, ...change })).toMatch(/^200 [^]*message_stop/);
  });

  it.each<[number, string, unknown, Readonly<Record<string, string>>]>([
    [401, 'without a key', plain, { 'anthropic-version': '2023-06-01' }],
    [401, 'with another key', plain, { 'x-api-key': 'no', 'anthropic-version': '2023-06-01' }],
    [400, 'with two keys', plain, { 'x-api-key': FAKE_KEY, authorization: `Bearer ${FAKE_KEY}` }],
    [400, 'without a version', plain, { 'x-api-key': FAKE_KEY }],
    [400, 'of another version', plain, { 'x-api-key': FAKE_KEY, 'anthropic-version': '1' }],
    [400, 'that is no JSON', '{', { 'x-api-key': FAKE_KEY, 'anthropic-version': '2023-06-01' }],
  ])('is answered %i %s', async (status, _, body, headers) => {
    const { api } = await start(say('Never.'));
    expect(await post(api, body, headers)).toMatch(new RegExp(`^${status} `));
  });

  it('for a model or a place that is not there is not found', async () => {
    const { api } = await start(say('Never.'));
    expect(await post(api, { ...plain, model: 'gpt-5' })).toMatch(/^404 .*gpt-5/);
    expect(await post(api, plain, undefined, '/v1/complete')).toMatch(/^404 /);
  });

  it('that is longer than the model can take is refused', async () => {
    const { api } = await start(say('Never.'), { contextTokens: 100 });
    const messages = [{ role: 'user', content: 'x'.repeat(400) }];
    expect(await post(api, { ...plain, messages })).toMatch(
      /^400 .*prompt is too long: 1\d\d tokens/,
    );
  });

  it('to count tokens gives what a prompt costs', async () => {
    const { api, client } = await start(say('Hi.'));
    const { input_tokens: counted } = await client.messages.countTokens({
      model: MODEL,
      messages: [{ role: 'user', content: 'When does the tide turn?' }],
    });
    await client.messages.stream(asking('When does the tide turn?')).done();
    expect(api.requests[1]?.usage?.input).toBe(counted);
  });

  it('is read by an older client as well, with its key in another header', async () => {
    const { api } = await start(say('Hi.'));
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    httpRequest(`${api.url}/v1/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': FAKE_KEY,
        'anthropic-version': '2023-06-01',
      },
    })
      .once('response', (response) => resolve(response.resume().statusCode))
      .end(JSON.stringify(plain));
    expect(await promise).toBe(200);
  });
});

const filler = (word: string, tokens: number): string =>
  `${word} `.repeat(Math.ceil((tokens * 4) / (word.length + 1)));
const cached = (words: string, ttl?: '1h'): Anthropic.TextBlockParam => ({
  type: 'text',
  text: words,
  cache_control: ttl === undefined ? { type: 'ephemeral' } : { type: 'ephemeral', ttl },
});
const states = (api: MessagesApi, nth: number): readonly string[] =>
  api.requests[nth]?.cache?.breakpoints.map(({ at, state }) => `${at} ${state}`) ?? [];

/** So many messages; the newest is a breakpoint. */
const turns = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: [
      {
        type: 'text',
        text: filler(`turn${index}`, 600),
        ...(index === count - 1 ? { cache_control: { type: 'ephemeral' } } : {}),
      },
    ],
  }));

/** A prompt of two blocks, the second of these words. */
const twoBlocks = (words: string): object => ({
  system: [cached(filler('first', 2000)), cached(filler(words, 2000))],
});

describe('the cache', () => {
  it('writes two blocks, reads them, and writes the second anew when it changed', async () => {
    const { api, client } = await start(say('Hi.'));
    const ask = async (semi: string): Promise<Anthropic.Usage> =>
      (
        await client.messages
          .stream(asking('Hi', { system: [cached(filler('static', 2000)), cached(semi)] }))
          .finalMessage()
      ).usage;
    const memory = filler('memory', 500);
    const first = await ask(memory);
    const second = await ask(memory);
    const third = await ask(`${memory}- new\n`);
    expect(states(api, 0)).toEqual(['system.0 written', 'system.1 written']);
    expect(states(api, 1)).toEqual(['system.0 read', 'system.1 read']);
    expect(states(api, 2)).toEqual(['system.0 read', 'system.1 written']);
    expect(first).toMatchObject({ cache_read_input_tokens: 0 });
    expect(first.cache_creation_input_tokens).toBeGreaterThan(2500);
    expect(second).toMatchObject({
      cache_read_input_tokens: first.cache_creation_input_tokens,
      cache_creation_input_tokens: 0,
      input_tokens: first.input_tokens,
    });
    expect(third.cache_read_input_tokens).toBeGreaterThan(2000);
    expect(third.cache_read_input_tokens).toBeLessThan(2100);
    expect(third.cache_creation_input_tokens).toBeGreaterThan(500);
  });

  it('keeps no prefix below the minimum of the model, and says nothing', async () => {
    const { api, client } = await start(say('Hi.'));
    for (const model of ['claude-opus-5', MODEL, 'claude-haiku-4-5']) {
      await client.messages
        .stream(
          asking('Hi', { model, system: [cached(filler('x', 700)), cached(filler('y', 700))] }),
        )
        .done();
    }
    expect(states(api, 0)).toEqual(['system.0 written', 'system.1 written']);
    expect(states(api, 1)).toEqual(['system.0 short', 'system.1 written']);
    expect(states(api, 2)).toEqual(['system.0 short', 'system.1 short']);
    const { usage } = api.requests[2] ?? {};
    expect(usage).toMatchObject({ read: 0, written5m: 0 });
  });

  it('forgets after five minutes without use, or an hour', async () => {
    let now = 0;
    const { api, client } = await start(say('Hi.'), { now: () => now });
    const system = [cached(filler('long', 2000), '1h'), cached(filler('short', 2000))];
    const askAt = async (minute: number): Promise<readonly string[]> => {
      now = minute * 60_000;
      await client.messages.stream(asking('Hi', { system })).done();
      return states(api, api.requests.length - 1).map((state) => state.replace(/^.* /, ''));
    };
    expect(await askAt(0)).toEqual(['written', 'written']);
    expect(await askAt(4)).toEqual(['read', 'read']);
    expect(await askAt(8)).toEqual(['read', 'read']);
    expect(await askAt(14)).toEqual(['read', 'written']);
    expect(await askAt(80)).toEqual(['written', 'written']);
    expect(api.requests[0]?.usage?.written1h).toBeGreaterThan(1900);
  });

  it('keeps what a prompt goes through alive, at its own breakpoints and at others', async () => {
    let now = 0;
    const { api } = await start(say('Hi.'), { now: () => now });
    const askAt = async (minute: number, more: object): Promise<readonly string[]> => {
      now = minute * 60_000;
      await post(api, { ...plain, ...more });
      return states(api, api.requests.length - 1);
    };
    for (const minute of [0, 4, 8]) await askAt(minute, twoBlocks('second'));
    expect(await askAt(12, twoBlocks('third'))).toEqual(['system.0 read', 'system.1 written']);
    await askAt(20, { messages: turns(3) });
    await askAt(24, { messages: turns(5) });
    expect(await askAt(28, { messages: turns(3) })).toEqual(['messages.2.0 read']);
  });

  it('goes by bytes: tools, fields in another order and what comes before count', async () => {
    const { api } = await start(say('Hi.'));
    const system = [cached(filler('x', 2000))];
    const { name, ...rest } = TOOL;
    for (const tools of [[TOOL], [{ ...rest, name }], [TOOL]])
      await post(api, { ...plain, tools, system });
    expect([0, 1, 2].flatMap((nth) => states(api, nth))).toEqual([
      'system.0 written',
      'system.0 written',
      'system.0 read',
    ]);
  });

  it('finds a prefix that a later breakpoint of a growing conversation goes on from', async () => {
    const { api } = await start(say('Hi.'));
    await post(api, { ...plain, messages: turns(3) });
    await post(api, { ...plain, messages: turns(5) });
    // The next breakpoint is more than twenty blocks away from the last one.
    await post(api, { ...plain, messages: turns(27) });
    expect(api.requests[1]?.usage).toMatchObject({ read: api.requests[0]?.usage?.written5m });
    expect(api.requests[2]?.usage).toMatchObject({ read: 0 });
  });

  it('makes ten turns cost less, in units of a token of input', () => {
    const tokens = { input: 100, read: 0, written5m: 0, written1h: 0, output: 10 };
    expect(costInTokens(tokens)).toBe(150);
    expect(costInTokens({ ...tokens, read: 1000, written5m: 1000, written1h: 100 })).toBe(1700);
  });
});
