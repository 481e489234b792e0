/** Processes in a view with some hosts: the real sandbox, the real relay, the real proxy. */
import { mkdirSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { Duplex } from 'node:stream';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startChild } from '#kernel/process/child.ts';
import { systemPlaces } from '#kernel/process/places.ts';
import { findProgram } from '#kernel/process/program.ts';
import { bubblewrap } from '#kernel/sandbox/bubblewrap.ts';
import { HostProxy } from '#kernel/sandbox/proxy.ts';
import type { View } from '#kernel/sandbox/view.ts';
import { listenFixed } from '#test/support/fixed-port.ts';
import { hasBubblewrap } from '#test/support/shell.ts';
import { freshPath } from '#test/support/workspace.ts';
import { skipLoudly } from '#test/support/yamo.ts';
import { listen } from '#test/support/listen.ts';

/** Says in one line what came of it. */
const ASK = `
const { request } = require('node:http');
const [method, path] = process.argv.slice(1);
const { hostname, port } = new URL(process.env.HTTPS_PROXY);
const asked = request({ hostname, port, method, path, agent: false });
asked.on('response', ({ statusCode }) => { console.log('response', statusCode); process.exit(); });
asked.on('connect', ({ statusCode }, socket) => {
  if (statusCode !== 200) { console.log('connect', statusCode); process.exit(); }
  let text = '';
  socket.on('data', (part) => { text += part; });
  socket.on('end', () => console.log('connect', text.length, text.slice(0, 5)));
  socket.end('hello'.repeat(100000));
});
asked.on('error', ({ code }) => console.log('error', code));
asked.end();
`;

/** A request without TLS, as a client sends it that has a proxy; says what came of it. */
const POST = `
const { request } = require('node:http');
const [path, body] = process.argv.slice(1);
const { hostname, port } = new URL(process.env.HTTP_PROXY);
const headers = { host: new URL(path).host, 'proxy-authorization': 'Basic x', 'proxy-connection': 'keep-alive' };
const asked = request({ hostname, port, method: 'POST', path, headers, agent: false });
asked.on('response', (response) => {
  let text = '';
  response.setEncoding('utf8').on('data', (part) => { text += part; });
  response.on('end', () => console.log([response.statusCode, response.headers['x-said'], text].join(' ').trim()));
});
asked.on('error', ({ code }) => console.log('error', code));
asked.end(body);
`;

/** Three tunnels that nobody reads from, and then what one comes to. */
const STALL = `
const { request } = require('node:http');
const { hostname, port } = new URL(process.env.HTTPS_PROXY);
const open = () => new Promise((resolve) => {
  request({ hostname, port, method: 'CONNECT', path: process.argv[1], agent: false })
    .on('connect', (_, socket) => resolve(socket)).end();
});
(async () => {
  for (let n = 0; n < 3; n += 1) {
    const socket = await open();
    socket.pause();
    socket.end(Buffer.alloc(16000000));
    // The first of what comes back, and no more.
    socket.once('readable', () => undefined);
  }
  const socket = await open();
  let length = 0;
  socket.on('data', (part) => { length += part.length; });
  socket.on('end', () => { console.log(length); process.exit(); });
  socket.end(Buffer.alloc(300000));
})();
`;

/** What a socket that asks nobody comes to. */
const DIRECT = `
const [kind, host, port] = process.argv.slice(1);
if (kind === 'tcp') {
  const socket = require('node:net').connect({ host, port: Number(port) });
  socket.on('connect', () => { console.log('connected'); process.exit(); });
  socket.on('error', ({ code }) => console.log(code));
} else {
  const socket = require('node:dgram').createSocket('udp4');
  socket.on('error', ({ code }) => console.log(code));
  socket.send('x', Number(port), host, (error) => { console.log(error?.code ?? 'sent'); process.exit(); });
}
`;

interface Ended {
  readonly how: string;
  readonly text: string;
}

interface Scene {
  readonly input?: string;
  /** Of the view. */
  readonly changes?: Partial<View>;
  /** In place of the proxy. */
  readonly connect?: (channel: Duplex) => void;
}

const program = findProgram('bwrap', '/usr/bin:/bin:/usr/local/bin');

/** Runs a program in a view of its own; what it reads is `input`. */
const run = async (
  hosts: readonly string[],
  command: readonly [string, ...string[]],
  { input = '', changes = {}, connect }: Scene = {},
): Promise<Ended> => {
  const scratch = freshPath('scratch');
  mkdirSync(scratch);
  const { folders, links } = systemPlaces();
  const view: View = {
    readable: folders,
    links,
    writable: [],
    scratch,
    copies: undefined,
    network: hosts,
    directory: scratch,
    environment: { PATH: '/usr/bin:/bin', HOME: scratch },
    ...changes,
  };
  if ('errno' in program) throw new Error('no bubblewrap');
  const proxy = new HostProxy({ hosts, notice: () => undefined });
  const sandbox = bubblewrap(program.path, process.arch === 'arm64' ? 'arm64' : 'x64');
  const [name, ...args] = command;
  const child = await startChild(
    sandbox.enclose(view, name, args, {
      connect: connect ?? ((channel) => proxy.serve(channel)),
      by: 'relay',
    }),
  );
  let text = '';
  for (const output of [child.output, child.diagnostics])
    output.setEncoding('utf8').on('data', (part: string) => (text += part));
  child.input.end(input);
  return { how: await child.ended, text: text.trim() };
};

const node = (script: string, ...args: readonly string[]): readonly [string, ...string[]] => [
  process.execPath,
  '-e',
  script,
  ...args,
];

const sh = (script: string): readonly [string, ...string[]] => ['/bin/sh', '-c', script];

describe.skipIf(skipLoudly(!hasBubblewrap, 'the relay: there is no bubblewrap'))('a view', () => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined).pipe(socket);
  });
  let port = 0;
  beforeAll(async () => {
    port = await listenFixed(server);
  });
  afterAll(() => server.close());

  it('with some hosts reaches those, through the kernel', async () => {
    const host = `localhost:${port}`;
    expect(await run([host], node(ASK, 'CONNECT', host))).toEqual({
      how: 'exit code 0',
      text: 'connect 500000 hello',
    });
  });

  it('with some hosts reaches them where files are copied into it, too', async () => {
    const host = `localhost:${port}`;
    const files = ['SOUL.md', 'AGENTS.md'].map((name) => ({ name, bytes: Buffer.from(name) }));
    const copies = { folder: freshPath('ws'), files };
    const { text } = await run([host], node(ASK, 'CONNECT', host), { changes: { copies } });
    expect(text).toBe('connect 500000 hello');
    const shown = await run([host], ['/bin/cat', `${copies.folder}/AGENTS.md`], {
      changes: { copies },
    });
    expect(shown.text).toBe('AGENTS.md');
  });

  it('with some hosts is refused the others', async () => {
    const hosts = [`localhost:${port}`];
    for (const host of ['other.example:443', '169.254.169.254:80', `127.0.0.1:${port}`])
      expect((await run(hosts, node(ASK, 'CONNECT', host))).text).toBe('connect 403');
  });

  it('with some hosts is not held up by what it does not read', async () => {
    const host = `localhost:${port}`;
    expect((await run([host], node(STALL, host))).text).toBe('300000');
  });

  it('with some hosts sends them requests without TLS, too, and no others', async () => {
    const seen: string[] = [];
    const web = createHttpServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        seen.push(`${request.method} ${request.url} ${request.headers.host} ${body}`);
        expect(request.headers).not.toHaveProperty('proxy-authorization');
        response.writeHead(201, { 'x-said': ['one', 'two'] }).write('first,');
        setImmediate(() => response.end(' last'));
      });
    });
    const at = await listen(web);
    const host = `localhost:${at}`;
    const post = (to: string) => node(POST, `http://${to}/v1/messages?beta=true`, 'hello');
    expect((await run([host], post(host))).text).toBe('201 one, two first, last');
    expect(seen).toEqual([`POST /v1/messages?beta=true ${host} hello`]);
    expect((await run([host], post(`other.example:${at}`))).text).toBe('403');
    expect((await run([host], node(ASK, 'GET', '/'))).text).toBe('response 400');
    web.close();
    expect((await run([host], post(host))).text).toBe('502');
  });

  it('has no way past the kernel', async () => {
    const hosts = [`localhost:${port}`];
    const tries = [
      ['tcp', '127.0.0.1', String(port), 'ECONNREFUSED'],
      ['tcp', '1.1.1.1', '443', 'ENETUNREACH'],
      ['tcp', '169.254.169.254', '80', 'ENETUNREACH'],
      ['udp', '1.1.1.1', '53', 'ENETUNREACH'],
      ['udp', '169.254.169.254', '53', 'ENETUNREACH'],
    ] as const;
    for (const [kind, host, at, outcome] of tries)
      expect([host, (await run(hosts, node(DIRECT, kind, host, at))).text]).toEqual([
        host,
        outcome,
      ]);
  });

  it('has the way out by environment alone', async () => {
    const { text } = await run(['api.example'], sh('env; ls -l /proc/self/fd'), {
      changes: { environment: { PATH: '/usr/bin:/bin', HTTPS_PROXY: 'http://owner:1', MINE: 'x' } },
    });
    const url = String.raw`http://127\.0\.0\.1:\d+`;
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY'])
      expect(text).toMatch(new RegExp(`^${name}=${url}$`, 'm'));
    expect(text).toMatch(/^NO_PROXY=$/m);
    expect(text).toMatch(/^MINE=x$/m);
    // Input, output and diagnostics: neither the channel nor the filter is inherited.
    expect(text.match(/-> socket:/g)?.length).toBe(3);
  });
});

/** Says what it is told, byte by byte, and what the answer begins with; then once more what a tunnel comes to. */
const NOISE = `
const { connect } = require('node:net');
const { hostname, port } = new URL(process.env.HTTPS_PROXY);
const say = (text) => new Promise((resolve) => {
  const socket = connect({ host: hostname, port }, () => socket.end(Buffer.from(text, 'latin1')));
  let heard = '';
  socket.on('data', (part) => { heard += part; });
  socket.on('error', () => undefined);
  socket.on('close', () => resolve(heard.slice(9, 12)));
});
const leave = () => new Promise((resolve) => {
  const socket = connect({ host: hostname, port }, () => { socket.resetAndDestroy(); resolve(); });
});
(async () => {
  for (let n = 0; n < 20; n += 1) await leave();
  const answers = new Set();
  for (const text of JSON.parse(process.argv[1])) answers.add(await say(text));
  console.log([...answers].sort().join(), await say('CONNECT other.example:443 HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n'));
})();
`;

describe.skipIf(skipLoudly(!hasBubblewrap, 'the relay: there is no bubblewrap'))('a relay', () => {
  const hosts = ['api.example'];

  it('leaves input, output and end of its program alone', async () => {
    const answer = await run(hosts, sh('cat; exit 7'), { input: 'from the kernel' });
    expect(answer).toEqual({ how: 'exit code 7', text: 'from the kernel' });
    expect((await run(hosts, sh('kill -KILL $$'))).how).toBe('exit code 137');
  });

  it('takes its program with it when it ends', async () => {
    const { how, text } = await run(hosts, sh('kill -KILL $PPID; sleep 1000; echo alive'));
    expect([how, text]).toEqual(['exit code 137', '']);
  });

  it('whose kernel has let go answers all the same', async () => {
    const { text } = await run(hosts, node(ASK, 'CONNECT', 'api.example:443'), {
      connect: (channel) => void channel.destroy(),
    });
    expect(text).toBe('connect 502');
  });

  it('outlives whatever is said to it', async () => {
    const targets = ['x', ':', '::1:443', '[::1]:443', 'x:y:z', 'x:99999', 'a@b:443', '%00:443'];
    const odd = [
      '\u00e9:443',
      '"x":443',
      '/:443',
      'x:443/path',
      'x\u0000:443',
      `${'x'.repeat(9000)}:443`,
    ];
    const noise = [...targets, ...odd].map(
      (target) => `CONNECT ${target} HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    const script = node(NOISE, JSON.stringify([...noise, 'noise', '\u0016\u0003\u0001']));
    const { how, text } = await run(hosts, script);
    expect(how).toBe('exit code 0');
    expect(text).toMatch(/^[45,\d]* 403$/);
    expect(text).toContain('400');
  });

  it('says so where its program cannot be started', async () => {
    const { how, text } = await run(hosts, ['/usr/bin/no-such-program']);
    expect(how).toBe('exit code 1');
    expect(text).toContain('ENOENT');
  });
});
