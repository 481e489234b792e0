/** One connection of Socket Mode, from its greeting to its end. */
import type { WebSocket } from 'ws';
import { ADAPTER_FRAME_MAX_BYTES } from '#lib/spec/limits.ts';
import { isJsonObject, memberAt, parsedJson, textAt } from '#lib/text/json.ts';
import { slicesOf } from '#lib/chat/json-slices.ts';
import { openSocket, textOfMessage } from '#channels/provider/socket.ts';
import type { Tunnels } from '#kernel/wire/tunnel.ts';

/** Why another connection is needed: Slack will end this one, Socket Mode was turned off, or it has ended. */
export type Leaving = 'refresh' | 'off' | 'closed';

/** Settles when what came is on the disk. `key`: the provider's own. */
type Bring = (key: string, raw: Uint8Array) => Promise<void>;

const PING_MS = 15_000;
/** A connection on which nothing comes for so long, not even an answer to a ping, is none. */
const SILENT_MAX_MS = 3 * PING_MS;

export class SlackConnection {
  readonly #socket: WebSocket;
  readonly #bring: Bring;
  readonly #greeted = Promise.withResolvers<void>();
  readonly #leaving = Promise.withResolvers<Leaving>();
  readonly #keeping = new Set<Promise<void>>();
  #heardAt = performance.now();

  private constructor(socket: WebSocket, bring: Bring) {
    this.#socket = socket;
    this.#bring = bring;
    const heard = (): void => void (this.#heardAt = performance.now());
    const timer = setInterval(() => this.#ping(), PING_MS);
    socket.on('ping', heard).on('pong', heard);
    socket.on('message', (data, isBinary) => {
      heard();
      this.#take(textOfMessage(data, isBinary));
    });
    socket.once('close', () => {
      clearInterval(timer);
      this.#leaving.resolve('closed');
    });
  }

  /** Resolves when Slack has greeted, or with why it does not. Never rejects. */
  static async open(
    tunnels: Tunnels,
    url: string,
    bring: Bring,
  ): Promise<SlackConnection | Leaving> {
    if (!/^wss?:$/u.test(URL.parse(url)?.protocol ?? '')) return 'closed';
    const connection = new SlackConnection(openSocket(tunnels, url), bring);
    const greeted = connection.#greeted.promise.then(() => connection);
    const first = await Promise.race([greeted, connection.leaving]);
    if (first !== connection) connection.end();
    return first;
  }

  /** Settles when another one is needed. Never rejects. */
  get leaving(): Promise<Leaving> {
    return this.#leaving.promise;
  }

  /** Ends it when all is acknowledged that it has brought. Never rejects. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#keeping);
    this.#socket.close();
  }

  /** Ends it at once. */
  end(): void {
    this.#socket.terminate();
  }

  #ping(): void {
    if (performance.now() - this.#heardAt > SILENT_MAX_MS) this.end();
    else if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
  }

  #take(text: string): void {
    const frame = parsedJson(text);
    const envelope = textAt(frame, 'envelope_id');
    switch (memberAt(frame, 'type')) {
      case 'hello':
        return this.#greeted.resolve();
      case 'disconnect':
        return this.#leaving.resolve(LEAVING[textAt(frame, 'reason') ?? ''] ?? 'closed');
      default: {
        if (envelope === undefined) return undefined;
        const kept = this.#keep(text, frame, envelope).finally(() => this.#keeping.delete(kept));
        this.#keeping.add(kept);
      }
    }
  }

  async #keep(text: string, frame: unknown, envelope: string): Promise<void> {
    if (memberAt(frame, 'type') === 'events_api') {
      const id = textAt(frame, 'payload', 'event_id');
      await this.#bring(id ?? envelope, payloadIn(text, id));
    }
    if (this.#socket.readyState === this.#socket.OPEN)
      this.#socket.send(JSON.stringify({ envelope_id: envelope }));
  }
}

const LEAVING: Readonly<Record<string, Leaving>> = {
  warning: 'refresh',
  refresh_requested: 'refresh',
  link_disabled: 'off',
};

/** The payload of an envelope as it is written; its id alone where it is too large to be handed on. */
const payloadIn = (envelope: string, id: string | undefined): Uint8Array => {
  const payload = slicesOf(envelope, 2).find((text) => isPayload(text, id)) ?? '{}';
  const raw = Buffer.from(payload);
  return raw.byteLength <= ADAPTER_FRAME_MAX_BYTES
    ? raw
    : Buffer.from(JSON.stringify({ event_id: id }));
};

const isPayload = (text: string, id: string | undefined): boolean => {
  const value = parsedJson(text);
  return isJsonObject(value) && value['event_id'] === id;
};
