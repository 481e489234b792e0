/**
 * Messages of the Agent Client Protocol over two pipes: a line of JSON each. The library's own stream stands on web
 * streams of bytes, four of them between a message and its pipe, and writes once for each message; a turn of a few
 * milliseconds feels both. What it makes of lines that are no message is made of them here.
 *
 * Nothing is read that cannot be taken up now: while answers wait to be read, requests to be answered or words to be
 * told, the agent waits at its pipe. So what it sends takes a bounded part of memory, and the kernel hears its signals.
 */
import type { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import {
  AGENT_BROKEN_MESSAGES,
  AGENT_MESSAGE_MAX_BYTES,
  AGENT_REQUESTS,
  AGENT_REQUESTS_MAX_BYTES,
  AGENT_UNREAD_MAX_BYTES,
  AGENT_UNREAD_MS,
} from '#lib/spec/limits.ts';
import { isJsonObject, membersOf } from '#lib/text/json.ts';
import { isBlank, isManyParts, LineAssembler } from './message-lines.ts';

/** JSON-RPC 2.0 §5.1. */
const PARSE_ERROR = { code: -32_700, message: 'Parse error' };

/** In one turn of the event loop so much is taken up: signals and timers come in between. */
const TURN_MESSAGES = 32;
const TURN_BYTES = 64 * 1024;

/** What the other side is held to. */
export interface Flow {
  /** What the next message has to wait for; `undefined` where all that came is dealt with. */
  readonly behind: () => Promise<unknown> | undefined;
  /** The other side is past a limit: nothing more of it is read. `what` is a noun phrase of ours. */
  readonly flooded: (what: string) => void;
}

/** For an agent of ours, which the kernel does not flood. */
const UNHELD: Flow = { behind: () => undefined, flooded: () => undefined };

/** Both ends of a connection. Writing throws, and reading ends, when the other side is gone. */
export const messageStream = (output: Writable, input: Readable, flow = UNHELD): Stream => {
  const outbox = new UpdateQueue(output, flow);
  const traffic = new Traffic(outbox, flow);
  const messages = messagesFrom(input, traffic, flow);
  return {
    readable: new ReadableStream<AnyMessage>(
      {
        async pull(controller) {
          const { value, done } = await messages.next();
          if (done === true) controller.close();
          else controller.enqueue(value);
        },
        cancel: () => void input.destroy(),
      },
      { highWaterMark: 0 },
    ),
    writable: new WritableStream<AnyMessage>({
      write: (message) => {
        traffic.sends(message);
        return outbox.send(message);
      },
    }),
  };
};

/** Messages that are sent together go out in one write. */
class UpdateQueue {
  readonly #output: Writable;
  readonly #flow: Flow;
  #isOpen = false;
  #draining: Promise<void> | undefined;

  constructor(output: Writable, flow: Flow) {
    this.#output = output;
    this.#flow = flow;
    // Whoever sends next is notified.
    output.on('error', () => undefined);
  }

  /** Resolves, where the pipe is full and much waits for it, when it is not. Throws when nobody reads it any more. */
  send(message: object): void | Promise<void> {
    if (this.#output.destroyed) throw new Error('nobody reads what is sent');
    if (!this.#isOpen) this.#open();
    this.#output.write(`${JSON.stringify(message)}\n`);
    return this.full;
  }

  /** Settles when what waits to be read has been read; `undefined` where that is not much. */
  get full(): Promise<void> | undefined {
    if (this.#output.writableLength > AGENT_UNREAD_MAX_BYTES) this.#draining ??= this.#drained();
    return this.#draining;
  }

  get isGone(): boolean {
    return this.#output.destroyed;
  }

  #open(): void {
    this.#isOpen = true;
    this.#output.cork();
    // Behind the promises that are settled now, and so behind all that they send.
    process.nextTick(() => {
      this.#isOpen = false;
      this.#output.uncork();
    });
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const limit = setTimeout(
        () => this.#flow.flooded('answers that it does not read'),
        AGENT_UNREAD_MS,
      );
      const done = (): void => {
        clearTimeout(limit);
        this.#output.off('drain', done);
        this.#output.off('close', done);
        this.#draining = undefined;
        resolve();
      };
      this.#output.on('drain', done);
      this.#output.on('close', done);
    });
  }
}

/** What is under way between the two sides, and how much more may come. */
class Traffic {
  readonly #outbox: UpdateQueue;
  readonly #flow: Flow;
  /** The bytes of each request that is not answered yet, by its id; the same id may be used again. */
  readonly #requests = new Map<unknown, number[]>();
  #open = 0;
  #openBytes = 0;
  #answered: PromiseWithResolvers<void> | undefined;
  /** What the kernel has asked. */
  readonly #asked = new Set<unknown>();
  #broken = 0;
  #turnMessages = 0;
  #turnBytes = 0;

  constructor(outbox: UpdateQueue, flow: Flow) {
    this.#outbox = outbox;
    this.#flow = flow;
  }

  /** A message goes to the other side. */
  sends(message: AnyMessage): void {
    const { id, method } = membersOf(message);
    if (id === undefined) return;
    if (method !== undefined) {
      this.#asked.add(id);
      return;
    }
    const sizes = this.#requests.get(id);
    const bytes = sizes?.pop();
    if (sizes?.length === 0) this.#requests.delete(id);
    if (bytes === undefined) return;
    this.#open -= 1;
    this.#openBytes -= bytes;
    this.#answered?.resolve();
    this.#answered = undefined;
  }

  /** The message of a line; `undefined` for one that is none, of which only so many are borne. */
  take(line: string): AnyMessage | undefined {
    this.#turnMessages += 1;
    this.#turnBytes += line.length;
    if (isBlank(line)) return undefined;
    if (isManyParts(line)) {
      this.#flow.flooded('a message of too many parts');
      return undefined;
    }
    let message: AnyMessage;
    try {
      message = JSON.parse(line);
    } catch {
      if (!this.#outbox.isGone)
        void this.#outbox.send({ jsonrpc: '2.0', id: null, error: PARSE_ERROR });
      return this.#isBroken();
    }
    const { id, method } = membersOf(message);
    if (!isJsonObject(message)) this.#isBroken();
    else if (method === undefined) {
      // An answer to nothing that was asked: the library would print it where the owner reads.
      if (!this.#asked.delete(id)) return this.#isBroken();
    } else if (id !== undefined) this.#opens(id, line.length);
    return message;
  }

  /** Nothing may come before this settles; `undefined` where the next message may come now. */
  get room(): Promise<void> | undefined {
    return this.#isTurnOver || this.#waitsFor() !== undefined ? this.#makeRoom() : undefined;
  }

  async #makeRoom(): Promise<void> {
    if (this.#isTurnOver) {
      await nextTurn();
      this.#turnMessages = 0;
      this.#turnBytes = 0;
    }
    for (let wait = this.#waitsFor(); wait !== undefined; wait = this.#waitsFor())
      await wait.catch(() => undefined);
  }

  get #isTurnOver(): boolean {
    return this.#turnMessages >= TURN_MESSAGES || this.#turnBytes >= TURN_BYTES;
  }

  #waitsFor(): Promise<unknown> | undefined {
    return this.#outbox.full ?? this.#answers() ?? this.#flow.behind();
  }

  #answers(): Promise<void> | undefined {
    if (this.#open < AGENT_REQUESTS && this.#openBytes < AGENT_REQUESTS_MAX_BYTES) return undefined;
    this.#answered ??= Promise.withResolvers();
    return this.#answered.promise;
  }

  #opens(id: unknown, bytes: number): void {
    // What it asks for is there, and waits to be sent, before the next one is taken up.
    this.#turnMessages = TURN_MESSAGES;
    this.#open += 1;
    this.#openBytes += bytes;
    const sizes = this.#requests.get(id);
    if (sizes === undefined) this.#requests.set(id, [bytes]);
    else sizes.push(bytes);
  }

  #isBroken(): undefined {
    this.#broken += 1;
    if (this.#broken === AGENT_BROKEN_MESSAGES) this.#flow.flooded('lines that are no messages');
  }
}

/** What arrives, one after the other. What is JSON and no message, the library answers. */
async function* messagesFrom(
  input: Readable,
  traffic: Traffic,
  flow: Flow,
): AsyncGenerator<AnyMessage, undefined> {
  const lines = new LineAssembler(AGENT_MESSAGE_MAX_BYTES);
  const chunks: AsyncIterable<Buffer> = input;
  for await (const chunk of chunks) {
    for (const line of linesIn(chunk, lines, flow)) {
      const room = traffic.room;
      if (room !== undefined) await room;
      const message = traffic.take(line);
      if (message !== undefined) yield message;
    }
  }
  const last = traffic.take(lines.rest());
  if (last !== undefined) yield last;
  return undefined;
}

/** Throws RangeError for a line that is too long. */
const linesIn = (chunk: Buffer, lines: LineAssembler, flow: Flow): readonly string[] => {
  try {
    return lines.take(chunk);
  } catch (error) {
    flow.flooded('a message without an end');
    throw error;
  }
};
