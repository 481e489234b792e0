/**
 * A Messages API on the loopback with a scripted model behind it: it streams, fails and caches as the real one does,
 * refuses what that refuses, and keeps a journal of what it was asked.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';

import { ApiError, errorBody, errorType } from '#conform/provider/messages/error.ts';
import {
  errorEvent,
  eventsOf,
  eventText,
  MALFORMED_EVENT,
  outputTokens,
} from '#conform/provider/messages/events.ts';
import { type CacheUse, PromptCache, promptTokens } from './prompt-cache.ts';
import { type Answer, type Reply, type Script, trialCall } from './reply.ts';
import {
  type MessagesRequest,
  parseCount,
  parseRequest,
} from '#conform/provider/messages/request.ts';
import type { Usage } from '#conform/provider/messages/tokens.ts';
import { closeNow, listen, portOf } from '#test/support/listen.ts';

/** The key that is accepted where a test names none. */
export const FAKE_KEY = 'fake-key-of-the-messages-api';

export interface MessagesApiOptions {
  readonly script?: Script;
  /** Keys that are accepted. */
  readonly keys?: readonly string[];
  /** Milliseconds, for the life of what is cached. */
  readonly now?: () => number;
  /** A longer prompt is refused. */
  readonly contextTokens?: number;
  /** It speaks TLS. */
  readonly tls?: { readonly key: string; readonly certificate: string };
  /** The script hears the trial of a model, too; without it a model does there what it is asked for. */
  readonly scriptsTrial?: true;
  /** Hears of each request when it is over. */
  readonly heard?: (exchange: Exchange) => void;
}

/** One request and what became of it. Times in milliseconds since the epoch, with fractions. */
export interface Exchange {
  readonly path: string;
  /** The connection it came by, from 1: requests that reuse one have the same number. */
  readonly connection: number;
  readonly headers: IncomingMessage['headers'];
  /** The body as it came; `undefined` if it was no JSON. */
  readonly body: unknown;
  /** If it was accepted. */
  readonly request: MessagesRequest | undefined;
  readonly cache: CacheUse | undefined;
  /** 0 until there is one. */
  readonly status: number;
  /** What was refused, in the words of the API. */
  readonly error: string | undefined;
  /** `open`: it is under way; `left`: the client closed the socket first. */
  readonly state: 'open' | 'done' | 'left' | 'cut';
  readonly usage: Usage | undefined;
  /** When the last of the request had come. */
  readonly receivedAt: number;
  /** When the first piece of text was handed to the socket. */
  readonly firstTextAt: number | undefined;
  /** When the last of the answer was. */
  readonly sentAt: number | undefined;
  readonly endedAt: number | undefined;
}

type Draft = { -readonly [K in keyof Exchange]: Exchange[K] };

const BODY_MAX = 32 * 1024 * 1024;
const CONTEXT_TOKENS = 200_000;
const VERSIONS: ReadonlySet<string> = new Set(['2023-06-01', '2026-10-21']);

export class MessagesApi implements AsyncDisposable {
  /** The model from the next request on. */
  script: Script;
  /** Requests in the order they came, refused ones included. */
  readonly requests: Exchange[] = [];
  readonly #options: MessagesApiOptions;
  readonly #server: Server;
  readonly #cache: PromptCache;
  readonly #connections = new WeakMap<Socket, number>();
  /** Those that are open, below TLS. */
  readonly #raw = new Set<Socket>();
  #connected = 0;
  #accepted = 0;
  #ids = 0;

  private constructor(options: MessagesApiOptions) {
    this.#options = options;
    this.script = options.script ?? echo;
    this.#cache = new PromptCache(options.now ?? Date.now);
    const serve = (request: IncomingMessage, response: ServerResponse): void => {
      void this.#serve(request, response);
    };
    const { tls } = options;
    this.#server =
      tls === undefined
        ? createServer(serve)
        : createSecureServer({ key: tls.key, cert: tls.certificate }, serve);
    this.#server.on('connection', (socket: Socket) => {
      this.#raw.add(socket);
      socket.once('close', () => this.#raw.delete(socket));
    });
    this.#server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
      this.#connected += 1;
      this.#connections.set(socket, this.#connected);
    });
  }

  /** Listens on the loopback, on a port of the system's choice unless one is named. */
  static async start(options: MessagesApiOptions = {}, port = 0): Promise<MessagesApi> {
    const api = new MessagesApi(options);
    await listen(api.#server, port);
    return api;
  }

  get url(): string {
    const port = portOf(this.#server);
    return this.#options.tls === undefined
      ? `http://127.0.0.1:${port}`
      : `https://localhost:${port}`;
  }

  /** Requests that a model answered or was to answer, in order. */
  get accepted(): readonly (Exchange & { readonly request: MessagesRequest })[] {
    return this.requests.flatMap((one) =>
      one.request === undefined ? [] : [{ ...one, request: one.request }],
    );
  }

  /** What was refused, in the words of the API: scripts do not count. */
  get complaints(): readonly string[] {
    return this.requests.flatMap(({ error, request }) =>
      error === undefined || request !== undefined ? [] : [error],
    );
  }

  /** Closes the connections on which nothing is asked: in good order (with TLS, it says so first), or by a reset. */
  dropIdle(by: 'end' | 'reset'): void {
    if (by === 'end') this.#server.closeIdleConnections();
    else for (const socket of this.#raw) socket.resetAndDestroy();
  }

  /** Ends all connections. */
  close(): Promise<void> {
    return closeNow(this.#server);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? '/', 'http://local').pathname;
    const exchange: Draft = {
      path,
      connection: this.#connections.get(incoming.socket) ?? 0,
      headers: incoming.headers,
      body: undefined,
      request: undefined,
      cache: undefined,
      status: 0,
      error: undefined,
      state: 'open',
      usage: undefined,
      receivedAt: instant(),
      firstTextAt: undefined,
      sentAt: undefined,
      endedAt: undefined,
    };
    this.requests.push(exchange);
    const requestId = `req_${this.requests.length}`;
    response.setHeader('request-id', requestId);
    response.on('error', () => undefined);
    response.on('close', () => {
      exchange.endedAt = instant();
      if (exchange.state === 'open') exchange.state = response.writableFinished ? 'done' : 'left';
      this.#options.heard?.(exchange);
    });
    try {
      await this.#answer(incoming, response, exchange, requestId);
    } catch (error) {
      const fault =
        error instanceof ApiError
          ? error.fault
          : { status: 500, type: errorType(500), message: `the script failed: ${String(error)}` };
      exchange.error = fault.message;
      exchange.status = fault.status;
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter);
      sendJson(response, fault.status, errorBody(fault, requestId));
    }
  }

  /** Throws ApiError. */
  async #answer(
    incoming: IncomingMessage,
    response: ServerResponse,
    exchange: Draft,
    requestId: string,
  ): Promise<void> {
    const isCount = exchange.path === '/v1/messages/count_tokens';
    if (incoming.method !== 'POST' || (!isCount && exchange.path !== '/v1/messages'))
      throw refused(404, `not found: ${incoming.method} ${exchange.path}`);
    const body = await bodyOf(incoming, () => {
      exchange.receivedAt = instant();
    });
    this.#checkHeaders(incoming.headers);
    exchange.body = jsonOf(body);
    if (isCount) {
      const count = parseCount(exchange.body);
      checkModel(count.model);
      exchange.status = 200;
      sendJson(response, 200, { input_tokens: promptTokens(count) });
      return;
    }
    const request = parseRequest(exchange.body);
    if (request.stream !== true) throw refused(400, 'stream: this server only streams');
    checkModel(request.model);
    const most = this.#options.contextTokens ?? CONTEXT_TOKENS;
    const tokens = promptTokens(request);
    if (tokens > most) throw refused(400, `prompt is too long: ${tokens} tokens > ${most} maximum`);
    exchange.request = request;
    const tried = this.#options.scriptsTrial === true ? undefined : trialCall(request);
    if (tried !== undefined) return this.#reply(tried, response, exchange, requestId);
    const nth = this.#accepted;
    this.#accepted += 1;
    await this.#reply(await this.script(request, nth), response, exchange, requestId);
  }

  #checkHeaders(headers: IncomingMessage['headers']): void {
    if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
      throw refused(400, 'content-type: application/json is expected');
    const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    const own = headers['x-api-key'];
    if (bearer !== undefined && own !== undefined)
      throw refused(400, 'either authorization or x-api-key, not both');
    const key = bearer ?? own;
    if (typeof key !== 'string') throw refused(401, 'a key is required, as a bearer or x-api-key');
    if (!(this.#options.keys ?? [FAKE_KEY]).includes(key)) throw refused(401, 'invalid key');
    const version = headers['anthropic-version'];
    if (typeof version !== 'string') throw refused(400, 'anthropic-version: header is required');
    if (!VERSIONS.has(version)) throw refused(400, `anthropic-version: unknown: ${version}`);
  }

  async #reply(
    reply: Reply,
    response: ServerResponse,
    exchange: Draft,
    requestId: string,
  ): Promise<void> {
    switch (reply.kind) {
      case 'answer':
        return this.#stream(reply, response, exchange, requestId);
      case 'error':
        throw new ApiError(reply.fault);
      case 'hang-up':
        exchange.state = 'cut';
        response.destroy();
        return;
      case 'silence':
    }
  }

  async #stream(
    answer: Answer,
    response: ServerResponse,
    exchange: Draft,
    requestId: string,
  ): Promise<void> {
    const { request } = exchange;
    if (request === undefined) throw new Error('nothing was asked');
    const cache = this.#cache.use(request);
    const { breakpoints: _, ...tokens } = cache;
    exchange.cache = cache;
    exchange.usage = { ...tokens, output: outputTokens(answer) };
    exchange.status = 200;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    });
    response.flushHeaders();
    const events = eventsOf(answer, {
      id: `msg_${requestId}`,
      model: request.model,
      cache,
      nextId: () => {
        this.#ids += 1;
        return `toolu_${String(this.#ids).padStart(4, '0')}`;
      },
    });
    const { breakage, pauseMs, atOnce = false } = answer;
    const texts = events.slice(0, breakage?.after).map(eventText);
    for (const text of atOnce ? [texts.join('')] : texts) {
      if (pauseMs !== undefined) await pause(pauseMs);
      if (response.destroyed) return;
      if (text.includes('"text_delta"')) exchange.firstTextAt ??= instant();
      await write(response, text, answer);
    }
    exchange.sentAt = instant();
    if (breakage === undefined && pauseMs !== undefined) await pause(pauseMs);
    if (breakage === undefined) response.end();
    else await breakOff(breakage.by, { response, exchange, requestId });
  }
}

const breakOff = async (
  by: NonNullable<Answer['breakage']>['by'],
  {
    response,
    exchange,
    requestId,
  }: { readonly response: ServerResponse; readonly exchange: Draft; readonly requestId: string },
): Promise<void> => {
  if (by === 'stall') return;
  if (by === 'cut') {
    // What was written is on its way before the socket is gone.
    await breathe();
    exchange.state = 'cut';
    response.destroy();
    return;
  }
  response.end(by === 'malformed' ? MALFORMED_EVENT : errorEvent(by, requestId));
};

const write = async (
  response: ServerResponse,
  text: string,
  { chunkBytes }: Answer,
): Promise<void> => {
  if (chunkBytes === undefined) {
    response.write(text);
    return;
  }
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length && !response.destroyed; at += chunkBytes) {
    response.write(bytes.subarray(at, at + chunkBytes));
    await breathe();
  }
};

/** The model where a test scripts none: it says how much it heard. */
const echo: Script = ({ messages }) => ({
  kind: 'answer',
  blocks: [{ type: 'text', text: `I heard ${messages.length} messages.` }],
});

/** Throws ApiError. */
const checkModel = (model: string): void => {
  if (!/^claude-[a-z0-9-]+$/.test(model)) throw refused(404, `model: ${model}`);
};

/** `came` is called for each piece when it comes: what is done with it is the provider's own work. Throws ApiError 413. */
const bodyOf = async (incoming: IncomingMessage, came: () => void): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    came();
    bytes += chunk.length;
    if (bytes <= BODY_MAX) chunks.push(chunk);
  });
  await once(incoming, 'end');
  if (bytes > BODY_MAX) throw refused(413, 'request exceeds the maximum size');
  return Buffer.concat(chunks).toString();
};

/** Throws ApiError 400. */
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw refused(400, 'the request body is not valid JSON');
  }
};

const sendJson = (response: ServerResponse, status: number, body: object): void => {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const refused = (status: number, message: string): ApiError =>
  new ApiError({ status, type: errorType(status), message });

const instant = (): number => performance.timeOrigin + performance.now();
