/** A session's way to its model: which library speaks to the provider, and whether that is still heard. */
import type { CredentialResult, ModelSetup } from '#lib/protocol/protocol.ts';
import type { Provider, ProviderParts } from './provider.ts';
import type { Tunnels } from '#kernel/wire/tunnel.ts';

/** A provider, as long as model and key stay the same. */
export interface Reached {
  readonly setup: ModelSetup;
  readonly credential: CredentialResult | undefined;
  readonly provider: Provider;
  readonly watch: Watch;
}

/** The way with this setup and key: `before`, if it is one with the same. The provider's library is loaded with the first. */
export const reach = async (
  before: Reached | undefined,
  setup: ModelSetup,
  credential: CredentialResult | undefined,
  tunnels: Tunnels,
): Promise<Reached> => {
  if (before?.setup === setup && before.credential === credential) return before;
  const watch = new Watch();
  const fetch = tunnels.fetch(() => watch.heard());
  return { setup, credential, provider: await providerOf({ setup, credential, fetch }), watch };
};

const providerOf = async (parts: ProviderParts): Promise<Provider> => {
  if (parts.setup.wire === 'openai') return (await import('./openai.ts')).openai(parts);
  return (await import('./anthropic.ts')).anthropic(parts);
};

/** Gives a stream up when nothing comes for too long; one at a time. */
class Watch {
  #timer: NodeJS.Timeout | undefined;

  /** Watches from now on. The signal is aborted after a silence of `ms`. */
  begin(ms: number): AbortSignal {
    const stop = new AbortController();
    this.#timer = setTimeout(() => stop.abort(), ms);
    return stop.signal;
  }

  heard(): void {
    this.#timer?.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
