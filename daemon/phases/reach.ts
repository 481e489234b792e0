/** From where the server is reached, and by which names: a name that is none of its own leads here from elsewhere. */
// In the bundle a class is no part of it: what is imported by name from there is called, never made.
import crypto, { type X509Certificate } from 'node:crypto';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { Refusal } from '#lib/spec/refusals.ts';

/** What the owner says of it. */
export interface ReachAsked {
  /** An IP address of this machine; what nobody says is this machine alone. */
  readonly bind: string | undefined;
  /** PEM. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  /** A proxy of the owner's stands before it, and does the encryption. */
  readonly isBehindProxy: boolean;
  /** By which it is called, too. */
  readonly names: readonly string[];
  /** Where others find its page, such as `https://agent.example:8443`: the proxy's. */
  readonly publicOrigin?: string | undefined;
}

/** How nobody but this machine reaches it. */
export const LOOPBACK = '127.0.0.1';

const LOCAL = new BlockList();
LOCAL.addSubnet('127.0.0.0', 8, 'ipv4');
LOCAL.addAddress('::1', 'ipv6');

const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': LOOPBACK, '::': '::1' };

const LOCAL_NAMES: ReadonlySet<string> = new Set([LOOPBACK, 'localhost', '::1']);

export class ServerReach {
  readonly address: string;
  readonly tls: ReachAsked['tls'];
  readonly isBehindProxy: boolean;
  readonly #names: readonly string[];
  readonly #certificate: X509Certificate | undefined;
  readonly #publicOrigin: string | undefined;

  /** Throws BIND_UNSAFE, TLS_UNUSABLE. */
  constructor({ bind = LOOPBACK, tls, isBehindProxy, names, publicOrigin }: ReachAsked) {
    this.address = bind;
    this.tls = tls;
    this.isBehindProxy = isBehindProxy;
    const called = URL.parse(publicOrigin ?? '')?.hostname;
    const all = called === undefined ? names : [called, ...names];
    this.#names = all.map((name) => name.toLowerCase());
    this.#publicOrigin = publicOrigin;
    this.#certificate = tls && certificateIn(tls.cert);
    if (!isLocal(bind) && tls === undefined && !isBehindProxy)
      throw new Refusal('BIND_UNSAFE', { address: bind });
  }

  /** By what commands of this machine know the server again; `undefined` where it does no encryption. */
  get fingerprint(): string | undefined {
    return this.#certificate?.fingerprint256;
  }

  /** Where commands of this machine reach it. */
  get local(): string {
    return EVERYWHERE[this.address] ?? this.address;
  }

  /** How commands of this machine reach it, as they find it written down. */
  get found(): { readonly address: string; readonly fingerprint?: string } {
    const { local: address, fingerprint } = this;
    return { address, ...(fingerprint !== undefined && { fingerprint }) };
  }

  /** The address of its page. */
  url(port: number): string {
    const [name] = this.#names;
    if (this.isBehindProxy && this.#publicOrigin !== undefined) return this.#publicOrigin;
    if (this.isBehindProxy && name !== undefined) return `https://${name}`;
    const scheme = this.tls === undefined ? 'http' : 'https';
    return `${scheme}://${inUrl(name ?? this.local)}:${port}`;
  }

  /** Why no other machine reaches its page, and what is missing; `undefined` where one does. */
  get missingForOthers(): string | undefined {
    if (this.isBehindProxy)
      return this.#names.length > 0
        ? undefined
        : 'the proxy has no name: set runtime.publicOrigin in state/config.json, or start with --behind-proxy --host NAME';
    if (this.tls === undefined)
      return 'it listens on this machine alone: start it with --bind ADDRESS --tls-cert FILE --tls-key FILE, or with --behind-proxy --host NAME behind a proxy or tunnel of yours that encrypts';
    return isLocal(this.address)
      ? `it has a certificate, but listens at ${this.address}, which no other machine reaches: start it with --bind`
      : undefined;
  }

  /** Does what comes for `host`, a header, come encrypted? */
  isSecure(host: string | undefined): boolean {
    const asked = hostIn(host);
    const isProxied = this.isBehindProxy && asked !== undefined && this.#names.includes(asked.name);
    return this.tls !== undefined || isProxied;
  }

  /** Is `host`, a header, one by which this server is called? */
  isOwnHost(host: string | undefined, port: number): boolean {
    const asked = hostIn(host);
    if (asked === undefined) return false;
    const usual = this.tls === undefined ? 80 : 443;
    // Which port the proxy has is its own matter.
    if (this.isBehindProxy && this.#names.includes(asked.name)) return true;
    return (asked.port ?? usual) === port && this.#isName(asked.name);
  }

  /** Is `origin`, a header, a page of this server, or absent, as programs leave it? */
  isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
    if (origin === undefined) return true;
    const url = URL.parse(origin);
    if (url === null || url.origin !== origin.toLowerCase()) return false;
    if (this.isBehindProxy && this.#names.includes(url.hostname))
      return url.protocol === 'https:' || url.protocol === 'http:';
    const scheme = this.tls === undefined ? 'http:' : 'https:';
    return url.protocol === scheme && url.host === URL.parse(`${scheme}//${host}`)?.host;
  }

  #isName(name: string): boolean {
    if (LOCAL_NAMES.has(name) || name === this.address || this.#names.includes(name)) return true;
    // No page can be made to lead here by a number.
    if (isIP(name) !== 0 && this.address in EVERYWHERE) return true;
    const certified = isIP(name) === 0 ? 'checkHost' : 'checkIP';
    return this.#certificate?.[certified](name) !== undefined;
  }
}

/** Is `address`, an IP address, of this machine alone? */
const isLocal = (address: string): boolean =>
  LOCAL.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

const HOST = /^(?:\[(?<six>[0-9a-f:.]+)\]|(?<name>[^:[\]/@\s]+))(?::(?<port>\d{1,5}))?$/iu;

const hostIn = (
  host: string | undefined,
): { readonly name: string; readonly port: number | undefined } | undefined => {
  const { six, name, port } = HOST.exec(host ?? '')?.groups ?? {};
  const named = (six ?? name)?.toLowerCase();
  return named === undefined
    ? undefined
    : { name: named, port: port === undefined ? undefined : Number(port) };
};

const inUrl = (name: string): string => (isIPv6(name) ? `[${name}]` : name);

const certificateIn = (cert: Buffer): X509Certificate => {
  try {
    return new crypto.X509Certificate(cert);
  } catch (error) {
    throw tlsUnusable(error);
  }
};

/** What says why. */
export const tlsUnusable = (error: unknown): Refusal =>
  new Refusal('TLS_UNUSABLE', {
    reason: error instanceof Error ? error.message : String(error),
  });
