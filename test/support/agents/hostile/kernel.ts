/** The protocol without a library, so that nothing keeps the agent from breaking it. */
import { createInterface } from 'node:readline';

/** What the kernel answered with. */
export class KernelError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

type Handler = (params: unknown) => unknown;

/** How long an answer may take. */
const ANSWER_MS = 15_000;

export class Kernel {
  readonly #waiting = new Map<unknown, (message: Message) => void>();
  #sent = 0;

  /** `handlers` answer what the kernel asks. */
  constructor(handlers: Readonly<Record<string, Handler>>) {
    createInterface({ input: process.stdin }).on('line', (line) => {
      const message: Message = JSON.parse(line);
      if (message.method === undefined) this.#waiting.get(message.id)?.(message);
      else void this.#answer(message, handlers[message.method]);
    });
  }

  /** Throws KernelError, or an error where no answer comes. */
  async request(method: string, params: unknown): Promise<unknown> {
    this.#sent += 1;
    return this.ask(`hostile-${this.#sent}`, JSON.stringify({ method, params }).slice(1, -1));
  }

  /** `fields`: what stands in the frame beside its id, as text. Throws as `request`. */
  async ask(id: string | number, fields: string): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    const limit = setTimeout(
      () => reject(new Error(`no answer to ${fields.slice(0, 80)}`)),
      ANSWER_MS,
    );
    this.#waiting.set(id, resolve);
    this.raw(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${fields}}\n`);
    const { result, error } = await promise;
    clearTimeout(limit);
    this.#waiting.delete(id);
    if (error !== undefined) throw new KernelError(codeOf(error), error.message);
    return result;
  }

  notify(method: string, params: unknown): void {
    this.raw(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);
  }

  raw(text: string): void {
    process.stdout.write(text);
  }

  async #answer({ id, params }: Message, handler: Handler | undefined): Promise<void> {
    if (id === undefined) return;
    const result = await handler?.(params);
    this.raw(`${JSON.stringify({ jsonrpc: '2.0', id, result: result ?? {} })}\n`);
  }
}

const codeOf = ({ code, data }: NonNullable<Message['error']>): string => {
  const named = typeof data === 'object' && data !== null && 'code' in data ? data.code : code;
  return String(named);
};
