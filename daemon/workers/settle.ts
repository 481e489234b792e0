/** What a daemon that was killed has left open: nobody works on it any more. */
import { now } from '#daemon/data/columns.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { type EventLog, requestFailure } from '#daemon/data/event-log.ts';
import type { Queries } from '#daemon/data/open.ts';
import { update } from '#daemon/data/write.ts';

/**
 * Ends rows of workers, turns, sessions and requests. Clients are told of the workers and requests first: who is killed in
 * between tells it again. Throws DATABASE_UNUSABLE.
 */
export const endLeftWork = async (
  { agents, runtime }: Pick<Queries, 'agents' | 'runtime'>,
  events: Pick<EventLog, 'append'>,
): Promise<void> => {
  const left = await agents
    .selectFrom('dispatches')
    .innerJoin('turns', 'turns.id', 'dispatches.turn')
    .select(['dispatches.worker', 'turns.session', 'turns.request'])
    .where('dispatches.ended_at', 'is', null)
    .execute();
  for (const { worker, session, request } of left) {
    const payload = { worker, state: 'ended', ending: LOST };
    await events.append({ type: 'worker', session, request, payload });
  }
  const requests = await runtime
    .selectFrom('nexus_requests')
    .select(['id', 'session'])
    .where('ended_at', 'is', null)
    .execute();
  for (const { id: request, session } of requests) {
    const lost = new Refusal('REQUEST_LOST', {});
    await events.append(requestFailure(lost, { session: session ?? undefined, request }));
  }
  const lost = { ended_at: now(), ending: LOST };
  await update(agents, 'dispatches', { ended_at: null }, lost);
  await update(agents, 'turns', { ended_at: null }, lost);
  await update(agents, 'sessions', { ended_at: null }, lost);
  const { ended_at } = lost;
  await update(runtime, 'nexus_requests', { ended_at: null }, { ended_at, outcome: LOST });
};

const LOST = 'lost';
