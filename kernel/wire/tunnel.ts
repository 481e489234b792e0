/**
 * HTTP of a process that has no network: every connection is a tunnel through the kernel, a stream of
 * HTTP/2 with CONNECT over a descriptor that the process was started with. The kernel decides which hosts there are.
 */
import { Agent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { Agent as TlsAgent, request as httpsRequest } from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type TLSSocket, connect as connectTls } from 'node:tls';
import { ANSWER_MAX_BYTES } from '#lib/model/limits.ts';
import { writtenSingly } from '#kernel/wire/text-stream.ts';

/** Why there is no connection: the kernel refused it, or nothing answers there. */
export class TunnelError extends Error {
  override readonly name = 'TunnelError';
  /** `name:port` */
  readonly target: string;
  /** The kernel does not let this agent reach the host: trying again is no use. */
  readonly refused: boolean;

  constructor(target: string, refused: boolean) {
    super(refused ? `the kernel does not let me reach ${target}` : `${target} cannot be reached`);
    this.target = target;
    this.refused = refused;
  }
}

/** An answer has no end. */
export class TooLong extends Error {
  override readonly name = 'TooLong';

  constructor() {
    super(`the answer is longer than ${ANSWER_MAX_BYTES / 1024 / 1024} MB`);
  }
}

/** As the client libraries of providers take it; of what `fetch` can do, what they need. */
export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

type Connected = (error: Error | null, stream?: Duplex) => void;

interface Host {
  readonly name: string;
  readonly port: number;
}

const FORBIDDEN = 403;
const OK = 200;
/** What carries no body, and must not be given one (Fetch §2.2.6). */
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Ways to the provider through the kernel's proxy, over the descriptor that this process inherited. */
export class Tunnels {
  readonly #descriptor: number;
  #channel: Socket | undefined;
  #session: ClientHttp2Session | undefined;
  readonly #http: Agent;
  readonly #https: TlsAgent;

  /** `descriptor`: the end of the channel, opened when it is first needed. */
  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    this.#http = new TunnelAgent((host, connected) => this.#open(host, connected));
    this.#https = new TlsTunnelAgent((host, connected) => this.#open(host, connected));
  }

  /** What leads requests of Node through the tunnels, those of TLS or others. */
  agent(isTls: boolean): Agent {
    return isTls ? this.#https : this.#http;
  }

  /**
   * A `fetch` through the tunnels; `heard` is told of everything that arrives. `isOnce`: nothing is asked twice, also where a
   * connection that was kept may have been closed before. Rejects with TunnelError, or as Node's requests do.
   */
  fetch(heard: () => void, isOnce = false): Fetch {
    return async (url, init = {}) => {
      const target = new URL(url instanceof Request ? url.url : url);
      const isTls = target.protocol === 'https:';
      const send = isTls ? httpsRequest : httpRequest;
      const { method = 'GET', headers, body, signal } = init;
      const isWhole = typeof body === 'string' || body instanceof Uint8Array;
      if (body !== undefined && body !== null && !isWhole)
        throw new TypeError('only texts and bytes are sent');
      signal?.throwIfAborted();
      const options = {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        agent: this.agent(isTls),
        ...(signal ? { signal } : {}),
      };
      const ask = (): Promise<IncomingMessage> =>
        answered(send(target, options), body ?? undefined);
      // A connection that was kept may be closed by the host at any time: that says nothing about the host.
      const message = await ask().catch((error: unknown) => {
        const isGone = error instanceof StaleConnection && !isOnce;
        if (!isGone || signal?.aborted === true) throw error;
        // The second try, which is the last, takes none of those that were kept as long.
        for (const kept of Object.values(options.agent.freeSockets).flat()) kept?.destroy();
        return ask();
      });
      heard();
      const status = message.statusCode ?? 0;
      return new Response(NO_BODY.has(status) ? null : bodyOf(message, heard), {
        status,
        statusText: message.statusMessage ?? '',
        headers: headersOf(message),
      });
    };
  }

  /** Ends all tunnels and the channel. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
    this.#session?.destroy();
    this.#channel?.destroy();
  }

  #open({ name, port }: Host, connected: Connected): void {
    const target = `${name}:${port}`;
    const session = this.#live();
    if (session.destroyed) return connected(new TunnelError(target, false));
    const stream = session.request({ ':method': 'CONNECT', ':authority': target });
    let isAnswered = false;
    const answer = (error: Error | null): void => {
      if (isAnswered) return;
      isAnswered = true;
      connected(error, stream);
    };
    stream.once('response', ({ ':status': status }) => {
      if (status === OK) return answer(null);
      answer(new TunnelError(target, status === FORBIDDEN));
      stream.close();
    });
    stream.on('error', () => answer(new TunnelError(target, false)));
    stream.once('close', () => answer(new TunnelError(target, false)));
  }

  #live(): ClientHttp2Session {
    if (this.#session !== undefined) return this.#session;
    const channel = new Socket({ fd: this.#descriptor });
    const session = connectHttp2('http://kernel', { createConnection: () => channel });
    // The tunnels break with it, and say so.
    session.on('error', () => undefined);
    [this.#channel, this.#session] = [channel, session];
    return session;
  }
}

/** A kept connection ended, in whatever way, before a byte of an answer came. */
class StaleConnection extends Error {
  override readonly name = 'StaleConnection';
}

const answered = (
  sent: ClientRequest,
  body: string | Uint8Array | undefined,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    let isAnswering = false;
    sent.once('socket', (socket) => socket.once('data', () => (isAnswering = true)));
    sent.once('response', resolve);
    // There may be more than one error, and the first one says why.
    sent.on('error', (error) => {
      const isStale = sent.reusedSocket && !isAnswering;
      reject(isStale ? new StaleConnection('the connection was closed', { cause: error }) : error);
    });
    sent.end(body);
  });

type Opens = (host: Host, connected: Connected) => void;

/** Tunnels are kept for the next request. Node's own way of keeping a connection is one of sockets, which they are none of. */
class TunnelAgent extends Agent {
  readonly #opens: Opens;

  constructor(opens: Opens) {
    super({ keepAlive: true });
    this.#opens = opens;
  }

  override createConnection(options: object, connected: Connected): undefined {
    this.#opens(hostOf(options), (error, tunnel) =>
      connected(error, tunnel && writtenSingly(tunnel)),
    );
  }

  /** What the host has closed meanwhile is not used again: nothing else would see the end of what nobody reads. */
  override keepSocketAlive(tunnel: Duplex): boolean {
    tunnel.on('end', destroyed).resume();
    return !tunnel.readableEnded && !tunnel.destroyed;
  }

  /** Node takes away what it listened with meanwhile; that a stream keeps no process alive is all that is missing. */
  override reuseSocket(stream: Duplex, request: ClientRequest): void {
    stream.off('end', destroyed);
    super.reuseSocket(Object.assign(stream, { ref: () => stream }), request);
  }
}

function destroyed(this: Duplex): void {
  this.destroy();
}

class TlsTunnelAgent extends TlsAgent {
  readonly #opens: Opens;

  constructor(opens: Opens) {
    super({ keepAlive: true });
    this.#opens = opens;
  }

  override createConnection(options: object, connected: Connected): undefined {
    const host = hostOf(options);
    this.#opens(host, (error, tunnel) => {
      // Over a tunnel that there is not, nothing is begun that would fail where nobody hears it.
      if (error !== null || tunnel === undefined) connected(error, tunnel);
      else connected(null, encrypted(tunnel, host));
    });
  }

  override keepSocketAlive(): boolean {
    return true;
  }
}

const encrypted = (tunnel: Duplex, { name }: Host): TLSSocket => {
  const socket = connectTls({ socket: tunnel, servername: name, ALPNProtocols: ['http/1.1'] });
  // One that is given up ends the tunnel, and the provider sees it.
  socket.once('close', () => tunnel.destroy());
  return socket;
};

/** The host as Node's agents are told of it. */
const hostOf = (options: object): Host => ({
  name: String(Reflect.get(options, 'host')),
  port: Number(Reflect.get(options, 'port')),
});

const bodyOf = (message: IncomingMessage, heard: () => void): ReadableStream<Uint8Array> => {
  // Its end, or that nobody wants more of it: whichever comes first.
  let isOver = false;
  let bytes = 0;
  const end = (finish: () => void): void => {
    if (!isOver) finish();
    isOver = true;
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      message.on('data', (chunk: Buffer) => {
        heard();
        if (isOver) return;
        bytes += chunk.byteLength;
        if (bytes > ANSWER_MAX_BYTES) {
          end(() => controller.error(new TooLong()));
          message.destroy();
          return;
        }
        controller.enqueue(new Uint8Array(chunk));
        if ((controller.desiredSize ?? 0) <= 0) message.pause();
      });
      message.once('end', () => end(() => controller.close()));
      message.on('error', (error) => end(() => controller.error(error)));
      message.once('close', () => end(() => controller.error(new Error('the connection was cut'))));
    },
    pull() {
      message.resume();
    },
    cancel() {
      end(() => message.destroy());
    },
  });
};

const headersOf = (message: IncomingMessage): Headers => {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return headers;
};
