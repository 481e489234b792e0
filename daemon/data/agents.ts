/** agents.db: the sessions of agents, their turns, and what a manager had workers do. */
import type { Generated } from 'kysely';
import type { DatabaseForm } from '#kernel/sqlite/migrate.ts';
import type { At } from './columns.ts';

/** Its tables, as the newest version has them. */
export interface AgentsTables {
  sessions: {
    id: string;
    kind: string;
    role: 'manager' | 'worker';
    persona: string | null;
    origin: string;
    started_at: At;
    ended_at: At | null;
    ending: string | null;
    kept: string | null;
  };
  labels: {
    kept: string;
    name: string | null;
    archived_at: At | null;
    deleted_at: At | null;
  };
  turns: {
    id: Generated<number>;
    session: string;
    request: string;
    started_at: At;
    ended_at: At | null;
    message: string;
    reply: string | null;
    ending: string | null;
  };
  dispatches: {
    id: Generated<number>;
    turn: number;
    worker: string;
    task: string;
    ended_at: At | null;
    ending: string | null;
    result: string | null;
  };
}

export const AGENTS_FORM: DatabaseForm = {
  file: 'agents.db',
  migrations: [
    `-- A session of an agent, from its start to its end.
create table sessions (
  id text primary key, -- the kernel's own
  kind text not null, -- main or shared
  role text not null check (role in ('manager', 'worker')),
  persona text, -- the folder of its persona; none before there is one
  origin text not null, -- who asked for it: a client, a chat, the clock
  started_at text not null, -- when, UTC
  ended_at text, -- when, UTC; none while it runs
  ending text -- how it ended
) strict;

-- One message and what was answered.
create table turns (
  id integer primary key,
  session text not null references sessions (id),
  request text not null, -- the request that it belongs to
  started_at text not null, -- when, UTC
  ended_at text, -- when, UTC; none while it runs
  message text not null, -- what was asked
  reply text, -- what was answered, as it was shown
  ending text -- how it ended
) strict;

-- What a manager had a worker do.
create table dispatches (
  id integer primary key,
  turn integer not null references turns (id), -- the manager's turn
  worker text not null references sessions (id), -- the worker's session
  task text not null, -- what it was told
  ended_at text, -- when, UTC; none while it works
  ending text, -- done, cancelled, or the limit that ended it
  result text -- what it reported
) strict;`,
    `alter table sessions add column kept text; -- what resumes it: the kernel's own id, the same in each session that goes on with it; none before it was opened
create index sessions_kept on sessions (kept);
create index turns_session on turns (session);
create index turns_started on turns (started_at);

-- What its owner says of a conversation.
create table labels (
  kept text primary key, -- which one, as in sessions
  name text, -- how they call it
  archived_at text, -- since when it is out of sight, UTC
  deleted_at text -- since when nothing is kept of what was said in it, UTC
) strict;`,
  ],
};
