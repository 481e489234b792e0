/** What happened in a workspace, as numbered rows: a client that was away goes on after the last number that it has. */
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
    return rows.map(({ id: number, at, type, session, request, payload }) => ({
      id: number,
      at,
      type,
      session: session ?? undefined,
      request: request ?? undefined,
      payload: JSON.parse(payload),
    }));
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

const rowOf = ({ type, session, request, payload }: NewEvent) => ({
  at: new Date().toISOString(),
  type,
  session: session ?? null,
  request: request ?? null,
  payload: JSON.stringify(payload),
});
