/**
 * A proxy that stands between this machine and the outside: HTTPS_PROXY, where NO_PROXY does not name the host. It is
 * asked for a tunnel (RFC 9110 §9.3.6) by the name of the host, which often the proxy alone can look up.
 */
import type { Duplex } from 'node:stream';
import { NETWORK_CONNECT_MS } from '#lib/spec/limits.ts';

export interface Upstream {
  readonly host: string;
  readonly port: number;
  /** The header that the proxy wants, where its address has a user. */
  readonly authorization?: string;
}

export interface ProxyTarget {
  readonly host: string;
  readonly port: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const HTTP_PORT = 80;
const OK = 200;
const FORBIDDEN = 403;
const AUTHENTICATION_REQUIRED = 407;

/** The proxy on the way to `goal`; `undefined` where there is none, and `invalid` for one that cannot be used. */
export const upstreamTo = (
  goal: ProxyTarget,
  environment: Environment,
): Upstream | 'invalid' | undefined => {
  const address = valueOf(environment, 'HTTPS_PROXY');
  if (address === '' || isDirect(goal, valueOf(environment, 'NO_PROXY'))) return undefined;
  const url = URL.parse(address.includes('://') ? address : `http://${address}`);
  if (url?.protocol !== 'http:' || url.hostname === '') return 'invalid';
  const { hostname, port, username, password } = url;
  const way = {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? HTTP_PORT : Number(port),
  };
  if (username === '') return way;
  try {
    const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return { ...way, authorization: `Basic ${Buffer.from(user).toString('base64')}` };
  } catch {
    return 'invalid';
  }
};

/** Small letters go first, as everywhere. */
const valueOf = (environment: Environment, name: string): string =>
  (environment[name.toLowerCase()] ?? environment[name] ?? '').trim();

/** This machine, and what the list names: a host, with all below it, or `*`; each with a port, if it is only that one. */
const isDirect = ({ host, port }: ProxyTarget, list: string): boolean =>
  host === 'localhost' ||
  /^127(?:\.\d+){3}$/.test(host) ||
  list
    .toLowerCase()
    .split(/[\s,]+/)
    .map((entry) => /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry) ?? [])
    .some(
      ([, name = '', only]) =>
        name !== '' &&
        (only === undefined || Number(only) === port) &&
        (name === '*' || host === name || host.endsWith(`.${name}`)),
    );

/** Why there is no tunnel, in words. */
export class NoTunnel extends Error {
  override readonly name = 'NoTunnel';
  /** The proxy does not want to lead there: trying again is no use. */
  readonly refused: boolean;

  constructor(why: string, refused: boolean) {
    super(why);
    this.refused = refused;
  }
}

/** A tunnel to `goal`. Rejects with NoTunnel. */
export const tunnelThrough = async (upstream: Upstream, goal: ProxyTarget): Promise<Duplex> => {
  const { request } = await import('node:http');
  const path = `${goal.host}:${goal.port}`;
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const asked = request({
    ...upstream,
    agent: false,
    method: 'CONNECT',
    path,
    headers: {
      host: path,
      ...(upstream.authorization === undefined
        ? {}
        : { 'proxy-authorization': upstream.authorization }),
    },
    signal: AbortSignal.timeout(NETWORK_CONNECT_MS),
  });
  asked.once('connect', ({ statusCode }, socket, head) => {
    if (head.length > 0) socket.unshift(head);
    if (statusCode === OK) return resolve(socket);
    socket.destroy();
    reject(refusalBy(statusCode ?? 0));
  });
  asked.on('error', () => reject(new NoTunnel('it cannot be reached', false)));
  asked.end();
  return promise;
};

const refusalBy = (status: number): NoTunnel => {
  const said = `it answered ${status}`;
  if (status === AUTHENTICATION_REQUIRED)
    return new NoTunnel(`${said}: it wants a user and a password that it knows`, true);
  return new NoTunnel(said, status === FORBIDDEN);
};
