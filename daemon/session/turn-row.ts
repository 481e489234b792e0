/** The row of a turn: what was asked, and what came of it. */
import { Refusal } from '#lib/spec/refusals.ts';
import { now } from '#daemon/data/columns.ts';
import type { Queries } from '#daemon/data/open.ts';
import { insert, update } from '#daemon/data/write.ts';

/** Returns its id. Throws DATABASE_UNUSABLE. */
export const beginTurn = (
  agents: Queries['agents'],
  turn: { readonly session: string; readonly request: string; readonly message: string },
): Promise<number> => insert(agents, 'turns', { ...turn, started_at: now() });

/** Throws DATABASE_UNUSABLE. */
export const endTurn = async (
  agents: Queries['agents'],
  id: number,
  ending: string,
  reply: string,
): Promise<void> => {
  await update(agents, 'turns', { id }, { ended_at: now(), ending, reply });
};

/** What came of a request that was begun before; `undefined` where no turn of it was. Throws DATABASE_UNUSABLE. */
export const turnBegunBy = async ({ agents, runtime }: Queries, request: string) => {
  const asked = await runtime
    .selectFrom('nexus_requests')
    .select('id')
    .where('id', '=', request)
    .executeTakeFirst();
  // Requests are found by their ids at once, turns by looking at each.
  if (asked === undefined) return undefined;
  return agents
    .selectFrom('turns')
    .select(['session', 'ending', 'reply'])
    .where('request', '=', request)
    .orderBy('id')
    .executeTakeFirst();
};

/** How a turn ended that has failed. */
export const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : 'a bug');
