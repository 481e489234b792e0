/** Why a message of a chat had no answer, for its owner who looks. */
import { sql } from 'kysely';
import type { Queries } from './open.ts';

/** Of events, looked at for that. */
const LOOKED_AT = 10_000;

/** Of the last one that failed; `undefined` where one was answered since. Throws DATABASE_UNUSABLE. */
export const lastTrouble = async (
  events: Queries['events'],
  adapter: string,
): Promise<string | undefined> => {
  const why = sql<string>`payload ->> '$.trouble'`;
  const failed = await events
    .selectFrom('events')
    .select(['at', why.as('why')])
    .where('id', '>', (of) =>
      of.selectFrom('events').select(sql<number>`max(id) - ${LOOKED_AT}`.as('from')),
    )
    .where('type', '=', 'chat')
    .where(sql`payload ->> '$.adapter'`, '=', adapter)
    .where(why, 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (failed === undefined) return undefined;
  const answered = await events
    .selectFrom('outbound')
    .select('id')
    .where('adapter', '=', adapter)
    .where('request', 'is not', null)
    .where('at', '>', failed.at)
    .executeTakeFirst();
  return answered === undefined ? failed.why : undefined;
};
