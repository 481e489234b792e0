/**
 * What one adapter is to send: `queued`, `sending`, then `sent` or `failed`. What was `sending` when it ended is looked for where
 * its provider can be asked, before anything else is sent there; else it is `unknown`, and is not sent again: nobody knows
 * whether it arrived. What is there already, and is to become something else, goes the same way, as often as needed.
 */
import { type Insertable, sql } from 'kysely';
import { oneLine } from '#lib/model/bounded.ts';
import type { OutboundMessage, ToAdapter } from '#lib/protocol/adapter.ts';
import { ADAPTER_SENDS, ADAPTER_TEXT_MAX_CHARS } from '#lib/spec/limits.ts';
import type { EventsTables } from './events.ts';
import {
  become,
  changesBy,
  CUT_OFF,
  draftOf,
  FILE_CUT_OFF,
  HAS_FILE,
  isAtProvider,
  lineTo,
  newNonce,
  NOT_TAKEN,
  type OutboundRecord,
  type QueuedMessage,
  type SendOutcome,
} from './outbound-row.ts';
import type { Queries } from './open.ts';
import { lostOf } from './outbound-lost.ts';
import { insert, update } from './write.ts';
import { now } from './columns.ts';

/** What is said to a row of what was brought. */
interface Answer {
  readonly of: number;
  readonly messages: readonly OutboundMessage[];
  readonly request: string | undefined;
}

/** A message that is to be put in. */
type OutboundRow = Insertable<EventsTables['outbound']>;

/** A message that an adapter has been given. */
type Given = ToAdapter & { readonly is: 'send' | 'edit' | 'find' };

export class Outbox {
  readonly #adapter: string;
  readonly #queries: Queries['events'];
  readonly #canFind: boolean;
  readonly #dealt: (count: number) => void;
  /** Nobody has asked yet for what an adapter before this one was given. */
  #isUnasked = false;
  /** By their rows. */
  readonly #sending = new Map<number, Given>();

  /** `canFind`: its provider can be asked whether a message is there. `dealt` hears of how much that was brought it has dealt with. */
  constructor(
    adapter: string,
    queries: Queries['events'],
    { canFind, dealt }: { readonly canFind: boolean; readonly dealt: (count: number) => void },
  ) {
    this.#adapter = adapter;
    this.#queries = queries;
    this.#canFind = canFind;
    this.#dealt = dealt;
  }

  /** The row is on the disk when this resolves with its number; what others say goes before it until `notBefore`. Throws DATABASE_UNUSABLE. */
  async queue(message: QueuedMessage, request: string | null, notBefore?: string): Promise<number> {
    const more = { not_before: notBefore ?? null, file: message.file ?? null };
    return insert(this.#queries, 'outbound', { ...this.#rowOf(message, request), ...more });
  }

  /**
   * Shows what is answered to the row `of` of what was brought, as far as it is made: a message that each further call changes.
   * Nothing is shown of what was dealt with, or of which nobody knows whether it arrived. Throws DATABASE_UNUSABLE.
   */
  async draft(of: number, message: OutboundMessage): Promise<void> {
    await this.#queries.transaction().execute(async (own) => {
      const open = own.selectFrom('inbound').select('id').where('id', '=', of);
      if ((await open.where('handled_at', 'is', null).executeTakeFirst()) === undefined) return;
      const draft = await draftOf(own, of);
      if (draft !== undefined) await become(own, draft, message);
      else await insert(own, 'outbound', { ...this.#rowOf(message, null), draft_of: of });
    });
  }

  /**
   * Puts in what answers the row `of`; its draft becomes the first of it. `request`: what it answers, `undefined` for what yamo
   * says of its own accord.
   */
  async put(own: Queries['events'], { of, messages, request }: Answer): Promise<void> {
    const draft = await draftOf(own, of);
    for (const [nth, message] of messages.entries())
      if (nth === 0 && draft !== undefined && draft.state !== 'failed')
        await become(own, draft, message, request);
      else await insert(own, 'outbound', this.#rowOf(message, request ?? null));
  }

  #rowOf({ chat, parts }: OutboundMessage, request: string | null): OutboundRow {
    return {
      adapter: this.#adapter,
      request,
      at: now(),
      chat,
      parts: JSON.stringify(parts),
      nonce: newNonce(),
      state: 'queued',
    };
  }

  /**
   * What can be given to the adapter now, from here on `sending`: what is to be looked for, and the oldest of each chat in
   * which nothing is on its way. With when there may be more, if what waits says so. Throws DATABASE_UNUSABLE.
   */
  async due(): Promise<{ readonly messages: readonly Given[]; readonly next: string | undefined }> {
    const messages: Given[] = this.#isUnasked ? await lostOf(this.#queries, this.#adapter) : [];
    for (const lost of messages) this.#sending.set(lost.id, lost);
    this.#isUnasked = false;
    const busy = [...this.#sending.values()].map(({ chat }) => chat);
    const at = now();
    const first = await this.#queries
      .selectFrom('outbound')
      .select((of) => of.fn.min('id').as('id'))
      .where('adapter', '=', this.#adapter)
      .where('state', '=', sql.lit('queued'))
      // What was tried keeps its turn; what is for later has none yet.
      .where((of) =>
        of.or([of('not_before', 'is', null), of('not_before', '<=', at), of('tries', '>', 0)]),
      )
      .$if(busy.length > 0, (one) => one.where('chat', 'not in', busy))
      .groupBy('chat')
      .execute();
    const rows = await this.#queries
      .selectFrom('outbound')
      .select(['id', 'chat', 'parts', 'nonce', 'tries', 'not_before', 'provider_ids'])
      .select(HAS_FILE)
      .where(
        'id',
        'in',
        first.map(({ id }) => id),
      )
      .orderBy('not_before')
      .orderBy('id')
      .limit(Math.max(0, ADAPTER_SENDS - busy.length))
      .execute();
    const isDue = ({ not_before: time }: { not_before: string | null }): boolean =>
      time === null || time <= at;
    for (const row of rows.filter(isDue)) {
      const { id, chat, parts: json, nonce, tries, provider_ids: ids } = row;
      // One after the other: each is large.
      if (row.has_file && this.#hasFile) continue;
      const which = { id, state: 'queued' } as const;
      if (
        (await update(this.#queries, 'outbound', which, { state: 'sending', tries: tries + 1 })) !==
        1
      )
        continue;
      const said: OutboundMessage & { id: number } = { id, chat, parts: JSON.parse(json) };
      const message: Given =
        ids === null
          ? { is: 'send', ...said, nonce, ...(row.has_file && { file: await this.#fileOf(id) }) }
          : { is: 'edit', ...said, providerIds: JSON.parse(ids) };
      this.#sending.set(id, message);
      messages.push(message);
    }
    return { messages, next: await this.#next(at, busy) };
  }

  /** Is a file on its way? */
  get #hasFile(): boolean {
    return [...this.#sending.values()].some((one) => one.is === 'send' && one.file !== undefined);
  }

  async #fileOf(id: number): Promise<string> {
    const one = this.#queries.selectFrom('outbound').select('file').where('id', '=', id);
    return Buffer.from((await one.executeTakeFirstOrThrow()).file ?? []).toString('base64');
  }

  /** When the next one that waits for its time may go, where nothing is on its way. */
  async #next(at: string, busy: readonly string[]): Promise<string | undefined> {
    const row = await this.#queries
      .selectFrom('outbound')
      .select((of) => of.fn.min('not_before').as('next'))
      .where('adapter', '=', this.#adapter)
      .where('state', '=', sql.lit('queued'))
      .where('not_before', '>', at)
      .$if(busy.length > 0, (one) => one.where('chat', 'not in', busy))
      .executeTakeFirst();
    return row?.next ?? undefined;
  }

  /** The adapter says what came of a message. `undefined` where it has none of this number. Throws DATABASE_UNUSABLE. */
  async answered(frame: SendOutcome): Promise<OutboundRecord['state'] | undefined> {
    const given = this.#sending.get(frame.id);
    if (!this.#sending.delete(frame.id)) return undefined;
    if (frame.is === 'unknown' && given?.is !== 'edit') {
      const reason = oneLine(frame.reason, ADAPTER_TEXT_MAX_CHARS);
      await this.#lose([frame.id], reason);
      return 'unknown';
    }
    return this.#queries.transaction().execute(async (own) => {
      const row = await own
        .selectFrom('outbound')
        .select(['tries', 'next_parts', 'provider_ids', 'chat'])
        .select(HAS_FILE)
        .where('id', '=', frame.id)
        .executeTakeFirstOrThrow();
      const changes = changesBy(frame, row);
      if (row.has_file && changes.state === 'failed')
        await insert(own, 'outbound', this.#rowOf(lineTo(row.chat, NOT_TAKEN), null));
      await update(own, 'outbound', { id: frame.id, state: 'sending' }, changes);
      return changes.state;
    });
  }

  /**
   * The adapter has ended, or a daemon before this one: of what was on its way nobody knows, unless the next one can find out.
   * What was there already may be changed again. Returns the rows. Throws DATABASE_UNUSABLE.
   */
  async settle(): Promise<readonly number[]> {
    this.#sending.clear();
    this.#isUnasked = this.#canFind;
    const rows = await this.#queries
      .selectFrom('outbound')
      .select(['id', 'parts', 'next_parts', 'provider_ids'])
      .select(HAS_FILE)
      .where('adapter', '=', this.#adapter)
      .where('state', '=', sql.lit('sending'))
      .execute();
    for (const { id, parts, next_parts: next } of rows.filter(isAtProvider))
      await update(
        this.#queries,
        'outbound',
        { id },
        { state: 'queued', parts: next ?? parts, next_parts: null },
      );
    // A file is looked for nowhere.
    const isLost = (row: (typeof rows)[number]): boolean =>
      !isAtProvider(row) && (!this.#canFind || row.has_file === 1);
    const lost = rows.filter(isLost).map(({ id }) => id);
    await this.#lose(lost, CUT);
    return lost;
  }

  /**
   * Nobody knows what came of these; each chat is told so, once, but not of what yamo says of its own accord. What a draft was to
   * answer is dealt with by that.
   */
  async #lose(ids: readonly number[], error: string): Promise<void> {
    if (ids.length === 0) return;
    const count = await this.#queries.transaction().execute(async (own) => {
      const rows = await own
        .selectFrom('outbound')
        .select(['id', 'chat', 'request', 'draft_of'])
        .select(HAS_FILE)
        .where('id', 'in', ids)
        .where('state', '=', sql.lit('sending'))
        .execute();
      const at = now();
      let handled = 0;
      for (const { id, draft_of: of } of rows) {
        await update(
          own,
          'outbound',
          { id },
          { state: 'unknown', ended_at: at, error, file: null },
        );
        if (of !== null)
          handled += await update(own, 'inbound', { id: of, handled_at: null }, { handled_at: at });
      }
      const answers = rows.filter(({ request, draft_of: of }) => request !== null || of !== null);
      const files = rows.filter((row) => row.has_file === 1);
      for (const [lost, line] of [
        [answers, CUT_OFF],
        [files, FILE_CUT_OFF],
      ] as const)
        for (const chat of new Set(lost.map((row) => row.chat)))
          await insert(own, 'outbound', this.#rowOf(lineTo(chat, line), null));
      return handled;
    });
    this.#dealt(count);
  }
}

const CUT = 'its adapter ended before it said what came of it';
