/** The automations of a workspace that is served: those that run now, turned on and off, and what became of their runs. */
import type { ShownAutomation, ShownRun } from '#daemon/data/runtime.ts';
import type { EventLog } from '#daemon/data/event-log.ts';
import { AUTOMATION_EVENT } from '#daemon/data/event-queries.ts';
import type { Queries } from '#daemon/data/open.ts';
import { update } from '#daemon/data/write.ts';
import type { ActiveAutomation } from './points.ts';

/** Which runs are asked for. */
export interface RunsAsked {
  /** Of one automation; of all where it is left out. */
  readonly name?: string | undefined;
  /** Older than the one of this number. */
  readonly before?: number | undefined;
}

/** Runs that are read at once. */
const PAGE = 100;

export class Automations {
  readonly #runtime: Queries['runtime'];
  readonly #events: Pick<EventLog, 'append'>;
  #active: readonly ActiveAutomation[];

  /** `active` are those that are on, as they were loaded. */
  constructor(
    runtime: Queries['runtime'],
    events: Pick<EventLog, 'append'>,
    active: readonly ActiveAutomation[],
  ) {
    this.#runtime = runtime;
    this.#events = events;
    this.#active = active;
  }

  /** Those that run at their hook points now. */
  get active(): readonly ActiveAutomation[] {
    return this.#active;
  }

  /** All of them, each with its last run. Throws DATABASE_UNUSABLE. */
  async list(): Promise<readonly ShownAutomation[]> {
    const rows = await this.#runtime.selectFrom('automations').selectAll().orderBy('id').execute();
    const shown = async ({ id, ...row }: (typeof rows)[number]): Promise<ShownAutomation> => ({
      ...row,
      blocking: row.blocking === 1,
      self_improvement: row.self_improvement === 1,
      peer_workspaces: JSON.parse(row.peer_workspaces),
      last: (await this.#runsOf(id, undefined, 1)).at(0) ?? null,
    });
    return Promise.all(rows.map((row) => shown(row)));
  }

  /** Turns one on or off; false where there is none of this name. Throws DATABASE_UNUSABLE. */
  async turn(name: string, status: 'active' | 'disabled'): Promise<boolean> {
    if ((await update(this.#runtime, 'automations', { name }, { status })) === 0) return false;
    this.#active = await activeAutomations(this.#runtime);
    await this.#events.append({ type: AUTOMATION_EVENT, payload: { automation: name, status } });
    return true;
  }

  /** A page of runs, the newest first; none of an automation that is not there. Throws DATABASE_UNUSABLE. */
  async runs({ name, before }: RunsAsked): Promise<readonly ShownRun[]> {
    if (name === undefined) return this.#runsOf(undefined, before, PAGE);
    const row = await this.#runtime
      .selectFrom('automations')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirst();
    return row === undefined ? [] : this.#runsOf(row.id, before, PAGE);
  }

  #runsOf(
    automation: number | undefined,
    before = Number.MAX_SAFE_INTEGER,
    limit: number,
  ): Promise<readonly ShownRun[]> {
    const all = this.#runtime
      .selectFrom('automation_runs')
      .innerJoin('automations', 'automations.id', 'automation_runs.automation')
      .select([
        'automation_runs.id',
        'automations.name as automation',
        'automation_runs.hook_point',
        'request',
        'started_at',
        'ended_at',
        'outcome',
        'note',
      ])
      .where('automation_runs.id', '<', before)
      .orderBy('automation_runs.id', 'desc')
      .limit(limit);
    return (
      automation === undefined ? all : all.where('automation_runs.automation', '=', automation)
    ).execute();
  }
}

/** Those that are on, in the order in which they run. Throws DATABASE_UNUSABLE. */
export const activeAutomations = (
  runtime: Queries['runtime'],
): Promise<readonly ActiveAutomation[]> =>
  runtime
    .selectFrom('automations')
    .selectAll()
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
