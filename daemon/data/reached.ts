/** Whether the agent of a session has seen more than what its human said: then its words may be those of others. */
import { sql } from 'kysely';
import type { Queries } from './open.ts';

/** An agent of others may reach for things that nobody hears of. */
const TYPES = ['tool', 'command', 'dispatch', 'worker', 'starting'];
const OPERATIONS = ['read', 'list', 'command:execute'];

/** Throws DATABASE_UNUSABLE. */
export const hasReached = async (events: Queries['events'], session: string): Promise<boolean> => {
  const row = await events
    .selectFrom('events')
    .select('id')
    .where('session', '=', session)
    .where(({ or, and, eb }) =>
      or([
        eb('type', 'in', TYPES),
        and([
          eb('type', '=', 'gate'),
          eb(sql<string>`json_extract(payload, '$.operation')`, 'in', OPERATIONS),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
