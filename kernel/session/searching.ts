/** How memory is searched in a session: by words, or by the index where the owner turned it on (RFC-0009 §5.4). */
import type { SearchParams, SearchResult } from '#lib/protocol/protocol.ts';
import { SEARCH_HITS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { IndexParts } from '#kernel/mesh/index-process.ts';
import type { MemoryIndex } from '#kernel/mesh/memory-index.ts';
import type { Run } from '#kernel/run/running.ts';
import { searchMemory, type SearchParts } from './search.ts';

/** Where the index of a session is, if the owner turned it on. */
type Wiring = Omit<IndexParts, 'reading'>;

/** The scope of a session is its kind: the process of a shared one has no path to what a main one remembers. */
export const indexOf = ({
  opened,
  host,
  decision: { kind },
}: Pick<Run, 'opened' | 'host' | 'decision'>): Wiring | undefined =>
  host.settings.mesh.search || host.settings.mesh.recall
    ? { opened, host, scope: kind.permissions.index }
    : undefined;

export class MemorySearch {
  readonly #parts: SearchParts;
  readonly #wiring: Wiring | undefined;
  #index: MemoryIndex | undefined;

  /** `wiring`: where the owner turned the index on. */
  constructor(parts: SearchParts, wiring: Wiring | undefined) {
    this.#parts = parts;
    this.#wiring = wiring;
  }

  /** Does the owner have searches ask the index? */
  get usesIndex(): boolean {
    return this.#wiring?.host.settings.mesh.search === true;
  }

  /** Throws SEARCH_EMPTY, GATE_DENIED, STATE_… refusals. */
  async search(params: SearchParams): Promise<SearchResult> {
    const index = this.usesIndex ? await this.index() : undefined;
    if (index === undefined) return searchMemory(this.#parts, params);
    try {
      return await this.#byIndex(index, params);
    } catch (error) {
      if (!(error instanceof Refusal) || !isOfIndex(error)) throw error;
      const found = await searchMemory(this.#parts, params);
      return { ...found, note: `${error.message} It was searched by words.` };
    }
  }

  /** Loaded by the first question; `undefined` where the owner did not turn it on. */
  async index(): Promise<MemoryIndex | undefined> {
    if (this.#wiring === undefined || this.#index !== undefined) return this.#index;
    const { MemoryIndex } = await import('#kernel/mesh/memory-index.ts');
    this.#index ??= new MemoryIndex({ ...this.#wiring, reading: this.#parts });
    return this.#index;
  }

  async close(): Promise<void> {
    await this.#index?.close();
  }

  /** Memory by the index; what is behind, and files that are no memory, by words. */
  async #byIndex(index: MemoryIndex, params: SearchParams): Promise<SearchResult> {
    const { query, limit = SEARCH_HITS } = params;
    const { behind, files, hits, more, note } = await index.search(params);
    const left = { query, limit: Math.max(1, limit - hits.length) };
    const byWords = await searchMemory(
      this.#parts,
      left,
      (file) => behind.has(file) || !files.has(file),
    );
    const room = Math.max(0, limit - hits.length);
    const others = byWords.hits.slice(0, room);
    return {
      ...byWords,
      hits: [...hits, ...others],
      more: more + byWords.more + byWords.hits.length - others.length,
      ...noted(behind.size > 0 ? behindNote(behind.size) : undefined, note),
    };
  }
}

const noted = (...notes: readonly (string | undefined)[]): { readonly note?: string } => {
  const note = notes.filter((one) => one !== undefined).join(' ');
  return note === '' ? {} : { note };
};

const behindNote = (files: number): string =>
  files === 1
    ? 'The index is behind by one file, which was searched by words.'
    : `The index is behind by ${files} files, which were searched by words.`;

const isOfIndex = ({ code }: Refusal): boolean =>
  code.startsWith('MESH_') || code.startsWith('STATE_');
