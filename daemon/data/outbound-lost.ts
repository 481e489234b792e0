/** Messages of which nobody has said what came of them, as their provider is asked whether it has them. */
import { sql } from 'kysely';
import type { ToAdapter } from '#lib/protocol/adapter.ts';
import type { Queries } from './open.ts';

type Events = Queries['events'];

/** A provider is looked through no further. */
const KNOWN = 1000;

/** What an adapter before this one was given, of a provider that can tell what came of it. Throws DATABASE_UNUSABLE. */
export const lostOf = async (
  queries: Events,
  adapter: string,
): Promise<(ToAdapter & { readonly is: 'find' })[]> => {
  const rows = await queries
    .selectFrom('outbound')
    .select(['id', 'chat', 'parts', 'nonce', 'at'])
    .where('adapter', '=', adapter)
    .where('state', '=', sql.lit('sending'))
    .orderBy('id')
    .execute();
  const lost: (ToAdapter & { readonly is: 'find' })[] = [];
  for (const { id, chat, parts, nonce, at } of rows) {
    const known = await idsIn(queries, adapter, chat);
    lost.push({ is: 'find', id, chat, parts: JSON.parse(parts), nonce, at, known });
  }
  return lost;
};

/** By which the provider knows what was sent there last. */
const idsIn = async (
  queries: Events,
  adapter: string,
  chat: string,
): Promise<readonly string[]> => {
  const rows = await queries
    .selectFrom('outbound')
    .select('provider_ids')
    .where('adapter', '=', adapter)
    .where('chat', '=', chat)
    .where('provider_ids', 'is not', null)
    .orderBy('id', 'desc')
    .limit(KNOWN)
    .execute();
  return rows.flatMap(({ provider_ids: ids }): string[] => JSON.parse(ids ?? '[]'));
};
