/**
 * Runs the automations of a workspace at its hook points (N32 to N35). A hook point waits for those that block, up to their
 * time; the others run beside it. Each run is a row with its outcome, and one that was late or failed is an event. No turn
 * is lost for any of it.
 */
import { AUTOMATION_END_MS, AUTOMATION_MAX_MS, AUTOMATION_WAIT_MS } from '#lib/spec/limits.ts';
import type { Origin } from '#kernel/contract/origin.ts';
import type { CommandEntry } from '#kernel/gate/journal.ts';
import { type EventLog, failureText } from '#daemon/data/event-log.ts';
import { AUTOMATION_EVENT } from '#daemon/data/event-queries.ts';
import type { Queries } from '#daemon/data/open.ts';
import { insert, update } from '#daemon/data/write.ts';
import { type ActiveAutomation, HOOK_POINTS, type HookPoint } from './points.ts';
import { now } from '#daemon/data/columns.ts';

/** What an automation hears of the moment in which it runs. */
export interface HookMoments {
  'runtime:startup': { readonly request?: undefined };
  'worker:pre_execution': {
    readonly request: string;
    readonly task: string;
    /** The chat whose session sends the worker; what of it is known goes to no other one. */
    readonly chat?: string;
  };
  'after:runAgent': {
    readonly request: string;
    readonly session: string;
    readonly origin: Origin;
    readonly message: string;
    readonly reply: string;
  };
  'command:execute': {
    readonly request: string | undefined;
    readonly session: string;
    readonly command: CommandEntry;
  };
}

/** What came of a run. */
export interface HandlerResult {
  /** For its row. */
  readonly note?: string;
  /** A text for whoever waits at the hook point. */
  readonly gives?: string;
  /** Done when its row is written; nobody waits for it but the end of the service, of which `signal` tells. */
  readonly afterwards?: (signal: AbortSignal) => Promise<void>;
}

/** `signal` is aborted when nobody waits for it any more. */
type Handler<Point extends HookPoint> = (
  moment: HookMoments[Point],
  signal: AbortSignal,
) => Promise<HandlerResult>;

/** What automations do, by hook point and name. */
export type HookHandlers = {
  readonly [Point in HookPoint]: ReadonlyMap<string, Handler<Point>>;
};

export interface HookParts {
  readonly automations: readonly ActiveAutomation[];
  readonly handlers: HookHandlers;
  readonly runtime: Queries['runtime'];
  readonly events: Pick<EventLog, 'append'>;
}

interface Outcome extends HandlerResult {
  readonly outcome: 'done' | 'late' | 'failed';
}

export class HookRunner {
  readonly #parts: HookParts;
  readonly #running = new Set<Promise<unknown>>();
  readonly #end = new AbortController();

  constructor(parts: HookParts) {
    this.#parts = parts;
  }

  /** Says which active automations will not run, and why. Throws DATABASE_UNUSABLE. */
  async tellIdle(): Promise<void> {
    const { automations, handlers, events } = this.#parts;
    for (const { name, hook_point: hook } of automations) {
      const point = HOOK_POINTS.find((one) => one === hook);
      if (point !== undefined && handlers[point].has(name)) continue;
      const note = 'yamo has nothing of this name at this hook point';
      await events.append({
        type: AUTOMATION_EVENT,
        payload: { automation: name, hook, outcome: 'idle', note },
      });
    }
  }

  /**
   * Runs what is active at `point`. Resolves when those that block have ended or are late, with the texts of those that were
   * in time. Never rejects.
   */
  async run<Point extends HookPoint>(
    point: Point,
    moment: HookMoments[Point],
  ): Promise<readonly string[]> {
    const waited = this.#parts.automations.flatMap((automation) => {
      const handler = this.#parts.handlers[point].get(automation.name);
      if (automation.hook_point !== point || handler === undefined) return [];
      const run = this.#kept(automation, moment.request, async (signal) => handler(moment, signal));
      this.#track(run);
      return automation.blocking === 1 ? [run] : [];
    });
    return (await Promise.all(waited)).flatMap((gives) => gives ?? []);
  }

  /** Ends what runs, and what would begin. Resolves when its rows are written. Never rejects. */
  async end(): Promise<void> {
    this.#end.abort();
    // What one of them does afterwards comes to it late.
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  #track(run: Promise<unknown>): void {
    this.#running.add(run);
    const over = (): boolean => this.#running.delete(run);
    run.then(over, over);
  }

  /** One run with its row. Never rejects. */
  async #kept(
    automation: ActiveAutomation,
    request: string | undefined,
    work: (signal: AbortSignal) => Promise<HandlerResult>,
  ): Promise<string | undefined> {
    const { runtime, events } = this.#parts;
    const { id, name, hook_point: hook } = automation;
    if (this.#end.signal.aborted) return undefined;
    const tell = (outcome: string, note: string | undefined) =>
      events.append({
        type: AUTOMATION_EVENT,
        request,
        payload: { automation: name, hook, outcome, ...(note !== undefined && { note }) },
      });
    try {
      const begun = { automation: id, hook_point: hook, request: request ?? null };
      const row = await insert(runtime, 'automation_runs', { ...begun, started_at: now() });
      const { outcome, note, gives, afterwards } = await this.#outcomeOf(automation, work);
      const ended = { ended_at: now(), outcome, note: note ?? null };
      await update(runtime, 'automation_runs', { id: row }, ended);
      if (outcome !== 'done') await tell(outcome, note);
      if (afterwards !== undefined && !this.#end.signal.aborted)
        this.#track(
          afterwards(this.#end.signal).catch((error: unknown) =>
            tell('failed', failureText(error)),
          ),
        );
      return gives;
    } catch (error) {
      // Its row cannot be written: then an event may be, and else whoever serves the workspace finds that out.
      await tell('failed', failureText(error)).catch(() => undefined);
      return undefined;
    }
  }

  /** Whichever is first: its end, the end of its time, the end of the service. */
  async #outcomeOf(
    automation: ActiveAutomation,
    work: (signal: AbortSignal) => Promise<HandlerResult>,
  ): Promise<Outcome> {
    const over = new AbortController();
    const first = Promise.withResolvers<Outcome>();
    const ms = limitOf(automation);
    const late = (): void => first.resolve({ outcome: 'late', note: `not done after ${ms} ms` });
    const timer = ms === undefined ? undefined : setTimeout(late, ms);
    let grace: NodeJS.Timeout | undefined;
    // What it has by then it may keep: it is told, and has a moment for that.
    const end = (): void => {
      over.abort();
      const ended = { outcome: 'failed', note: SERVICE_ENDED } as const;
      grace = setTimeout(() => first.resolve(ended), AUTOMATION_END_MS);
    };
    this.#end.signal.addEventListener('abort', end);
    if (this.#end.signal.aborted) end();
    work(over.signal).then(
      (result) => first.resolve({ outcome: 'done', ...result }),
      (error: unknown) => first.resolve({ outcome: 'failed', note: failureText(error) }),
    );
    try {
      return await first.promise;
    } finally {
      clearTimeout(timer);
      clearTimeout(grace);
      this.#end.signal.removeEventListener('abort', end);
      over.abort();
    }
  }
}

const SERVICE_ENDED = 'the service ended before it';

/** Ends the rows of runs whose daemon was killed. Returns how many. Throws DATABASE_UNUSABLE. */
export const endLeftRuns = (runtime: Queries['runtime']): Promise<number> =>
  update(
    runtime,
    'automation_runs',
    { ended_at: null },
    { ended_at: now(), outcome: 'failed', note: SERVICE_ENDED },
  );

/** Milliseconds; `undefined`: as long as it takes. Whatever the row says, nobody waits for ever. */
const limitOf = ({ blocking, timeout_ms: ms }: ActiveAutomation): number | undefined => {
  const limit = ms ?? (blocking === 1 ? AUTOMATION_WAIT_MS : undefined);
  return limit && Math.min(limit, AUTOMATION_MAX_MS);
};
