/** What makes vectors of texts (RFC-0009 §5.4): one interface, and none unless the owner names one. */
import type { MeshProcess } from './process.ts';

/** Makes vectors of texts, by whatever model. */
export interface Embedder {
  /** As the settings name it: vectors of one name can be compared. */
  readonly name: string;
  /** Where the texts go, as `name:port`; `undefined`: nowhere beyond this machine. */
  readonly remote: string | undefined;
  /** One for each text, in order. Rejects with EmbedderFailed. */
  readonly embed: (
    texts: readonly string[],
    how: { readonly mesh: Pick<MeshProcess, 'ask'>; readonly withinMs: number },
  ) => Promise<readonly (readonly number[])[]>;
}

/** Why there are no vectors, in words of our own. */
export class EmbedderFailed extends Error {
  override readonly name = 'EmbedderFailed';
}
