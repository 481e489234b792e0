/** events.db: what happened, in the order in which clients are told, and what adapters brought and took away. */
import type { Generated } from 'kysely';
import type { DatabaseForm } from '#kernel/sqlite/database.ts';
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
  };
  outbound: {
    id: Generated<number>;
    adapter: string;
    request: string | null;
    at: At;
    message: Json;
    state: 'waiting' | 'sent' | 'failed';
    error: string | null;
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
  ],
};
