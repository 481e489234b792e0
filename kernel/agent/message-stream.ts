/**
 * Messages of the Agent Client Protocol over two pipes: a line of JSON each. The library's own stream stands on web
 * streams of bytes, four of them between a message and its pipe, and writes once for each message; a turn of a few
 * milliseconds feels both. What it makes of lines that are no message is made of them here.
 */
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';

/** As the library has it: a longer line ends the connection. */
const MESSAGE_MAX_BYTES = 32 * 1024 * 1024;
const LF = 0x0a;
/** JSON-RPC 2.0 §5.1. */
const PARSE_ERROR = { code: -32_700, message: 'Parse error' };

/** Both ends of a connection. Writing throws, and reading ends, when the other side is gone. */
export const messageStream = (output: Writable, input: Readable): Stream => {
  const outbox = new Outbox(output);
  const refuse = (): void => {
    if (!output.destroyed) void outbox.send({ jsonrpc: '2.0', id: null, error: PARSE_ERROR });
  };
  return {
    readable: messagesFrom(input, refuse),
    writable: new WritableStream({ write: (message) => outbox.send(message) }),
  };
};

/** Messages that are sent together go out in one write. */
class Outbox {
  readonly #output: Writable;
  #isOpen = false;

  constructor(output: Writable) {
    this.#output = output;
    // Whoever sends next hears of it.
    output.on('error', () => undefined);
  }

  /** Resolves, where the pipe is full, when it is not. Throws when nobody reads it any more. */
  send(message: object): void | Promise<void> {
    if (this.#output.destroyed) throw new Error('nobody reads what is sent');
    if (!this.#isOpen) this.#open();
    if (!this.#output.write(`${JSON.stringify(message)}\n`)) return this.#drained();
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
      const done = (): void => {
        this.#output.off('drain', done);
        this.#output.off('close', done);
        resolve();
      };
      this.#output.on('drain', done);
      this.#output.on('close', done);
    });
  }
}

/** What arrives; `refuse` is called for a line that is no JSON. What is JSON and no message, the library answers. */
const messagesFrom = (input: Readable, refuse: () => void): ReadableStream<AnyMessage> => {
  const lines = new Lines();
  let isOver = false;
  const end = (finish: () => void): void => {
    if (!isOver) finish();
    isOver = true;
  };
  return new ReadableStream<AnyMessage>({
    start(controller) {
      const take = (line: string): void => {
        if (line.trim() === '') return;
        let message: AnyMessage;
        try {
          message = JSON.parse(line);
        } catch {
          refuse();
          return;
        }
        controller.enqueue(message);
      };
      input.on('data', (chunk: Buffer) => {
        if (isOver) return;
        try {
          for (const line of lines.take(chunk)) take(line);
        } catch (error) {
          end(() => controller.error(error));
        }
      });
      input.once('end', () => {
        end(() => {
          take(lines.rest());
          controller.close();
        });
      });
      input.once('error', (error) => end(() => controller.error(error)));
      input.once('close', () => end(() => controller.close()));
    },
    cancel() {
      isOver = true;
      input.destroy();
    },
  });
};

/** Puts lines together from pieces. */
class Lines {
  #held: Buffer[] = [];
  #bytes = 0;

  /** The lines that end in `chunk`. Throws RangeError for one that is too long. */
  take(chunk: Buffer): readonly string[] {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      this.#hold(chunk.subarray(from, end));
      lines.push(this.rest());
      from = end + 1;
    }
    this.#hold(chunk.subarray(from));
    return lines;
  }

  /** The line that has no end yet; it is taken. */
  rest(): string {
    const bytes = Buffer.concat(this.#held, this.#bytes);
    [this.#held, this.#bytes] = [[], 0];
    return bytes.toString('utf8');
  }

  #hold(piece: Buffer): void {
    this.#bytes += piece.byteLength;
    if (this.#bytes > MESSAGE_MAX_BYTES)
      throw new RangeError(`a message is longer than ${MESSAGE_MAX_BYTES} bytes`);
    if (piece.byteLength > 0) this.#held.push(piece);
  }
}
