/**
 * The index of a session over its memory (RFC-0009 §5.4): brought up to date before each answer, and a hit is shown only
 * if the file of now still has it. What goes wrong with it costs the index and never the session.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MeshCounts, MeshSearchParams, RankBy, StoreKind } from '#lib/protocol/mesh.ts';
import type { SearchHit, SearchParams, SearchResult } from '#lib/protocol/protocol.ts';
import {
  MESH_CATCH_UP_MS,
  SEARCH_HITS,
  SEARCH_HITS_MAX,
  SEARCH_QUERY_MAX_CHARS,
} from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Lesson } from '#lib/yamo/lessons.ts';
import type { Superseded } from '#kernel/memory/superseded.ts';
import type { Embedded, EmbedderStatus, Embedding } from './embedding.ts';
import { daysNote } from '#lib/recall/when/said.ts';
import { MeshFolders } from './folders.ts';
import { LedgerTexts } from './ledger-texts.ts';
import { noted } from '#lib/memory/index-hint.ts';
import { type IndexParts, IndexProcess } from './index-process.ts';
import type { MeshProcess } from './process.ts';
import { humanInUser, whyUnread } from './reader.ts';
import { type Synced, syncIndex, type Syncing } from './sync.ts';

/** What was found, the files of memory, and those of them that are not in the index as they are now. */
export interface IndexFound extends SearchResult {
  readonly files: ReadonlySet<string>;
  readonly behind: ReadonlySet<string>;
  /** The question is about days, and this is what memory has of them. */
  readonly isOfDays: boolean;
}

/** What is asked, and how it is ranked; as the settings say where that is not said. */
export interface IndexAsked extends SearchParams {
  readonly by?: RankBy | undefined;
}

/** What the owner is told of an index. */
export interface IndexStatus extends MeshCounts {
  readonly store: StoreKind;
  readonly why: string;
  readonly folder: string;
  readonly by: string;
  /** Absent where the settings name none. */
  readonly embedder?: EmbedderStatus;
}

const loadAnswering = () =>
  Promise.all([
    import('./days.ts'),
    import('./hit.ts'),
    import('#kernel/memory/superseded.ts'),
  ] as const);

export class MemoryIndex {
  readonly #parts: IndexParts;
  readonly #folders: () => MeshFolders;
  readonly #ledger: LedgerTexts | undefined;
  /** What curation has replaced, which the process of a shared session never learns. */
  #superseded: Superseded | undefined;
  /** What a question needs once it is answered. */
  #answering: ReturnType<typeof loadAnswering> | undefined;
  readonly #process: IndexProcess;
  #embedding: Promise<Embedding | undefined> | undefined;
  /** The revision of the index at which every place had its vector. */
  #embeddedAt: string | undefined;
  /** Of which it was told whether an older index was put out of the way. */
  #told: Awaited<ReturnType<IndexProcess['get']>> | undefined;

  /** The process of a shared session gets nothing of the ledger (§4.1). */
  constructor(parts: IndexParts) {
    const { opened, host, scope, reading } = parts;
    this.#folders = () => new MeshFolders(opened, host.environment, host.uid);
    const isPrivate = scope === 'private';
    this.#ledger = isPrivate
      ? new LedgerTexts(() => this.#folders().ledger(), host.disk)
      : undefined;
    this.#parts = { ...parts, reading: { ...reading, ledger: this.#ledger } };
    this.#process = new IndexProcess(this.#parts, this.#folders);
  }

  /** The folder of what stands in no file, made if it is missing. Throws STATE_IN_WORKSPACE, STATE_UNUSABLE. */
  ledgerFolder(): string {
    return this.#folders().ledger();
  }

  /** Lessons that may tell the agent of a main session what to do. Throws STATE_DAMAGED, STATE_UNUSABLE. */
  lessons(): readonly Lesson[] {
    return this.#ledger?.lessons(Date.now()) ?? [];
  }

  /** The store from now on. Throws STATE_UNUSABLE. */
  choose(store: StoreKind): void {
    this.#folders().choose(store);
  }

  /** That an older index was put out of the way, and why, in a sentence; `undefined` where it was not. Throws as `sync`. */
  async rebuilt(): Promise<string | undefined> {
    const { rebuilt } = await this.#process.get();
    return rebuilt === undefined ? undefined : `The index of memory was built anew: ${rebuilt}.`;
  }

  /** The process that serves it now. Throws as `sync`. */
  async process(): Promise<MeshProcess> {
    return (await this.#process.get()).process;
  }

  /** Throws MESH_UNAVAILABLE, GATE_DENIED, STATE_… refusals. */
  sync(how: Syncing = {}): Promise<Synced> {
    const { reading, opened } = this.#parts;
    const { workspace } = opened;
    return this.#process.with(({ process, known, watch }) =>
      syncIndex(process, known, { reading, workspace, watch }, how),
    );
  }

  /** What makes vectors; `undefined` where the settings name nothing. Loaded where they do. */
  embedding(): Promise<Embedding | undefined> {
    const { host } = this.#parts;
    if (host.settings.mesh.embedder === undefined) return Promise.resolve(undefined);
    this.#embedding ??= import('./embedding.ts').then(({ Embedding }) => Embedding.of(this.#parts));
    return this.#embedding;
  }

  /** Makes the vectors that are missing; `undefined` where the settings name no embedder. Throws as `sync`. */
  async embed(how: Pick<Syncing, 'isLate' | 'progress'> = {}): Promise<Embedded | undefined> {
    const embedding = await this.embedding();
    return (
      embedding &&
      this.#process.with(async ({ process, known }) => {
        const { revision } = known;
        if (revision !== undefined && revision === this.#embeddedAt) return { left: 0 };
        const embedded = await embedding.update(process, how);
        this.#embeddedAt = embedded.left === 0 ? revision : undefined;
        return embedded;
      })
    );
  }

  /** Brought up to date before, as it is `wanted`; by default only for a moment. Throws as `sync`, and SEARCH_EMPTY, SEARCH_DAY. */
  async search({ by, ...params }: IndexAsked, wanted?: Syncing): Promise<IndexFound> {
    const { query, limit = SEARCH_HITS } = params;
    if (query.trim() === '') throw new Refusal('SEARCH_EMPTY', {});
    const until = performance.now() + MESH_CATCH_UP_MS;
    const isLate = (): boolean => performance.now() > until;
    const how = wanted ?? { isLate };
    const most = Math.min(Math.max(1, Math.trunc(limit)), SEARCH_HITS_MAX);
    const syncing = this.sync(how);
    // Beside the start of the process, which is on its way by the next turn of this one.
    this.#answering ??= nextTurn().then(loadAnswering);
    const synced = await syncing;
    const [{ daysAsked }] = await this.#answering;
    const when = await daysAsked(params, this.#parts.opened.clock, synced.files);
    const { vector, note } = await this.#meaning(query, isLate);
    const told = noted(await this.#rebuiltOnce(), note).note;
    const human = this.#human();
    const asked: MeshSearchParams = {
      query: query.slice(0, SEARCH_QUERY_MAX_CHARS),
      // Of days, those that are to be shown are chosen there.
      limit: when?.isSure === true ? most : 2 * most,
      by: by ?? this.#parts.host.settings.mesh.rank,
      ...(human !== undefined && { human }),
      ...(vector !== undefined && { vector }),
      ...(when !== undefined && { when }),
    };
    const first = await this.#found(asked, most, synced);
    if (first.stale.size === 0) return { ...first, ...noted(first.note, told) };
    // Something was changed between the sync and the answer.
    const again = await this.sync({ ...how, again: first.stale });
    const found = await this.#found(asked, most, again);
    return { ...found, ...noted(found.note, told) };
  }

  async #rebuiltOnce(): Promise<string | undefined> {
    const running = await this.#process.get();
    if (running === this.#told) return undefined;
    this.#told = running;
    return this.rebuilt();
  }

  /** Whose question one of a main session is: what USER.md calls them. */
  #human(): string | undefined {
    const { scope, reading } = this.#parts;
    return scope === 'private' ? humanInUser(reading) : undefined;
  }

  /** The vector of a question, and what of the places has none; nothing where there is no embedder. */
  async #meaning(
    query: string,
    isLate: () => boolean,
  ): Promise<{ readonly vector?: MeshSearchParams['vector']; readonly note?: string }> {
    const embedding = await this.embedding();
    if (embedding === undefined) return {};
    const { left, fault } = (await this.embed({ isLate })) ?? { left: 0 };
    const asked = await this.#process.with(({ process }) =>
      embedding.ofQuestion(process, query.slice(0, SEARCH_QUERY_MAX_CHARS)),
    );
    const why = asked.fault ?? fault;
    const { vector } = asked;
    if (why !== undefined)
      return { note: `The embedder cannot be used (${why}): words alone were compared.` };
    const note = `${left} places have no vector yet: yamo mesh sync makes them.`;
    return { ...(vector !== undefined && { vector }), ...(left > 0 && { note }) };
  }

  async #found(
    asked: MeshSearchParams,
    most: number,
    { files, behind }: Synced,
  ): Promise<IndexFound & { readonly stale: ReadonlySet<string> }> {
    const answer = await this.#process.with(({ process }) => process.ask('search', asked));
    const [, { HitFiles, looked, standingHits, successorsOf }, { Superseded }] =
      await (this.#answering ??= loadAnswering());
    const { opened, reading, scope } = this.#parts;
    const { hits, days, beside: near = [] } = answer;
    const readable = { files: new HitFiles(reading), names: new Set(files) };
    const { shown, others, more, stale } = await looked(hits, near, most, readable);
    const { query, when } = asked;
    const isOfDays = days !== undefined;
    if (scope === 'private') this.#superseded ??= new Superseded(opened.home);
    const replaced = this.#superseded?.now();
    const known = replaced?.known ?? [];
    const curated = await successorsOf([...shown, ...others], known, readable);
    const beside = [...others, ...curated.values()];
    const standing = standingHits(shown, beside, { query, isOfDays }, curated).slice(0, most);
    const left = more + Math.max(0, shown.length - standing.length);
    await readable.files.note(standing);
    const note = when && days && daysNote(when, days, shown.length);
    return {
      hits: standing,
      more: (days?.more ?? answer.more ?? 0) + left,
      files: readable.names,
      behind,
      stale,
      isOfDays,
      ...noted(note, replaced?.note),
    };
  }

  /** Why a file that is behind cannot be read, as a sentence. */
  whyUnread(file: string): string {
    return whyUnread(this.#parts.reading, file) ?? `${file} could not be read.`;
  }

  /** The place that is known by an id, as it is now; `undefined` if there is none. Throws as `sync`. */
  async find(id: string): Promise<SearchHit | undefined> {
    const { hits } = await this.#process.with(({ process }) => process.ask('find', { id }));
    const { HitFiles, isHit } = await import('./hit.ts');
    const hit = hits.find(isHit);
    return hit && (await new HitFiles(this.#parts.reading).hit(hit));
  }

  /** All of it as an export in format 1, from the files of now. Throws GATE_DENIED. */
  async exported(): Promise<{ readonly text: string; readonly records: number }> {
    const { exportMemory } = await import('./export.ts');
    return exportMemory(this.#parts.reading, this.ledgerFolder());
  }

  /** Throws as `sync`. */
  async status(): Promise<IndexStatus> {
    return this.#process.with(async ({ process, chosen: { store, why }, folder }) => {
      const counts = await process.ask('status', {});
      const embedder = await (await this.embedding())?.status(process);
      const { by } = process;
      return { ...counts, store, why, folder, by, ...(embedder !== undefined && { embedder }) };
    });
  }

  /** Leaves no byte of what is in no file any more. Throws as `sync`. */
  async purge(): Promise<void> {
    await this.#process.with(({ process }) => process.ask('purge', {}));
  }

  async close(): Promise<void> {
    this.#ledger?.close();
    await this.#process.close();
  }
}
