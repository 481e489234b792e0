/**
 * Embedders behind HTTP (RFC-0009 §5.4): Ollama, and whatever speaks the Embeddings API of OpenAI. The kernel asks them,
 * since the process of the mesh has no network. What they answer is looked at, and never told: it may quote a text.
 */
import type { ClientRequest, RequestOptions } from 'node:http';
import type { ModelSetup } from '#lib/protocol/protocol.ts';
import { EMBEDDING_ANSWER_MAX_BYTES, EMBEDDING_MAX_DIMENSIONS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { memberAt } from '#lib/text/json.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { type Credentials, credentialsOf } from '#kernel/credentials/find.ts';
import { providerOf, upstreamOf } from '#kernel/programs/providers.ts';
import { NoTunnel, tunnelThrough } from '#kernel/programs/upstream.ts';
import { EmbedderFailed } from './embedder.ts';

/** Where vectors are asked for, and in which form. */
export interface EmbeddingAddress {
  readonly url: string;
  readonly wire: 'ollama' | 'openai';
}

/** Where the provider of a model is asked for vectors; `undefined` where it has none. */
export const embeddingAddress = ({
  name,
  wire,
  baseUrl,
}: Pick<ModelSetup, 'name' | 'wire' | 'baseUrl'>): EmbeddingAddress | undefined => {
  const provider = providerOf(name);
  if (provider === 'anthropic') return undefined;
  if (provider === 'ollama') return { wire: 'ollama', url: `${baseUrl}/api/embed` };
  // Local servers of models have this API beside the Messages API, which their address leads to.
  return { wire: 'openai', url: `${baseUrl}${wire === 'openai' ? '' : '/v1'}/embeddings` };
};

const OK = 200;
const UNAUTHORIZED = 401;
const HTTPS_PORT = 443;

export class HttpEmbedder {
  readonly #setup: ModelSetup;
  readonly #address: EmbeddingAddress;
  readonly #host: Pick<Host, 'settings' | 'environment'>;
  readonly #credentials: Credentials;

  constructor(
    setup: ModelSetup,
    address: EmbeddingAddress,
    host: Pick<Host, 'settings' | 'environment' | 'disk' | 'uid'>,
  ) {
    this.#setup = setup;
    this.#address = address;
    this.#host = host;
    this.#credentials = credentialsOf(host);
  }

  /** One vector for each text. Rejects with EmbedderFailed. */
  async embed(texts: readonly string[], withinMs: number): Promise<readonly (readonly number[])[]> {
    const { model } = this.#setup;
    const asked = { model, input: texts };
    const isOllama = this.#address.wire === 'ollama';
    const body = isOllama ? { ...asked, truncate: true } : { ...asked, encoding_format: 'float' };
    const answer = await this.#post(JSON.stringify(body), withinMs);
    const vectors = vectorsIn(answer, this.#address.wire);
    if (vectors?.length !== texts.length || !areVectors(vectors))
      throw new EmbedderFailed('it answered with something else than vectors');
    return vectors;
  }

  async #post(body: string, withinMs: number): Promise<unknown> {
    const headers = await this.#headers();
    const signal = AbortSignal.timeout(withinMs);
    try {
      const { status, text } = await send(await this.#request({ headers, signal }), body);
      if (status === UNAUTHORIZED) this.#credentials.forget(providerOf(this.#setup.name));
      // A redirection is none to follow: it would lead the texts elsewhere.
      if (status !== OK) throw new EmbedderFailed(`it answered ${status}`);
      return JSON.parse(text);
    } catch (error) {
      if (error instanceof EmbedderFailed) throw error;
      if (signal.aborted) throw new EmbedderFailed(`it gave no answer in ${withinMs / 1000} s`);
      if (error instanceof SyntaxError) throw new EmbedderFailed('its answer is no JSON');
      const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
      if (code === undefined && !(error instanceof NoTunnel)) throw error;
      throw new EmbedderFailed(`it cannot be reached (${code ?? 'by the proxy'})`);
    }
  }

  async #headers(): Promise<Readonly<Record<string, string>>> {
    const { name, needsKey, headers } = this.#setup;
    const provider = providerOf(name);
    const common = { 'content-type': 'application/json', ...headers };
    if (!needsKey) return common;
    try {
      const pointer = this.#host.settings.providers[provider]?.key;
      const found = await this.#credentials.find(provider, pointer);
      if (found === undefined) throw new EmbedderFailed(`there is no key for ${provider}`);
      return { ...common, ...found.headers, authorization: `Bearer ${found.value}` };
    } catch (error) {
      if (error instanceof Refusal) throw new EmbedderFailed(error.message, { cause: error });
      throw error;
    }
  }

  async #request(options: RequestOptions): Promise<ClientRequest> {
    const url = new URL(this.#address.url);
    const plain = { ...options, method: 'POST', agent: false };
    if (url.protocol === 'http:') return (await import('node:http')).request(url, plain);
    const { request } = await import('node:https');
    const upstream = upstreamOf(this.#setup, this.#host.environment);
    if (upstream === undefined || upstream === 'invalid') return request(url, plain);
    const port = Number(url.port || HTTPS_PORT);
    const socket = await tunnelThrough(upstream, { host: url.hostname, port });
    const { connect } = await import('node:tls');
    const createConnection = () => connect({ socket, servername: url.hostname });
    return request(url, { ...plain, createConnection });
  }
}

/** Rejects with EmbedderFailed, or as Node's requests do. */
const send = async (
  request: ClientRequest,
  body: string,
): Promise<{ readonly status: number; readonly text: string }> => {
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>();
  request.once('response', resolve);
  request.on('error', reject);
  request.end(body);
  const response = await promise;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response.iterator()) {
    if (!Buffer.isBuffer(part)) continue;
    bytes += part.length;
    if (bytes > EMBEDDING_ANSWER_MAX_BYTES) {
      response.destroy();
      throw new EmbedderFailed('its answer has no end');
    }
    parts.push(part);
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') };
};

const vectorsIn = (
  answer: unknown,
  wire: EmbeddingAddress['wire'],
): readonly unknown[] | undefined => {
  const list = memberAt(answer, wire === 'ollama' ? 'embeddings' : 'data');
  if (!Array.isArray(list)) return undefined;
  if (wire === 'ollama') return list;
  const all: readonly unknown[] = list;
  return all
    .toSorted((one, other) => Number(memberAt(one, 'index')) - Number(memberAt(other, 'index')))
    .map((one) => memberAt(one, 'embedding'));
};

const areVectors = (list: readonly unknown[]): list is readonly (readonly number[])[] => {
  const [first] = list;
  const size = Array.isArray(first) ? first.length : 0;
  return (
    size > 0 &&
    size <= EMBEDDING_MAX_DIMENSIONS &&
    list.every((one) => Array.isArray(one) && one.length === size && one.every(Number.isFinite))
  );
};
