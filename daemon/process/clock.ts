/**
 * The clock of a daemon: heartbeats of all its workspaces in one queue (RFC-0009 §2.7), each where its owner has turned
 * them on. Nothing is waited for once and for all: a clock may be set, and a machine may sleep.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Missed, missedSince } from '#lib/heartbeat/missed.ts';
import { HEARTBEAT_LOOK_SECONDS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { isTurnedOn } from '#kernel/heartbeat/clock.ts';
import { type ShouldRun, shouldRun } from '#kernel/heartbeat/should-run.ts';
import { wake } from '#kernel/heartbeat/wake.ts';
import type { ServedWorkspace } from '#daemon/workspace/served.ts';
import type { Serving } from '#daemon/workspace/serving.ts';

/** What it needs of a workspace. */
export interface TimedWorkspace extends Pick<ServedWorkspace, 'request' | 'hostNow'> {
  readonly serving: Pick<Serving, 'events' | 'ownerChats'> | undefined;
}

/** What the clock knows of a workspace. */
interface Look {
  /** When it looked last, in whole seconds since 1970. */
  readonly at: number;
  /** Its owner has turned heartbeats on: then the daemon wakes the agent, and no timer does. */
  readonly isOn: boolean;
  /** The code of what was refused last; it is told once. */
  readonly refused?: string;
}

/** Hears of what the owner should know at once. */
export interface ClockListener {
  readonly missed: (path: string, missed: Missed) => void;
  readonly refused: (path: string, refusal: Refusal) => void;
}

export class HeartbeatClock {
  readonly #listener: ClockListener;
  /** By the paths of workspaces. */
  readonly #looks = new Map<string, Look>();
  #pause = new AbortController();

  constructor(listener: ClockListener) {
    this.#listener = listener;
  }

  /** Looks at the clock of every workspace that is served, until `signal` is aborted. Throws bugs alone. */
  async run(workspaces: () => readonly TimedWorkspace[], signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#pause = new AbortController();
      const until = AbortSignal.any([signal, this.#pause.signal]);
      for (const one of workspaces()) if (!signal.aborted) await this.look(one, signal);
      const ms = HEARTBEAT_LOOK_SECONDS * 1000;
      await pause(ms, undefined, { signal: until, ref: false }).catch(() => undefined);
    }
  }

  /** Looks again without waiting: something has changed. */
  soon(): void {
    this.#pause.abort();
  }

  /** For whoever asks how a workspace is; `undefined` until it was looked at. */
  of(path: string): { readonly isOn: boolean; readonly lookedAt: string } | undefined {
    const look = this.#looks.get(path);
    return look && { isOn: look.isOn, lookedAt: new Date(look.at * 1000).toISOString() };
  }

  /** One look, and the heartbeat that follows from it; what is refused is told once, and tried again. Throws bugs alone. */
  async look(workspace: TimedWorkspace, signal: AbortSignal): Promise<void> {
    const { serving, request } = workspace;
    if (serving === undefined) return;
    const { path } = request;
    const before = this.#looks.get(path);
    const append = async (payload: object): Promise<void> =>
      void (await serving.events.append({ type: 'heartbeat', payload }));
    try {
      const silent = { emit: () => undefined, diagnostics: () => undefined };
      const host = await workspace.hostNow({ human: undefined, signal, ...silent });
      const isOn = await isTurnedOn(path, host);
      this.#looks.set(path, { at: seconds(), isOn });
      if (!isOn) return;
      const { chat } = host.settings.heartbeat.tell ?? {};
      // Nobody thinks about what nobody would hear.
      if (chat !== undefined) await serving.ownerChats.named(chat);
      const asked = { path, byClock: true, everySeconds: undefined, zone: undefined };
      const found = await shouldRun(asked, host);
      const missed = missedIn(found, before?.at ?? 0);
      if (missed !== undefined) {
        await append({ missed: { ...missed, since: isoOf(missed.since) } });
        this.#listener.missed(path, missed);
      }
      const tellChat = tellerIn(serving.ownerChats, found.facts);
      const came = await wakeFor(workspace, found, { ...host, tellChat });
      if (came !== undefined) await append(came);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message: what, remedy } = error;
      if (before?.refused !== code) this.#listener.refused(path, error);
      // What cannot even be written down is told by a later look.
      const isTold =
        before?.refused === code ||
        (await append({ refused: { code, what, remedy } }).then(
          () => true,
          () => false,
        ));
      const look = { at: seconds(), isOn: before?.isOn ?? false };
      this.#looks.set(path, isTold ? { ...look, refused: code } : look);
    }
  }
}

/** What stands against a heartbeat that is due all the same. */
const OWED: ReadonlySet<string> = new Set(['outside-hours', 'busy', 'running']);

/** Where there was nothing to do, nothing was missed. */
const missedIn = ({ facts, decision }: ShouldRun, lookedAt: number): Missed | undefined =>
  decision.wakes || OWED.has(decision.reason)
    ? missedSince(facts.beats, facts, { lookedAt, now: facts.now })
    : undefined;

const tellerIn =
  (chats: Serving['ownerChats'], facts: ShouldRun['facts']): NonNullable<Host['tellChat']> =>
  async (chat, text) => {
    try {
      await chats.sayWithin(chat, text, facts);
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
  };

const wakeFor = async (
  { request: { path, agent, model } }: TimedWorkspace,
  { facts, decision }: ShouldRun,
  host: Host,
): Promise<object | undefined> => {
  if (!decision.wakes) return undefined;
  const decided = { due: decision.due, runs: facts.beats.runs };
  const came = await wake({ path, agent, model, zone: undefined }, decided, host);
  return came.wakes ? came : undefined;
};

const seconds = (): number => Math.floor(Date.now() / 1000);
const isoOf = (at: number): string => new Date(at * 1000).toISOString();
