/**
 * Slack on this machine, as far as an adapter uses it: Socket Mode and the Web API, and strict: an unknown method, an unknown
 * argument or a wrong value is an error that `faults` keeps. What is not acknowledged comes again.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { type WebSocket, WebSocketServer } from 'ws';

import { membersOf, parsedJson } from '#lib/text/json.ts';

import { ChatServer, isWebAddress, type Json } from './chat-server.ts';
import { listen } from './listen.ts';

/** A message that was posted. */
interface PostedMessage {
  readonly ts: string;
  readonly channel: string;
  readonly thread: string | undefined;
  readonly text: string;
  readonly blocks: unknown;
  readonly metadata: unknown;
}

/** What a method is answered with instead: a body, HTTP 429, nothing, or nothing though it was done. */
type OtherAnswer = Json | 'too many' | 'hang up' | 'cut';

type Checks = Readonly<Record<string, (value: string) => boolean>>;

const isChannel = (value: string): boolean => /^[CDG]\w+$/u.test(value);
const isTs = (value: string): boolean => /^\d+(\.\d+)?$/u.test(value);
const isFalse = (value: string): boolean => value === 'false';
const isText = (value: string): boolean =>
  value.trim() !== '' && value.length <= 40_000 && !/<|&(?!amp;|lt;|gt;)/u.test(value);
const HISTORY: Checks = {
  channel: isChannel,
  oldest: isTs,
  limit: (value) => Number(value) >= 1 && Number(value) <= 999,
  include_all_metadata: (value) => value === 'true',
  cursor: (value) => /^\d+$/u.test(value),
};

const isPart = (value: unknown): boolean => {
  const { type, text: words, url, style, ...more } = membersOf(value);
  return (
    (type === 'text' ? url === undefined : type === 'link' && isWebAddress(url)) &&
    typeof words === 'string' &&
    words !== '' &&
    Object.keys(membersOf(style)).every((name) => /^(?:bold|italic|strike|code)$/u.test(name)) &&
    Object.keys(more).length === 0
  );
};

/** One block of rich text, of the kinds that are used. */
const isRichText = (value: unknown): boolean => {
  const [block, ...others] = Array.isArray(value) ? value.map(membersOf) : [];
  const parts = Array.isArray(block?.['elements']) ? block['elements'].map(membersOf) : [];
  return (
    others.length === 0 &&
    block?.['type'] === 'rich_text' &&
    parts.length > 0 &&
    parts.every(
      ({ type, elements }) =>
        typeof type === 'string' &&
        /^rich_text_(?:section|preformatted|quote)$/u.test(type) &&
        Array.isArray(elements) &&
        elements.length > 0 &&
        elements.every(isPart),
    )
  );
};

const METHODS: Readonly<Record<string, Checks>> = {
  'auth.test': {},
  'apps.connections.open': {},
  'chat.postMessage': {
    channel: isChannel,
    thread_ts: isTs,
    text: isText,
    blocks: (value) => isRichText(parsedJson(value)),
    mrkdwn: isFalse,
    unfurl_links: isFalse,
    unfurl_media: isFalse,
    metadata: (value) => typeof membersOf(parsedJson(value))['event_type'] === 'string',
  },
  'chat.update': {
    channel: isChannel,
    ts: isTs,
    text: isText,
    blocks: (value) => isRichText(parsedJson(value)),
  },
  'files.getUploadURLExternal': {
    filename: (value) => value !== '',
    length: (value) => Number(value) > 0,
  },
  'files.completeUploadExternal': {
    files: (value) => Array.isArray(parsedJson(value)),
    channel_id: isChannel,
    thread_ts: isTs,
  },
  'conversations.history': HISTORY,
  'conversations.replies': { ...HISTORY, ts: isTs },
};

interface Waiting {
  readonly envelope: string;
  readonly payload: Json;
  attempts: number;
}

export class SlackServer extends ChatServer {
  static readonly BOT_TOKEN = 'xoxb-4711-fleet-heron-wading-upstream';
  static readonly APP_TOKEN = 'xapp-1-fleet-heron-4711-wading-downstream';
  static readonly BOT = 'U0BOT';
  /** As they are by now. */
  readonly posted: PostedMessage[] = [];
  /** As they were before they were changed, each time. */
  readonly before: PostedMessage[] = [];
  /** Envelopes that were acknowledged. */
  acknowledged = 0;
  /** Connections that have been opened. */
  connections = 0;
  scopes = 'chat:write,im:history,channels:history,groups:history,mpim:history';
  /** What a method is answered with instead. */
  answers: (method: string, params: Json) => OtherAnswer | undefined = () => undefined;
  /** Messages on one page of a history. */
  page = 200;
  readonly #waiting = new Map<string, Waiting>();
  readonly #tickets = new Set<string>();
  readonly #uploads = new Map<
    string,
    { readonly name: string; readonly length: number; readonly bytes?: Buffer }
  >();
  readonly #open: WebSocket[] = [];
  #last = 0;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #sockets = new WebSocketServer({ noServer: true });
  #port = 0;

  async start(): Promise<this> {
    this.#server.on('upgrade', (request, socket, head) => {
      const ticket = new URL(request.url ?? '', this.url).searchParams.get('ticket') ?? '';
      if (!this.#tickets.delete(ticket)) socket.destroy();
      else this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#greet(opened));
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

  /** Events that nobody has acknowledged. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Somebody does something. Returns the ids of the events. */
  bring(...events: readonly Json[]): readonly string[] {
    return events.map((event) => {
      this.#last += 1;
      const id = `Ev${this.#last}`;
      this.#deliver({
        envelope: `envelope-${this.#last}`,
        attempts: 0,
        payload: {
          token: 'x',
          team_id: 'T1',
          api_app_id: 'A1',
          type: 'event_callback',
          event_id: id,
          event_time: Math.floor(Date.now() / 1000),
          is_ext_shared_channel: false,
          event,
        },
      });
      return id;
    });
  }

  /** An event comes once more, in another envelope, though it was acknowledged. */
  repeat(id: string, event: Json): void {
    this.#last += 1;
    const payload = { team_id: 'T1', type: 'event_callback', event_id: id, event };
    const envelope = `envelope-${this.#last}`;
    this.#deliver({ envelope, attempts: 1, payload: { ...payload, is_ext_shared_channel: false } });
  }

  /** Tells the newest connection why it will end. */
  disconnect(reason: string): void {
    this.#open.at(-1)?.send(JSON.stringify({ type: 'disconnect', reason, debug_info: {} }));
  }

  /** Ends all connections. */
  hangUp(): void {
    for (const one of this.#open) one.terminate();
  }

  /** Connections that are open. */
  get open(): number {
    return this.#open.length;
  }

  /** What was posted in a channel. */
  in(channel: string): readonly string[] {
    return this.posted.filter((one) => one.channel === channel).map((one) => one.text);
  }

  #greet(socket: WebSocket): void {
    this.connections += 1;
    this.#open.push(socket);
    socket.on('message', (data: Buffer) => this.#acknowledge(data.toString()));
    socket.once('close', () => {
      this.#open.splice(this.#open.indexOf(socket), 1);
      this.changed();
    });
    const hello = { type: 'hello', num_connections: this.#open.length, debug_info: { host: 'x' } };
    socket.send(JSON.stringify({ ...hello, connection_info: { app_id: 'A1' } }));
    for (const one of this.#waiting.values()) this.#deliver(one);
    this.changed();
  }

  #deliver(waiting: Waiting): void {
    this.#waiting.set(waiting.envelope, waiting);
    const socket = this.#open.at(-1);
    if (socket === undefined) return;
    const { envelope, payload, attempts } = waiting;
    waiting.attempts += 1;
    socket.send(
      JSON.stringify({
        envelope_id: envelope,
        payload,
        type: 'events_api',
        accepts_response_payload: false,
        retry_attempt: attempts,
        retry_reason: attempts === 0 ? '' : 'timeout',
      }),
      () => this.passed('event', 'after'),
    );
  }

  #acknowledge(said: string): void {
    this.heard += `${said}\n`;
    const { envelope_id: envelope, ...more } = membersOf(parsedJson(said));
    if (typeof envelope !== 'string' || Object.keys(more).length > 0)
      this.faults.push(`no acknowledgement: ${said}`);
    this.passed('acknowledgement', 'before');
    if (this.#waiting.delete(String(envelope))) this.acknowledged += 1;
    this.passed('acknowledgement', 'after');
    this.changed();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request).catch(() => Buffer.from(''));
    const body = bytes.toString();
    const { authorization, 'content-type': type } = request.headers;
    this.heard += `${request.url} ${body}\n`;
    const [, method = ''] = /^\/api\/([\w.]+)$/u.exec(request.url ?? '') ?? [];
    const upload = /^\/upload\/(F\d+)$/u.exec(request.url ?? '')?.[1];
    if (upload !== undefined) return this.#upload(upload, bytes, response);
    const params = Object.fromEntries(new URLSearchParams(body));
    if (type !== 'application/x-www-form-urlencoded') this.faults.push(`${method}: ${type}`);
    const isApp = method === 'apps.connections.open';
    const token = isApp ? SlackServer.APP_TOKEN : SlackServer.BOT_TOKEN;
    const other = this.answers(method, params);
    const answer: OtherAnswer =
      authorization !== `Bearer ${token}`
        ? { ok: false, error: 'invalid_auth' }
        : other === undefined || other === 'cut'
          ? this.#answer(method, params, request)
          : other;
    this.passed(method, 'before');
    if (answer === 'hang up' || other === 'cut') response.destroy();
    else if (answer === 'too many')
      response.writeHead(429, { 'retry-after': '0', 'content-type': 'text/plain' }).end('');
    else
      response
        .writeHead(200, { 'content-type': 'application/json', 'x-oauth-scopes': this.scopes })
        .end(JSON.stringify(answer), () => setImmediate(() => this.passed(method, 'after')));
    this.changed();
  }

  #answer(
    method: string,
    params: Readonly<Record<string, string>>,
    request: IncomingMessage,
  ): Json {
    const known = METHODS[method];
    const wrong =
      known === undefined
        ? ['no such method']
        : Object.entries(params)
            .filter(([name, value]) => known[name]?.(value) !== true)
            .map(([name, value]) => `${name}=${value}`);
    if (wrong.length > 0 || request.method !== 'POST') {
      this.faults.push(`${request.method} ${method}: ${wrong.join(', ')}`);
      return { ok: false, error: 'invalid_arguments' };
    }
    switch (method) {
      case 'auth.test':
        return {
          ok: true,
          team: 'Fleet',
          team_id: 'T1',
          user: 'atlas',
          user_id: SlackServer.BOT,
          bot_id: 'B1',
        };
      case 'apps.connections.open': {
        const ticket = `t${this.#tickets.size}-${this.connections}`;
        this.#tickets.add(ticket);
        return {
          ok: true,
          url: `${this.url.replace('http', 'ws')}/link/?ticket=${ticket}&app_id=A1`,
        };
      }
      case 'chat.postMessage':
        return this.#post(params);
      case 'chat.update':
        return this.#update(params);
      case 'files.getUploadURLExternal': {
        const id = `F${this.#uploads.size + 1}`;
        this.#uploads.set(id, { name: params['filename'] ?? '', length: Number(params['length']) });
        return { ok: true, upload_url: `${this.url}/upload/${id}`, file_id: id };
      }
      case 'files.completeUploadExternal':
        return this.#share(params);
      default:
        return this.#history(params);
    }
  }

  #upload(id: string, bytes: Buffer, response: ServerResponse): void {
    const known = this.#uploads.get(id);
    if (known?.length !== bytes.byteLength) this.faults.push(`an upload of another length: ${id}`);
    else this.#uploads.set(id, { ...known, bytes });
    this.passed('upload', 'before');
    response.writeHead(200).end(`OK - ${bytes.byteLength}`);
  }

  /** What was uploaded is there to be seen from here on. */
  #share({ files, channel_id: place = '', thread_ts: thread }: Record<string, string>): Json {
    const shared = parsedJson(files ?? '');
    for (const { id } of Array.isArray(shared) ? shared.map(membersOf) : []) {
      const { name, bytes } = this.#uploads.get(String(id)) ?? {};
      if (name === undefined || bytes === undefined) return { ok: false, error: 'file_not_found' };
      this.files.push({ place: thread === undefined ? place : `${place}/${thread}`, name, bytes });
    }
    return { ok: true, files: shared };
  }

  #post({
    channel = '',
    thread_ts: thread,
    text: said = '',
    blocks,
    metadata,
  }: Readonly<Record<string, string>>): Json {
    const ts = `${Math.floor(Date.now() / 1000)}.${String(this.posted.length).padStart(6, '0')}`;
    this.posted.push({
      ts,
      channel,
      thread,
      text: said,
      blocks: parsedJson(blocks ?? ''),
      metadata: parsedJson(metadata ?? ''),
    });
    return { ok: true, channel, ts, message: { type: 'message', text: said, ts, bot_id: 'B1' } };
  }

  /** A message is something else from here on, of which everybody is told. */
  #update({ channel, ts, text: said = '', blocks }: Readonly<Record<string, string>>): Json {
    const at = this.posted.findIndex((one) => one.ts === ts && one.channel === channel);
    const before = this.posted[at];
    if (before === undefined) return { ok: false, error: 'message_not_found' };
    this.before.push(before);
    this.posted.splice(at, 1, { ...before, text: said, blocks: parsedJson(blocks ?? '') });
    const message = { type: 'message', user: SlackServer.BOT, bot_id: 'B1', text: said, ts };
    const changed = { channel, channel_type: channel?.startsWith('D') ? 'im' : 'channel' };
    this.bring(editOf({ ...message, ...changed, text: before.text }, said));
    return { ok: true, channel, ts, text: said, message };
  }

  #history({ channel, ts, oldest, cursor = '0' }: Readonly<Record<string, string>>): Json {
    const all = this.posted
      .filter(
        (one) => one.channel === channel && one.thread === ts && Number(one.ts) > Number(oldest),
      )
      .toReversed();
    const from = Number(cursor);
    const next = from + this.page < all.length ? String(from + this.page) : '';
    return {
      ok: true,
      messages: all.slice(from, from + this.page).map(({ text: said, ts: at, metadata }) => ({
        type: 'message',
        user: SlackServer.BOT,
        bot_id: 'B1',
        text: said,
        ts: at,
        metadata,
      })),
      has_more: next !== '',
      response_metadata: { next_cursor: next },
    };
  }
}

let messages = 0;
const newTs = (): string => {
  messages += 1;
  return `${Math.floor(Date.now() / 1000)}.${String(messages).padStart(6, '0')}`;
};

/** Something that the owner, `U4711`, says in the direct chat `D1`. */
export const saidToSlack = (words: string, more: Json = {}): Json => {
  const ts = newTs();
  return {
    type: 'message',
    channel: 'D1',
    channel_type: 'im',
    user: 'U4711',
    team: 'T1',
    text: words,
    ts,
    event_ts: ts,
    ...more,
  };
};

/** Something that somebody says in the channel `C1`. */
export const saidInChannel = (words: string, user = 'U99', more: Json = {}): Json =>
  saidToSlack(words, { channel: 'C1', channel_type: 'channel', user, ...more });

/** The author of a message has changed it. */
export const editOf = (before: Json, words: string): Json => {
  const { channel, channel_type: kind, ...message } = before;
  const edited = { user: message['user'], ts: newTs() };
  return {
    type: 'message',
    subtype: 'message_changed',
    hidden: true,
    channel,
    channel_type: kind,
    ts: newTs(),
    message: { ...message, text: words, edited },
    previous_message: message,
  };
};

/** The author of a message has taken it back. */
export const removalOf = (before: Json): Json => {
  const { channel, channel_type: kind, ...message } = before;
  return {
    type: 'message',
    subtype: 'message_deleted',
    hidden: true,
    channel,
    channel_type: kind,
    ts: newTs(),
    deleted_ts: message['ts'],
    previous_message: message,
  };
};
