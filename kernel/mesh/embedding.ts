/**
 * Vectors of what an index holds and of what is asked (RFC-0009 §5.4). The kernel makes the texts anew from the files of
 * now, scrubbed as for the index (§4.2), and has them embedded: what the process of the mesh holds goes nowhere. To an
 * embedder on another machine nothing goes before the owner has said so for this workspace (§4.4).
 */
import type { MeshSearchParams } from '#lib/protocol/mesh.ts';
import { scrub } from '#lib/recall/scrub.ts';
import {
  EMBEDDING_BATCH,
  EMBEDDING_MS,
  EMBEDDING_PAUSE_MS,
  EMBEDDING_ROUND,
  EMBEDDING_TEXT_MAX_CHARS,
  MESH_CATCH_UP_MS,
} from '#lib/spec/limits.ts';
import type { MemoryUnit } from '#lib/recall/ingest.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { consentTo, rememberConsent } from '#kernel/state/consents.ts';
import { packVector } from '#kernel/wire/vectors.ts';
import { type Embedder, EmbedderFailed } from './embedder.ts';
import { embedderOf } from './embedders.ts';
import type { MeshProcess } from './process.ts';
import { readUnits } from './hit.ts';
import type { IndexSource } from './reader.ts';

/** What an index lends. */
export interface EmbeddingParts {
  readonly opened: OpenWorkspace;
  readonly host: Host;
  readonly reading: IndexSource;
}

/** How long it may take, and who hears of it. */
export interface Embedded {
  /** Places without a vector. */
  readonly left: number;
  /** Why there are such, where it is no lack of time. */
  readonly fault?: string;
}

/** What is known of the embedder. */
export interface EmbedderStatus extends Embedded {
  readonly name: string;
  readonly remote?: string | undefined;
}

/** An embedder, or why there is none. */
type Chosen = Embedder | { readonly fault: string };

export class Embedding {
  readonly #parts: EmbeddingParts;
  readonly #embedder: Chosen;
  readonly #name: string;
  /** What went wrong last, and until when it is not tried again. */
  #failed: { readonly fault: string; readonly until: number } | undefined;

  private constructor(parts: EmbeddingParts, name: string, embedder: Chosen) {
    this.#parts = parts;
    this.#name = name;
    this.#embedder = embedder;
  }

  /** The embedder that the settings name; `undefined` where they name none. */
  static async of(parts: EmbeddingParts): Promise<Embedding | undefined> {
    const embedder = await embedderOf(parts.host);
    const name = parts.host.settings.mesh.embedder;
    return embedder === undefined || name === undefined
      ? undefined
      : new Embedding(parts, name, embedder);
  }

  /** The host that the owner has not been asked about; `undefined` where there is nothing to ask. Throws STATE_DAMAGED, STATE_UNUSABLE. */
  get wantsConsent(): string | undefined {
    const { remote } = this.#usable ?? {};
    return remote !== undefined && this.#consented(remote) === undefined ? remote : undefined;
  }

  /** What the owner says about the embedder's host. Throws STATE_DAMAGED, STATE_UNUSABLE. */
  consent(given: boolean): void {
    const { remote } = this.#usable ?? {};
    if (remote !== undefined) rememberConsent(this.#parts.opened.home, named(remote), given);
  }

  /** Makes the vectors that are missing, until `isLate`. Throws MESH_UNAVAILABLE, STATE_DAMAGED, STATE_UNUSABLE. */
  async update(mesh: MeshProcess, { isLate, progress }: Updating = {}): Promise<Embedded> {
    const embedder = this.#ready();
    const withinMs = isLate === undefined ? EMBEDDING_MS : MESH_CATCH_UP_MS;
    // What cannot be made, since its file has changed meanwhile, is made the next time.
    const tried = new Set<string>();
    for (let made = 0; ;) {
      const asked = { embedder: this.#name, limit: tried.size + EMBEDDING_ROUND };
      const { count, places } = await mesh.ask('unembedded', asked);
      if ('fault' in embedder) return { left: count, fault: embedder.fault };
      const fresh = places.filter(({ key }) => !tried.has(key));
      if (fresh.length === 0) return { left: count };
      for (const { key } of fresh) tried.add(key);
      for (const units of batchesOf(await this.#units(fresh))) {
        if (isLate?.() === true) return { left: count };
        try {
          await this.#keep(mesh, embedder, units, withinMs);
        } catch (error) {
          return { left: count, fault: this.#faultOf(error) };
        }
        made += units.length;
        progress?.(made, made + count - units.length);
      }
    }
  }

  /** The vector of a question; none, with the reason, where there can be none. Throws MESH_UNAVAILABLE, STATE_… refusals. */
  async ofQuestion(
    mesh: MeshProcess,
    question: string,
  ): Promise<{ readonly vector?: MeshSearchParams['vector']; readonly fault?: string }> {
    const embedder = this.#ready();
    if ('fault' in embedder) return embedder;
    const scrubbed = scrub(question);
    if ('rejected' in scrubbed) return {};
    try {
      const [vector] = await embedder.embed([cut(scrubbed.text)], {
        mesh,
        withinMs: MESH_CATCH_UP_MS,
      });
      if (vector === undefined) return {};
      return { vector: { embedder: this.#name, packed: packVector(vector) } };
    } catch (error) {
      return { fault: this.#faultOf(error) };
    }
  }

  /** Throws as `update`. */
  async status(mesh: MeshProcess): Promise<EmbedderStatus> {
    const { count } = await mesh.ask('unembedded', { embedder: this.#name, limit: 0 });
    const embedder = this.#ready();
    const fault = 'fault' in embedder ? { fault: embedder.fault } : {};
    return { name: this.#name, remote: this.#usable?.remote, left: count, ...fault };
  }

  get #usable(): Embedder | undefined {
    return 'fault' in this.#embedder ? undefined : this.#embedder;
  }

  #consented(remote: string): boolean | undefined {
    return consentTo(this.#parts.opened.home, named(remote));
  }

  #ready(): Chosen {
    const embedder = this.#usable;
    if (embedder === undefined) return this.#embedder;
    const { remote } = embedder;
    if (remote !== undefined && this.#consented(remote) !== true)
      return { fault: `there is no consent that texts go to ${remote} (yamo mesh sync)` };
    const failed = this.#failed;
    return failed !== undefined && performance.now() < failed.until ? failed : embedder;
  }

  async #units(places: readonly Place[]): Promise<readonly MemoryUnit[]> {
    const found: MemoryUnit[] = [];
    for (const [file, all] of Map.groupBy(places, (place) => place.file)) {
      const wanted = new Set(all.map(({ key }) => key));
      const units = (await readUnits(this.#parts.reading, file)) ?? [];
      found.push(...units.filter(({ key }) => wanted.has(key)));
    }
    return found;
  }

  async #keep(
    mesh: MeshProcess,
    embedder: Embedder,
    units: readonly MemoryUnit[],
    withinMs: number,
  ): Promise<void> {
    const vectors = await embedder.embed(units.map(embeddedText), { mesh, withinMs });
    const packed = units.map(({ key }, at) => ({ key, packed: packVector(vectors[at] ?? []) }));
    await mesh.ask('vectors', { embedder: this.#name, vectors: packed });
  }

  #faultOf(error: unknown): string {
    if (!(error instanceof EmbedderFailed)) throw error;
    const fault = error.message;
    this.#failed = { fault, until: performance.now() + EMBEDDING_PAUSE_MS };
    return fault;
  }
}

interface Updating {
  readonly isLate?: () => boolean;
  readonly progress?: (done: number, all: number) => void;
}

interface Place {
  readonly file: string;
  readonly key: string;
}

/** Consent for what an agent is shown is none for all that is remembered. */
const named = (remote: string): string => `embeddings ${remote}`;

const cut = (text: string): string => text.slice(0, EMBEDDING_TEXT_MAX_CHARS).toWellFormed();

/** What is embedded of a unit: what is said under headings means little without them. */
export const embeddedText = ({ headings, text }: MemoryUnit): string =>
  cut([...headings.filter((title) => title !== ''), text].join('\n'));

function* batchesOf(units: readonly MemoryUnit[]): Generator<readonly MemoryUnit[]> {
  for (let at = 0; at < units.length; at += EMBEDDING_BATCH)
    yield units.slice(at, at + EMBEDDING_BATCH);
}
