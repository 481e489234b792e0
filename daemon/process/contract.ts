/** What a daemon is started with, and what it tells. */
import type { Missed } from '#lib/heartbeat/missed.ts';
import type { Questions } from '#daemon/data/questions.ts';
import type { ProcessPhaseName } from '#daemon/phases/process.ts';
import type { ReachAsked } from '#daemon/phases/reach.ts';
import type { PolicyReport } from '#daemon/server/site.ts';
import type {
  ServedState,
  ServedWorkspace,
  ServeHost,
  ServeRequest,
} from '#daemon/workspace/served.ts';

/** What a daemon tells whoever started it. */
export type DaemonEvent =
  | { readonly event: 'phase'; readonly phase: ProcessPhaseName }
  | { readonly event: 'listening'; readonly port: number; readonly url: string }
  | {
      readonly event: 'workspace';
      readonly path: string;
      readonly state: ServedState;
      readonly wants: ServedWorkspace['wants'];
    }
  | ({ readonly event: 'missed'; readonly path: string } & Missed)
  /** A heartbeat cannot be; told once, and tried again. */
  | {
      readonly event: 'heartbeat refused';
      readonly path: string;
      readonly code: string;
      readonly what: string;
      readonly remedy: string;
    }
  /** A browser has kept the page from something, or somebody says so. */
  | ({ readonly event: 'policy' } & PolicyReport)
  | { readonly event: 'ending'; readonly reason: string };

export interface DaemonRequest {
  readonly workspaces: readonly ServeRequest[];
  /** 0: any that is free; absent: what the config of the first workspace says. */
  readonly port: number | undefined;
  /** Its address, where nobody says it, is that of the config of the first workspace. */
  readonly reach: ReachAsked;
}

export interface DaemonParts {
  readonly host: ServeHost;
  readonly emit: (event: DaemonEvent) => void;
  /** Hears of the questions of each workspace when it is served: a place of the owner in this process. */
  readonly attend?: (path: string, questions: Questions) => void;
  /** Aborted when it is to end. */
  readonly signal: AbortSignal;
}
