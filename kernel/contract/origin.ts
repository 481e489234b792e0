/**
 * Who a session of the daemon is for. There is no default: a request that forgot it would be that of the owner at the
 * command line, and its session would read MEMORY.md.
 */
import { MAIN, SHARED } from '#lib/spec/session-policy.ts';
import type { PairedAccount, Presence } from '#lib/chat/presence.ts';
import { type BootRequest, PLAIN_REQUEST, type Settings } from './boot-request.ts';

/** Where it comes from, and who is there. */
export type Origin =
  /** Whoever holds the token of the workspace: its owner, who is the primary human alone. */
  | { readonly by: 'owner' }
  /** The clock: nobody is there but the owner's own list. */
  | { readonly by: 'clock' }
  /** An automation: words of a file of the workspace, and nobody is there. */
  | { readonly by: 'automation' }
  /** A turn of an automation that reads what others have said: shared, and nobody is there. */
  | { readonly by: 'helper'; readonly automation: string }
  /** A manager's session: its agent says what is to be done, and questions go to the owner's places, if anybody is there. */
  | { readonly by: 'worker'; readonly isAttended: boolean; readonly chat?: string | undefined }
  /** A chat: who is there was read from the raw facts of its provider. */
  | { readonly by: 'chat'; readonly channel: string; readonly presence: Presence };

/** What the daemon may say of a boot, beside where it comes from. */
export type OriginRequest = Pick<BootRequest, 'path' | 'agent' | 'model' | 'layout'> &
  Partial<Pick<BootRequest, 'resume' | 'persona'>>;

/** By it the setting shell.channels lets workers run commands. */
const WORKER_CHANNEL = 'worker';

/** The boot that `origin` asks for. */
export const bootRequestFrom = (origin: Origin, asked: OriginRequest): BootRequest => {
  const request = { ...PLAIN_REQUEST, ...asked, resume: asked.resume };
  switch (origin.by) {
    case 'owner':
      return { ...request, session: MAIN, place: 'on the page, or with its token' };
    case 'clock':
      return { ...request, session: MAIN, place: 'by the clock', trigger: 'heartbeat' };
    case 'automation':
      return {
        ...request,
        session: MAIN,
        place: 'by an automation',
        trigger: 'job',
        attended: false,
      };
    case 'helper':
      return {
        ...request,
        session: SHARED,
        trigger: 'job',
        attended: false,
        automation: origin.automation,
      };
    case 'worker':
      return {
        ...request,
        session: SHARED,
        channel: WORKER_CHANNEL,
        audience: 'subagent',
        trigger: 'job',
        attended: origin.isAttended,
        chat: origin.chat,
      };
    case 'chat': {
      const { channel, presence } = origin;
      // No setting that names a channel makes it main: who is there was read, and is others.
      return presence.isOwnerAlone
        ? {
            ...request,
            session: undefined,
            channel,
            chat: channel,
            participants: [participantOf(presence.account)],
          }
        : { ...request, session: SHARED, channel, chat: channel };
    }
  }
};

/** The settings of its sessions: an account that the owner has paired is the primary human. */
export const settingsFrom = (origin: Origin, settings: Settings): Settings => {
  if (origin.by !== 'chat' || !origin.presence.isOwnerAlone) return settings;
  const { primaryHuman } = settings;
  return { ...settings, primaryHuman: [...primaryHuman, participantOf(origin.presence.account)] };
};

/** An account, as a participant is named. */
export const participantOf = ({ provider, account, team }: PairedAccount): string =>
  [provider, ...(team === undefined ? [] : [team]), account].join(':');
