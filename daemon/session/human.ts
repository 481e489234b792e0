/** The owner, as a session of the daemon asks them: by a row that every place of theirs can answer. */
import type { Origin } from '#kernel/contract/origin.ts';
import type { Choice, Human, Subject } from '#kernel/contract/events.ts';
import type { Questions } from '#daemon/data/questions.ts';

/** Is nobody there who could be asked? */
export const isUnattended = (origin: Origin): boolean =>
  origin.by === 'automation' ||
  origin.by === 'helper' ||
  (origin.by === 'worker' && !origin.isAttended);

/** Does its owner, and nobody else, say what is said in it? Commands of the session are theirs. */
export const isOfOwner = (origin: Origin): boolean =>
  origin.by === 'owner' || (origin.by === 'chat' && origin.presence.isOwnerAlone);

/** What a session needs to ask. */
export interface SessionHumanParts {
  readonly questions: Questions;
  /** How the session is called; it may not be open yet. */
  readonly session: string;
  /** Aborted when nobody waits for an answer any more. */
  readonly signal: () => AbortSignal;
}

/** Asks the owner of a workspace; what is not answered is a no. */
export const ownerOf = ({ questions, session, signal }: SessionHumanParts): Human => {
  const until = (withdrawn: AbortSignal | undefined): AbortSignal =>
    withdrawn === undefined ? signal() : AbortSignal.any([signal(), withdrawn]);
  const answer = (text: string, withdrawn?: AbortSignal): Promise<string | undefined> =>
    questions.ask({ session, kind: 'text', text: text.trim() }, until(withdrawn));
  return {
    next: () => answer(''),
    answer,
    choose: (text, options: readonly Choice[], subject?: Subject, withdrawn?: AbortSignal) =>
      questions.ask(
        {
          session,
          kind: subject === undefined ? 'choice' : 'approval',
          text: text.trim(),
          options,
          ...(subject !== undefined && { subject }),
        },
        until(withdrawn),
      ),
  };
};
