/** What a chat in which others are takes in a day (UTC), threads and all: used up, it is told once, and answered no more that day. */
import { parsedJson, memberAt } from '#lib/text/json.ts';
import { now } from '#daemon/data/columns.ts';
import { tokensOfRequest } from '#daemon/data/event-counts.ts';
import type { Queries } from '#daemon/data/open.ts';
import { insertIfMissing, update } from '#daemon/data/write.ts';
import { threadlessPlace } from './book.ts';

/** A place of a chat, and the settings of its adapter: JSON. */
interface PlaceOfAdapter {
  readonly name: string;
  readonly settings: string;
  readonly place: string;
}

export class ChatBudget {
  readonly #queries: Pick<Queries, 'events' | 'runtime'>;

  constructor(queries: Pick<Queries, 'events' | 'runtime'>) {
    this.#queries = queries;
  }

  /** Is the budget of today used up, and is this the first that hears of it? Throws DATABASE_UNUSABLE. */
  async usedUp({ name, settings, place }: PlaceOfAdapter): Promise<'first' | 'more' | undefined> {
    const most = dayTokensIn(settings);
    if (most === undefined) return undefined;
    const which = dayOf(name, place);
    const { runtime } = this.#queries;
    const tokens = await tokensOn(runtime, which);
    if (tokens === undefined || tokens < most) return undefined;
    const isFirst = await update(
      runtime,
      'chat_days',
      { ...which, told_at: null },
      { told_at: now() },
    );
    return isFirst === 1 ? 'first' : 'more';
  }

  /** Counts what a request took. Throws DATABASE_UNUSABLE. */
  async spend({ name, place }: Omit<PlaceOfAdapter, 'settings'>, request: string): Promise<void> {
    const which = dayOf(name, place);
    const { runtime, events } = this.#queries;
    const tokens = await tokensOfRequest(events, request);
    await runtime.transaction().execute(async (own) => {
      await insertIfMissing(own, 'chat_days', { ...which, told_at: null });
      const before = (await tokensOn(own, which)) ?? 0;
      await update(own, 'chat_days', which, { tokens: before + tokens });
    });
  }
}

/** `undefined` where there is no limit. */
export const dayTokensIn = (settings: string): number | undefined => {
  const most = memberAt(parsedJson(settings), 'dayTokens');
  return typeof most === 'number' ? most : undefined;
};

type Day = ReturnType<typeof dayOf>;

const tokensOn = async (
  runtime: Queries['runtime'],
  { adapter, chat, day }: Day,
): Promise<number | undefined> => {
  const row = await runtime
    .selectFrom('chat_days')
    .select('tokens')
    .where('adapter', '=', adapter)
    .where('chat', '=', chat)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.tokens;
};

const dayOf = (adapter: string, place: string) => ({
  adapter,
  chat: threadlessPlace(place),
  day: now().slice(0, 'YYYY-MM-DD'.length),
});
