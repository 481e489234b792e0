/** What one adapter brings: kept as it came, once for each key of its provider, and no more than somebody deals with. */
import type { FromAdapter } from '#lib/protocol/adapter.ts';
import type { Queries } from './open.ts';
import { insertIfMissing, update } from './write.ts';

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
  async keep({ key, raw }: FromAdapter & { readonly is: 'event' }): Promise<void> {
    const isNew = await insertIfMissing(this.#queries, 'inbound', {
      adapter: this.#adapter,
      key,
      received_at: new Date().toISOString(),
      raw: Buffer.from(raw, 'base64'),
      handled_at: null,
    });
    if (isNew) this.#open += 1;
  }

  /** Somebody has dealt with the row `id`. Whoever does may not wait for what the same adapter sends: full, it is not read. Throws DATABASE_UNUSABLE. */
  async handled(id: number): Promise<void> {
    const at = { handled_at: new Date().toISOString() };
    const which = { id, adapter: this.#adapter, handled_at: null };
    this.#open -= await update(this.#queries, 'inbound', which, at);
    if (this.#open >= this.#most) return;
    this.#room?.resolve();
    this.#room = undefined;
  }
}
