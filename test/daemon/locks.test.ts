/**
 * Closing any descriptor of a file gives back all locks that the process has on it (fcntl(2)). So nothing in a daemon but
 * SQLite opens a lock or a database: each lock is held, all that clients and commands can ask for is done, and each lock is
 * tried from another process.
 */
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { expect, it } from 'vitest';

import { METHODS } from '#daemon/methods/methods.ts';
import { Lock } from '#kernel/process/lock.ts';
import { serveHere } from '#test/support/served.ts';
import { freshPath, makeBornWorkspace, makeWorkspace } from '#test/support/workspace.ts';
import { stateOf, yamo } from '#test/support/yamo.ts';

/** What this process has locked now, by file, as the system lists it. */
const locksOf = (folder: string): readonly string[] => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = new Map(names.map((name) => [String(lstatSync(join(folder, name)).ino), name]));
  const own = readFileSync('/proc/locks', 'latin1')
    .split('\n')
    .flatMap((line) => {
      const [, mode = '', pid, ino = '', from = '', to = ''] =
        /^\d+: POSIX +ADVISORY +(READ|WRITE) +(\d+) \S+:(\d+) (\d+) (\S+)/u.exec(line) ?? [];
      const file = files.get(ino);
      return file === undefined || Number(pid) !== process.pid ? [] : [[file, mode, from, to]];
    });
  return own.map((words) => words.join(' ')).toSorted();
};

/** Can another process take the lock at `path`? */
const isFreeElsewhere = (path: string): boolean => {
  const text = `
const { DatabaseSync } = require('node:sqlite');
try { new DatabaseSync(process.argv[1], { timeout: 0 }).exec('BEGIN EXCLUSIVE'); process.stdout.write('taken'); }
catch (error) { process.stdout.write(String(error.errcode)); }`;
  const said = execFileSync(process.execPath, ['-e', text, path], { encoding: 'utf8' });
  if (said !== 'taken') expect(said).toBe(String(SQLITE_BUSY));
  return said === 'taken';
};

const SQLITE_BUSY = 5;
const LOOKS = 20;

const copyAt = (): string => {
  const path = freshPath('copy');
  mkdirSync(path);
  return path;
};

/** What goes into the methods that need something. */
const PARAMS: Readonly<Record<string, object>> = {
  'memory.search': { query: 'heron' },
  'sessions.transcript': { id: 'none' },
  'sessions.events': { session: 'none' },
  'chat.cancel': { session: 'none' },
  'sessions.close': { session: 'none' },
  'sessions.resume': { id: 'none' },
  'questions.answer': { id: 'none' },
};

/** These wait for a lock that is held here; a session is opened after it was given back. */
const WAITING = /^(?:chat\.send|sessions\.(?:open|resume))$/u;

it.each([
  ['of RFC-0009', async () => makeBornWorkspace({ 'MEMORY.md': '# Memory\n\n- heron\n' })],
  [
    'of Nexus',
    async () => {
      const ws = makeWorkspace({});
      await yamo(['init', '--layout', 'nexus'], { workspace: ws });
      return ws;
    },
  ],
])('what is asked of a workspace %s gives no lock back', async (_title, made) => {
  const ws = await made();
  const { workspace } = await serveHere(ws);
  const { serving } = workspace;
  if (serving === undefined) throw new Error('it is not served');
  const base = join(ws.path, '..');
  const state = stateOf(ws);
  const others = ['boot.lock', 'write.lock'].map((name) => new Lock(join(state, name), 0));
  expect(others.map((lock) => lock.take())).toEqual([true, true]);
  const locks = [
    join(ws.stateHome, 'yamo/daemon/daemon.lock'),
    join(state, 'serve.lock'),
    ...others.map(({ path }) => path),
  ];
  // Each database has been read.
  await workspace.backup(copyAt());
  const held = [...new Set(Array.from({ length: LOOKS }, () => locksOf(base)).flat())];
  expect(held.filter((line) => line.includes('.db-shm'))).toHaveLength(6);
  expect(locks.filter(isFreeElsewhere)).toEqual([]);
  /** What is given back stays away; what the system skips in a list that changes meanwhile does not. */
  const lost = (): readonly string[] => {
    let gone = held;
    for (let look = 0; look < LOOKS && gone.length > 0; look += 1) {
      const now = locksOf(base);
      gone = gone.filter((line) => !now.includes(line));
    }
    return gone;
  };
  const ask = async (name: string, params: object): Promise<void> => {
    const client = { name: 'a test', workspace };
    await METHODS[name]?.run(serving, params, client).catch(() => undefined);
    expect([name, lost()]).toEqual([name, []]);
  };
  for (const name of Object.keys(METHODS))
    if (!WAITING.test(name)) await ask(name, PARAMS[name] ?? {});
  await workspace.backup(copyAt());
  await workspace.hearChange('a test');
  expect(lost()).toEqual([]);
  expect(locks.filter(isFreeElsewhere)).toEqual([]);
  for (const lock of others) lock.close();
  const kept = held.filter((line) => !/(?:boot|write)\.lock/u.test(line));
  if (!ws.has('SOUL.md')) return;
  await METHODS['chat.send']?.run(
    serving,
    { text: 'heron', wait: true },
    { name: 'a test', workspace },
  );
  const after = locksOf(base);
  expect(kept.filter((line) => !after.includes(line))).toEqual([]);
});
