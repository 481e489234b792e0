/** The embedder that the owner's settings name (RFC-0009 §5.4): one on this machine, or one behind HTTP. */
import { Refusal } from '#lib/spec/refusals.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { hostAndPort, isThisMachine, modelSetup } from '#kernel/programs/providers.ts';
import { type Embedder, EmbedderFailed } from './embedder.ts';
import { findPackage } from './packages.ts';

/** The name of the encoder that `yamo mesh install --encoder` fetches. */
const LOCAL = 'local';

/** What the settings name, or what is wrong with it, in words; `undefined` where they name none. */
export const embedderOf = async (
  host: Pick<Host, 'settings' | 'environment' | 'disk' | 'uid'>,
): Promise<Embedder | { readonly fault: string } | undefined> => {
  const { settings, environment } = host;
  const name = settings.mesh.embedder;
  if (name === undefined) return undefined;
  if (name === LOCAL) return localEncoder(findPackage('encoder', environment)?.entry);
  const setup = modelSetup(name, settings.providers, environment);
  if ('fault' in setup) return setup;
  const { embeddingAddress, HttpEmbedder } = await import('./http-embedder.ts');
  const address = embeddingAddress(setup);
  if (address === undefined) return { fault: 'its provider makes no vectors' };
  const remote = isThisMachine(new URL(setup.baseUrl).hostname) ? undefined : hostAndPort(setup);
  const http = new HttpEmbedder(setup, address, host);
  return { name, remote, embed: (texts, { withinMs }) => http.embed(texts, withinMs) };
};

/** It runs in the process of the mesh, which has no network. */
const localEncoder = (encoder: string | undefined): Embedder | { readonly fault: string } =>
  encoder === undefined
    ? { fault: 'the sentence encoder is not installed (yamo mesh install --encoder)' }
    : {
        name: LOCAL,
        remote: undefined,
        embed: async (texts, { mesh }) => {
          try {
            return (await mesh.ask('encode', { encoder, texts }, ENCODE_MS)).vectors;
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            throw new EmbedderFailed('it failed', { cause: error });
          }
        },
      };

/** The encoder is loaded, and goes through a batch, in less. */
const ENCODE_MS = 60_000;
