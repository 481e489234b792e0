/**
 * Discord on this machine, as far as an adapter uses it: the gateway and REST, and strict: an unknown path, an unknown member or
 * a wrong value is an error that `faults` keeps. A session that is resumed is told what it has missed, and a new one nothing.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { type WebSocket, WebSocketServer } from 'ws';

import { membersOf, parsedJson } from '#lib/text/json.ts';

import { ChatServer, type Json, membersSaid, takenFile } from './chat-server.ts';
import { listen } from './listen.ts';

/** What a call is answered with instead: a status and a body, nothing, or nothing though it was done. */
type OtherAnswer = { readonly status: number; readonly body: Json } | 'hang up' | 'cut';

interface GatewayFrame {
  readonly op: number;
  readonly d: unknown;
  readonly s: number | null;
  readonly t: string | null;
}

const INTENTS = 0b1001001000000000;
const OWN: Json = { id: '500', username: 'atlas', bot: true };

export class DiscordServer extends ChatServer {
  static readonly TOKEN = 'fleet-heron.4711.wading-upstream';
  static readonly BOT = String(OWN['id']);
  /** All messages, by their channels, the oldest first. */
  readonly messages: Json[] = [];
  /** Those of the bot, as they were before they were changed, each time. */
  readonly before: Json[] = [];
  /** Channels in which it was shown that an answer is being made. */
  readonly typed: string[] = [];
  /** What sessions began with. */
  readonly begun: ('identify' | 'resume')[] = [];
  /** What a call is answered with instead. */
  answers: (call: string, body: Json) => OtherAnswer | undefined = () => undefined;
  /** With what a session is closed that identifies itself. */
  refuses: number | undefined;
  /** Whether history tells the nonces of messages. */
  tellsNonces = true;
  channels: Readonly<Record<string, Json>> = {
    '100': { id: '100', type: 1, recipients: [{ id: '8472', username: 'ada' }] },
    '109': { id: '109', type: 1, recipients: [{ id: '99', username: 'bob' }] },
    '103': { id: '103', type: 3, recipients: [{ id: '8472' }] },
    '200': { id: '200', type: 0, guild_id: '300', name: 'ops' },
  };
  readonly #sent: GatewayFrame[] = [];
  readonly #open: WebSocket[] = [];
  #session = 0;
  #last = 0;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #sockets = new WebSocketServer({ server: this.#server });
  #port = 0;

  async start(): Promise<this> {
    this.#sockets.on('connection', (socket, { url }) => {
      if (url !== '/?v=10&encoding=json') this.faults.push(`the gateway at ${url}`);
      this.#greet(socket);
    });
    this.#port = await listen(this.#server);
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  override close(): void {
    for (const one of this.#open) one.terminate();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Somebody says something, in the gateway too where it is heard. Returns the messages. */
  bring(...said: readonly Json[]): readonly Json[] {
    return said.map((one) => {
      const message = this.#newMessage(one);
      this.tell('MESSAGE_CREATE', message);
      return message;
    });
  }

  /** An event happens. */
  tell(kind: string, d: Json): void {
    const frame = { op: 0, d, s: this.#sent.length + 1, t: kind };
    this.#sent.push(frame);
    for (const one of this.#open) one.send(JSON.stringify(frame), () => this.passed(kind, 'after'));
  }

  /** Asks for a new connection; `resumable`: the session goes on. */
  reconnect(resumable: boolean): void {
    const op = resumable ? { op: 7, d: null } : { op: 9, d: false };
    for (const one of this.#open) one.send(JSON.stringify({ ...op, s: null, t: null }));
  }

  /** Ends all connections; their sessions may be resumed. */
  hangUp(): void {
    for (const one of this.#open) one.terminate();
  }

  /** Nobody can resume what was there. */
  forget(): void {
    this.#session += 1;
  }

  /** What was posted in a channel by the bot. */
  in(channel: string): readonly string[] {
    return this.messages
      .filter((one) => one['channel_id'] === channel && one['author'] === OWN)
      .map((one) => String(one['content']));
  }

  #newMessage(said: Json): Json {
    this.#last += 1;
    // Milliseconds since 2015, and a number.
    const id = String((BigInt(Date.now() - 1_420_070_400_000) << 22n) + BigInt(this.#last));
    const message = {
      id,
      type: 0,
      timestamp: new Date().toISOString(),
      edited_timestamp: null,
      mentions: [],
      attachments: [],
      ...said,
    };
    this.messages.push(message);
    return message;
  }

  #greet(socket: WebSocket): void {
    const say = (op: number, d: unknown): void =>
      socket.send(JSON.stringify({ op, d, s: null, t: null }));
    socket.on('message', (data: Buffer) => {
      const { op, d, ...more } = membersOf(parsedJson(data.toString()));
      if (Object.keys(more).length > 0) this.faults.push(`gateway: ${Object.keys(more).join()}`);
      if (op === 1) say(11, undefined);
      else if (op === 2) this.#identify(socket, membersOf(d));
      else if (op === 6) this.#resume(socket, membersOf(d), say);
      else this.faults.push(`gateway: op ${String(op)}`);
      this.changed();
    });
    socket.once('close', () => {
      if (this.#open.includes(socket)) this.#open.splice(this.#open.indexOf(socket), 1);
      this.changed();
    });
    say(10, { heartbeat_interval: 5000 });
  }

  #identify(socket: WebSocket, { token, intents, properties }: Json): void {
    this.begun.push('identify');
    if (typeof membersOf(properties)['os'] !== 'string') this.faults.push('no properties');
    if (intents !== INTENTS) this.faults.push(`intents ${String(intents)}`);
    if (token !== DiscordServer.TOKEN) return socket.close(4004);
    if (this.refuses !== undefined) return socket.close(this.refuses);
    this.#session += 1;
    const ready = {
      v: 10,
      user: OWN,
      session_id: String(this.#session),
      resume_gateway_url: this.url.replace('http', 'ws'),
      guilds: [],
    };
    const frame = { op: 0, d: ready, s: this.#sent.length + 1, t: 'READY' };
    this.#sent.push(frame);
    this.#open.push(socket);
    socket.send(JSON.stringify(frame));
  }

  #resume(
    socket: WebSocket,
    { token, session_id: id, seq }: Json,
    say: (op: number, d: unknown) => void,
  ): void {
    this.begun.push('resume');
    if (token !== DiscordServer.TOKEN || id !== String(this.#session)) return say(9, false);
    this.#open.push(socket);
    for (const frame of this.#sent.slice(Number(seq))) socket.send(JSON.stringify(frame));
    socket.send(JSON.stringify({ op: 0, d: {}, s: this.#sent.length, t: 'RESUMED' }));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request).catch(() => Buffer.from(''));
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    this.heard += `${request.url} ${body.toString()}\n`;
    const call = `${request.method} ${pathname.replace('/api/v10', '').replaceAll(/\d{3,}/gu, 'ID')}`;
    const isOurs = request.headers.authorization === `Bot ${DiscordServer.TOKEN}`;
    const said = await membersSaid(request.headers['content-type'], body);
    const other = this.answers(call, said);
    const done =
      other === undefined || other === 'cut'
        ? isOurs
          ? await this.#answer(call, pathname.match(/\d{3,}/gu) ?? [], said, searchParams)
          : { status: 401, body: { message: '401: Unauthorized', code: 0 } }
        : other;
    this.passed(call, 'before');
    if (done === 'hang up' || other === 'cut') response.destroy();
    else
      response
        .writeHead(done.status, { 'content-type': 'application/json' })
        .end(done.status === 204 ? '' : JSON.stringify(done.body), () =>
          setImmediate(() => this.passed(call, 'after')),
        );
    this.changed();
  }

  async #answer(
    call: string,
    [channel = '', message = '']: readonly string[],
    body: Json,
    search: URLSearchParams,
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    const known = this.channels[channel];
    switch (call) {
      case 'GET /users/@me':
        return { status: 200, body: OWN };
      case 'GET /gateway/bot':
        return { status: 200, body: { url: this.url.replace('http', 'ws'), shards: 1 } };
      case 'GET /channels/ID':
        return known === undefined
          ? { status: 404, body: { message: 'Unknown Channel', code: 10_003 } }
          : { status: 200, body: known };
      case 'GET /channels/ID/messages':
        return { status: 200, body: this.#history(channel, search) };
      case 'POST /channels/ID/typing':
        this.typed.push(channel);
        return { status: 204, body: {} };
      case 'POST /channels/ID/messages':
        return this.#post(channel, body);
      case 'PATCH /channels/ID/messages/ID':
        return this.#edit(channel, message, body);
      default:
        this.faults.push(call);
        return { status: 404, body: { message: '404: Not Found', code: 0 } };
    }
  }

  #history(channel: string, search: URLSearchParams): readonly Json[] {
    const { after = '0', limit = '50', ...more } = Object.fromEntries(search);
    if (Object.keys(more).length > 0 || Number(limit) > 100) this.faults.push(String(search));
    return this.messages
      .filter((one) => one['channel_id'] === channel && BigInt(String(one['id'])) > BigInt(after))
      .slice(0, Number(limit))
      .map((one) =>
        Object.fromEntries(
          Object.entries(one).filter(
            ([name]) => name !== 'guild_id' && (name !== 'nonce' || this.tellsNonces),
          ),
        ),
      )
      .toReversed();
  }

  async #post(
    channel: string,
    form: Json,
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    const { payload_json: payload, 'files[0]': file, ...others } = form;
    const body =
      file === undefined
        ? others
        : { content: '[a file]', ...membersOf(parsedJson(String(payload))), ...others };
    const { nonce, enforce_nonce: enforced, ...said } = body;
    const isNamed = typeof nonce === 'string' && nonce.length <= 25 && enforced === true;
    if (!isNamed || !isMessage(said)) return this.#wrong(body);
    const { content } = said;
    const there = this.messages.find((one) => one['nonce'] === nonce);
    if (there !== undefined) return { status: 200, body: there };
    const message = this.#newMessage({ channel_id: channel, author: OWN, content, nonce });
    if (file !== undefined) this.files.push(await takenFile(channel, file));
    this.tell('MESSAGE_CREATE', message);
    return { status: 200, body: message };
  }

  /** A message of the bot is something else from here on. */
  #edit(channel: string, id: string, body: Json): { readonly status: number; readonly body: Json } {
    const at = this.messages.findIndex((one) => one['id'] === id && one['channel_id'] === channel);
    const before = this.messages[at];
    if (before?.['author'] !== OWN)
      return { status: 404, body: { message: 'Unknown Message', code: 10_008 } };
    if (!isMessage(body)) return this.#wrong(body);
    const { content } = body;
    const message = { ...before, content, edited_timestamp: new Date().toISOString() };
    this.before.push(before);
    this.messages.splice(at, 1, message);
    this.tell('MESSAGE_UPDATE', message);
    return { status: 200, body: message };
  }

  #wrong(body: Json): { readonly status: number; readonly body: Json } {
    this.faults.push(`a message of another form: ${JSON.stringify(body)}`);
    return { status: 400, body: { message: 'Invalid Form Body', code: 50_035 } };
  }
}

/** A text that mentions nobody, and of which no link is looked at. */
const isMessage = ({ content, allowed_mentions: allowed, flags, ...more }: Json): boolean =>
  typeof content === 'string' &&
  content.trim() !== '' &&
  content.length <= 2000 &&
  JSON.stringify(allowed) === '{"parse":[]}' &&
  flags === 4 &&
  Object.keys(more).length === 0;

/** Something that the owner, `8472`, says in the direct channel `100`. */
export const saidToDiscord = (content: string, more: Json = {}): Json => ({
  channel_id: '100',
  author: { id: '8472', username: 'ada', global_name: 'Ada' },
  content,
  ...more,
});

/** Something that somebody says in the channel `200` of a server. */
export const saidInServer = (content: string, id = '99', more: Json = {}): Json =>
  saidToDiscord(content, {
    channel_id: '200',
    guild_id: '300',
    author: { id, username: 'bob' },
    mentions: content.includes(`<@${DiscordServer.BOT}>`) ? [OWN] : [],
    ...more,
  });
