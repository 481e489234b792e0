/** identity.db: whom the agent knows, by which accounts, and where credentials are found. */
import type { Generated, Insertable } from 'kysely';
import type { DatabaseForm } from '#kernel/sqlite/migrate.ts';
import type { At, Flag, Json, Readers, Trust } from './columns.ts';

/** Its tables, as the newest version has them. */
export interface IdentityTables {
  entities: {
    id: Generated<number>;
    type: string;
    name: string;
    is_owner: Generated<Flag>;
    created_at: At;
    updated_at: At;
    source: string;
    trust: Trust;
    readers: Generated<Readers>;
  };
  attributes: {
    id: Generated<number>;
    entity: number;
    name: string;
    value: string;
    at: At;
    source: string;
    trust: Trust;
    readers: Generated<Readers>;
  };
  contacts: {
    id: Generated<number>;
    entity: number | null;
    channel: string;
    account: string;
    paired_at: At | null;
  };
  credentials: {
    id: Generated<number>;
    provider: string;
    pointer: Json;
    synced_at: At;
    is_there: Flag;
  };
}

/** One that is to be put in. */
export type NewEntity = Insertable<IdentityTables['entities']>;

export const IDENTITY_FORM: DatabaseForm = {
  file: 'identity.db',
  migrations: [
    `-- People, agents, places, things.
create table entities (
  id integer primary key,
  type text not null, -- person, agent, organisation, place, …
  name text not null,
  is_owner integer not null default 0 check (is_owner in (0, 1)), -- the owner of the workspace: one at most
  created_at text not null, -- when, UTC
  updated_at text not null, -- when, UTC
  source text not null, -- where it was learnt
  trust text not null check (trust in ('owner', 'agent', 'outside'))
) strict;
create unique index one_owner on entities (is_owner) where is_owner = 1;

-- What is known of an entity.
create table attributes (
  id integer primary key,
  entity integer not null references entities (id) on delete cascade,
  name text not null,
  value text not null,
  at text not null, -- when it was learnt, UTC
  source text not null, -- where it was learnt
  trust text not null check (trust in ('owner', 'agent', 'outside'))
) strict;

-- Accounts of chats.
create table contacts (
  id integer primary key,
  entity integer references entities (id) on delete set null, -- whose it is, if that is known
  channel text not null, -- of which chat program
  account text not null, -- the provider's stable id
  paired_at text, -- since when it is the owner's, UTC; none where it is not
  unique (channel, account)
) strict;

-- Where a credential is found; never the credential.
create table credentials (
  id integer primary key,
  provider text not null,
  pointer text not null check (json_valid(pointer)), -- the place, JSON
  synced_at text not null, -- when it was last looked for, UTC
  is_there integer not null check (is_there in (0, 1)), -- whether it was found then
  unique (provider, pointer)
) strict;`,
    `alter table entities add column readers text not null default 'private'; -- who may know it: private, notes, owner, all, chat:…
alter table attributes add column readers text not null default 'private'; -- the same`,
  ],
};
