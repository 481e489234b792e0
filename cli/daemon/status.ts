/** What the daemon that runs says of itself, and of each workspace that it serves. */
import { Refusal } from '#lib/spec/refusals.ts';
import { type GuardedBy, isString, listOf, objectOf } from '#lib/guard.ts';
import { type JsonObject, isJsonObject, textAt } from '#lib/text/json.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { runningDaemon } from '#daemon/phases/home.ts';
import { askDaemon } from './client.ts';

/** How a workspace is served. Times are ISO 8601, UTC. */
export interface Service {
  readonly state: string;
  readonly since: string;
  /** The last that it has passed, while it starts. */
  readonly phase?: string;
  /** Why it cannot be served, and when that is tried again. */
  readonly refused?: { readonly code: string; readonly what: string; readonly remedy: string };
  readonly next?: string;
  readonly sessions?: number;
  /** Questions that wait for the owner. */
  readonly questions?: number;
  readonly adapters?: readonly GuardedBy<typeof isAdapter>[];
  /** Its heartbeats, once the daemon has looked for them: whether it wakes the agent, and when it looked last. */
  readonly clock?: { readonly isOn: boolean; readonly lookedAt: string };
}

/** How an adapter of a chat is. */
const isAdapter = objectOf(
  { name: isString, program: isString, state: isString, since: isString },
  { reason: isString, nextTry: isString, log: listOf(isString) },
);

/** A daemon that runs. */
export interface DaemonStatus {
  readonly pid: number;
  readonly version: string;
  readonly startedAt: string;
  /** Of the process. */
  readonly phase: string;
  /** Absent until it holds one. */
  readonly port?: number;
  /** By the paths of the workspaces. */
  readonly services: ReadonlyMap<string, Service>;
}

/** `undefined` where none runs. One that starts or ends answers nothing: then it is what it wrote last. Throws STATE_… refusals. */
export const daemonStatus = async (
  host: Pick<Host, 'disk' | 'uid' | 'environment'>,
): Promise<DaemonStatus | undefined> => {
  const facts = runningDaemon(host);
  if (facts === undefined) return undefined;
  const { control: _control, ...told } = facts;
  try {
    const { workspaces } = await askDaemon(facts, 'status', {});
    const all = Array.isArray(workspaces) ? workspaces.filter(isJsonObject) : [];
    return { ...told, services: new Map(all.map((one) => [String(one['path']), serviceIn(one)])) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...told, services: new Map() };
  }
};

const serviceIn = (one: JsonObject): Service => {
  const { state, since, phase, refused, next, sessions, questions, adapters, clock } = one;
  return {
    state: String(state),
    since: String(since),
    ...(typeof phase === 'string' && { phase }),
    ...(isJsonObject(refused) && {
      refused: {
        code: textAt(refused, 'code') ?? '',
        what: textAt(refused, 'what') ?? '',
        remedy: textAt(refused, 'remedy') ?? '',
      },
    }),
    ...(typeof next === 'string' && { next }),
    ...(typeof sessions === 'number' && { sessions }),
    ...(typeof questions === 'number' && { questions }),
    ...(Array.isArray(adapters) && { adapters: adapters.filter(isAdapter) }),
    ...(isJsonObject(clock) && {
      clock: { isOn: clock['isOn'] === true, lookedAt: textAt(clock, 'lookedAt') ?? '' },
    }),
  };
};
