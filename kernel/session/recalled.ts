/**
 * What a turn gets of memory beside what the human said (RFC-0009 §5.4), where the owner turned it on: a few places that
 * the index finds for it, verbatim, with where they stand, each once in a session, the newest first, so that of two that
 * disagree the first one holds. It goes with the turn, and not with what is cached.
 */
import { fenceSegment, type Scene } from '#lib/prompt/assemble.ts';
import type { SearchHit } from '#lib/protocol/protocol.ts';
import { RECALLED_HITS, RECALLED_MAX_TOKENS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { placeOf } from '#lib/text/place.ts';
import { tokensIn } from '#lib/text/tokens.ts';
import type { Part } from '#kernel/host/connection.ts';
import type { MemoryIndex } from '#kernel/mesh/memory-index.ts';

export interface RecallParts {
  readonly index: MemoryIndex;
  readonly scene: () => Scene;
  /** Does the agent have the whole file already? */
  readonly isShown: (file: string) => boolean;
}

/** A place that answers much worse than the best one is none. */
const SHARE_OF_BEST = 0.6;

export class Recalled {
  readonly #parts: RecallParts;
  /** Places that the session was shown. */
  readonly #told = new Set<string>();

  constructor(parts: RecallParts) {
    this.#parts = parts;
  }

  /** Nothing where nothing is found, or the index cannot be used: a turn does not fail for it. */
  async for(text: string): Promise<readonly Part[]> {
    const { index, scene, isShown } = this.#parts;
    let hits: readonly SearchHit[];
    try {
      ({ hits } = await index.search({ query: text, limit: RECALLED_HITS }));
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
    const least = SHARE_OF_BEST * (hits[0]?.score ?? 0);
    const fresh = hits.filter(
      ({ id = '', file, score = 0 }) => score >= least && !isShown(file) && !this.#told.has(id),
    );
    const fitting = withinBudget(fresh);
    for (const { id = '' } of fitting) this.#told.add(id);
    return fitting.toSorted(newestFirst).map((hit) => ({
      uri: `yamo:///recalled/${hit.id ?? ''}`,
      document: fenceSegment({ file: hit.file, text: textOf(hit) }, scene()).text,
      group: 'dynamic',
    }));
  }
}

const withinBudget = (hits: readonly SearchHit[]): readonly SearchHit[] => {
  let tokens = 0;
  return hits.filter((hit) => {
    const more = tokensIn(textOf(hit));
    if (tokens + more > RECALLED_MAX_TOKENS) return false;
    tokens += more;
    return true;
  });
};

/** Logs by their days; MEMORY.md, which is curated, before them. */
const newestFirst = (one: SearchHit, other: SearchHit): number =>
  Number(one.file.includes('/')) - Number(other.file.includes('/')) ||
  (one.file === other.file ? one.line - other.line : one.file > other.file ? -1 : 1);

const textOf = (hit: SearchHit): string =>
  `[recalled from ${[placeOf(hit), ...(hit.headings ?? [])].join(' › ')}]\n${hit.text}`;
