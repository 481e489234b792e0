/**
 * Main or shared (RFC-0009 §3): decided before the first file is opened, from who takes part.
 * What cannot be told is shared. Nothing turns the isolation off (§2.4, §4.1).
 */
import type { BootRequest, Settings } from '#kernel/contract/boot-request.ts';
import { type SessionKind, MAIN, SHARED, kindNamed } from '#lib/spec/session-policy.ts';

/**
 * Who takes part, as the caller says, who starts on behalf of the owner: `Workspace.open` has turned everybody else
 * away (§3.1 names CLI invocation).
 */
export type KindRequest = Pick<BootRequest, 'session' | 'participants' | 'channel' | 'place'>;

/** What the owner says of the primary human. */
type Known = Pick<Settings, 'primaryHuman' | 'directChannels'>;

/** Main or shared, and why. */
export interface KindDecision {
  readonly kind: SessionKind;
  /** Why, in words for the boot record. */
  readonly reason: string;
}

/**
 * Pure and total; every way into a workspace asks it. A session is main only if its participants are exactly the
 * primary human; where they are not named, a channel is a place where others may be.
 */
export const decideKind = (
  { session, participants, channel, place = 'at the command line' }: KindRequest,
  { primaryHuman, directChannels }: Known,
): KindDecision => {
  if (session === SHARED) return { kind: SHARED, reason: 'asked for' };
  const overruled = session === undefined ? '' : `, so it cannot be ${session.name}`;
  const inPrivate = (reason: string): KindDecision => ({
    kind: session ?? MAIN,
    reason: session === undefined || session === MAIN ? reason : 'asked for',
  });
  if (participants.length > 0) {
    const strangers = participants.filter((one) => !primaryHuman.includes(one)).length;
    return strangers === 0
      ? inPrivate('the primary human alone')
      : {
          kind: SHARED,
          reason: `${strangers} of ${participants.length} participants are not the primary human${overruled}`,
        };
  }
  if (channel === undefined) return inPrivate(`the owner of the workspace ${place}`);
  return directChannels.includes(channel)
    ? inPrivate('in a channel of the primary human alone')
    : {
        kind: SHARED,
        reason: `others may be in its channel${overruled}. The setting directChannels names channels of the primary human alone`,
      };
};

/** As what a program connects, by the name that it gives: shared, unless the owner says otherwise. */
export const decideClientKind = (
  session: SessionKind | undefined,
  settings: Known & Pick<Settings, 'clients'>,
  client: string,
): KindDecision => {
  const named = Object.hasOwn(settings.clients, client)
    ? kindNamed(settings.clients[client]?.session)
    : undefined;
  const asked = session ?? named ?? SHARED;
  const decided = decideKind({ session: asked, participants: [], channel: undefined }, settings);
  if (session !== undefined) return { ...decided, reason: 'asked for' };
  return {
    ...decided,
    reason: asked.permissions.isPrivate
      ? 'the settings say that only the primary human uses this client'
      : 'nobody says that only the primary human uses this client',
  };
};

/** Where an agent of another program works, as the program tells its hook. */
interface HookKindRequest extends Pick<BootRequest, 'participants' | 'channel'> {
  /** The owner's settings name its folder as one of the primary human alone. */
  readonly isMainProject: boolean;
}

/**
 * As where an agent of another program works: by who takes part, by its channel, and where there are none by its folder;
 * shared where the owner's settings name neither.
 */
export const decideHookKind = (
  { participants, channel, isMainProject }: HookKindRequest,
  settings: Known,
): KindDecision => {
  if (participants.length > 0 || channel !== undefined)
    return decideKind({ session: undefined, participants, channel }, settings);
  return isMainProject
    ? { kind: MAIN, reason: 'the settings say that only the primary human works in this folder' }
    : { kind: SHARED, reason: 'nobody says that only the primary human works in this folder' };
};
