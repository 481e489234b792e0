/** What was said in sessions that were kept, for their owner: searched, and removed for good. */
import { TRANSCRIPT_HITS_MAX } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { queryTerms, Search } from '#lib/workspace/search.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { openTranscripts } from '#kernel/state/sessions.ts';
import {
  listTranscripts,
  readTranscript,
  removeTranscript,
  type TranscriptSummary,
} from '#kernel/state/transcripts.ts';

/** A session in which something was found. */
export interface FoundSession extends TranscriptSummary {
  /** Lines of what was said there, best first, and by whom: `human` or `agent`. */
  readonly hits: readonly { readonly by: string; readonly text: string }[];
  /** How many more there are. */
  readonly more: number;
}

/** The sessions in which human or agent said such words, the last one first. Throws SEARCH_EMPTY, STATE_UNUSABLE. */
export const searchTranscripts = (home: StateHome, query: string): readonly FoundSession[] => {
  const terms = queryTerms(query);
  if (terms === undefined) throw new Refusal('SEARCH_EMPTY', {});
  return listTranscripts(home).flatMap((session) => {
    const search = new Search(terms, TRANSCRIPT_HITS_MAX);
    for (const entry of readTranscript(home, session.id)?.entries ?? [])
      if (entry.t === 'human' || entry.t === 'agent') search.look(entry.t, entry.text);
    const { hits, more } = search.result();
    return hits.length === 0
      ? []
      : [{ ...session, hits: hits.map(({ file: by, text }) => ({ by, text })), more }];
  });
};

/** Removes what was said in one. Throws SESSION_UNKNOWN, SESSION_OPEN, STATE_UNUSABLE. */
export const forgetTranscript = (home: StateHome | undefined, id: string): void => {
  if (home !== undefined && openTranscripts(home).includes(id))
    throw new Refusal('SESSION_OPEN', { id });
  if (home === undefined || !removeTranscript(home, id))
    throw new Refusal('SESSION_UNKNOWN', { id: JSON.stringify(id) });
};
