/** A Bot API of Telegram on this machine, as far as a gateway of OpenClaw asks it: people write, and what is sent to them is kept. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { closeNow, listen, portOf } from '#test/support/listen.ts';

/** Longer than any poll is left waiting here, so that a stop does not have to wait for one. */
const POLL_MS = 500;

/** Where somebody writes: a private chat has the id of its human, a group one below zero. */
export type Chat =
  | { readonly type: 'private'; readonly id: number }
  | { readonly type: 'group' | 'supergroup'; readonly id: number; readonly title: string };

interface Call {
  readonly method: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const BOT = { id: 4242, is_bot: true, first_name: 'Robin', username: 'robin_bot' };

export class Telegram implements AsyncDisposable {
  /** Every call but the polls. */
  readonly calls: Call[] = [];
  readonly #server: Server;
  #updates: { readonly update_id: number; readonly message: object }[] = [];
  #next = 0;
  #heard = Promise.withResolvers<undefined>();

  private constructor() {
    this.#server = createServer((request, reply) => {
      void bodyOf(request).then(async (body) => {
        const method = /^\/bot[^/]+\/(\w+)/.exec(request.url ?? '')?.[1] ?? '';
        const result = await this.#answer(method, body);
        reply.writeHead(200, { 'content-type': 'application/json' });
        reply.end(JSON.stringify({ ok: true, result }));
      });
    });
  }

  static async start(): Promise<Telegram> {
    const telegram = new Telegram();
    await listen(telegram.#server);
    return telegram;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }

  /** `from` writes `text` in the chat. */
  write(chat: Chat, from: number, text: string): void {
    this.#next += 1;
    const human = { id: from, is_bot: false, first_name: `Human ${from}` };
    const message = {
      message_id: this.#next,
      date: Math.floor(Date.now() / 1000),
      chat: chat.type === 'private' ? { ...chat, first_name: human.first_name } : chat,
      from: human,
      text,
    };
    this.#updates.push({ update_id: this.#next, message });
    this.#tell();
  }

  /** Texts that were sent to the chat, the last form of each. */
  sentTo({ id }: Chat): readonly string[] {
    return this.calls
      .filter(
        ({ method, body }) =>
          /^(?:send|edit)Message/.test(method) && Number(body['chat_id']) === id,
      )
      .map(({ body }) => String(body['text']));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closeNow(this.#server);
  }

  #tell(): void {
    this.#heard.resolve(undefined);
    this.#heard = Promise.withResolvers();
  }

  async #answer(method: string, body: Call['body']): Promise<unknown> {
    if (method === 'getMe') return BOT;
    if (method === 'getUpdates') {
      const offset = Number(body['offset'] ?? 0);
      this.#updates = this.#updates.filter(({ update_id }) => update_id >= offset);
      if (this.#updates.length === 0) {
        const timer = Promise.withResolvers<undefined>();
        const id = setTimeout(() => timer.resolve(undefined), POLL_MS);
        await Promise.race([timer.promise, this.#heard.promise]);
        clearTimeout(id);
      }
      return this.#updates;
    }
    this.calls.push({ method, body });
    if (!/^(?:send|edit)Message/.test(method)) return true;
    this.#next += 1;
    return {
      message_id: this.#next,
      date: Math.floor(Date.now() / 1000),
      chat: { id: Number(body['chat_id']), type: 'private' },
      from: BOT,
      text: body['text'],
    };
  }
}

const bodyOf = async (request: IncomingMessage): Promise<Call['body']> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return Object.fromEntries(Object.entries(JSON.parse(text)));
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
};
