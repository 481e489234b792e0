/** A process that is given its way to the kernel's proxy as a descriptor: in each sandbox that this machine has, and in none. */
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Command, startChild } from '#kernel/process/child.ts';
import { systemPlaces } from '#kernel/process/places.ts';
import { findProgram } from '#kernel/process/program.ts';
import { bubblewrap } from '#kernel/sandbox/bubblewrap.ts';
import { landlock, landlockAbi } from '#kernel/sandbox/landlock.ts';
import { HostProxy } from '#kernel/sandbox/proxy.ts';
import type { Mechanism, View, Way } from '#kernel/sandbox/view.ts';
import { listenFixed } from '#test/support/fixed-port.ts';
import { freshPath } from '#test/support/workspace.ts';
import { skipLoudly } from '#test/support/yamo.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const LANDLOCK = {
  node: process.execPath,
  launcher: resolve(ROOT, 'agents/launch/landlock/main.ts'),
};

/** Asks the proxy for each host, and a plain socket for the first one; says what came of it. */
const ASK = `
const { connect, Socket } = require('node:net');
const session = require('node:http2').connect('http://kernel', {
  createConnection: () => new Socket({ fd: Number(process.env.YAMO_CHANNEL) }),
});
const ask = (authority) => new Promise((resolve) => {
  const tunnel = session.request({ ':method': 'CONNECT', ':authority': authority });
  tunnel.on('error', () => undefined);
  tunnel.once('response', ({ ':status': status }) => {
    if (status !== 200) return resolve(status);
    let text = '';
    tunnel.on('data', (part) => { text += part; });
    tunnel.on('end', () => resolve(text.split('\\r\\n\\r\\n').at(-1)));
    tunnel.end('GET / HTTP/1.0\\r\\n\\r\\n');
  });
});
const directly = (authority) => new Promise((resolve) => {
  const [host, port] = authority.split(':');
  const socket = connect({ host, port: Number(port) });
  socket.once('connect', () => resolve('connected'));
  socket.once('error', ({ code }) => resolve(code));
});
(async () => {
  const [listed, other] = process.argv.slice(1);
  console.log(JSON.stringify([await ask(listed), await ask(other), await directly(listed)]));
  process.exit();
})();
`;

let server: Server;
let listed = '';

beforeAll(async () => {
  server = createServer((_, response) => response.end('hello from the provider'));
  listed = `127.0.0.1:${await listenFixed(server)}`;
});

afterAll(() => {
  server.close();
});

/** What the script says, run as `enclose` makes its command. */
const ask = async (enclose: (view: View, args: readonly string[], way: Way) => Command) => {
  const scratch = freshPath('scratch');
  mkdirSync(scratch);
  const { folders, links } = systemPlaces();
  const view: View = {
    readable: [...folders, process.execPath],
    links,
    writable: [],
    scratch,
    copies: undefined,
    network: 'none',
    directory: scratch,
    environment: { PATH: '/usr/bin:/bin', HOME: scratch },
  };
  const proxy = new HostProxy({ hosts: [listed], anyAddress: () => true, notice: () => undefined });
  const way: Way = { by: 'descriptor', connect: (channel) => proxy.serve(channel) };
  const child = await startChild(enclose(view, ['-e', ASK, listed, '127.0.0.1:1'], way));
  let text = '';
  for (const output of [child.output, child.diagnostics])
    output.setEncoding('utf8').on('data', (part: string) => (text += part));
  await child.ended;
  return text.trim();
};

const inside =
  (mechanism: Mechanism) =>
  (view: View, args: readonly string[], way: Way): Command =>
    mechanism.enclose(view, process.execPath, args, way);

const said = (how: string): string => `["hello from the provider",403,"${how}"]`;

const bwrap = findProgram('bwrap', '/usr/bin:/bin:/usr/local/bin');

it.skipIf(skipLoudly('errno' in bwrap, 'a descriptor in bubblewrap'))(
  'bubblewrap: a listed host by the descriptor, no other, and nothing by a socket',
  async () => {
    const path = 'path' in bwrap ? bwrap.path : '';
    const mechanism = bubblewrap(path, process.arch === 'arm64' ? 'arm64' : 'x64');
    expect(await ask(inside(mechanism))).toBe(said('ECONNREFUSED'));
  },
);

const hasLandlock = (await landlockAbi(LANDLOCK)) !== undefined;

it.skipIf(skipLoudly(!hasLandlock, 'a descriptor under Landlock'))(
  'Landlock: the same',
  async () => {
    expect(await ask(inside(landlock(LANDLOCK)))).toBe(said('EAFNOSUPPORT'));
  },
);

it('without a sandbox: the same, but for the socket', async () => {
  const text = await ask((_, args, way) => ({
    program: process.execPath,
    args,
    environment: { YAMO_CHANNEL: '3' },
    channels: [way.connect],
  }));
  expect(text).toBe(said('connected'));
});
