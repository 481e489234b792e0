/** The session that a boot begins, or continues with: what was kept of it, and where more is kept. */
import { RESUMED_TEXT_CHARS, RESUMED_TURNS_SHOWN } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { ResumedEvent } from '#kernel/contract/events.ts';
import { openTranscripts } from '#kernel/state/sessions.ts';
import type { StateHome } from '#kernel/state/home.ts';
import {
  agentEntries,
  listTranscripts,
  readTranscript,
  Transcript,
  type TranscriptEntry,
  type TranscriptHead,
} from '#kernel/state/transcripts.ts';

export interface Resumed {
  readonly transcript: Transcript;
  /** What the agent kept of the session; `undefined` in a new one. */
  readonly resumed: readonly unknown[] | undefined;
  /** What its human is reminded of. */
  readonly before: ResumedEvent | undefined;
}

/** `resume` is an id, `last`, or nothing. Throws SESSION_UNKNOWN, SESSION_KIND, SESSION_OPEN, STATE_UNUSABLE. */
export const resumeSession = (
  home: StateHome,
  resume: string | undefined,
  fresh: TranscriptHead,
): Resumed => {
  if (resume === undefined)
    return { transcript: Transcript.begin(home, fresh), resumed: undefined, before: undefined };
  const id = resume === 'last' ? lastOf(home, fresh.kind) : resume;
  const found = id === undefined ? undefined : readTranscript(home, id);
  if (found === undefined) throw new Refusal('SESSION_UNKNOWN', { id: JSON.stringify(resume) });
  const { head } = found;
  if (head.kind !== fresh.kind)
    throw new Refusal('SESSION_KIND', { id: head.id, was: head.kind, kind: fresh.kind });
  if (openTranscripts(home).includes(head.id)) throw new Refusal('SESSION_OPEN', { id: head.id });
  return {
    transcript: Transcript.goOn(home, head),
    resumed: agentEntries(found),
    before: reminderOf(found),
  };
};

const lastOf = (home: StateHome, kind: string): string | undefined =>
  listTranscripts(home).find((one) => one.kind === kind)?.id;

/** The last turns, shortened. */
const reminderOf = ({
  head,
  entries,
}: {
  readonly head: TranscriptHead;
  readonly entries: readonly TranscriptEntry[];
}): ResumedEvent => {
  const said = entries.flatMap((entry) =>
    entry.t === 'human' || entry.t === 'agent'
      ? [{ by: entry.t, text: shortened(entry.text) }]
      : [],
  );
  const humans = said.flatMap(({ by }, index) => (by === 'human' ? [index] : []));
  return {
    event: 'resumed',
    id: head.id,
    startedAt: head.startedAt,
    turns: humans.length,
    last: said.slice(humans.at(-RESUMED_TURNS_SHOWN) ?? humans[0]),
  };
};

const shortened = (text: string): string =>
  text.length <= RESUMED_TEXT_CHARS ? text : `${text.slice(0, RESUMED_TEXT_CHARS)}…`;
