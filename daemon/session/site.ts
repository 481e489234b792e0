/** What a session of the daemon works with, and what its turns come to. */
import type { Host, SessionVoice } from '#kernel/contract/boot-request.ts';
import type { SessionFiles, SessionRecords } from '#kernel/contract/session-records.ts';
import type { EventLog } from '#daemon/data/event-log.ts';
import type { Databases } from '#daemon/data/open.ts';
import type { Questions } from '#daemon/data/questions.ts';
import type { HookRunner } from '#daemon/hooks/runner.ts';
import type { WorkerLimits } from '#daemon/workers/limits.ts';

/** The parts of a workspace that its sessions share. */
export interface SessionSite {
  /** The workspace, with the settings of now: each session has a voice of its own. */
  readonly host: (voice: SessionVoice) => Promise<Host>;
  readonly databases: Databases;
  readonly events: EventLog;
  readonly questions: Questions;
  readonly hooks: Pick<HookRunner, 'run'>;
  readonly idleMs: number;
  /** What its agent reaches of the databases, if anything. */
  readonly records?: SessionRecords | undefined;
  /** Of the session of a chat. */
  readonly files?: SessionFiles | undefined;
  /** Of Nexus: sessions are managers, and what ends their workers. */
  readonly managers?: WorkerLimits | undefined;
  /** Changes with whose agent a session is: what was begun with another one is ended and resumed. */
  readonly standing?: ((persona: string | undefined) => string) | undefined;
}

/** What goes along with words. */
export interface AlongWords {
  /** What memory has on them, as what it is. */
  readonly memory?: readonly string[];
  /** The words as the agent is shown them, with what is nobody's own word; the words alone where it is left out. */
  readonly shown?: string | undefined;
  /** The account of a chat that says them, as `participantOf`. */
  readonly by?: string | undefined;
  /** Hears what the agent has said so far, whenever that is more. */
  readonly hear?: ((reply: string) => void) | undefined;
}

/** How a turn ended, and what was answered. */
export interface TurnResult {
  readonly stop: string | undefined;
  readonly reply: string;
}
