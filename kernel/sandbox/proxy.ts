/**
 * The way out of a view that has some hosts (RFC-0009 §4.4): the relay inside asks for tunnels, as streams of
 * HTTP/2 with CONNECT, and this decides. A host is reached only if the owner lists it, by that very name and
 * port; names that are not listed are not even looked up, since a question to the DNS says something too. What a
 * name leads to is checked, and the address that was checked is connected to: who owns a listed name could make
 * it lead to this machine or its neighbours. The other end of a channel is as hostile as the agent.
 */
import { lookup } from 'node:dns/promises';
import { constants, performServerHandshake, type ServerHttp2Stream } from 'node:http2';
import { connect, isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { NETWORK_CONNECT_MS, NETWORK_REFUSALS_NAMED, NETWORK_TUNNELS } from '#lib/spec/limits.ts';
import { type Address, isLoopback, isPublic } from './public-address.ts';
import { NoTunnel, tunnelThrough, type Upstream } from '#kernel/programs/upstream.ts';

export interface ProxyParts {
  /** `name` or `name:port`, as the owner lists them. */
  readonly hosts: readonly string[];
  /** `.name:port`: every host below it, which has to be public. No setting of an agent says so. */
  readonly suffixes?: readonly string[];
  /** May this one of what is listed (`name:port`) lead to this machine and its network? */
  readonly anyAddress?: (target: string) => boolean;
  /** The proxy by which a host is reached, where there is one. */
  readonly upstream?: (target: {
    readonly host: string;
    readonly port: number;
  }) => Upstream | undefined;
  /** Hears, once for each host, that an agent was refused it: a sentence in words of ours. */
  readonly notice: (text: string) => void;
  /** The addresses of a name; throws where it has none. The system's by default. */
  readonly resolve?: (name: string) => Promise<readonly Address[]>;
}

/** A host as an agent asks for it. */
interface Target {
  readonly host: string;
  readonly port: number;
  readonly text: string;
}

const HTTPS_PORT = 443;
const PORT_MAX = 65_535;
/** RFC 1035 §2.3.4. */
const NAME_MAX = 253;
/** How long the first of several addresses is tried before the next one is as well. */
const NEXT_ADDRESS_MS = 1000;

const FORBIDDEN = 403;
const ONLY_TUNNELS = 405;
const UNREACHABLE = 502;
const BUSY = 503;

/** Connects agents to the hosts that their owner lists, and to no other. */
export class HostProxy {
  readonly #parts: ProxyParts;
  #listed: ReadonlySet<string>;
  readonly #named = new Set<string>();
  #tunnels = 0;

  constructor(parts: ProxyParts) {
    this.#parts = parts;
    this.#listed = new Set(parts.hosts.map(withPort));
  }

  /** Other hosts from now on; tunnels that are open stay. */
  list(hosts: readonly string[]): void {
    this.#listed = new Set(hosts.map(withPort));
  }

  /** Serves the relay at the other end of `channel` until that closes. */
  serve(channel: Duplex): void {
    if (channel.destroyed) return;
    // The windows stay as small as they are (RFC 9113 §6.9.2). Node reads from no session while it waits to write
    // to it, so what is under way both ways at once must fit into what the system keeps for the channel.
    const session = performServerHandshake(channel, {
      // More than are carried, so that the ones too many get an answer.
      settings: { maxConcurrentStreams: 2 * NETWORK_TUNNELS },
    });
    // Ends the session and with it the tunnels; the relay tells the agent.
    session.on('error', () => undefined);
    session.on('stream', (stream, headers) => {
      stream.on('error', () => undefined);
      if (headers[':method'] === 'CONNECT') void this.#serve(stream, headers[':authority'] ?? '');
      else answer(stream, ONLY_TUNNELS);
    });
  }

  async #serve(stream: ServerHttp2Stream, authority: string): Promise<void> {
    if (this.#tunnels >= NETWORK_TUNNELS) return answer(stream, BUSY);
    this.#tunnels += 1;
    try {
      const closed = new Promise<void>((resolve) => stream.once('close', resolve));
      await this.#open(stream, authority);
      if (!stream.closed) await closed;
    } finally {
      this.#tunnels -= 1;
    }
  }

  async #open(stream: ServerHttp2Stream, authority: string): Promise<void> {
    const target = targetOf(authority);
    if (target === undefined || !this.#isListed(target)) {
      this.#refused(target, '`network` of the settings does not list it');
      return answer(stream, FORBIDDEN);
    }
    const upstream = this.#parts.upstream?.(target);
    if (upstream !== undefined) return this.#through(upstream, stream, target);
    let found: readonly Address[];
    try {
      found = await this.#addresses(target);
    } catch {
      return answer(stream, UNREACHABLE);
    }
    const addresses = found.filter((address) => this.#isAllowed(target, address));
    if (addresses.length === 0) {
      this.#refused(
        target,
        'it leads to this machine or its network, and not by an address that is listed',
      );
      return answer(stream, FORBIDDEN);
    }
    if (!stream.destroyed) join(stream, target, addresses);
  }

  async #through(upstream: Upstream, stream: ServerHttp2Stream, target: Target): Promise<void> {
    try {
      const tunnel = await tunnelThrough(upstream, target);
      tunnel.once('error', () => answer(stream, UNREACHABLE));
      stream.once('close', () => tunnel.destroy());
      if (stream.destroyed) tunnel.destroy();
      carry(stream, tunnel);
    } catch (error) {
      const why = error instanceof NoTunnel ? error : new NoTunnel('it cannot be asked', false);
      const text = `The proxy of HTTPS_PROXY does not lead to ${target.text}: ${why.message}.`;
      if (!this.#named.has(text)) this.#parts.notice(text);
      this.#named.add(text);
      answer(stream, why.refused ? FORBIDDEN : UNREACHABLE);
    }
  }

  async #addresses({ host }: Target): Promise<readonly Address[]> {
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    return (this.#parts.resolve ?? resolve)(host);
  }

  #isListed({ text }: Target): boolean {
    const { suffixes = [] } = this.#parts;
    return this.#listed.has(text) || suffixes.some((suffix) => text.endsWith(suffix));
  }

  #isAllowed({ host, port, text }: Target, address: Address): boolean {
    return (
      this.#parts.anyAddress?.(text) === true ||
      isPublic(address) ||
      this.#listed.has(`${address.address}:${port}`) ||
      (host === 'localhost' && isLoopback(address))
    );
  }

  #refused(target: Target | undefined, reason: string): void {
    const name = target?.text ?? 'a host that is no name';
    if (this.#named.has(name) || this.#named.size > NETWORK_REFUSALS_NAMED) return;
    this.#named.add(name);
    this.#parts.notice(
      this.#named.size > NETWORK_REFUSALS_NAMED
        ? 'The agent was refused more hosts; they are not named one by one.'
        : `The agent was refused ${name}: ${reason}.`,
    );
  }
}

const resolve = (name: string): Promise<readonly Address[]> => lookup(name, { all: true });

const withPort = (host: string): string =>
  (host.includes(':') ? host : `${host}:${HTTPS_PORT}`).toLowerCase();

/** `undefined` for what no list can name. */
const targetOf = (authority: string): Target | undefined => {
  const [, name = '', digits = ''] = /^([\w.-]+):([1-9]\d{0,4})$/.exec(authority) ?? [];
  const port = Number(digits);
  if (name === '' || name.length > NAME_MAX || port > PORT_MAX) return undefined;
  const host = name.toLowerCase();
  return { host, port, text: `${host}:${port}` };
};

const join = (
  stream: ServerHttp2Stream,
  { host, port }: Target,
  addresses: readonly Address[],
): void => {
  const checked: LookupFunction = (_host, _options, found) => found(null, [...addresses]);
  const socket = connect({
    host,
    port,
    lookup: checked,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    allowHalfOpen: true,
    // The end of a request is not held back until its beginning is acknowledged.
    noDelay: true,
  });
  const timer = setTimeout(() => socket.destroy(new Error('no answer')), NETWORK_CONNECT_MS);
  socket.once('connect', () => {
    clearTimeout(timer);
    carry(stream, socket);
  });
  socket.once('error', () => answer(stream, UNREACHABLE));
  socket.once('close', () => clearTimeout(timer));
  stream.once('close', () => socket.destroy());
};

const carry = (stream: ServerHttp2Stream, socket: Duplex): void => {
  if (stream.destroyed) return;
  stream.respond({ ':status': 200 });
  stream.pipe(socket);
  socket.pipe(stream);
};

/** Also for a tunnel that was open: it breaks. */
const answer = (stream: ServerHttp2Stream, status: number): void => {
  if (stream.headersSent) stream.close(constants.NGHTTP2_CONNECT_ERROR);
  else if (!stream.destroyed) stream.respond({ ':status': status }, { endStream: true });
};
