/** What an adapter stands on, and what is known of it. */
import { oneLine } from '#lib/model/bounded.ts';
import { ADAPTER_TEXT_MAX_CHARS } from '#lib/spec/limits.ts';
import type { EventLog } from '#daemon/data/event-log.ts';
import type { Queries } from '#daemon/data/open.ts';
import type { SendOutcome } from '#daemon/data/outbound-row.ts';
import type { Confinement } from './confine.ts';
import type { AdapterRegistry } from './registry.ts';

/** What adapters are held to; times in milliseconds. */
export interface AdapterLimits {
  readonly retryFirstMs: number;
  readonly retryLastMs: number;
  readonly steadyMs: number;
  /** Events that nobody has dealt with. */
  readonly eventsOpen: number;
}

/** What all adapters of a workspace stand on. */
export interface AdapterSite {
  readonly registry: AdapterRegistry;
  readonly queries: Pick<Queries, 'events' | 'runtime'>;
  readonly events: Pick<EventLog, 'append'>;
  /** As the settings are at the moment. Throws SETTINGS_INVALID. */
  readonly confinement: () => Promise<Confinement>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Hears that this one has brought something, which is on the disk. */
  readonly brought: (adapter: string) => void;
  readonly limits: AdapterLimits;
}

/** A row of `adapters`. */
export interface AdapterRow {
  readonly name: string;
  readonly program: string;
  readonly settings: string; // JSON
  readonly is_on: 0 | 1;
  /** JSON: who it is with its provider, since it has said so. */
  readonly self: string | null;
}

/** How an adapter is: as it says itself, or `full` where nobody deals with what it brings. Times are ISO 8601, UTC. */
export interface AdapterStatus {
  readonly name: string;
  readonly program: string;
  readonly state:
    | 'off'
    | 'starting'
    | 'connecting'
    | 'connected'
    | 'waiting'
    | 'full'
    | 'failed'
    | 'ended';
  readonly since: string;
  readonly reason?: string;
  /** When it, or its provider, is tried again. */
  readonly nextTry?: string;
  /** What it printed last, where it failed. */
  readonly log?: readonly string[];
}

/** How it is once it has said what came of a message: what did not arrive is told until something does. */
export const statusAfter = (status: AdapterStatus, frame: SendOutcome): AdapterStatus => {
  const { reason: _before, ...others } = status;
  if (status.state !== 'connected') return status;
  if (frame.is === 'sent') return others;
  const why = oneLine(frame.reason, ADAPTER_TEXT_MAX_CHARS);
  return { ...others, reason: `what it was to send last did not arrive: ${why}` };
};
