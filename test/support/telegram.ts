/**
 * The Bot API of Telegram on this machine, as far as an adapter uses it, and strict: an unknown method, an unknown parameter
 * or a wrong body is an error that `faults` keeps. What it was sent is its own record.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { membersOf } from '#lib/text/json.ts';

import { ChatServer, isWebAddress, type Json, membersSaid, takenFile } from './chat-server.ts';
import { listen } from './listen.ts';

/** A message that was sent. */
export interface SentMessage {
  readonly chat: number;
  readonly topic: number | undefined;
  readonly text: string;
  readonly entities: readonly Json[];
}

const TEXT_MAX_CHARS = 4096;

const ENTITIES = 'bold italic strikethrough code pre blockquote text_link'.split(' ');

const isEntity = (value: unknown): boolean => {
  const { type, offset, length, url, language, ...more } = membersOf(value);
  return (
    typeof type === 'string' &&
    ENTITIES.includes(type) &&
    Number.isSafeInteger(offset) &&
    Number(length) > 0 &&
    (type === 'text_link' ? isWebAddress(url) : url === undefined) &&
    (language === undefined || type === 'pre') &&
    Object.keys(more).length === 0
  );
};

const METHODS: Readonly<Record<string, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  getMe: {},
  getUpdates: {
    offset: Number.isSafeInteger,
    timeout: (value) => Number.isSafeInteger(value) && Number(value) <= 50,
    limit: (value) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 100,
    allowed_updates: Array.isArray,
  },
  sendMessage: {
    chat_id: Number.isSafeInteger,
    message_thread_id: Number.isSafeInteger,
    text: (value) => typeof value === 'string' && value.trim() !== '',
    entities: (value) => Array.isArray(value) && value.length <= 100 && value.every(isEntity),
    link_preview_options: (value) => membersOf(value)['is_disabled'] === true,
  },
  editMessageText: {
    chat_id: Number.isSafeInteger,
    message_id: Number.isSafeInteger,
    text: (value) => typeof value === 'string' && value.trim() !== '',
    entities: (value) => Array.isArray(value) && value.length <= 100 && value.every(isEntity),
    link_preview_options: (value) => membersOf(value)['is_disabled'] === true,
  },
  sendDocument: {
    chat_id: (value) => /^-?\d+$/u.test(String(value)),
    message_thread_id: (value) => /^\d+$/u.test(String(value)),
    document: (value) => value instanceof File && value.name !== '' && value.size > 0,
  },
  sendChatAction: {
    chat_id: Number.isSafeInteger,
    message_thread_id: Number.isSafeInteger,
    action: (value) => value === 'typing',
  },
};

export class TelegramServer extends ChatServer {
  static readonly TOKEN = '7000000001:AAF-fleet_heron-4711-wading-upstream';
  static readonly BOT = {
    id: 7_000_000_001,
    is_bot: true,
    first_name: 'Atlas',
    username: 'AtlasTestBot',
  };
  /** As they are by now. */
  readonly sent: SentMessage[] = [];
  /** As they were before they were changed, each time. */
  readonly before: SentMessage[] = [];
  /** The numbers of messages that somebody has removed. */
  readonly removed = new Set<number>();
  /** Chats in which it was shown that an answer is being made. */
  readonly typed: number[] = [];
  /** What a method is answered with instead. */
  answers: (method: string, params: Json) => Json | 'hang up' | undefined = () => undefined;
  readonly #updates: Json[] = [];
  #last = 500;
  #polling: ((isTaken: boolean) => void) | undefined;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #port = 0;

  async start(): Promise<this> {
    this.#port = await listen(this.#server);
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  override close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Updates that nobody has acknowledged. */
  get waiting(): number {
    return this.#updates.length;
  }

  /** Somebody does something; all of it is there at once. Returns the numbers of the updates. */
  bring(...updates: readonly Json[]): readonly number[] {
    const ids = updates.map((update) => {
      this.#last += 1;
      this.#updates.push({ update_id: this.#last, ...update });
      return this.#last;
    });
    this.#polling?.(false);
    return ids;
  }

  /** What was said in a chat. */
  in(chat: number): readonly string[] {
    return this.sent.filter((one) => one.chat === chat).map((one) => one.text);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request).catch(() => Buffer.from(''));
    this.heard += `${request.url} ${body.toString()}\n`;
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/u.exec(request.url ?? '') ?? [];
    const params = await membersSaid(request.headers['content-type'], body);
    const answer =
      token === TelegramServer.TOKEN
        ? (this.answers(method, params) ?? (await this.#answer(method, params, request)))
        : { ok: false, error_code: 401, description: 'Unauthorized' };
    // A poll counts where it brings something, or comes after one that has.
    const counts = JSON.stringify(answer) !== NOTHING_NEW;
    if (counts) this.passed(method, 'before');
    if (answer === 'hang up') response.destroy();
    else {
      const code = Number(answer['error_code'] ?? 200);
      const content = { 'content-type': 'application/json' };
      response.writeHead(code, content).end(JSON.stringify(answer), () => {
        if (counts) setImmediate(() => this.passed(method, 'after'));
      });
    }
    this.changed();
  }

  async #answer(method: string, params: Json, request: IncomingMessage): Promise<Json> {
    const known = METHODS[method];
    const wrong =
      known === undefined
        ? ['no such method']
        : Object.entries(params)
            .filter(([name, value]) => known[name]?.(value) !== true)
            .map(([name]) => name);
    if (wrong.length > 0 || request.method !== 'POST') {
      this.faults.push(`${request.method} ${method}: ${wrong.join(', ')}`);
      return { ok: false, error_code: 400, description: `Bad Request: ${wrong.join(', ')}` };
    }
    switch (method) {
      case 'getMe':
        return { ok: true, result: TelegramServer.BOT };
      case 'getUpdates':
        return this.#poll(params, request);
      case 'sendMessage':
        return this.#send(params);
      case 'editMessageText':
        return this.#edit(params);
      case 'sendDocument':
        this.files.push(await takenFile(params['chat_id'], params['document']));
        return { ok: true, result: { message_id: 10_000 + this.files.length, date: 1 } };
      default:
        this.typed.push(Number(params['chat_id']));
        return { ok: true, result: true };
    }
  }

  async #poll(
    { offset, timeout, limit, allowed_updates: kinds }: Json,
    request: IncomingMessage,
  ): Promise<Json> {
    // One poller for each token: whoever asked before is cut off.
    this.#polling?.(true);
    const from = Number(offset ?? 0);
    const left = this.#updates.filter(({ update_id: id }) => Number(id) >= from);
    this.#updates.splice(0, this.#updates.length, ...left);
    if (this.#updates.length === 0 && Number(timeout) > 0) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const gone = (): void => resolve(false);
      this.#polling = resolve;
      request.socket.once('close', gone);
      const isTaken = await promise;
      request.socket.off('close', gone);
      if (isTaken) return TAKEN;
    }
    this.#polling = undefined;
    const wanted = this.#updates.filter((update) =>
      Object.keys(update).some((name) => Array.isArray(kinds) && kinds.includes(name)),
    );
    return { ok: true, result: wanted.slice(0, Number(limit)) };
  }

  #send({ message_thread_id: topic, ...params }: Json): Json {
    const { chat_id: chat } = params;
    const message = this.#messageIn(params, topic);
    if (message === undefined) return TOO_LONG;
    this.sent.push(message);
    return { ok: true, result: { message_id: this.sent.length, chat: { id: chat }, date: 1 } };
  }

  /** What was sent is something else from here on. */
  #edit({ message_id: id, ...params }: Json): Json {
    const at = Number(id) - 1;
    const before = this.sent[at];
    if (before === undefined || before.chat !== params['chat_id'] || this.removed.has(Number(id)))
      return { ok: false, error_code: 400, description: 'Bad Request: message to edit not found' };
    const message = this.#messageIn(params, before.topic);
    if (message === undefined) return TOO_LONG;
    if (JSON.stringify(message) === JSON.stringify(before))
      return { ok: false, error_code: 400, description: NOT_MODIFIED };
    this.before.push(before);
    this.sent.splice(at, 1, message);
    return { ok: true, result: { message_id: id, chat: { id: params['chat_id'] }, date: 1 } };
  }

  #messageIn(
    { chat_id: chat, text: said, entities }: Json,
    topic: unknown,
  ): SentMessage | undefined {
    const message = String(said);
    const marks = Array.isArray(entities) ? entities.map(membersOf) : [];
    if (marks.some(({ offset, length }) => Number(offset) + Number(length) > message.length))
      this.faults.push('an entity ends behind the text');
    if (message.length > TEXT_MAX_CHARS) {
      this.faults.push('a message is too long');
      return undefined;
    }
    return {
      chat: Number(chat),
      topic: topic === undefined ? undefined : Number(topic),
      text: message,
      entities: marks,
    };
  }
}

const TOO_LONG = {
  ok: false,
  error_code: 400,
  description: 'Bad Request: message is too long',
};
const NOT_MODIFIED =
  'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message';

const TAKEN: Json = {
  ok: false,
  error_code: 409,
  description: 'Conflict: terminated by other getUpdates request',
};
const NOTHING_NEW = JSON.stringify({ ok: true, result: [] });

/** The account of the owner, and their direct chat. */
export const OWNER = 4711;
/** A group. */
export const GROUP = -1005;

let messages = 0;

/** Something that the owner says in a direct chat. */
export const saidByOwner = (words: string, more: Json = {}): Json =>
  said(OWNER, { id: OWNER, type: 'private' }, words, more);

/** Something that somebody says in a group; with a mention of the bot where it begins with that. */
export const saidInGroup = (words: string, from = 99, more: Json = {}): Json => {
  const mention = `@${TelegramServer.BOT.username}`;
  const entities = words.startsWith(mention)
    ? [{ type: 'mention', offset: 0, length: mention.length }]
    : [];
  return said(from, { id: GROUP, type: 'supergroup', title: 'Ops' }, words, { entities, ...more });
};

export const said = (from: number, chat: Json, words: string, more: Json = {}): Json => {
  messages += 1;
  return {
    message: {
      message_id: messages,
      date: Math.floor(Date.now() / 1000),
      chat,
      from: { id: from, is_bot: false, first_name: from === OWNER ? 'Ada' : 'Bob' },
      text: words,
      ...more,
    },
  };
};
