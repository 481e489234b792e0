/**
 * What one adapter is to send: `queued`, `sending`, then `sent` or `failed`. What was `sending` when it ended is looked for where
 * its provider can be asked, before anything else is sent there; else it is `unknown`, and is not sent again: nobody knows
 * whether it arrived.
 */
import { randomBytes } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { oneLine } from '#lib/model/bounded.ts';
import type { FromAdapter, OutboundMessage, ToAdapter } from '#lib/protocol/adapter.ts';
import { ADAPTER_SEND_TRIES, ADAPTER_SENDS, ADAPTER_TEXT_MAX_CHARS } from '#lib/spec/limits.ts';
import type { EventsTables } from './events.ts';
import type { Queries } from './open.ts';
import { insert, update } from './write.ts';
import { now } from './columns.ts';

const NONCE_BYTES = 12;

/** A message that is to be put in. */
export type OutboundRow = Insertable<EventsTables['outbound']>;

/** A provider is looked through no further. */
const KNOWN = 1000;

/** A message that an adapter has been given. */
type Given = ToAdapter & { readonly is: 'send' | 'find' };

export class Outbox {
  readonly #adapter: string;
  readonly #queries: Queries['events'];
  readonly #canFind: boolean;
  /** Nobody has asked yet for what an adapter before this one was given. */
  #isUnasked = false;
  /** By their rows. */
  readonly #sending = new Map<number, Given>();

  /** `canFind`: its provider can be asked whether a message is there. */
  constructor(adapter: string, queries: Queries['events'], canFind: boolean) {
    this.#adapter = adapter;
    this.#queries = queries;
    this.#canFind = canFind;
  }

  /** The row is on the disk when this resolves with its number; what others say goes before it until `notBefore`. Throws DATABASE_UNUSABLE. */
  async queue(
    message: OutboundMessage,
    request: string | null,
    notBefore?: string,
  ): Promise<number> {
    const row = this.#rowOf(message, request);
    return insert(this.#queries, 'outbound', { ...row, not_before: notBefore ?? null });
  }

  /** Rows to be put in; `request`: what they answer, `null` for what yamo says of its own accord. */
  rowsOf(messages: readonly OutboundMessage[], request: string | null): readonly OutboundRow[] {
    return messages.map((message) => this.#rowOf(message, request));
  }

  #rowOf({ chat, parts }: OutboundMessage, request: string | null): OutboundRow {
    return {
      adapter: this.#adapter,
      request,
      at: now(),
      chat,
      parts: JSON.stringify(parts),
      nonce: randomBytes(NONCE_BYTES).toString('hex'),
      state: 'queued',
    };
  }

  /**
   * What can be given to the adapter now, from here on `sending`: what is to be looked for, and the oldest of each chat in
   * which nothing is on its way. With when there may be more, if what waits says so. Throws DATABASE_UNUSABLE.
   */
  async due(): Promise<{ readonly messages: readonly Given[]; readonly next: string | undefined }> {
    const messages: Given[] = this.#isUnasked ? await this.#lost() : [];
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
      .select(['id', 'chat', 'parts', 'nonce', 'tries', 'not_before'])
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
    for (const { id, chat, parts, nonce, tries } of rows.filter(isDue)) {
      const which = { id, state: 'queued' } as const;
      if (
        (await update(this.#queries, 'outbound', which, { state: 'sending', tries: tries + 1 })) !==
        1
      )
        continue;
      const message: Given = { is: 'send', id, chat, parts: JSON.parse(parts), nonce };
      this.#sending.set(id, message);
      messages.push(message);
    }
    return { messages, next: await this.#next(at, busy) };
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

  /** What an adapter before this one was given, of a provider that can tell what came of it. */
  async #lost(): Promise<Given[]> {
    const rows = await this.#queries
      .selectFrom('outbound')
      .select(['id', 'chat', 'parts', 'nonce', 'at'])
      .where('adapter', '=', this.#adapter)
      .where('state', '=', sql.lit('sending'))
      .orderBy('id')
      .execute();
    const lost: Given[] = [];
    for (const { id, chat, parts, nonce, at } of rows) {
      const known = await this.#idsIn(chat);
      lost.push({ is: 'find', id, chat, parts: JSON.parse(parts), nonce, at, known });
    }
    for (const one of lost) this.#sending.set(one.id, one);
    return lost;
  }

  /** By which the provider knows what was sent there last. */
  async #idsIn(chat: string): Promise<readonly string[]> {
    const rows = await this.#queries
      .selectFrom('outbound')
      .select('provider_ids')
      .where('adapter', '=', this.#adapter)
      .where('chat', '=', chat)
      .where('provider_ids', 'is not', null)
      .orderBy('id', 'desc')
      .limit(KNOWN)
      .execute();
    return rows.flatMap(({ provider_ids: ids }): string[] => JSON.parse(ids ?? '[]'));
  }

  /** The adapter says what came of a message. `undefined` where it has none of this number. Throws DATABASE_UNUSABLE. */
  async answered(
    frame: FromAdapter & { readonly is: 'sent' | 'failed' | 'unknown' },
  ): Promise<'sent' | 'queued' | 'failed' | 'unknown' | undefined> {
    if (!this.#sending.delete(frame.id)) return undefined;
    if (frame.is === 'unknown') {
      await this.#lose([frame.id], oneLine(frame.reason, ADAPTER_TEXT_MAX_CHARS));
      return 'unknown';
    }
    const changes =
      frame.is === 'sent'
        ? {
            state: 'sent' as const,
            ended_at: now(),
            provider_ids: JSON.stringify(frame.providerIds),
            error: null,
          }
        : await this.#refused(frame);
    await update(this.#queries, 'outbound', { id: frame.id, state: 'sending' }, changes);
    return changes.state;
  }

  /** What becomes of a message that the provider did not take. */
  async #refused({ id, reason, retryAfterMs }: FromAdapter & { readonly is: 'failed' }) {
    const error = oneLine(reason, ADAPTER_TEXT_MAX_CHARS);
    if (retryAfterMs !== undefined && (await this.#tries(id)) < ADAPTER_SEND_TRIES)
      return { state: 'queued' as const, not_before: later(retryAfterMs), error };
    return { state: 'failed' as const, ended_at: now(), error };
  }

  /**
   * The adapter has ended, or a daemon before this one: of what was on its way nobody knows, unless the next one can find out.
   * Returns the rows. Throws DATABASE_UNUSABLE.
   */
  async settle(): Promise<readonly number[]> {
    this.#sending.clear();
    this.#isUnasked = this.#canFind;
    if (this.#canFind) return [];
    const rows = await this.#queries
      .selectFrom('outbound')
      .select('id')
      .where('adapter', '=', this.#adapter)
      .where('state', '=', sql.lit('sending'))
      .execute();
    const ids = rows.map(({ id }) => id);
    await this.#lose(ids, CUT);
    return ids;
  }

  /** Nobody knows what came of these; each chat is told so, once, but not of what yamo says of its own accord. */
  async #lose(ids: readonly number[], error: string): Promise<void> {
    if (ids.length === 0) return;
    await this.#queries.transaction().execute(async (own) => {
      const rows = await own
        .selectFrom('outbound')
        .select(['id', 'chat', 'request'])
        .where('id', 'in', ids)
        .where('state', '=', sql.lit('sending'))
        .execute();
      for (const { id } of rows)
        await update(own, 'outbound', { id }, { state: 'unknown', ended_at: now(), error });
      const answers = rows.filter(({ request }) => request !== null);
      for (const chat of new Set(answers.map((row) => row.chat)))
        await insert(own, 'outbound', this.#rowOf({ chat, parts: [{ text: CUT_OFF }] }, null));
    });
  }

  async #tries(id: number): Promise<number> {
    const row = await this.#queries
      .selectFrom('outbound')
      .select('tries')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.tries ?? 0;
  }
}

/** What a chat is told of an answer of which nobody knows whether it arrived. */
export const CUT_OFF =
  'My last answer here may have been cut off: I was interrupted while I was sending it. Ask again if you miss something.';

const CUT = 'its adapter ended before it said what came of it';

const later = (ms: number): string => new Date(Date.now() + ms).toISOString();
