/** events.db: what happened, in the order in which clients are told, and what adapters brought and took away. */
import type { Generated } from 'kysely';
import type { DatabaseForm } from '#kernel/sqlite/migrate.ts';
import type { At, Json } from './columns.ts';

/** Its tables, as the newest version has them. */
export interface EventsTables {
  events: {
    id: Generated<number>;
    at: At;
    type: string;
    session: string | null;
    request: string | null;
    payload: Json;
  };
  inbound: {
    id: Generated<number>;
    adapter: string;
    key: string;
    received_at: At;
    raw: Uint8Array;
    handled_at: At | null;
    tries: Generated<number>;
  };
  outbound: {
    id: Generated<number>;
    adapter: string;
    request: string | null;
    at: At;
    chat: string;
    parts: Json;
    nonce: string;
    state: 'queued' | 'sending' | 'sent' | 'failed' | 'unknown';
    tries: Generated<number>;
    not_before: At | null;
    ended_at: At | null;
    provider_ids: Json | null;
    error: string | null;
    draft_of: number | null;
    next_parts: Json | null;
    file: Uint8Array | null;
  };
}

export const EVENTS_FORM: DatabaseForm = {
  file: 'events.db',
  migrations: [
    `-- What clients are told. The id is the number by which they go on after a gap.
create table events (
  id integer primary key autoincrement, -- never used twice
  at text not null, -- when, UTC
  type text not null, -- what kind of event
  session text, -- of which session, if of one
  request text, -- of which request, if of one
  payload text not null check (json_valid(payload)) -- the rest, JSON
) strict;

-- What an adapter brought, as it came: kept before it is read, and before its provider is told.
create table inbound (
  id integer primary key autoincrement,
  adapter text not null, -- by name, as in adapters
  key text not null, -- the provider's own: the same message twice is one row
  received_at text not null, -- when, UTC
  raw blob not null, -- the bytes
  handled_at text, -- when it had been dealt with, UTC
  unique (adapter, key)
) strict;

-- What an adapter is to send.
create table outbound (
  id integer primary key autoincrement,
  adapter text not null, -- by name, as in adapters
  request text, -- which request it answers
  at text not null, -- when it was ordered, UTC
  message text not null check (json_valid(message)), -- to whom and what, JSON
  state text not null check (state in ('waiting', 'sent', 'failed')),
  error text -- why it failed
) strict;`,
    `-- What an adapter is to send: queued, sending, and then one of the others. Nothing is sent again of which nobody knows.
alter table outbound rename to outbound_before;
create table outbound (
  id integer primary key autoincrement,
  adapter text not null, -- by name, as in adapters
  request text, -- which request it answers
  at text not null, -- when it was ordered, UTC
  chat text not null, -- where to, the provider's own name of it
  parts text not null check (json_valid(parts)), -- what, JSON
  nonce text not null unique, -- by which a provider may know it again
  state text not null check (state in ('queued', 'sending', 'sent', 'failed', 'unknown')),
  tries integer not null default 0, -- how often the adapter was given it
  not_before text, -- what the provider has us wait for, UTC
  ended_at text, -- when it was sent, or given up, UTC
  provider_ids text check (provider_ids is null or json_valid(provider_ids)), -- under which ids the provider has it, JSON
  error text -- why it failed, or why nobody knows
) strict;
insert into outbound (id, adapter, request, at, chat, parts, nonce, state, ended_at, error)
  select id, adapter, request, at, '', json_array(json(message)), 'before ' || id,
    case state when 'sent' then 'sent' else 'failed' end, at,
    case state when 'waiting' then 'it was ordered in an earlier form' else error end
  from outbound_before;
drop table outbound_before;
create index outbound_queued on outbound (adapter, chat, id) where state = 'queued';
create index outbound_sending on outbound (adapter) where state = 'sending';
create index inbound_open on inbound (adapter, id) where handled_at is null;`,
    `create index events_usage on events (at) where type = 'usage';
create index events_refused on events (at) where type = 'refused' or (type = 'gate' and payload ->> '$.answer' <> 'done');`,
    `alter table inbound add column tries integer not null default 0; -- how often somebody has begun to deal with it`,
    `alter table outbound add column draft_of integer; -- which row of inbound it answers while that answer is being made
alter table outbound add column next_parts text check (next_parts is null or json_valid(next_parts)); -- what it becomes once the provider has it, JSON
create index outbound_draft on outbound (draft_of) where draft_of is not null;`,
    `alter table outbound add column file blob; -- a file whose name is its only part, until it is sent or given up`,
  ],
};
