/** Sessions as their owner looks for them: a row a conversation, the newest first, with what they call it. */
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { type At, now } from './columns.ts';
import { insertIfMissing, removeRows, update } from './write.ts';
import type { Queries } from './open.ts';

/** Which are asked for. */
export interface SessionsAsked {
  readonly origins?: readonly string[] | undefined;
  readonly isArchived?: boolean | undefined;
  /** These by their ids, or all but these. */
  readonly ids?: { readonly are: 'in' | 'not in'; readonly these: readonly string[] } | undefined;
  /** Those alone that began before this moment. */
  readonly before?: At | undefined;
}

/** One conversation, which may have gone through several sessions: what is said is of the last of them. */
export interface ListedSession {
  readonly id: string;
  readonly kept: string | null;
  readonly kind: string;
  readonly role: 'manager' | 'worker';
  readonly origin: string;
  readonly persona: string | null;
  readonly startedAt: At;
  readonly endedAt: At | null;
  readonly ending: string | null;
  readonly name: string | null;
  readonly archivedAt: At | null;
  /** The beginning of what was said first. */
  readonly title: string;
  readonly turns: number;
  /** When something was said last. */
  readonly lastAt: At | null;
}

/** Sessions that are listed at once. */
const PAGE = 100;
const TITLE_CHARS = 200;

/** Of one conversation: the session itself, and those that it went through before. */
const TURNS = sql`turns where session in (select id from sessions as other where other.id = s.id or other.kept = s.kept)`;

/** A page of them, the newest first. Throws DATABASE_UNUSABLE. */
export const listSessions = async (
  agents: Queries['agents'],
  { origins, isArchived, ids, before }: SessionsAsked,
): Promise<readonly ListedSession[]> => {
  let found = agents
    .selectFrom('sessions as s')
    .leftJoin('labels as l', 'l.kept', 's.kept')
    .select([
      's.id',
      's.kept',
      's.kind',
      's.role',
      's.origin',
      's.persona',
      's.started_at as startedAt',
      's.ended_at as endedAt',
      's.ending',
      'l.name',
      'l.archived_at as archivedAt',
      sql<
        string | null
      >`(select substr(message, 1, ${TITLE_CHARS}) from ${TURNS} order by id limit 1)`.as('title'),
      sql<number>`(select count(*) from ${TURNS})`.as('turns'),
      sql<At | null>`(select max(started_at) from ${TURNS})`.as('lastAt'),
    ])
    .where(
      sql<boolean>`not exists (select 1 from sessions as later where later.kept = s.kept and (later.started_at, later.id) > (s.started_at, s.id))`,
    )
    .where('l.deleted_at', 'is', null)
    .orderBy('s.started_at', 'desc')
    .limit(PAGE);
  if (origins !== undefined) found = found.where('s.origin', 'in', origins);
  if (isArchived !== undefined)
    found = found.where('l.archived_at', isArchived ? 'is not' : 'is', null);
  if (ids !== undefined) found = found.where('s.id', ids.are, ids.these);
  if (before !== undefined) found = found.where('s.started_at', '<', before);
  const rows = await found.execute();
  return rows.map((row) =>
    Object.assign(row, { title: (row.title ?? '').replaceAll(/\s+/gu, ' ').trim() }),
  );
};

/** What their owner calls conversations, by what resumes these. Throws DATABASE_UNUSABLE. */
export const labelsOf = async (
  agents: Queries['agents'],
): Promise<
  ReadonlyMap<string, { readonly name: string | null; readonly archivedAt: At | null }>
> => {
  const rows = await agents.selectFrom('labels').selectAll().execute();
  return new Map(
    rows.map(({ kept, name, archived_at: archivedAt }) => [kept, { name, archivedAt }]),
  );
};

/** Keeps what the owner says of a conversation. Throws DATABASE_UNUSABLE. */
export const labelSession = async (
  agents: Queries['agents'],
  kept: string,
  label: {
    readonly name?: string | null;
    readonly archived_at?: At | null;
    readonly deleted_at?: At | null;
  },
): Promise<void> => {
  await insertIfMissing(agents, 'labels', {
    kept,
    name: null,
    archived_at: null,
    deleted_at: null,
  });
  await update(agents, 'labels', { kept }, label);
};

/**
 * Removes what was said in a conversation and by the workers of it from the databases: words, events and questions. That
 * there was one stays, and is listed no more. Returns its sessions. Throws DATABASE_UNUSABLE.
 */
export const forgetSaid = async (
  { agents, events, runtime }: Pick<Queries, 'agents' | 'events' | 'runtime'>,
  kept: string,
): Promise<readonly string[]> => {
  const own = await agents.selectFrom('sessions').select('id').where('kept', '=', kept).execute();
  const managers = own.map(({ id }) => id);
  const sent = await agents
    .selectFrom('dispatches as d')
    .innerJoin('turns as t', 't.id', 'd.turn')
    .select(['d.id', 'd.worker'])
    .where('t.session', 'in', managers)
    .execute();
  const all = [...new Set([...managers, ...sent.map(({ worker }) => worker)])];
  await agents.transaction().execute(async (held) => {
    for (const { id } of sent) await update(held, 'dispatches', { id }, { task: '', result: null });
    for (const session of all)
      await update(held, 'turns', { session }, { message: '', reply: null });
  });
  if (all.length > 0) await labelSession(agents, kept, { name: null, deleted_at: now() });
  for (const session of all) {
    await removeEvents(events, session);
    await removeRows(runtime, 'questions', { session });
  }
  return all;
};

/** Rows that are looked through at once, since those of one session have no index. */
const WINDOW = 10_000;

/** Lets others go on between two windows. */
const removeEvents = async (events: Queries['events'], session: string): Promise<void> => {
  const { newest } = await events
    .selectFrom('events')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  for (let from = 0; from <= (newest ?? 0); from += WINDOW) {
    await turn();
    const rows = await events
      .selectFrom('events')
      .select('id')
      .where('id', '>', from)
      .where('id', '<=', from + WINDOW)
      .where('session', '=', session)
      .execute();
    if (rows.length === 0) continue;
    await events.transaction().execute(async (held) => {
      for (const { id } of rows) await removeRows(held, 'events', { id });
    });
  }
};
