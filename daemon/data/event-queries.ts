/** What the events of a workspace are asked beside what its clients read: what sessions reached, and cost, and automations did. */
import { sql } from 'kysely';
import type { Queries } from './open.ts';

/** An agent of others may reach for things that nobody hears of. */
const TYPES = ['tool', 'command', 'dispatch', 'worker', 'starting', 'outside'];
const OPERATIONS = ['read', 'list', 'command:execute'];

/**
 * Has the agent of a session seen more than what its human said? Then its words may be those of others. Throws
 * DATABASE_UNUSABLE.
 */
export const hasReached = async (events: Queries['events'], session: string): Promise<boolean> => {
  const row = await events
    .selectFrom('events')
    .select('id')
    .where('session', '=', session)
    .where((by) =>
      by.or([
        by('type', 'in', TYPES),
        by.and([
          by('type', '=', 'gate'),
          by(sql<string>`json_extract(payload, '$.operation')`, 'in', OPERATIONS),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** What sessions of automations have cost that began on a day, `YYYY-MM-DD` in UTC. Throws DATABASE_UNUSABLE. */
export const costOfHelpers = async (
  { agents, events }: Pick<Queries, 'agents' | 'events'>,
  day: string,
): Promise<{ readonly tokens: number; readonly usd: number }> => {
  const sessions = await agents
    .selectFrom('sessions')
    .select('id')
    .where('origin', '=', 'helper')
    .where('started_at', '>=', day)
    .execute();
  let [tokens, usd] = [0, 0];
  for (const { id } of sessions) {
    const rows = await events
      .selectFrom('events')
      .select([
        sql<number>`coalesce(payload ->> '$.turn.input', 0) + coalesce(payload ->> '$.turn.output', 0) + coalesce(payload ->> '$.turn.cacheRead', 0) + coalesce(payload ->> '$.turn.cacheWritten', 0)`.as(
          'tokens',
        ),
        sql<number>`coalesce(payload ->> '$.turnUsd', 0)`.as('usd'),
      ])
      .where('session', '=', id)
      .where('type', '=', 'usage')
      .execute();
    for (const row of rows) {
      tokens += row.tokens;
      usd += row.usd;
    }
  }
  return { tokens, usd };
};

/** The type of the event that tells what automations do. */
export const AUTOMATION_EVENT = 'automation';

/** The newest of its runs that an automation has thought about; 0 where it never did. Throws DATABASE_UNUSABLE. */
export const lastReflection = async (
  events: Queries['events'],
  automation: string,
): Promise<number> => {
  const row = await events
    .selectFrom('events')
    .select(sql<number>`payload ->> '$.run'`.as('run'))
    .where('type', '=', AUTOMATION_EVENT)
    .where(sql<string>`payload ->> '$.automation'`, '=', automation)
    .where(sql<string>`payload ->> '$.outcome'`, '=', 'reflects')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.run ?? 0;
};
