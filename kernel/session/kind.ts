/**
 * Main or shared (RFC-0009 §3): decided before the first file is opened, from who takes part.
 * What cannot be told is shared. Nothing turns the isolation off (§4.1).
 */
import type { SessionKind } from '#lib/spec/access.ts';

export interface Circumstances {
  /** What the caller asked for. */
  readonly asked: SessionKind | undefined;
  /** Channel identities that take part, as the caller names them; empty for a plain command line. */
  readonly participants: readonly string[];
  /** The identities of the primary human (owner's settings). */
  readonly primaryHuman: readonly string[];
  /** The command line was started by the owner of the workspace (§3.1 names CLI invocation). */
  readonly startedByOwner: boolean;
}

export interface KindDecision {
  readonly kind: SessionKind;
  /** Why, in words for the boot record. */
  readonly reason: string;
}

/** Pure and total. A session is main only if its participants are exactly the primary human. */
export const decideKind = (given: Circumstances): KindDecision => {
  const { asked, participants, primaryHuman, startedByOwner } = given;
  if (asked === 'shared') return { kind: 'shared', reason: 'asked for' };
  if (participants.length === 0) {
    return startedByOwner
      ? { kind: 'main', reason: 'the owner of the workspace at the command line' }
      : { kind: 'shared', reason: 'not started by the owner of the workspace' };
  }
  const strangers = participants.filter((one) => !primaryHuman.includes(one)).length;
  if (strangers > 0) {
    const overruled = asked === 'main' ? ', so it cannot be main' : '';
    return {
      kind: 'shared',
      reason: `${strangers} of ${participants.length} participants are not the primary human${overruled}`,
    };
  }
  return { kind: 'main', reason: 'the primary human alone' };
};
