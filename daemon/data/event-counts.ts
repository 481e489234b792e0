/** What the events of a workspace add up to: what its models cost, and what was refused. */
import { type RawBuilder, sql } from 'kysely';
import type { At } from './columns.ts';
import type { Queries } from './open.ts';

/** Tokens as a provider counts them: `cacheRead` were kept from before, `cacheWritten` are kept for later. */
interface CountedTokens {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWritten: number;
  readonly output: number;
}

/** What one model cost on one day, `YYYY-MM-DD` in UTC; US dollars as far as prices are known. */
export interface DayCost extends CountedTokens {
  readonly day: string;
  readonly model: string;
  readonly turns: number;
  readonly usd: number;
  /** Turns of which no price is known. */
  readonly unpriced: number;
}

/** What one turn came to. */
export interface TurnCost extends CountedTokens {
  /** The number of the event. */
  readonly id: number;
  readonly at: At;
  readonly session: string | null;
  readonly request: string | null;
  readonly model: string;
  readonly usd: number | null;
  readonly contextUsed: number | null;
}

/** What was refused by one rule. */
export interface RefusedByRule {
  readonly code: string;
  /** What was asked for; none where a session itself was refused. */
  readonly operation: string | null;
  readonly count: number;
  readonly lastAt: At;
  /** The file of the last one. */
  readonly file: string | null;
}

/** Turns that are told at once. */
const PAGE = 100;

/** By day and model since `since`, the newest day first. Throws DATABASE_UNUSABLE. */
export const costByDay = (events: Queries['events'], since: At): Promise<readonly DayCost[]> =>
  events
    .selectFrom('events')
    .select([
      sql<string>`substr(at, 1, 10)`.as('day'),
      sql<string>`coalesce(payload ->> '$.model', '')`.as('model'),
      ({ fn }) => fn.countAll<number>().as('turns'),
      summed('input').as('input'),
      summed('cacheRead').as('cacheRead'),
      summed('cacheWritten').as('cacheWritten'),
      summed('output').as('output'),
      sql<number>`sum(coalesce(payload ->> '$.turnUsd', 0))`.as('usd'),
      sql<number>`sum(payload ->> '$.turnUsd' is null)`.as('unpriced'),
    ])
    .where('type', '=', sql.lit('usage'))
    .where('at', '>=', since)
    .groupBy([sql`1`, sql`2`])
    .orderBy('day', 'desc')
    .orderBy('model')
    .execute();

const counted = (kind: keyof CountedTokens): RawBuilder<number> =>
  sql<number>`coalesce(payload ->> ${sql.lit(`$.turn.${kind}`)}, 0)`;

const summed = (kind: keyof CountedTokens): RawBuilder<number> =>
  sql<number>`sum(${counted(kind)})`;

/** A page of turns, the newest first, of one session or of all. Throws DATABASE_UNUSABLE. */
export const costByTurn = (
  events: Queries['events'],
  {
    session,
    before = Number.MAX_SAFE_INTEGER,
  }: { readonly session?: string | undefined; readonly before?: number | undefined },
): Promise<readonly TurnCost[]> => {
  const all = events
    .selectFrom('events')
    .select([
      'id',
      'at',
      'session',
      'request',
      sql<string>`coalesce(payload ->> '$.model', '')`.as('model'),
      counted('input').as('input'),
      counted('cacheRead').as('cacheRead'),
      counted('cacheWritten').as('cacheWritten'),
      counted('output').as('output'),
      sql<number | null>`payload ->> '$.turnUsd'`.as('usd'),
      sql<number | null>`payload ->> '$.contextUsed'`.as('contextUsed'),
    ])
    .where('type', '=', sql.lit('usage'))
    .where('id', '<', before)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE);
  return (session === undefined ? all : all.where('session', '=', session)).execute();
};

/** All that one request took. Throws DATABASE_UNUSABLE. */
export const tokensOfRequest = async (
  events: Queries['events'],
  request: string,
): Promise<number> => {
  const row = await events
    .selectFrom('events')
    .select(
      sql<
        number | null
      >`sum(${counted('input')} + ${counted('cacheRead')} + ${counted('cacheWritten')} + ${counted('output')})`.as(
        'tokens',
      ),
    )
    .where('type', '=', sql.lit('usage'))
    .where('request', '=', request)
    .executeTakeFirst();
  return row?.tokens ?? 0;
};

/** By rule since `since`, the most frequent first. Throws DATABASE_UNUSABLE. */
export const refusedByRule = (
  events: Queries['events'],
  since: At,
): Promise<readonly RefusedByRule[]> =>
  events
    .selectFrom('events')
    .select([
      sql<string>`coalesce(payload ->> '$.code', payload ->> '$.answer')`.as('code'),
      sql<string | null>`payload ->> '$.operation'`.as('operation'),
      ({ fn }) => fn.countAll<number>().as('count'),
      // Of the row that has the maximum, SQLite takes the other columns, too.
      ({ fn }) => fn.max('at').as('lastAt'),
      sql<string | null>`payload ->> '$.file'`.as('file'),
    ])
    // As in the index.
    .where(sql<boolean>`type = 'refused' or (type = 'gate' and payload ->> '$.answer' <> 'done')`)
    .where('at', '>=', since)
    .groupBy([sql`1`, sql`2`])
    .orderBy('count', 'desc')
    .orderBy('code')
    .execute();
