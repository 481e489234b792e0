/** Messages over two pipes, as kernel and agents write them to each other. */
import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { AnyMessage } from '@agentclientprotocol/sdk';
import { array, assert, asyncProperty, constantFrom, nat, string } from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  AGENT_BROKEN_MESSAGES,
  AGENT_MESSAGE_MAX_BYTES,
  AGENT_MESSAGE_PARTS,
  AGENT_REQUESTS,
  AGENT_UNREAD_MAX_BYTES,
} from '#lib/spec/limits.ts';
import { type Flow, messageStream } from '#kernel/wire/message-stream.ts';

const HELD: Flow = { behind: () => undefined, flooded: () => undefined };

const message = (text: string): AnyMessage => ({ jsonrpc: '2.0', method: 'say', params: { text } });

/** Everything that comes until the end. */
const all = async (readable: ReadableStream<AnyMessage>): Promise<readonly AnyMessage[]> => {
  const found: AnyMessage[] = [];
  for await (const one of readable) found.push(one);
  return found;
};

/** What `input` says to whoever reads it, and what is answered. */
const readBack = async (
  pieces: readonly Buffer[],
): Promise<{ readonly messages: readonly AnyMessage[]; readonly answers: string }> => {
  const [output, input] = [new PassThrough(), new PassThrough()];
  const messages = all(messageStream(output, input).readable);
  for (const piece of pieces) input.write(piece);
  input.end();
  const found = await messages;
  await nextTurn();
  return { messages: found, answers: String(output.read() ?? '') };
};

describe('a stream of messages', () => {
  it('puts lines together however they are cut, the last one also without its end', async () => {
    await assert(
      asyncProperty(
        array(string({ unit: 'binary' }), { minLength: 1 }),
        array(nat({ max: 400 })),
        constantFrom('', '\n', '\r\n\n'),
        async (texts, cuts, end) => {
          const bytes = Buffer.from(
            texts.map((text) => JSON.stringify(message(text))).join('\n') + end,
          );
          const at = [0, ...cuts.toSorted((one, other) => one - other), bytes.length];
          const pieces = at.slice(1).map((to, index) => bytes.subarray(at[index], to));
          const { messages, answers } = await readBack(pieces);
          expect(messages).toEqual(texts.map((text) => JSON.parse(JSON.stringify(message(text)))));
          expect(answers).toBe('');
        },
      ),
    );
  });

  it('answers a line that is no JSON, and goes on', async () => {
    const { messages, answers } = await readBack([
      Buffer.from(`hello\n${JSON.stringify(message('x'))}\n`),
    ]);
    expect(messages).toEqual([message('x')]);
    expect(JSON.parse(answers)).toMatchObject({ id: null, error: { code: -32_700 } });
  });

  it('ends with an error at a line that has no end', async () => {
    const [output, input] = [new PassThrough(), new PassThrough()];
    const messages = all(messageStream(output, input).readable);
    const piece = Buffer.alloc(1024 * 1024, 'x');
    for (let nth = 0; nth * piece.byteLength <= AGENT_MESSAGE_MAX_BYTES; nth += 1)
      input.write(piece);
    await expect(messages).rejects.toThrow(/longer than/);
  });

  it('writes what is sent together in one piece, in its order', async () => {
    const written: string[] = [];
    const output = new Writable({
      writev: (chunks, done) => {
        written.push(chunks.map(({ chunk }) => String(chunk)).join(''));
        done();
      },
    });
    const writer = messageStream(output, new PassThrough()).writable.getWriter();
    const texts = ['one', 'two', 'three'];
    await Promise.all(texts.map((text) => writer.write(message(text))));
    await nextTurn();
    expect(written).toHaveLength(1);
    expect(written[0]).toBe(texts.map((text) => `${JSON.stringify(message(text))}\n`).join(''));
  });

  it('waits where much is unread, and fails when nobody reads it any more', async () => {
    const output = new PassThrough();
    const writer = messageStream(output, new PassThrough()).writable.getWriter();
    let isSent = false;
    const sent = writer.write(message('x'.repeat(AGENT_UNREAD_MAX_BYTES))).then(() => {
      isSent = true;
    });
    await nextTurn();
    expect(isSent).toBe(false);
    output.resume();
    await sent;
    output.destroy();
    await once(output, 'close');
    await expect(writer.write(message('y'))).rejects.toThrow(/nobody reads/);
  });

  it('takes nothing up while what came is not dealt with', async () => {
    const { promise, resolve: free } = Promise.withResolvers<undefined>();
    let behind: Promise<undefined> | undefined = promise;
    const input = new PassThrough();
    const { readable } = messageStream(new PassThrough(), input, { ...HELD, behind: () => behind });
    const reader = readable.getReader();
    let isRead = false;
    const read = reader.read().then((found) => {
      isRead = true;
      return found;
    });
    input.write(`${JSON.stringify(message('x'))}\n`);
    await nextTurn();
    expect(isRead).toBe(false);
    behind = undefined;
    free(undefined);
    expect(await read).toEqual({ done: false, value: message('x') });
  });

  it('answers so many requests at a time', async () => {
    const input = new PassThrough();
    const { readable, writable } = messageStream(new PassThrough().resume(), input);
    const writer = writable.getWriter();
    const reader = readable.getReader();
    const ids = Array.from({ length: AGENT_REQUESTS + 1 }, (_, id) => id);
    for (const id of ids) input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'x' })}\n`);
    for (let nth = 0; nth < AGENT_REQUESTS; nth += 1) await reader.read();
    let isRead = false;
    const next = reader.read().then(() => {
      isRead = true;
    });
    await pause(20);
    expect(isRead).toBe(false);
    await writer.write({ jsonrpc: '2.0', id: 0, result: {} });
    await next;
  });

  it.each([
    ['lines that are no JSON', 'x\n'.repeat(AGENT_BROKEN_MESSAGES), 'lines that are no messages'],
    ['what is no object', '[]\n'.repeat(AGENT_BROKEN_MESSAGES), 'lines that are no messages'],
    [
      'answers to nothing that was asked',
      '{"jsonrpc":"2.0","id":"x","result":{}}\n'.repeat(AGENT_BROKEN_MESSAGES),
      'lines that are no messages',
    ],
    [
      'a message of very many parts',
      `{"jsonrpc":"2.0","method":"x","params":[${'{},'.repeat(AGENT_MESSAGE_PARTS)}0]}\n`,
      'a message of too many parts',
    ],
  ])('bears so many of %s', async (_what, text, said) => {
    const floods: string[] = [];
    const input = new PassThrough();
    const output = new PassThrough().resume();
    const { readable } = messageStream(output, input, {
      ...HELD,
      flooded: (what) => floods.push(what),
    });
    const messages = all(readable);
    input.end(text);
    await messages;
    expect(floods).toEqual([said]);
  });

  it('takes commas and brackets in a text for what they are', async () => {
    const text = '[{,\\"'.repeat(AGENT_MESSAGE_PARTS);
    const { messages } = await readBack([Buffer.from(JSON.stringify(message(text)))]);
    expect(messages).toEqual([message(text)]);
  });
});
