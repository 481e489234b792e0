/** The ways of the processes in a sandbox to hosts of the internet, through proxies of the kernel. */
import type { Duplex } from 'node:stream';
import type { ModelSetup } from '#lib/protocol/protocol.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import type { AgentProgram } from '#kernel/programs/program.ts';
import { hostAndPort, upstreamOf } from '#kernel/programs/providers.ts';
import { type ProxyTarget, type Upstream, upstreamTo } from '#kernel/programs/upstream.ts';
import type { HostProxy } from './proxy.ts';
import type { Way } from './view.ts';

/** What they are for, and who hears of them. */
interface WaysParts {
  readonly program: AgentProgram;
  readonly host: Pick<Host, 'environment'>;
  /** Hears what the owner should know. */
  readonly notice: (section: string, text: string) => void;
}

/** Those of one session. */
export class Ways {
  readonly #parts: WaysParts;
  readonly #proxies = new Map<Way['by'], HostProxy>();
  /** The model that a built-in agent reaches. */
  #model: ModelSetup | undefined;
  #isProxySaid = false;

  constructor(parts: WaysParts) {
    this.#parts = parts;
    this.#model = parts.program.model;
  }

  /** The way of a built-in agent to its provider, and to nothing else. */
  get own(): Way | undefined {
    const { hosts } = this.#parts.program;
    return hosts === undefined ? undefined : this.to('descriptor', hosts);
  }

  /** A way to these hosts, for a process that is started. */
  to(by: Way['by'], hosts: readonly string[]): Way {
    // What it takes is loaded for the first process that asks for a host.
    const connect = (channel: Duplex): void =>
      void channel.once('readable', () => void this.#serve(by, channel, hosts));
    return { connect, by };
  }

  /** From now on a built-in agent reaches the host of this model, and no other. */
  async reach(model: ModelSetup): Promise<void> {
    const hosts = [hostAndPort(model)];
    this.#model = model;
    (await this.#proxyFor('descriptor', hosts)).list(hosts);
  }

  /** All processes of a session that go the same way are counted together. */
  async #serve(by: Way['by'], channel: Duplex, hosts: readonly string[]): Promise<void> {
    (await this.#proxyFor(by, hosts)).serve(channel);
  }

  async #proxyFor(by: Way['by'], hosts: readonly string[]): Promise<HostProxy> {
    const { HostProxy } = await import('./proxy.ts');
    const proxy =
      this.#proxies.get(by) ??
      new HostProxy({
        hosts,
        // The address of a provider is the owner's own word; a name in a list may lead anywhere.
        anyAddress: (target) =>
          by === 'descriptor' || this.#parts.program.needs?.address === target,
        upstream: (target) => (by === 'descriptor' ? this.#upstream() : this.#upstreamTo(target)),
        notice: (text) => this.#parts.notice('§4.4', text),
      });
    this.#proxies.set(by, proxy);
    return proxy;
  }

  /** The proxy on the way to the model; one that cannot be used was refused with the setup. */
  #upstream(): Upstream | undefined {
    const found = this.#model && upstreamOf(this.#model, this.#parts.host.environment);
    return found === 'invalid' ? undefined : found;
  }

  /** The proxy on the way of an agent that is not ours, as the owner's own programs have it. */
  #upstreamTo(target: ProxyTarget): Upstream | undefined {
    // A provider's address of the owner's own is near by where it has no TLS, as for models.
    if (this.#parts.program.needs?.plainAddress === `${target.host}:${target.port}`)
      return undefined;
    const found = upstreamTo(target, this.#parts.host.environment);
    if (found !== 'invalid') return found;
    if (!this.#isProxySaid)
      this.#parts.notice(
        '§4.4',
        'HTTPS_PROXY names a proxy that cannot be used: it must be http://HOST:PORT.',
      );
    this.#isProxySaid = true;
    return undefined;
  }
}
