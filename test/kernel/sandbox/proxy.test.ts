/** The kernel's side of a network of some hosts, asked by a client of HTTP/2 that is as hostile as it likes. */
import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { connect as dial, createServer, isIP, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Readable } from 'node:stream';

import { afterEach, describe, expect, it } from 'vitest';

import { HostProxy, type ProxyParts } from '#kernel/sandbox/proxy.ts';
import { type Address, isPublic } from '#kernel/sandbox/public-address.ts';
import { NETWORK_REFUSALS_NAMED, NETWORK_TUNNELS } from '#lib/spec/limits.ts';
import { freshPath } from '#test/support/workspace.ts';
import { listen } from '#test/support/listen.ts';

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

/** A server on the loopback of this machine; its port. */
const serve = async (handle: (socket: Socket) => void): Promise<number> => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    undo.push(() => socket.destroy());
    socket.on('error', () => undefined);
    handle(socket);
  });
  undo.push(() => server.close());
  return listen(server);
};

interface Desk {
  readonly session: ClientHttp2Session;
  readonly notices: readonly string[];
}

/** Two ends of one channel, as a process and its parent have them. */
const channel = async (): Promise<readonly [inside: Socket, outside: Socket]> => {
  const path = freshPath('channel');
  const server = createServer();
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const inside = dial(path);
  await once(inside, 'connect');
  const outside = await accepted;
  undo.push(() => inside.destroy());
  server.close();
  return [inside, outside];
};

/** A proxy, and a session with it. Names have no addresses, except those of `names`. */
const proxyFor = async (
  hosts: readonly string[],
  names: Readonly<Record<string, readonly string[]>> = {},
  resolve?: ProxyParts['resolve'],
): Promise<Desk> => {
  const notices: string[] = [];
  const proxy = new HostProxy({
    hosts,
    notice: (text) => notices.push(text),
    resolve:
      resolve ??
      (async (name) => {
        const addresses = names[name];
        if (addresses === undefined) throw new Error('no such name');
        return addresses.map((address) => ({ address, family: isIP(address) }));
      }),
  });
  const [inside, outside] = await channel();
  proxy.serve(outside);
  const session = connect('http://kernel', { createConnection: () => inside });
  session.on('error', () => undefined);
  undo.push(() => session.destroy());
  return { session, notices };
};

const tunnel = (session: ClientHttp2Session, authority: string): ClientHttp2Stream => {
  const stream = session.request({ ':method': 'CONNECT', ':authority': authority });
  stream.on('error', () => undefined);
  return stream;
};

const closed = (stream: ClientHttp2Stream): Promise<void> =>
  new Promise((resolve) => stream.once('close', resolve));

/** The answer to a tunnel that was asked for. */
const statusOf = async (stream: ClientHttp2Stream): Promise<number> => {
  const [headers] = await once(stream, 'response');
  return Number(headers[':status']);
};

const ask = async ({ session }: Desk, authority: string): Promise<number> => {
  const stream = tunnel(session, authority);
  const status = await statusOf(stream);
  stream.close();
  return status;
};

/** Waits until `condition` holds; the test's own time limit ends the waiting. */
const until = async (condition: () => Promise<boolean>): Promise<void> => {
  while (!(await condition()));
};

const textOf = async (stream: ClientHttp2Stream): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
};

const echo = (socket: Socket): void => void socket.pipe(socket);

describe('a tunnel', () => {
  it('carries both ways to a listed host, and each way ends by itself', async () => {
    const port = await serve(echo);
    const { session, notices } = await proxyFor([`127.0.0.1:${port}`]);
    const stream = tunnel(session, `127.0.0.1:${port}`);
    expect(await statusOf(stream)).toBe(200);
    const sent = 'x'.repeat(1_000_000);
    stream.end(sent);
    expect(await textOf(stream)).toBe(sent);
    expect(notices).toEqual([]);
  });

  it('is opened to the name of this machine, if that is listed', async () => {
    const port = await serve(echo);
    const names = { localhost: ['::1', '127.0.0.1'] };
    expect(await ask(await proxyFor([`localhost:${port}`], names), `localhost:${port}`)).toBe(200);
    expect(await ask(await proxyFor([`LOCALHOST:${port}`], names), `LocalHost:${port}`)).toBe(200);
  });

  it('that its host does not read from holds back no other', async () => {
    const deaf = await serve((socket) => socket.pause());
    const port = await serve(echo);
    const { session } = await proxyFor([`127.0.0.1:${deaf}`, `127.0.0.1:${port}`]);
    for (let index = 0; index < 3; index += 1) {
      const stalled = tunnel(session, `127.0.0.1:${deaf}`);
      expect(await statusOf(stalled)).toBe(200);
      // Far more than the system keeps for a socket that nobody reads, as fast as it is taken.
      Readable.from(Array.from({ length: 250 }, () => Buffer.alloc(65_536))).pipe(stalled);
    }
    const stream = tunnel(session, `127.0.0.1:${port}`);
    expect(await statusOf(stream)).toBe(200);
    stream.end('x'.repeat(300_000));
    expect((await textOf(stream)).length).toBe(300_000);
  });

  it('breaks with its session', async () => {
    const { promise: ended, resolve } = Promise.withResolvers<string>();
    const port = await serve((socket) => socket.once('end', () => resolve('ended')).resume());
    const { session } = await proxyFor([`127.0.0.1:${port}`]);
    expect(await statusOf(tunnel(session, `127.0.0.1:${port}`))).toBe(200);
    session.destroy();
    expect(await ended).toBe('ended');
  });

  it('breaks when the host breaks it', async () => {
    const port = await serve((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const { session } = await proxyFor([`127.0.0.1:${port}`]);
    const stream = tunnel(session, `127.0.0.1:${port}`);
    expect(await statusOf(stream)).toBe(200);
    stream.write('x');
    await closed(stream);
    expect(stream.rstCode).not.toBe(0);
  });

  it('is one of a number', async () => {
    const port = await serve(echo);
    const { session } = await proxyFor([`127.0.0.1:${port}`]);
    const open = Array.from({ length: NETWORK_TUNNELS }, () =>
      tunnel(session, `127.0.0.1:${port}`),
    );
    const statuses = await Promise.all(open.map(statusOf));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await ask({ session, notices: [] }, `127.0.0.1:${port}`)).toBe(503);
    const [first] = open;
    first?.close();
    await until(async () => (await ask({ session, notices: [] }, `127.0.0.1:${port}`)) === 200);
  });

  it('is answered where nobody listens, and where a name has no address', async () => {
    const port = await serve(echo);
    undo.splice(0).forEach((step) => step());
    const desk = await proxyFor([`127.0.0.1:${port}`, 'gone.example']);
    expect(await ask(desk, `127.0.0.1:${port}`)).toBe(502);
    expect(await ask(desk, 'gone.example:443')).toBe(502);
    expect(desk.notices).toEqual([]);
  });
});

describe('a host', () => {
  const asked: string[] = [];
  const never: ProxyParts['resolve'] = async (name) => {
    asked.push(name);
    throw new Error('looked up');
  };

  it.each([
    'other.example:443',
    'api.example:80',
    'api.example',
    'api.example.:443',
    'xapi.example:443',
    'sub.api.example:443',
    'api.example:0443',
    'api.example:443@other.example:443',
    'api.example:443 ',
    'api.example:99999',
    'user@api.example:443',
    '127.0.0.1:443',
    '169.254.169.254:443',
    '[::1]:443',
    '[::ffff:127.0.0.1]:443',
    '::1:443',
    '2130706433:443',
    '0x7f.1:443',
    'localhost:443',
    '',
    ':443',
    `${'a'.repeat(300)}:443`,
  ])(
    'that is not listed to the letter is not reached, and not looked up: %j',
    async (authority) => {
      asked.length = 0;
      const desk = await proxyFor(['api.example', 'api.example:99999'], {}, never);
      const stream = tunnel(desk.session, authority === '' ? ' ' : authority);
      const status = await Promise.race([
        statusOf(stream).catch(() => 'broken' as const),
        closed(stream).then(() => 'broken' as const),
      ]);
      expect([403, 'broken']).toContain(status);
      expect(asked).toEqual([]);
    },
  );

  it('is refused once in the owner’s words, and its name holds nothing else', async () => {
    const desk = await proxyFor(['api.example'], {}, never);
    for (let index = 0; index < 3; index += 1)
      expect(await ask(desk, 'Other.Example:443')).toBe(403);
    expect(await ask(desk, 'x\u001b[31m:443').catch(() => 403)).toBe(403);
    expect(desk.notices[0]).toBe(
      'The agent was refused other.example:443: `network` of the settings does not list it.',
    );
    expect(desk.notices.join('')).not.toContain('\u001b');
    for (let index = 0; index < 3 * NETWORK_REFUSALS_NAMED; index += 1)
      await ask(desk, `n${index}.example:443`);
    expect(desk.notices.length).toBe(NETWORK_REFUSALS_NAMED + 1);
    expect(desk.notices.at(-1)).toContain('not named one by one');
  });

  it.each([
    ['127.0.0.1'],
    ['127.8.9.1'],
    ['0.0.0.0'],
    ['10.1.2.3'],
    ['100.64.0.1'],
    ['100.100.100.200'],
    ['169.254.169.254'],
    ['172.16.0.1'],
    ['172.31.255.255'],
    ['192.168.1.1'],
    ['192.0.0.192'],
    ['168.63.129.16'],
    ['224.0.0.1'],
    ['255.255.255.255'],
    ['::'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    ['::ffff:8.8.8.8'],
    ['::127.0.0.1'],
    ['fd00:ec2::254'],
    ['fe80::1'],
    ['fe80::1%lo'],
    ['fec0::1'],
    ['ff02::1'],
    ['64:ff9b::a00:1'],
    ['2001:0:a00:1::'],
    ['2002:a00:1::1'],
    ['127.0.0.1', '10.0.0.1', '::1'],
  ])('that is listed and leads to %s is not reached', async (...addresses) => {
    const desk = await proxyFor(['api.example'], { 'api.example': addresses });
    expect(await ask(desk, 'api.example:443')).toBe(403);
    expect(desk.notices).toEqual([
      'The agent was refused api.example:443: it leads to this machine or its network, and not by an address that is listed.',
    ]);
  });

  it('that is listed and leads to this machine by its own address is not reached', async () => {
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    expect(own.length).toBeGreaterThan(0);
    expect(
      own.filter(({ address, family }) => isPublic({ address, family: family === 'IPv4' ? 4 : 6 })),
    ).toEqual([]);
  });

  it('that leads to an address near is reached where that address is listed as well, by its port', async () => {
    const port = await serve(echo);
    const names = { 'model.example': ['10.255.0.1', '127.0.0.1'] };
    const host = `model.example:${port}`;
    expect(await ask(await proxyFor([host, `127.0.0.1:${port}`], names), host)).toBe(200);
    expect(await ask(await proxyFor([host, '127.0.0.1'], names), host)).toBe(403);
    expect(await ask(await proxyFor([`127.0.0.1:${port}`], names), host)).toBe(403);
  });

  it('is connected to by the address that was checked, whatever its name leads to later', async () => {
    const port = await serve(echo);
    let lookups = 0;
    const rebinding: ProxyParts['resolve'] = async () => {
      lookups += 1;
      // Nothing of 192.0.2.0/24 is anywhere (RFC 5737): it is public, and nobody answers.
      return [{ address: lookups === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }];
    };
    const { session } = await proxyFor([`api.example:${port}`], {}, rebinding);
    const stream = tunnel(session, `api.example:${port}`);
    const first = await Promise.race([
      statusOf(stream),
      new Promise((resolve) => setTimeout(() => resolve('no answer'), 500)),
    ]);
    expect([502, 'no answer']).toContain(first);
    expect(lookups).toBe(1);
  });
});

describe('an address', () => {
  it.each(['1.1.1.1', '172.15.0.1', '172.32.0.1', '100.63.0.1', '100.128.0.1', '192.169.0.1'])(
    'of the internet is %s',
    (address) => expect(isPublic({ address, family: 4 })).toBe(true),
  );

  it.each([
    '0.255.255.255',
    '10.255.255.255',
    '100.127.255.255',
    '127.255.255.255',
    '169.254.255.255',
    '172.31.255.255',
    '192.0.0.255',
    '192.168.255.255',
    '198.19.255.255',
    '239.255.255.255',
    '255.255.255.255',
    '168.63.129.16',
  ])('that is the last of a network near is %s', (address) =>
    expect(isPublic({ address, family: 4 })).toBe(false),
  );

  it('of the internet is 2606:4700:4700::1111', () => {
    expect(isPublic({ address: '2606:4700:4700::1111', family: 6 })).toBe(true);
  });

  it('is judged without an error, whatever it is', () => {
    const near = ['nonsense', '', '1.2.3', 'fe80::1%eth0', '::1%lo', '1.1.1.1\0'];
    expect(near.filter((address) => isPublic({ address, family: 6 }))).toEqual([]);
  });
});

const toThisMachine = async (): Promise<readonly Address[]> => [
  { address: '127.0.0.1', family: 4 },
];

/** The answer to a tunnel to a name that leads to this machine; `suffix`: listed is all below that, and not the name itself. */
const reached = async (more: Partial<ProxyParts>, suffix?: string): Promise<number> => {
  const port = await serve(echo);
  const [inside, outside] = await channel();
  const hosts = suffix === undefined ? [`models.lan:${port}`] : [];
  const proxy = new HostProxy({
    hosts,
    notice: () => undefined,
    resolve: toThisMachine,
    ...(suffix !== undefined && { suffixes: [`${suffix}:${port}`] }),
    ...more,
  });
  proxy.serve(outside);
  const session = connect('http://kernel', { createConnection: () => inside });
  undo.push(() => session.destroy());
  return ask({ session, notices: [] }, `models.lan:${port}`);
};

describe('the address of a provider', () => {
  it('may lead to a machine of the owner, since it is the owner who gave it', async () => {
    expect(await reached({ anyAddress: () => true })).toBe(200);
    expect(await reached({})).toBe(403);
  });

  it('is one below a name that is listed, and of the internet', async () => {
    expect(await reached({ anyAddress: () => true }, '.lan')).toBe(200);
    expect(await reached({}, '.lan')).toBe(403);
    for (const suffix of ['.models.lan', '.an', '.other'])
      expect(await reached({ anyAddress: () => true }, suffix)).toBe(403);
  });

  it('is another one from one moment to the next', async () => {
    const port = await serve(echo);
    const [inside, outside] = await channel();
    const proxy = new HostProxy({ hosts: ['api.example'], notice: () => undefined });
    proxy.serve(outside);
    const session = connect('http://kernel', { createConnection: () => inside });
    undo.push(() => session.destroy());
    const desk = { session, notices: [] };
    expect(await ask(desk, `127.0.0.1:${port}`)).toBe(403);
    proxy.list([`127.0.0.1:${port}`]);
    expect(await ask(desk, `127.0.0.1:${port}`)).toBe(200);
    expect(await ask(desk, 'api.example:443')).toBe(403);
  });
});

it('a host behind a proxy of the owner is reached through it, and so is told to it by name', async () => {
  const asked: string[] = [];
  const port = await serve((socket) => {
    socket.once('data', (head) => {
      asked.push(head.toString().split('\r\n')[0] ?? '');
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
    });
  });
  const upstream = () => ({ host: '127.0.0.1', port });
  const [inside, outside] = await channel();
  const proxy = new HostProxy({ hosts: ['api.example'], notice: () => undefined, upstream });
  proxy.serve(outside);
  const session = connect('http://kernel', { createConnection: () => inside });
  undo.push(() => session.destroy());
  expect(await ask({ session, notices: [] }, 'api.example:443')).toBe(200);
  expect(asked).toEqual(['CONNECT api.example:443 HTTP/1.1']);
});

describe('a client that is no relay', () => {
  it('that goes before its host is looked up breaks nothing for the next', async () => {
    const looked = Promise.withResolvers<void>();
    const found = Promise.withResolvers<readonly Address[]>();
    const desk = await proxyFor(['api.example'], {}, (name) => {
      looked.resolve();
      return name === 'api.example' ? found.promise : Promise.reject(new Error('none'));
    });
    const stream = tunnel(desk.session, 'api.example:443');
    await looked.promise;
    stream.close(8);
    await closed(stream);
    // What the kernel sees of it comes before what it sees of the next.
    expect(await ask(desk, 'other.example:443')).toBe(403);
    const failed: unknown[] = [];
    const note = (error: unknown): number => failed.push(error);
    process.once('unhandledRejection', note);
    found.reject(new Error('no such name'));
    expect(await ask(desk, 'other.example:443')).toBe(403);
    process.off('unhandledRejection', note);
    expect(failed).toEqual([]);
  });

  it('gets no page, only tunnels', async () => {
    const { session } = await proxyFor(['api.example']);
    const stream = session.request({ ':method': 'GET', ':path': '/', ':authority': 'api.example' });
    expect(await statusOf(stream)).toBe(405);
  });

  it('that speaks nonsense ends its own session', async () => {
    const [inside, outside] = await channel();
    new HostProxy({ hosts: ['api.example'], notice: () => undefined }).serve(outside);
    for (const end of [inside, outside]) end.on('error', () => undefined);
    const { promise: ended, resolve } = Promise.withResolvers<string>();
    outside.once('close', () => resolve('ended'));
    inside.write('GET http://api.example/ HTTP/1.1\r\n\r\n'.repeat(100));
    expect(await ended).toBe('ended');
  });
});
