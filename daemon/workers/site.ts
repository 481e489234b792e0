/** What a manager's workers, their sessions and those of the workspace know of each other. */
import type { KernelEvent, ManagedWorkers } from '#kernel/contract/events.ts';
import type { Origin } from '#kernel/contract/origin.ts';
import type { EventLog } from '#daemon/data/event-log.ts';
import type { Queries } from '#daemon/data/open.ts';
import type { HookRunner } from '#daemon/hooks/runner.ts';
import type { WorkerLimits } from './limits.ts';

/** A session of a worker, as its manager's workers use it. */
export interface WorkerSession {
  readonly id: string;
  /** What its agent has said to the newest request. */
  readonly reply: string;
  /** Its row is there when this resolves. Throws DATABASE_UNUSABLE. */
  readonly record: () => Promise<void>;
  readonly say: (
    request: string,
    text: string,
    along: { readonly memory: readonly string[] },
  ) => Promise<{ readonly stop: string | undefined; readonly reply: string }>;
  readonly close: (reason: string, patienceMs?: number) => Promise<void>;
}

/** What the workers of all managers of a workspace share. */
export interface WorkerSite {
  readonly limits: WorkerLimits;
  readonly agents: Queries['agents'];
  readonly events: Pick<EventLog, 'append'>;
  readonly hooks: Pick<HookRunner, 'run'>;
  /** Those that work at this moment. */
  readonly working: Set<string>;
  /** A session that nobody but its manager talks to; `hear` gets what its kernel tells. Throws DAEMON_DRAINING. */
  readonly open: (
    manager: Pick<Manager, 'isUnattended' | 'persona' | 'origin'>,
    hear: (event: KernelEvent) => void,
  ) => WorkerSession;
}

/** The turn of the manager. */
export interface ManagerTurn {
  readonly request: string;
  /** Its row. */
  readonly row: number;
}

/** Whose workers they are: a session. */
export interface Manager {
  readonly id: string;
  /** Is nobody there to be asked? */
  readonly isUnattended: boolean;
  /** Where it comes from. */
  readonly origin: Origin;
  /** Whose agent it is, where somebody has said it. */
  readonly persona: string | undefined;
  /** The turn that runs. */
  readonly managing: ManagerTurn | undefined;
}

/** The workers of one session. */
export interface SessionWorkers extends ManagedWorkers {
  /** Their human wants no more of them. Does any work? */
  readonly cancel: () => boolean;
  /** Ends all; turns may go on for `patienceMs`. Resolves when their rows are written. Never rejects. */
  readonly close: (reason: string, patienceMs: number) => Promise<void>;
}

/** What only sessions of managers and workers have. */
export interface SessionRole {
  /** Of a manager: those that work for it. */
  readonly workers?: (manager: Manager) => SessionWorkers;
  /** Of a worker: hears what its kernel tells. */
  readonly hear?: (event: KernelEvent) => void;
}
