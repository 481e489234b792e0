/** runtime.db: requests, adapters, automations and their runs, questions to the owner, and what became of each start. */
import type { Generated, Selectable } from 'kysely';
import type { DatabaseForm } from '#kernel/sqlite/migrate.ts';
import type { At, Flag, Json } from './columns.ts';

/** Its tables, as the newest version has them. */
export interface RuntimeTables {
  nexus_requests: {
    id: string;
    at: At;
    origin: string;
    method: string;
    session: string | null;
    ended_at: At | null;
    outcome: string | null;
  };
  starts: {
    id: Generated<number>;
    at: At;
    pid: number;
    version: string;
  };
  phases: {
    id: Generated<number>;
    start: number;
    phase: string;
    at: At;
    trouble: string | null;
  };
  adapters: {
    name: string;
    program: string;
    settings: Json;
    is_on: Flag;
    self: Json | null;
  };
  chats: {
    id: Generated<number>;
    adapter: string;
    place: string;
    who: 'owner' | 'others';
    kept: string | null;
    greeted_at: At | null;
    name: string | null;
    account: string | null;
    hears_all: Generated<Flag>;
  };
  chat_days: {
    adapter: string;
    chat: string;
    day: string;
    tokens: Generated<number>;
    told_at: At | null;
  };
  pairings: {
    adapter: string;
    code: string;
    until: At;
    tries: Generated<number>;
  };
  automations: {
    id: Generated<number>;
    name: string;
    status: Generated<'active' | 'disabled'>;
    hook_point: string;
    blocking: Flag;
    timeout_ms: number | null;
    workspace_dir: string | null;
    peer_workspaces: Json;
    self_improvement: Flag;
  };
  automation_runs: {
    id: Generated<number>;
    automation: number;
    hook_point: string;
    request: string | null;
    started_at: At;
    ended_at: At | null;
    outcome: 'done' | 'late' | 'failed' | null;
    note: string | null;
  };
  questions: {
    id: string;
    session: string;
    kind: 'approval' | 'choice' | 'proposal' | 'text';
    asks: Json;
    at: At;
    until: At | null;
    answer: Json | null;
    answered_by: string | null;
    answered_at: At | null;
  };
}

/** A run as its owner sees it. */
export type ShownRun = Omit<Selectable<RuntimeTables['automation_runs']>, 'automation'> & {
  readonly automation: string;
};

/** An automation as its owner sees it. */
export type ShownAutomation = Omit<
  Selectable<RuntimeTables['automations']>,
  'id' | 'blocking' | 'self_improvement' | 'peer_workspaces'
> & {
  readonly blocking: boolean;
  readonly self_improvement: boolean;
  readonly peer_workspaces: readonly string[];
  readonly last: ShownRun | null;
};

/** A place of a chat with one kind of session. */
export type ChatRow = Selectable<RuntimeTables['chats']>;

export const RUNTIME_FORM: DatabaseForm = {
  file: 'runtime.db',
  migrations: [
    `-- Each thing that somebody asked for, with all that it led to.
create table nexus_requests (
  id text primary key,
  at text not null, -- when, UTC
  origin text not null, -- who asked: a client, a chat, the clock
  method text not null, -- what for
  session text, -- in which session
  ended_at text, -- when, UTC; none while it runs
  outcome text -- how it ended
) strict;

-- Each start of the daemon on this workspace.
create table starts (
  id integer primary key,
  at text not null, -- when, UTC
  pid integer not null, -- its process
  version text not null -- of yamo
) strict;

-- Which phases a start passed, in this order.
create table phases (
  id integer primary key,
  start integer not null references starts (id),
  phase text not null,
  at text not null, -- when, UTC
  trouble text -- the code of the refusal that ended it
) strict;

-- Adapters of chats.
create table adapters (
  name text primary key,
  program text not null, -- which adapter it is
  settings text not null check (json_valid(settings)), -- JSON
  is_on integer not null check (is_on in (0, 1))
) strict;

-- What runs by itself at a hook point. Rows that are missing are seeded; what the owner changed stays.
create table automations (
  id integer primary key,
  name text not null unique,
  status text not null default 'active' check (status in ('active', 'disabled')),
  hook_point text not null,
  blocking integer not null check (blocking in (0, 1)), -- whether the hook point waits for it
  timeout_ms integer, -- after so many milliseconds it is left out
  workspace_dir text, -- its folder in the workspace
  peer_workspaces text not null check (json_valid(peer_workspaces)), -- folders that it may read, JSON
  self_improvement integer not null check (self_improvement in (0, 1)) -- whether it thinks about its runs
) strict;

-- Each time one ran.
create table automation_runs (
  id integer primary key,
  automation integer not null references automations (id) on delete cascade,
  hook_point text not null,
  request text, -- for which request
  started_at text not null, -- when, UTC
  ended_at text, -- when, UTC; none while it runs
  outcome text check (outcome in ('done', 'late', 'failed')),
  note text -- what it has to say
) strict;

-- What only the owner can answer. One answer counts: the first.
create table questions (
  id text primary key,
  session text not null, -- which session waits for it
  kind text not null check (kind in ('approval', 'choice', 'proposal', 'text')),
  asks text not null check (json_valid(asks)), -- what is shown, JSON
  at text not null, -- when it was asked, UTC
  until text, -- when it becomes a refusal, UTC
  answer text check (answer is null or json_valid(answer)), -- JSON
  answered_by text, -- by whom: a client, or the end of its session or time
  answered_at text -- when, UTC
) strict;`,
    `alter table adapters add column self text check (self is null or json_valid(self)); -- who it is with its provider, JSON

-- Chats in which something was said. One with the owner alone and one with others are two, wherever they are.
create table chats (
  id integer primary key,
  adapter text not null references adapters (name) on delete cascade,
  place text not null, -- the chat, and its thread, as the provider names them
  who text not null check (who in ('owner', 'others')),
  kept text, -- the kernel's own id of its session, by which it is resumed
  greeted_at text, -- when a stranger was told that nobody talks to them, UTC
  name text, -- what it is called; proves nothing
  unique (adapter, place, who)
) strict;

-- Codes by which the owner's account is paired: each once, and for ten minutes.
create table pairings (
  adapter text primary key references adapters (name) on delete cascade,
  code text not null, -- its SHA-256
  until text not null, -- UTC
  tries integer not null default 0 -- how often something else was said
) strict;`,
    `alter table chats add column account text; -- which account of the owner was alone there last`,
    `alter table chats add column hears_all integer not null default 0 check (hears_all in (0, 1)); -- whether what mentions nobody is answered, too`,
    `-- What chats in which others are have taken in a day.
create table chat_days (
  adapter text not null references adapters (name) on delete cascade,
  chat text not null, -- the chat, with all its threads
  day text not null, -- UTC
  tokens integer not null default 0,
  told_at text, -- when it was said there that it is enough, UTC
  primary key (adapter, chat, day)
) strict;`,
  ],
};
