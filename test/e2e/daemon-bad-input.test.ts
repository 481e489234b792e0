/** What a daemon is given that is of no use: refused with its code, and the daemon stays up for its other workspaces. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, type Socket as Connection } from 'node:net';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { membersOf } from '#lib/text/json.ts';
import { controlOf, Daemon } from '#test/support/daemon.ts';
import { makeBornWorkspace, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { type Frame, yamo } from '#test/support/yamo.ts';

let good: TempWorkspace;
let template: TempWorkspace;
let daemon: Daemon;

beforeAll(async () => {
  good = makeBornWorkspace();
  template = makeWorkspace({});
  await yamo(['init', '--layout', 'nexus'], { workspace: template });
  daemon = await Daemon.start(good);
});

afterAll(async () => {
  daemon.running.kill('SIGTERM');
  await daemon.running.ended;
});

/** A command of the owner to the daemon. */
const control = async (command: string, params: object): Promise<Frame> => {
  const response = await fetch(daemon.url(`/control/${command}`), {
    method: 'POST',
    headers: { authorization: `Bearer ${controlOf(good)}`, 'content-type': 'application/json' },
    body: JSON.stringify(params),
  });
  return { status: response.status, ...membersOf(await response.json()) };
};

/** The daemon serves, and so does the workspace that is well. */
const expectGood = async (): Promise<void> => {
  const health = await daemon.fetch('/health');
  expect([health.status, await health.json()]).toMatchObject([
    200,
    { workspaces: [{ path: good.path, state: 'serving' }] },
  ]);
};

const nexus = (): TempWorkspace => {
  const ws = makeWorkspace({});
  cpSync(template.path, ws.path, { recursive: true });
  return ws;
};

const EVENTS = 'state/data/events.db';
const CONFIG = 'state/config.json';

const withConfig = (change: (runtime: Record<string, unknown>) => void) => (ws: TempWorkspace) => {
  const config = JSON.parse(ws.text(CONFIG));
  change(config.runtime);
  ws.write(CONFIG, JSON.stringify(config));
};

const onDatabase = (put: (path: string) => unknown) => (ws: TempWorkspace) => {
  ws.remove(EVENTS);
  put(ws.at(EVENTS));
};

const made = (path: string, sql: string): void => {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
};

const damage = (ws: TempWorkspace): void => {
  const bytes = readFileSync(ws.at(EVENTS));
  writeFileSync(ws.at(EVENTS), bytes.fill(0xff, 100));
};

describe('a workspace', () => {
  it.each<[string, (ws: TempWorkspace) => unknown, string]>([
    ['whose config is no JSON', (ws) => ws.write(CONFIG, '{'), 'SERVE_CONFIG_INVALID'],
    ['whose config is a list', (ws) => ws.write(CONFIG, '[]'), 'SERVE_CONFIG_INVALID'],
    ['whose config is empty', (ws) => ws.write(CONFIG, ''), 'SERVE_CONFIG_INVALID'],
    ['whose config is missing', (ws) => ws.remove(CONFIG), 'SERVE_CONFIG_INVALID'],
    [
      'whose config is a folder',
      (ws) => (ws.remove(CONFIG), mkdirSync(ws.at(CONFIG))),
      'FILE_NOT_REGULAR',
    ],
    [
      'whose config is a link',
      (ws) => (
        renameSync(ws.at(CONFIG), ws.at('state/other.json')),
        symlinkSync('other.json', ws.at(CONFIG))
      ),
      'FILE_SYMLINK',
    ],
    ...[65_536, -1, 1.5, '80', null].map((port): [string, (ws: TempWorkspace) => void, string] => [
      `whose port is ${JSON.stringify(port)}`,
      withConfig((runtime) => (runtime['port'] = port)),
      'SERVE_CONFIG_INVALID',
    ]),
    [
      'that is to listen at a name',
      withConfig((runtime) => (runtime['bind'] = 'example.org')),
      'SERVE_CONFIG_INVALID',
    ],
    [
      'with a short token',
      withConfig((runtime) => (runtime['auth'] = { mode: 'token', token: 'abc' })),
      'SERVE_CONFIG_INVALID',
    ],
    [
      'without a token',
      withConfig((runtime) => (runtime['auth'] = { mode: 'none' })),
      'SERVE_CONFIG_INVALID',
    ],
    ['whose database is a folder', onDatabase(mkdirSync), 'DATABASE_UNUSABLE'],
    [
      'whose database is a link to another one',
      onDatabase((path) => symlinkSync('runtime.db', path)),
      'DATABASE_UNUSABLE',
    ],
    [
      'whose database is a dangling link',
      onDatabase((path) => symlinkSync('../../made.db', path)),
      'DATABASE_UNUSABLE',
    ],
    [
      'whose database has a second name',
      (ws) => linkSync(ws.at(EVENTS), ws.at('events-too.db')),
      'DATABASE_UNUSABLE',
    ],
    [
      'whose database is a FIFO',
      onDatabase((path) => execFileSync('mkfifo', [path])),
      'DATABASE_UNUSABLE',
    ],
    [
      'whose database is an empty file',
      onDatabase((path) => writeFileSync(path, '')),
      'DATABASE_FOREIGN',
    ],
    [
      'whose database is a text',
      onDatabase((path) => writeFileSync(path, 'hello\n'.repeat(500))),
      'DATABASE_UNUSABLE',
    ],
    ['whose database is damaged', damage, 'DATABASE_UNUSABLE'],
    [
      'whose database is of another program',
      onDatabase((path) => made(path, 'create table t (a)')),
      'DATABASE_FOREIGN',
    ],
    [
      'whose database is newer',
      (ws) => made(ws.at(EVENTS), 'pragma user_version = 9999'),
      'DATABASE_NEWER',
    ],
    [
      'whose folder of databases is a file',
      (ws) => (ws.remove('state/data'), ws.write('state/data', '')),
      'FILE_UNREADABLE',
    ],
    [
      'whose folder of databases is a link',
      (ws) => (
        renameSync(ws.at('state/data'), ws.at('elsewhere')),
        symlinkSync('../elsewhere', ws.at('state/data'))
      ),
      'FILE_UNREADABLE',
    ],
    [
      'whose folder is a file',
      (ws) => (rmSync(ws.path, { recursive: true }), writeFileSync(ws.path, '')),
      'WORKSPACE_UNUSABLE',
    ],
    ['whose folder is missing', (ws) => rmSync(ws.path, { recursive: true }), 'WORKSPACE_UNUSABLE'],
  ])('%s is refused, and nothing of it changes', async (_title, spoil, code) => {
    const ws = nexus();
    spoil(ws);
    const before = namesIn(ws);
    expect(await control('serve', { path: ws.path })).toMatchObject({ code });
    expect(namesIn(ws)).toEqual(before);
    await expectGood();
  });

  it('that vanishes while it is served has failed, and is served when it is there again', async () => {
    const ws = nexus();
    expect(await control('serve', { path: ws.path })).toMatchObject({ state: 'serving' });
    const { token } = JSON.parse(ws.text(CONFIG)).runtime.auth;
    const ask = async (): Promise<unknown> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: '{}' };
      return (await fetch(daemon.url('/api/sessions.list'), init)).json();
    };
    expect(await ask()).toEqual({ sessions: [] });
    renameSync(ws.path, `${ws.path}-away`);
    await expect.poll(ask).toMatchObject({ status: 503, code: 'WORKSPACE_UNUSABLE' });
    await expectGood();
    renameSync(`${ws.path}-away`, ws.path);
    await control('changed', { by: 'its owner' });
    await expect.poll(ask).toEqual({ sessions: [] });
    await control('stop', { path: ws.path });
  });
});

/** Every name in the workspace; not those of SQLite, which looks at a database that is whole. */
const namesIn = ({ path }: TempWorkspace): readonly string[] => {
  try {
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => !/-(?:wal|shm)$/u.test(name)).toSorted();
  } catch {
    return [];
  }
};

const MEBIBYTE = 1024 * 1024;

/** Kilobytes of memory that the daemon has now. */
const memory = (): number =>
  Number(/^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${daemon.running.pid}/status`, 'utf8'))?.[1]);

describe('a client', () => {
  it('that sends 100 MB is turned away', async () => {
    const body = `{"text":"${'x'.repeat(100 * MEBIBYTE)}"}`;
    const headers = { 'content-type': 'application/json' };
    const sent = daemon.fetch('/api/chat.send', { method: 'POST', headers, body });
    // It is told so, or finds its connection closed before it has sent all of it.
    const status = await sent.then((response) => response.status).catch(() => 413);
    expect(status).toBe(413);
    const { promise, resolve } = Promise.withResolvers<number>();
    const socket = new WebSocket(daemon.url('/ws').replace('http', 'ws'), [
      'yamo.v1',
      `bearer.${daemon.token}`,
    ]);
    socket.addEventListener('open', () => socket.send(body));
    socket.addEventListener('close', ({ code }) => resolve(code));
    expect([1006, 1009]).toContain(await promise);
    await expectGood();
  });

  it('that asks and asks and never reads is heard no further', async () => {
    const silent = await silentSocket();
    const before = memory();
    // What has no answer but a problem gets its own id back.
    const id = 'x'.repeat(900 * 1024);
    for (let sent = 0; sent < 150; sent += 1)
      silent.write(frameOf(JSON.stringify({ type: 'req', id, method: 'nothing' })));
    for (let look = 0; look < 50; look += 1) await expectGood();
    expect(silent.writableLength).toBeGreaterThan(50 * MEBIBYTE);
    expect(memory() - before).toBeLessThan(100 * 1024);
    silent.destroy();
  });
});

/** A WebSocket of which nothing is read. */
const silentSocket = async (): Promise<Connection> => {
  const socket = connect({ port: daemon.port, host: '127.0.0.1' });
  // A daemon that ends resets it.
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(
    [
      'GET /ws HTTP/1.1',
      `Host: 127.0.0.1:${daemon.port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      `Sec-WebSocket-Protocol: yamo.v1, bearer.${daemon.token}`,
      '\r\n',
    ].join('\r\n'),
  );
  await new Promise((resolve) => socket.once('readable', resolve));
  return socket;
};

/** A masked text frame (RFC 6455); a mask of zeros changes nothing. */
const frameOf = (text: string): Buffer => {
  const head = Buffer.alloc(14);
  head.set([0x81, 0xff]);
  head.writeBigUInt64BE(BigInt(Buffer.byteLength(text)), 2);
  return Buffer.concat([head, Buffer.from(text)]);
};
