/**
 * Search by words in MEMORY.md, the daily logs and, in main sessions, the other files of the workspace (RFC-0009 §5,
 * R-99), with the rights of the session and through its gate: in a shared one only in logs that it may read, never in
 * MEMORY.md, and not for words that are redacted for it. What
 * is a credential is decided by the whole file, since its label may stand on a line that is not shown (§4.2).
 */
import type { IndexSource } from '#kernel/mesh/reader.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { INDEX_HINT, noted } from '#lib/memory/index-hint.ts';
import { explained, placeOf, standingText } from '#lib/text/place.ts';
import type { SearchHit, SearchParams, SearchResult } from '#lib/protocol/protocol.ts';
import {
  SEARCH_HITS,
  SEARCH_HITS_MAX,
  SEARCH_MAX_BYTES,
  WORK_SEARCH_FILE_MAX_BYTES,
} from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { asksVerbatim, Search, queryTerms } from '#lib/workspace/search.ts';
import { type CredentialRedactor, REDACTED } from '#kernel/redact/credential-redactor.ts';
import type { Broker, SearchedText } from '#kernel/gate/broker.ts';
import type { DailyLog } from '#kernel/memory/daily-log.ts';
import type { IndexParts } from '#kernel/mesh/index-process.ts';
import type { MemoryIndex } from '#kernel/mesh/memory-index.ts';
import type { Clock } from '#kernel/process/clock.ts';
import { isScribe } from '#kernel/programs/program.ts';
import type { Boot, Run } from '#kernel/run/running.ts';

/** Where a session may read neither the logs nor MEMORY.md, there is nothing to search. */
export const maySearch = (broker: Pick<Broker, 'may'>, { file }: Pick<DailyLog, 'file'>): boolean =>
  [file, 'MEMORY.md'].some((one) => broker.may('read', one).allowed);

/** What the kernel looks up by itself is no operation of the agent: that it lists memory is not noted. */
const unasked = ({ broker, ...rest }: SearchParts): IndexSource => ({
  ...rest,
  broker: {
    may: (operation, file) => broker.may(operation, file),
    readForSearch: (file) => broker.readForSearch(file),
    searchable: (what) => broker.searchable(what, false),
  },
});

/** After so much text others have their turn. */
const PART_BYTES = 256 * 1024;

export interface SearchParts {
  readonly broker: Pick<Broker, 'may' | 'searchable' | 'readForSearch' | 'sizeOf'>;
  readonly redactor: CredentialRedactor;
  /** Hears of each file of which a hit is shown without its credential. */
  readonly redacted: (file: string) => void;
  /** By which a question's "yesterday" is a day; where it is absent, days are words as any others. */
  readonly clock?: Clock;
}

/**
 * The best hits in the files that are wanted; MEMORY.md comes before the logs, newer logs before older ones, other files last. Files of which a hit is shown are
 * noted as read. Throws SEARCH_EMPTY, GATE_DENIED, STATE_… refusals.
 */
export const searchMemory = async (
  { broker, redactor, redacted }: SearchParts,
  { query, limit = SEARCH_HITS }: SearchParams,
  isWanted: (file: string) => boolean = () => true,
): Promise<SearchResult> => {
  const terms = queryTerms(query);
  if (terms === undefined) throw new Refusal('SEARCH_EMPTY', {});
  const search = new Search(terms, Math.min(Math.max(1, Math.trunc(limit)), SEARCH_HITS_MAX));
  const found = new Map<string, SearchedText['note']>();
  let skipped = 0;
  let bytes = 0;
  let part = 0;
  for (const file of await broker.searchable()) {
    if (!isWanted(file)) continue;
    const size = broker.sizeOf(file);
    if (size > WORK_SEARCH_FILE_MAX_BYTES) continue;
    const isOver = bytes >= SEARCH_MAX_BYTES;
    const shown = isOver ? 'skipped' : readable(broker, file);
    if (shown === undefined) continue;
    if (shown === 'skipped') {
      // What is no memory, and was read in vain, is no text.
      if (isOver || size === 0) skipped += 1;
      bytes += size;
      continue;
    }
    if (search.look(file, await redactor.redactLines(shown.text)) > 0) found.set(file, shown.note);
    bytes += shown.bytes;
    if (bytes - part < PART_BYTES) continue;
    part = bytes;
    await nextTurn();
  }
  const { hits, more } = search.result();
  for (const file of new Set(hits.map((hit) => hit.file))) found.get(file)?.();
  for (const hit of hits) if (hit.text.includes(REDACTED)) redacted(hit.file);
  return { hits, more, ...(skipped > 0 && { skipped }) };
};

/** A file that cannot be read keeps nobody from the others. */
const readable = (
  broker: SearchParts['broker'],
  file: string,
): SearchedText | 'skipped' | undefined => {
  try {
    return broker.readForSearch(file);
  } catch (error) {
    if (error instanceof Refusal && error.code.startsWith('FILE_')) return 'skipped';
    throw error;
  }
};

/** Without an index: of days, what memory has of these, else by words. Throws as `searchMemory`, and SEARCH_DAY. */
export const searchFiles = async (
  parts: SearchParts,
  params: SearchParams,
  isWanted?: (file: string) => boolean,
): Promise<SearchResult> => {
  const { searchDays } = await import('#kernel/mesh/search-days.ts');
  const ofDays = parts.clock && (await searchDays(parts, params, parts.clock));
  return ofDays ?? searchMemory(parts, params, isWanted);
};

/** Where the index of a session is, if something asks it, and how many tokens of it a turn may get unasked. */
type Wiring = Omit<IndexParts, 'reading'> & { readonly recallTokens: number };

/** How many tokens of memory a turn may get unasked; 0 for none (R-102). */
const recallTokens = ({ host, decision: { kind }, request, program }: RecallRun): number => {
  const { recall, mesh } = host.settings;
  const { tokens } = recall === false ? NONE : recall;
  // What the owner has said before there was this setting.
  if (mesh.recall !== undefined) return mesh.recall ? tokens || DEFAULT_TOKENS : 0;
  // What the clock or another agent says is no question of a human.
  const isHumans = request.trigger !== 'heartbeat' && request.automation === undefined;
  const thinks = program !== undefined && !isScribe(program);
  return kind.permissions.isPrivate && isHumans && thinks ? tokens : 0;
};

type RecallRun = Pick<Run, 'host' | 'decision' | 'request'> & Partial<Pick<Boot, 'program'>>;
const NONE = { tokens: 0 } as const;
const DEFAULT_TOKENS = 600;

/** The scope of a session is its kind, and of a shared one its chat: the process of a shared one has no path to what a main one remembers. */
export const indexOf = (run: Pick<Run, 'opened'> & RecallRun): Wiring | undefined => {
  const { opened, host, decision, request } = run;
  const tokens = recallTokens(run);
  return host.settings.mesh.search || tokens > 0
    ? {
        opened,
        host,
        scope: decision.kind.permissions.index,
        chat: request.chat,
        recallTokens: tokens,
      }
    : undefined;
};

/** How memory is searched in a session: by words, or by the index where the owner turned it on (RFC-0009 §5.4). */
export class MemorySearch {
  readonly #parts: SearchParts;
  readonly #wiring: Wiring | undefined;
  #index: MemoryIndex | undefined;
  /** Do turns get what it has of what the human says? */
  recalls: boolean;

  /** `wiring`: where the owner turned the index on. */
  constructor(parts: SearchParts, wiring: Wiring | undefined) {
    this.#parts = parts;
    this.#wiring = wiring;
    this.recalls = this.mayRecall;
  }

  /** So many tokens of it a turn may get unasked. */
  get recallTokens(): number {
    return this.recalls ? (this.#wiring?.recallTokens ?? 0) : 0;
  }

  /** Do the settings have turns of such a session get something? */
  get mayRecall(): boolean {
    return (this.#wiring?.recallTokens ?? 0) > 0;
  }

  /** Does the owner have searches ask the index? */
  get usesIndex(): boolean {
    return this.#wiring?.host.settings.mesh.search === true;
  }

  /** Throws SEARCH_EMPTY, SEARCH_DAY, GATE_DENIED, STATE_… refusals. */
  async search(params: SearchParams): Promise<SearchResult> {
    // The index knows words and no text: what is to stand so is looked for in the files.
    const asksIndex = this.usesIndex && !asksVerbatim(params.query);
    const index = asksIndex ? await this.index() : undefined;
    if (index === undefined) return await searchFiles(this.#parts, params);
    try {
      return await this.#byIndex(index, params);
    } catch (error) {
      if (!(error instanceof Refusal) || !isOfIndex(error)) throw error;
      const found = await searchFiles(this.#parts, params);
      return { ...found, ...noted(`${error.message} It was searched by words.`, found.note) };
    }
  }

  /** Loaded by the first question; `undefined` where the owner did not turn it on. */
  async index(): Promise<MemoryIndex | undefined> {
    if (this.#wiring === undefined || this.#index !== undefined) return this.#index;
    const { MemoryIndex } = await import('#kernel/mesh/memory-index.ts');
    const reading = this.usesIndex ? this.#parts : unasked(this.#parts);
    this.#index ??= new MemoryIndex({ ...this.#wiring, reading });
    return this.#index;
  }

  async close(): Promise<void> {
    await this.#index?.close();
  }

  /** Memory by the index; what is behind, and files that are no memory, by words. */
  async #byIndex(index: MemoryIndex, params: SearchParams): Promise<SearchResult> {
    const { query, limit = SEARCH_HITS } = params;
    const { behind, files, hits, more, note, isOfDays } = await index.search(params);
    if (isOfDays)
      return { hits, more, ...noted(behind.size > 0 ? behindNote(behind.size) : undefined, note) };
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

const behindNote = (files: number): string =>
  files === 1
    ? 'The index is behind by one file, which was searched by words.'
    : `The index is behind by ${files} files, which were searched by words.`;

const isOfIndex = ({ code }: Refusal): boolean =>
  code.startsWith('MESH_') || code.startsWith('STATE_');

/** What `/search` answers. Throws as `search`. */
export const searchText = async (memory: MemorySearch, query: string): Promise<string> => {
  if (query === '') return 'What shall be found? `/search WORDS`';
  const { explain, words } = searched(query);
  const { hits, more, note } = await memory.search({ query: words });
  const lines =
    hits.length === 0
      ? [`Nothing was found.${memory.usesIndex ? '' : ` ${INDEX_HINT}`}`]
      : hits.map((hit) => hitLine(hit, explain));
  return [
    ...lines,
    ...(more > 0 ? [`… and ${more} more.`] : []),
    ...(note === undefined ? [] : ['', note]),
  ].join('\n');
};

const EXPLAIN = /(?:^|\s)--explain(?=\s|$)/;

/** `/search --explain WORDS` says what the score of each hit is the sum of. */
const searched = (query: string): { readonly explain: boolean; readonly words: string } => ({
  explain: EXPLAIN.test(query),
  words: query.replace(EXPLAIN, ' ').trim(),
});

const hitLine = (hit: SearchHit, explain: boolean): string => {
  const text = hit.text.trim().replaceAll(/\s*\n\s*/g, ' ');
  const why = explain ? explained(hit) : '';
  const notes = [standingText(hit), why].filter((note) => note !== '').join('; ');
  return `- ${placeOf(hit)} ${text}${notes === '' ? '' : ` (${notes})`}`;
};
