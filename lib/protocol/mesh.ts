/**
 * What the kernel and the process of the mesh say to each other: the kernel asks, the process answers. Types and names
 * only. A process serves one scope for as long as it lives, and has no path to another one.
 */
import type { FilePlace, LineRange } from '#lib/text/place.ts';

/** `private`: all that a main session remembers. `log`: the daily logs as a shared session may see them. */
export type MeshScope = 'private' | 'log';

/** What keeps the index: SQLite comes with Node, LanceDB is there where somebody installed it. */
export type StoreKind = 'sqlite' | 'lancedb';

/** As people call them. */
export const STORE_NAMES: Readonly<Record<StoreKind, string>> = {
  sqlite: 'SQLite',
  lancedb: 'LanceDB',
};

/** Each method with what it is asked with and answers. */
export interface MeshMethods {
  readonly open: { readonly params: MeshOpenParams; readonly result: MeshOpened };
  /** The files that the index knows, where that has changed. */
  readonly sources: { readonly params: MeshSourcesParams; readonly result: MeshSources };
  /** Takes texts over, each in one commit with its chunks, and forgets files that are gone. */
  readonly sync: { readonly params: MeshSyncParams; readonly result: MeshSynced };
  /** Makes what was taken over as quick to search as the rest, behind the last of the texts. */
  readonly tidy: { readonly params: object; readonly result: object };
  readonly search: { readonly params: MeshSearchParams; readonly result: MeshFound };
  /** The place with this id; none, or one. */
  readonly find: { readonly params: MeshFindParams; readonly result: MeshFound };
  /** Leaves no byte of what was removed in a file of the store. */
  readonly purge: { readonly params: object; readonly result: object };
  readonly status: { readonly params: object; readonly result: MeshCounts };
  /** Places that have no vector of this embedder yet. */
  readonly unembedded: { readonly params: MeshUnembeddedParams; readonly result: MeshUnembedded };
  /** Keeps vectors; those of another embedder, or of other dimensions, are thrown away. */
  readonly vectors: { readonly params: MeshVectorsParams; readonly result: object };
  /** Makes vectors by the encoder that was installed. */
  readonly encode: { readonly params: MeshEncodeParams; readonly result: MeshEncoded };
}

export interface MeshOpenParams {
  /** Absolute; the process may write here and nowhere else. */
  readonly folder: string;
  readonly store: StoreKind;
  /** Where LanceDB lies, if that is the store: the file that is imported. */
  readonly lancedb?: string;
}

export interface MeshOpened {
  /** Why an older index was put out of the way and is built again; absent where it was not. */
  readonly rebuilt?: string;
}

/** A file that the index knows. `stamp` is whatever the kernel said of it: equal stamps are equal texts. */
export interface MeshSource {
  readonly file: string;
  readonly stamp: string;
}

export interface MeshSourcesParams {
  /** The revision that was told last. */
  readonly since?: string;
}

export interface MeshSources {
  /** Another one whenever another process, too, has changed the index. */
  readonly revision: string;
  /** Absent where it is the revision that was asked with. */
  readonly sources?: readonly MeshSource[];
}

/** A text as this scope may see it: credentials are masked before it is handed over. */
export interface MeshText extends MeshSource {
  readonly text: string;
  /** Lines, from 1, in which a credential is masked: no chunk with one of them is kept. */
  readonly secretLines: readonly number[];
}

export interface MeshSyncParams {
  readonly texts: readonly MeshText[];
  readonly gone: readonly string[];
}

/** A place whose text is not kept, and why; never the text. */
export interface MeshSkipped extends FilePlace {
  readonly reason: string;
}

export interface MeshSynced {
  /** Chunks that were written and removed; 0 for a text that the index has. */
  readonly written: number;
  readonly removed: number;
  readonly skipped: readonly MeshSkipped[];
}

/** How places are ranked: by the recipe of docs/recall.md, or by reciprocal rank fusion (RFC-0011). */
export type RankBy = 'scores' | 'ranks';

/** Days from one to another, both included; open where one is missing. */
export interface Window {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The days that a question is about, by the clock and the zone of whoever asks. */
export interface When {
  /** In the order in which the question names them; none where `beside` must be looked up first. */
  readonly windows: readonly Window[];
  /** What may be another thing than a date raises what is of these days, and hides nothing. */
  readonly isSure: boolean;
  /** A question about what held: what was written before counts, too, and the newest of it first. */
  readonly isState: boolean;
  /** The question without the words that are the date. */
  readonly rest: string;
  /** Of these, what tells one note from another; empty where a question asks for all of its days. */
  readonly topic: string;
  /** Days beside those of a note: `the week before the move`. */
  readonly beside?: Beside;
}

/** So many days before or after what these words find. */
export interface Beside {
  readonly words: string;
  readonly unit: Unit;
  readonly side: 'before' | 'after';
}

/** What calendars count in. */
export type Unit = 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year';

export interface MeshSearchParams {
  readonly query: string;
  readonly limit: number;
  readonly by: RankBy;
  /** What the human is called whose question it is. */
  readonly human?: string;
  readonly when?: When;
  /** Of the query, packed (kernel/wire/vectors.ts), by this embedder. */
  readonly vector?: { readonly embedder: string; readonly packed: string };
}

export interface MeshUnembeddedParams {
  readonly embedder: string;
  /** Of places that are named. */
  readonly limit: number;
}

export interface MeshUnembedded {
  /** How many there are in all. */
  readonly count: number;
  readonly places: readonly { readonly file: string; readonly key: string }[];
}

export interface MeshVectorsParams {
  readonly embedder: string;
  readonly vectors: readonly MeshVector[];
}

/** The vector of a place, packed. */
interface MeshVector {
  readonly key: string;
  readonly packed: string;
}

export interface MeshEncodeParams {
  /** The file of the encoder that is imported. */
  readonly encoder: string;
  readonly texts: readonly string[];
}

export interface MeshEncoded {
  readonly vectors: readonly (readonly number[])[];
}

export interface MeshFindParams {
  readonly id: string;
}

/** A place that answers a query. What stands there now is the kernel's to read and to show. */
export interface MeshHit extends LineRange {
  /** As RFC-0011 §1.1 has it. */
  readonly id: string;
  readonly file: string;
  readonly score: number;
  /** What the score is the sum of. */
  readonly parts: Readonly<Record<string, number>>;
  /** Of the lines as they were handed over (kernel/wire/place-hash.ts). */
  readonly hash: string;
}

export interface MeshFound {
  readonly hits: readonly MeshHit[];
  /** How many other places have a word of the question; absent where all are among the hits, and for questions about days. */
  readonly more?: number;
  /** Newer places with rare words of the first hits, which may replace what these say. */
  readonly beside?: readonly MeshHit[];
  /** What came of the days of a question; absent where it names none of which it is sure. */
  readonly days?: FoundDays;
}

/** How hits answer a question about days: `window`: they are of these days, in order of time or the best of them first;
 * `held`: what was written up to their end; `near`: nothing of these days answers, and they are of others. */
export interface FoundDays {
  readonly is: 'window' | 'held' | 'near';
  readonly windows: readonly Window[];
  /** How many more notes these days hold. */
  readonly more: number;
  /** The note that was looked up first. */
  readonly beside?: FilePlace & { readonly day: string };
}

export interface MeshCounts {
  readonly files: number;
  readonly chunks: number;
}
