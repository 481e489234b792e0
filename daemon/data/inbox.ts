/** What one adapter brings: kept as it came, once for each key of its provider, and no more than somebody deals with. */
import { ADAPTER_LAST_EVENTS } from '#lib/spec/limits.ts';
import type { Queries } from './open.ts';
import { now } from './columns.ts';
import { insertIfMissing, update } from './write.ts';

/** A row that nobody has dealt with. */
export interface OpenEvent {
  readonly id: number;
  readonly raw: Uint8Array;
  /** How often somebody has begun. */
  readonly tries: number;
}

export class Inbox {
  readonly #adapter: string;
  readonly #queries: Queries['events'];
  readonly #most: number;
  #open = 0;
  #room: PromiseWithResolvers<void> | undefined;

  private constructor(adapter: string, queries: Queries['events'], most: number) {
    this.#adapter = adapter;
    this.#queries = queries;
    this.#most = most;
  }

  /** `most`: events that may be open. Throws DATABASE_UNUSABLE. */
  static async open(adapter: string, queries: Queries['events'], most: number): Promise<Inbox> {
    const inbox = new Inbox(adapter, queries, most);
    const row = await queries
      .selectFrom('inbound')
      .select((of) => of.fn.countAll<number>().as('open'))
      .where('adapter', '=', adapter)
      .where('handled_at', 'is', null)
      .executeTakeFirst();
    inbox.#open = row?.open ?? 0;
    return inbox;
  }

  /** Settles when there is room for another event; `undefined` where there is. */
  get full(): Promise<void> | undefined {
    if (this.#open < this.#most) return undefined;
    this.#room ??= Promise.withResolvers();
    return this.#room.promise;
  }

  /** The event is on the disk when this resolves, by now or before. Throws DATABASE_UNUSABLE. */
  async keep({ key, raw }: { readonly key: string; readonly raw: Uint8Array }): Promise<void> {
    const isNew = await insertIfMissing(this.#queries, 'inbound', {
      adapter: this.#adapter,
      key,
      received_at: new Date().toISOString(),
      raw,
      handled_at: null,
    });
    if (isNew) this.#open += 1;
  }

  /** The key of the newest; `null` where there is none. Throws DATABASE_UNUSABLE. */
  async last(): Promise<string | null> {
    const row = await this.#queries
      .selectFrom('inbound')
      .select('key')
      .where('adapter', '=', this.#adapter)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return row?.key ?? null;
  }

  /** What came last, the newest first. Throws DATABASE_UNUSABLE. */
  async newest(): Promise<readonly string[]> {
    const rows = await this.#queries
      .selectFrom('inbound')
      .select('raw')
      .where('adapter', '=', this.#adapter)
      .orderBy('id', 'desc')
      .limit(ADAPTER_LAST_EVENTS)
      .execute();
    return rows.map(({ raw }) => Buffer.from(raw).toString());
  }

  /** What nobody has dealt with, of the rows after `id`, the oldest first. Throws DATABASE_UNUSABLE. */
  openAfter(id: number, most: number): Promise<readonly OpenEvent[]> {
    return this.#queries
      .selectFrom('inbound')
      .select(['id', 'raw', 'tries'])
      .where('adapter', '=', this.#adapter)
      .where('handled_at', 'is', null)
      .where('id', '>', id)
      .orderBy('id')
      .limit(most)
      .execute();
  }

  /** Somebody begins to deal with the row `id`, once more. Throws DATABASE_UNUSABLE. */
  async begun({ id, tries }: OpenEvent): Promise<void> {
    await update(this.#queries, 'inbound', { id }, { tries: tries + 1 });
  }

  /** Somebody has dealt with the row `id`, and `put` puts in what is said; nothing is said of one that was dealt with before. Throws DATABASE_UNUSABLE. */
  async answered(id: number, put: (own: Queries['events']) => Promise<void>): Promise<void> {
    const which = { id, adapter: this.#adapter, handled_at: null };
    const count = await this.#queries.transaction().execute(async (own) => {
      const done = await update(own, 'inbound', which, { handled_at: now() });
      if (done > 0) await put(own);
      return done;
    });
    this.closed(count);
  }

  /** Somebody has dealt with the row `id`. Whoever does may not wait for what the same adapter sends: full, it is not read. Throws DATABASE_UNUSABLE. */
  async handled(id: number): Promise<void> {
    const at = { handled_at: new Date().toISOString() };
    const which = { id, adapter: this.#adapter, handled_at: null };
    this.closed(await update(this.#queries, 'inbound', which, at));
  }

  /** So many rows were dealt with. */
  closed(count: number): void {
    this.#open -= count;
    if (this.#open >= this.#most) return;
    this.#room?.resolve();
    this.#room = undefined;
  }
}
