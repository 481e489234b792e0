/** What happened in a workspace, as numbered rows: a client that was away goes on after the last number that it has. */
import type { Selectable } from 'kysely';
import { Refusal } from '#lib/spec/refusals.ts';
import type { EventsTables } from './events.ts';
import { insert } from './write.ts';
import type { Queries } from './open.ts';

/** What is to be told. */
export interface NewEvent {
  readonly type: string;
  readonly session?: string | undefined;
  readonly request?: string | undefined;
  /** Becomes JSON. */
  readonly payload: object;
}

/** What was told. */
export interface ToldEvent extends NewEvent {
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** Rows that are read at once. */
const PAGE = 100;

/** Rows that are looked through at once for those of one session, which have no index. */
const WINDOW = 10_000;

export class EventLog {
  readonly #queries: Queries['events'];
  readonly #listeners = new Set<() => void>();

  constructor(queries: Queries['events']) {
    this.#queries = queries;
  }

  /** The row is on the disk when this resolves with its number. Throws DATABASE_UNUSABLE. */
  async append(event: NewEvent): Promise<number> {
    const id = await insert(this.#queries, 'events', rowOf(event));
    this.#tell();
    return id;
  }

  /** The same for several, in their order, at once. Throws DATABASE_UNUSABLE: then none is kept. */
  async appendAll(events: readonly NewEvent[]): Promise<void> {
    await this.#queries.transaction().execute(async (own) => {
      for (const event of events) await insert(own, 'events', rowOf(event));
    });
    this.#tell();
  }

  /** The next ones after the number `id`, a page at most. Throws DATABASE_UNUSABLE. */
  async after(id: number): Promise<readonly ToldEvent[]> {
    const rows = await this.#queries
      .selectFrom('events')
      .selectAll()
      .where('id', '>', id)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    return rows.map(toldOf);
  }

  /**
   * Those of one session after the number `id`, and the number after which to go on; `null` where these are the last.
   * Throws DATABASE_UNUSABLE.
   */
  async ofSession(
    session: string,
    id: number,
  ): Promise<{ readonly events: readonly ToldEvent[]; readonly next: number | null }> {
    const newest = await this.newest();
    const end = Math.min(id + WINDOW, newest);
    const rows = await this.#queries
      .selectFrom('events')
      .selectAll()
      .where('id', '>', id)
      .where('id', '<=', end)
      .where('session', '=', session)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const next = rows.length === PAGE ? (rows.at(-1)?.id ?? end) : end;
    return { events: rows.map(toldOf), next: next < newest ? next : null };
  }

  /**
   * The last ones of one session before the number `id`, or of all, in their order, and the number before which to go on;
   * `null` where these are the first. Throws DATABASE_UNUSABLE.
   */
  async ofSessionBefore(
    session: string,
    id: number | undefined,
  ): Promise<{ readonly events: readonly ToldEvent[]; readonly previous: number | null }> {
    const end = Math.min(id ?? Infinity, (await this.newest()) + 1);
    const start = Math.max(0, end - WINDOW);
    const rows = await this.#queries
      .selectFrom('events')
      .selectAll()
      .where('id', '>=', start)
      .where('id', '<', end)
      .where('session', '=', session)
      .orderBy('id', 'desc')
      .limit(PAGE)
      .execute();
    const previous = rows.length === PAGE ? (rows.at(-1)?.id ?? start) : start;
    return {
      events: rows.toReversed().map(toldOf),
      previous: previous > 0 ? previous : null,
    };
  }

  /** The number of the newest; 0 where there is none. Throws DATABASE_UNUSABLE. */
  async newest(): Promise<number> {
    const row = await this.#queries
      .selectFrom('events')
      .select((of) => of.fn.max('id').as('id'))
      .executeTakeFirst();
    return row?.id ?? 0;
  }

  /** `listener` is called after each append, until what this returns is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const toldOf = ({
  session,
  request,
  payload,
  ...row
}: Selectable<EventsTables['events']>): ToldEvent => ({
  ...row,
  session: session ?? undefined,
  request: request ?? undefined,
  payload: JSON.parse(payload),
});

const rowOf = ({ type, session, request, payload }: NewEvent) => ({
  at: new Date().toISOString(),
  type,
  session: session ?? null,
  request: request ?? null,
  payload: JSON.stringify(payload),
});

/** The event `failed`: what became of a request that has no result. */
export const requestFailure = (
  error: unknown,
  { session, request }: { readonly session: string | undefined; readonly request: string },
): NewEvent => {
  const refusal = error instanceof Refusal ? error : undefined;
  const payload = {
    code: refusal?.code ?? 'BUG',
    what: refusal?.message ?? 'This is a bug of yamo.',
    remedy: refusal?.remedy ?? '',
  };
  return { type: 'failed', session, request, payload };
};

/** Why something failed, as events and rows tell it. */
export const failureText = (error: unknown): string =>
  error instanceof Refusal ? `${error.code}: ${error.message}` : `a bug of yamo: ${String(error)}`;
