/**
 * A daemon that is killed, or whose system call fails, between its start and its end, and what must be true of the next one.
 * Import it from test files only, as workspace.ts.
 */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

import { DATABASE_FORMS } from '#daemon/data/open.ts';
import { PHASES } from '#daemon/phases/workspace.ts';

import { trace, type Traced, type TraceOptions } from './strace.ts';
import { type Frame, type Place, YAMO } from './yamo.ts';
import { environmentOf, framesOf } from './traced-boot.ts';
import type { TempWorkspace } from './workspace.ts';

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'end-at-line.mjs')).href;

/** For NODE_OPTIONS: the program gets `signal` when it prints the `nth` line that holds `text`. */
export const signalAt = (signal: NodeJS.Signals, text: string, nth = 1): string =>
  `--import ${PRELOAD}?${new URLSearchParams({ text, signal, nth: String(nth) }).toString()}`;

/** The line that says that a daemon serves. */
export const LISTENING = '"event":"listening"';

/** A daemon of this workspace under strace, which ends in good order as soon as it serves. */
export const tracedDaemon = (
  workspace: TempWorkspace,
  options: Partial<TraceOptions> = {},
): Promise<Traced> => {
  const env = environmentOf(workspace);
  const end = signalAt('SIGTERM', LISTENING);
  const NODE_OPTIONS = `${env.NODE_OPTIONS} ${end}`;
  const command = [process.execPath, YAMO, 'start', workspace.path, '--port', '0', '--json'];
  return trace(command, { env: { ...env, TZ: 'UTC', NODE_OPTIONS }, ...options });
};

/** Does `work` with a database of a workspace of Nexus that no daemon has open. */
const inDatabase = <Value>(
  { path }: Pick<Place, 'path'>,
  file: string,
  work: (database: DatabaseSync) => Value,
): Value => {
  const database = new DatabaseSync(join(path, 'state/data', file));
  try {
    return work(database);
  } finally {
    database.close();
  }
};

const AT = '2026-11-27T09:00:00.000Z';

/** Rows of a daemon that was killed while a worker, an automation, a question and a message were under way. */
export const leaveOpen = (ws: Pick<Place, 'path'>): void => {
  inDatabase(ws, 'runtime.db', (one) =>
    one.exec(`
insert into nexus_requests (id, at, origin, method, session) values ('r1', '${AT}', 'owner', 'chat.send', 's1');
insert into questions (id, session, kind, asks, at) values ('q1', 's1', 'approval', '{"text":"Go on?"}', '${AT}');
insert or ignore into automations (name, hook_point, blocking, peer_workspaces, self_improvement) values ('mine', 'after:runAgent', 0, '[]', 0);
insert into automation_runs (automation, hook_point, started_at) select id, hook_point, '${AT}' from automations where name = 'mine';
insert into adapters (name, program, settings, is_on) values ('chat', 'none', '{}', 0);`),
  );
  inDatabase(ws, 'agents.db', (one) =>
    one.exec(`
insert into sessions (id, kind, role, origin, started_at) values ('s1', 'main', 'manager', 'owner', '${AT}'), ('w1', 'shared', 'worker', 'worker', '${AT}');
insert into turns (session, request, started_at, message) values ('s1', 'r1', '${AT}', 'Go.');
insert into dispatches (turn, worker, task) select id, 'w1', 'Look.' from turns where request = 'r1';`),
  );
  inDatabase(ws, 'events.db', (one) =>
    one.exec(`
insert into events (at, type, session, payload) values ('${AT}', 'question', 's1', '{"id":"q1"}');
insert into outbound (adapter, at, chat, parts, nonce, state) values ('chat', '${AT}', 'c', '[]', 'n1', 'sending');`),
  );
};

/** What is still open, by table, where a start had to settle it. */
const OPEN: readonly (readonly [file: string, table: string, where: string])[] = [
  ['runtime.db', 'nexus_requests', 'ended_at is null'],
  ['runtime.db', 'questions', 'answered_at is null'],
  ['runtime.db', 'automation_runs', 'ended_at is null'],
  ['agents.db', 'sessions', 'ended_at is null'],
  ['agents.db', 'turns', 'ended_at is null'],
  ['agents.db', 'dispatches', 'ended_at is null'],
  ['events.db', 'outbound', "state = 'sending'"],
];

/** What clients must have been told of what `leaveOpen` left. */
const TOLD: readonly (readonly [what: string, where: string])[] = [
  ['the end of the worker', "type = 'worker' and payload ->> 'worker' = 'w1'"],
  ['the end of the question', "type = 'question_ended' and payload ->> 'id' = 'q1'"],
  ['the end of the request', "type = 'failed' and request = 'r1'"],
  ['the end of the message', "type = 'adapter' and payload ->> 'outcome' = 'unknown'"],
];

/** What is wrong with the databases of a workspace of Nexus after a start that was not disturbed. */
export const faultsAfterStart = (ws: TempWorkspace, hadOpen: boolean): readonly string[] => {
  const faults: string[] = [];
  const count = (file: string, sql: string): number =>
    inDatabase(ws, file, (one) => Number(Object.values(one.prepare(sql).get() ?? {})[0]));
  for (const { file } of DATABASE_FORMS) {
    const { quick_check: found } =
      inDatabase(ws, file, (one) => one.prepare('pragma quick_check(1)').get()) ?? {};
    if (found !== 'ok') faults.push(`${file}: ${String(found)}`);
  }
  for (const [file, table, where] of OPEN) {
    const open = count(file, `select count(*) from ${table} where ${where}`);
    if (open > 0) faults.push(`${table}: ${open} rows are open`);
  }
  for (const [what, where] of hadOpen ? TOLD : []) {
    const told = count('events.db', `select count(*) from events where ${where}`);
    // Once more where a start was killed between the event and its row.
    if (told === 0) faults.push(`${what} was not told`);
  }
  const owners = count('identity.db', 'select count(*) from entities where is_owner = 1');
  if (owners !== 1) faults.push(`${owners} owners`);
  const passed = inDatabase(ws, 'runtime.db', (one) =>
    one
      .prepare('select phase from phases where start = (select max(id) from starts) order by id')
      .all(),
  );
  const phases = passed.map(({ phase }) => String(phase)).join(' ');
  if (phases !== PHASES.join(' ')) faults.push(`the last start passed ${phases}`);
  // The kernel's own state of a workspace is swept by its next boot.
  const left = readdirSync(dirname(ws.path), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.yamo-tmp') && !/^state\/yamo\/[^/]+-[^/]+\//u.test(name),
  );
  return [...faults, ...left.map((name) => `left over: ${name}`)];
};

/** What must not be of a start that failed: a hang, a bug, an end without a refusal. */
export const faultsOfStart = (run: Traced): readonly string[] => {
  const { code, signal, stderr, stdout, timedOut } = run;
  const faults: string[] = timedOut ? ['it hangs'] : [];
  if (/This is a bug|^ +at .*:\d+:\d+/mu.test(stderr))
    faults.push(`a bug: ${stderr.slice(0, 800)}`);
  const refused = framesOf(stdout).some(
    (frame: Frame) => frame['event'] === 'refused' || frame['refused'] !== undefined,
  );
  if (code !== TERMINATED && !refused)
    faults.push(`exit ${code ?? signal} without a refusal: ${stderr.slice(0, 300)}`);
  return faults;
};

/** The exit code of a daemon that SIGTERM has ended in good order. */
const TERMINATED = 143;
