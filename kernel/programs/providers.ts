/** Providers of models: those that are built in, and how the name `PROVIDER/MODEL` becomes a `ModelSetup`. */
import type { ModelSetup, Wire } from '#lib/protocol/protocol.ts';
import { limitsOf } from '#lib/model/table.ts';
import type { Settings } from '#kernel/contract/boot-request.ts';
import { type Upstream, upstreamTo } from './upstream.ts';

interface Provider {
  readonly wire: Wire;
  readonly baseUrl: string;
  /** Where programs for this provider look for another address. */
  readonly baseUrlVariable?: string;
  readonly needsKey: boolean;
  /** The model that serves where the owner has a key and names none. */
  readonly defaultModel?: string;
}

/** What is said in a minute of silence is no answer any more. */
const IDLE_SECONDS = 60;
const TRIES = 5;

/** Providers of models by the name that stands before the slash of `--model`. */
export const PROVIDERS: Readonly<Record<string, Provider>> = {
  anthropic: {
    wire: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    baseUrlVariable: 'ANTHROPIC_BASE_URL',
    needsKey: true,
    defaultModel: 'claude-sonnet-5-5',
  },
  openai: {
    wire: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    baseUrlVariable: 'OPENAI_BASE_URL',
    needsKey: true,
  },
  openrouter: { wire: 'openai', baseUrl: 'https://openrouter.ai/api/v1', needsKey: true },
  // Local servers speak the Messages API as well.
  ollama: { wire: 'anthropic', baseUrl: 'http://127.0.0.1:11434', needsKey: false },
  lmstudio: { wire: 'anthropic', baseUrl: 'http://127.0.0.1:1234', needsKey: false },
  llamacpp: { wire: 'anthropic', baseUrl: 'http://127.0.0.1:8080', needsKey: false },
};

type Given = Settings['providers'];
type Environment = Readonly<Record<string, string | undefined>>;

/** The setup for `name`, or what is wrong with it, in words. */
export const modelSetup = (
  name: string,
  given: Given,
  environment: Environment,
): ModelSetup | { readonly fault: string } => {
  const slash = name.indexOf('/');
  const provider = name.slice(0, Math.max(slash, 0));
  const model = name.slice(slash + 1);
  if (provider === '' || model === '' || /\p{C}/u.test(name))
    return { fault: 'it is not PROVIDER/MODEL' };
  const known = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
  const own = Object.hasOwn(given, provider) ? given[provider] : undefined;
  const address = own?.baseUrl ?? addressIn(environment, known) ?? known?.baseUrl;
  if (address === undefined)
    return {
      fault: `no provider is called ${provider}; known: ${[...new Set([...Object.keys(PROVIDERS), ...Object.keys(given)])].join(', ')}`,
    };
  const url = URL.parse(address);
  const isAddress =
    url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  if (!isAddress) return { fault: `the address of ${provider} is none (http or https)` };
  if (url.hostname.startsWith('['))
    return { fault: `the address of ${provider} is one of IPv6; give it by a name` };
  const needsKey = own?.key === undefined ? (known?.needsKey ?? true) : own.key !== 'none';
  if (needsKey && url.protocol === 'http:' && !isThisMachine(url.hostname))
    return { fault: `its key would go to ${url.host} in the clear; use https, or "key": "none"` };
  if (upstreamOf({ baseUrl: address }, environment) === 'invalid')
    return {
      fault:
        'HTTPS_PROXY names a proxy that cannot be used: it must be http://HOST:PORT, with USER:PASSWORD@ before that if need be (NO_PROXY names hosts that need none)',
    };
  const limits = limitsOf(model);
  return {
    name,
    wire: own?.wire ?? known?.wire ?? 'openai',
    baseUrl: address.replace(/\/+$/, ''),
    model,
    needsKey,
    limits: {
      ...limits,
      contextTokens: own?.contextTokens ?? limits.contextTokens,
      outputTokens: own?.outputTokens ?? limits.outputTokens,
    },
    ...(own?.headers === undefined ? {} : { headers: own.headers }),
    idleSeconds: own?.idleSeconds ?? IDLE_SECONDS,
    tries: own?.tries ?? TRIES,
  };
};

const addressIn = (environment: Environment, known: Provider | undefined): string | undefined => {
  const value = known?.baseUrlVariable && environment[known.baseUrlVariable];
  return value === '' ? undefined : value;
};

/** Does a name of a host lead to this machine, and nowhere else? */
export const isThisMachine = (host: string): boolean =>
  host === 'localhost' || /^127(?:\.\d+){3}$/.test(host);

/** `name:port` of the address that a model is reached at. */
export const hostAndPort = ({ baseUrl }: Pick<ModelSetup, 'baseUrl'>): string => {
  const { hostname, port, protocol } = new URL(baseUrl);
  return `${hostname}:${port === '' ? (protocol === 'http:' ? 80 : 443) : port}`;
};

/** The proxy on the way to a model. Connections without TLS are for machines near by, and go to them directly. */
export const upstreamOf = (
  { baseUrl }: Pick<ModelSetup, 'baseUrl'>,
  environment: Environment,
): Upstream | 'invalid' | undefined => {
  const { protocol, hostname, port } = new URL(baseUrl);
  return protocol === 'https:'
    ? upstreamTo({ host: hostname, port: Number(port || 443) }, environment)
    : undefined;
};

/** The provider in `PROVIDER/MODEL`. */
export const providerOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf('/')));
