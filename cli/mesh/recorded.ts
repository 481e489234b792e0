/** `yamo mesh search --record` and `--reflect`: what was found, and what is concluded from it, in the ledger (RFC-0011 §3.3, §3.4). */
import { Refusal } from '#lib/spec/refusals.ts';
import type { SearchHit } from '#lib/protocol/protocol.ts';
import { placeOf } from '#lib/text/place.ts';
import { MemoryLedger } from '#kernel/mesh/ledger.ts';

/** What was asked and found. */
interface Searched {
  readonly query: string;
  readonly limit: number;
  readonly hits: readonly SearchHit[];
}

/**
 * Adds the block of the search and, where there is an `insight`, keeps that as a memory: its id. Throws
 * MESH_NO_INSIGHT, STATE_DAMAGED, STATE_UNUSABLE.
 */
export const recordSearch = (
  folder: string,
  { query, limit, hits }: Searched,
  insight: string | undefined,
): string | undefined => {
  if (insight !== undefined && hits.length === 0)
    throw new Refusal('MESH_NO_INSIGHT', { reason: 'nothing was found that it could rest on' });
  const ledger = MemoryLedger.open(folder);
  try {
    const now = Date.now();
    if (insight === undefined) {
      ledger.recalled({ query, limit, found: hits.length, topScore: hits[0]?.score ?? 0 }, now);
      return undefined;
    }
    const kept = ledger.reflect({ topic: query, insight, sources: hits.map(placeOf) }, now);
    if ('refused' in kept) throw new Refusal('MESH_NO_INSIGHT', { reason: kept.refused });
    return kept.record.id;
  } finally {
    ledger.close();
  }
};
