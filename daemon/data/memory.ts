/** memory.db: what was learnt in conversations, and what waits for the owner's yes. */
import type { Generated, Insertable } from 'kysely';
import type { DatabaseForm } from '#kernel/sqlite/migrate.ts';
import type { At, Json, Readers, Trust } from './columns.ts';

/** Its tables, as the newest version has them. */
export interface MemoryTables {
  facts: {
    id: Generated<number>;
    entity: number | null;
    text: string;
    at: At;
    source: string;
    trust: Trust;
    replaced_by: number | null;
    readers: Generated<Readers>;
  };
  episodes: {
    id: Generated<number>;
    session: string;
    summary: string;
    started_at: At;
    ended_at: At;
    source: string;
    trust: Trust;
    readers: Generated<Readers>;
    request: string | null;
  };
  proposals: {
    id: Generated<number>;
    kind: 'entity' | 'fact' | 'episode';
    payload: Json;
    at: At;
    source: string;
    trust: Trust;
    state: 'open' | 'accepted' | 'rejected';
    readers: Generated<Readers>;
    request: string | null;
    decided_at: At | null;
  };
}

/** One that is to be put in. */
export type NewFact = Insertable<MemoryTables['facts']>;

export const MEMORY_FORM: DatabaseForm = {
  file: 'memory.db',
  migrations: [
    `-- Single statements.
create table facts (
  id integer primary key,
  entity integer, -- of whom, in identity.db
  text text not null,
  at text not null, -- when it was learnt, UTC
  source text not null, -- where it was learnt
  trust text not null check (trust in ('owner', 'agent', 'outside')),
  replaced_by integer references facts (id) -- the fact that holds instead
) strict;

-- What a session was about.
create table episodes (
  id integer primary key,
  session text not null, -- in agents.db
  summary text not null,
  started_at text not null, -- when, UTC
  ended_at text not null, -- when, UTC
  source text not null, -- where it was learnt
  trust text not null check (trust in ('owner', 'agent', 'outside'))
) strict;

-- What an automation wants to be kept.
create table proposals (
  id integer primary key,
  kind text not null check (kind in ('entity', 'fact', 'episode')),
  payload text not null check (json_valid(payload)), -- the row that it would be, JSON
  at text not null, -- when it was proposed, UTC
  source text not null, -- where it was learnt
  trust text not null check (trust in ('owner', 'agent', 'outside')),
  state text not null check (state in ('open', 'accepted', 'rejected'))
) strict;`,
    `alter table facts add column readers text not null default 'private'; -- who may know it: private, notes, owner, all, chat:…
alter table episodes add column readers text not null default 'private'; -- the same
alter table episodes add column request text; -- what was asked for, in runtime.db
alter table proposals add column readers text not null default 'private'; -- who may know it once it is accepted
alter table proposals add column request text; -- in which it came up, in runtime.db
alter table proposals add column decided_at text; -- when the owner decided, UTC
create index open_proposals on proposals (state, id);`,
  ],
};
