/** The login of a browser, its cookie, and what the server puts on the page. */
import { request } from 'node:http';

import { describe, expect, it } from 'vitest';

import { membersOf } from '#lib/text/json.ts';
import { CSP_REPORT_MAX_BYTES, DEVICE_DAYS, DEVICES_MAX } from '#lib/spec/limits.ts';
import { ServerReach } from '#daemon/phases/reach.ts';
import { workspaceId } from '#daemon/server/access.ts';
import { browserName, Devices, type DeviceStore } from '#daemon/server/devices.ts';
import { Logins } from '#daemon/server/logins.ts';
import { pageCommands } from '#daemon/server/page-commands.ts';
import { serveHere } from '#test/support/served.ts';
import { laterRefusalOf } from '#test/support/kernel.ts';
import { makeTls } from '#test/support/tls.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

/** What a browser sends, to the letter: `fetch` of Node keeps some of it back. */
const ask = async (
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Answered> => {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const asked = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
    const parts: Buffer[] = [];
    response.on('data', (part: Buffer) => parts.push(part));
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: Buffer.concat(parts).toString('utf8'),
      }),
    );
  });
  asked.on('error', reject);
  asked.end(body);
  return promise;
};

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };

const served = async () => {
  const ws = makeBornWorkspace();
  const here = await serveHere(ws);
  const { port, logins } = here;
  const origin = `http://127.0.0.1:${port}`;
  const logIn = (code: string, headers: Readonly<Record<string, string>> = { origin }) =>
    ask(port, '/login', {
      method: 'POST',
      headers: { ...JSON_TYPE, ...headers },
      body: JSON.stringify({ code }),
    });
  /** A browser that has logged in. */
  const cookie = async (name?: string): Promise<string> => {
    const { headers } = await logIn(logins.give({ name }));
    return String(headers['set-cookie']).split(';')[0] ?? '';
  };
  const list = (headers: Readonly<Record<string, string>>) =>
    ask(port, '/api/sessions.list', {
      method: 'POST',
      headers: { ...JSON_TYPE, ...headers },
      body: '{}',
    });
  return { ...here, ws, origin, logIn, cookie, list, id: workspaceId(ws.path) };
};

const codeOf = ({ text }: Answered): unknown => membersOf(JSON.parse(text))['code'];

describe('a login', () => {
  it('works once, and gives a cookie that no script reads, named after the daemon', async () => {
    const { logIn, logins, devices } = await served();
    const code = logins.give({ name: undefined });
    const { status, headers, text } = await logIn(code);
    expect([status, headers['set-cookie']]).toEqual([
      200,
      [
        expect.stringMatching(
          new RegExp(
            `^${devices.cookie}=[0-9a-f]{48}; Path=/; HttpOnly; SameSite=Strict; Max-Age=\\d+$`,
            'u',
          ),
        ),
      ],
    ]);
    expect(text).not.toMatch(/[0-9a-f]{48}/u);
    expect(codeOf(await logIn(code))).toBe('LOGIN_INVALID');
    expect(codeOf(await logIn('x'))).toBe('LOGIN_INVALID');
  });

  it('is asked for by the page alone, and not often', async () => {
    const { logIn, logins } = await served();
    const code = logins.give({ name: undefined });
    expect(codeOf(await logIn(code, {}))).toBe('ORIGIN_MISSING');
    expect(codeOf(await logIn(code, { origin: 'http://evil.example' }))).toBe('FOREIGN_ORIGIN');
    const tries = await Promise.all(Array.from({ length: 12 }, () => logIn('x')));
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([403, 429]));
  });

  it('says Secure where the way is encrypted', () => {
    const proxied = new ServerReach({
      ...HERE,
      isBehindProxy: true,
      publicOrigin: 'https://agent.example:8443',
    });
    expect(proxied.isSecure('agent.example:8443')).toBe(true);
    expect(proxied.isSecure('127.0.0.1:18790')).toBe(false);
    expect(proxied.url(18_790)).toBe('https://agent.example:8443');
    expect(proxied.isOwnHost('agent.example:8443', 18_790)).toBe(true);
    expect(new ServerReach({ ...HERE, tls: makeTls() }).isSecure('127.0.0.1:1')).toBe(true);
    expect(new ServerReach(HERE).isSecure('127.0.0.1:1')).toBe(false);
  });
});

describe('the cookie of a browser', () => {
  it('opens the workspace that is named, and changes nothing without the origin of the page', async () => {
    const { cookie, list, origin, id } = await served();
    const own = { cookie: await cookie(), 'x-yamo-workspace': id };
    expect((await list({ ...own, origin })).status).toBe(200);
    expect(codeOf(await list(own))).toBe('ORIGIN_MISSING');
    expect(codeOf(await list({ ...own, origin: 'http://127.0.0.1:1' }))).toBe('FOREIGN_ORIGIN');
    expect(codeOf(await list({ ...own, origin, 'x-yamo-workspace': 'another' }))).toBe(
      'NOT_A_WORKSPACE',
    );
    expect(codeOf(await list({ ...own, origin, cookie: own.cookie.replace(/.$/u, '') }))).toBe(
      'TOKEN_MISSING',
    );
  });

  it('tells who is here, to the page alone', async () => {
    const { cookie, port, id, ws } = await served();
    const own = { cookie: `other=1; ${await cookie('my phone')}` };
    const { text } = await ask(port, '/session', { headers: own });
    expect(JSON.parse(text)).toMatchObject({
      device: { name: 'my phone' },
      workspaces: [{ id, path: ws.path, state: 'serving' }],
    });
    const sameSite = { ...own, 'sec-fetch-site': 'same-site' };
    expect((await ask(port, '/session', { headers: sameSite })).text).toBe('{"isIn":false}');
    expect((await ask(port, '/session')).text).toBe('{"isIn":false}');
  });

  it('is found beside one of the same name that another program has put there', async () => {
    const { cookie, list, origin, id, devices } = await served();
    const own = await cookie();
    const both = `${devices.cookie}=${'0'.repeat(48)}; ${own}`;
    expect((await list({ cookie: both, origin, 'x-yamo-workspace': id })).status).toBe(200);
  });

  it('opens a socket for the page, which ends when the browser is removed', async () => {
    const { cookie, port, origin, id, devices } = await served();
    const own = { cookie: await cookie() };
    const upgrade = (headers: Readonly<Record<string, string>>) =>
      socketAt(port, `/ws?workspace=${id}`, headers);
    expect(await upgrade(own)).toBe(403);
    expect(await upgrade({ origin })).toBe(401);
    const socket = await upgrade({ ...own, origin });
    if (typeof socket === 'number') throw new Error(`not let in: ${socket}`);
    const [device] = devices.all;
    if (device === undefined) throw new Error('no browser has logged in');
    devices.remove(device);
    expect(await socket.closed).toBe('closed');
    expect(await upgrade({ ...own, origin })).toBe(401);
  });

  it('is worth nothing once the browser has logged out', async () => {
    const { cookie, list, port, origin, id } = await served();
    const own = { cookie: await cookie(), origin };
    const out = await ask(port, '/logout', {
      method: 'POST',
      headers: { ...own, ...JSON_TYPE },
      body: '{}',
    });
    expect([out.status, out.headers['set-cookie']]).toEqual([
      200,
      [expect.stringContaining('Max-Age=0')],
    ]);
    expect((await list({ ...own, 'x-yamo-workspace': id })).status).toBe(401);
  });
});

interface OpenSocket {
  readonly closed: Promise<'closed'>;
}

/** The status of a refusal, or a socket. */
const socketAt = async (
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number | OpenSocket> => {
  const { promise, resolve, reject } = Promise.withResolvers<number | OpenSocket>();
  const asked = request({
    host: '127.0.0.1',
    port,
    path,
    headers: {
      ...headers,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      'sec-websocket-protocol': 'yamo.v1',
    },
  });
  asked.on('error', reject);
  asked.on('response', ({ statusCode = 0 }) => resolve(statusCode));
  asked.on('upgrade', (_response, socket) => {
    socket.resume();
    resolve({ closed: new Promise((closed) => socket.on('close', () => closed('closed'))) });
  });
  asked.end();
  return promise;
};

describe('the page', () => {
  it('loads without a cookie, from files that are named by what is in them', async () => {
    const { port } = await served();
    const { headers, text, status } = await ask(port, '/');
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([
      200,
      'no-store',
      'text/html; charset=utf-8',
    ]);
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(text).not.toMatch(/<script>|<style|style=|https?:/u);
    const files = [...text.matchAll(/"(?<file>\/page\/[^"]+)"/gu)].map(
      ({ groups }) => groups?.['file'] ?? '',
    );
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      const built = await ask(port, file);
      expect([
        built.status,
        built.headers['cache-control'],
        built.headers['content-security-policy'],
      ]).toEqual([
        200,
        'public, max-age=31536000, immutable',
        "default-src 'none'; frame-ancestors 'none'",
      ]);
    }
    for (const path of [
      '/page/',
      '/page/index.html',
      '/page/..%2fyamo.js',
      '/page/../package.json',
    ])
      expect((await ask(port, path)).status).toBeGreaterThanOrEqual(400);
  });

  it('has reports of browsers counted and told, short and few', async () => {
    const { port, reports, cookie } = await served();
    const report = (body: string, type = 'application/csp-report') =>
      ask(port, '/csp', { method: 'POST', headers: { 'content-type': type }, body });
    const said = {
      'effective-directive': 'img-src',
      'blocked-uri': `http://evil.example/${'x'.repeat(500)}`,
    };
    expect((await report(JSON.stringify({ 'csp-report': said }))).status).toBe(204);
    const recent = [
      { type: 'csp-violation', body: { effectiveDirective: 'script-src', blockedURL: 'inline' } },
    ];
    expect((await report(JSON.stringify(recent), 'application/reports+json')).status).toBe(204);
    for (const nothing of ['{', '{}', 'null', '[]', '{"csp-report": 1}'])
      expect((await report(nothing)).status).toBe(204);
    expect((await report(`"${'x'.repeat(CSP_REPORT_MAX_BYTES)}"`)).status).toBe(413);
    expect(reports.map(({ rule, blocked }) => [rule, blocked.length])).toEqual([
      ['img-src', 200],
      ['script-src', 6],
    ]);
    const { text } = await ask(port, '/metrics', { headers: { cookie: await cookie() } });
    expect(text).toContain('yamo_page_policy_reports_total 2');
    const flood = await Promise.all(Array.from({ length: 40 }, () => report('{}')));
    expect(flood.at(-1)?.status).toBe(429);
  });
});

/** Kept in memory alone. */
const keeping = (): DeviceStore & { kept: DeviceStore['devices'] } => ({
  kept: undefined,
  get devices() {
    return this.kept;
  },
  keepDevices(devices) {
    this.kept = devices;
  },
});

describe('the browsers that have logged in', () => {
  it('are known again after a restart, by names of their own', () => {
    const store = keeping();
    const devices = new Devices(store);
    const [one, two] = [devices.enter('Chrome on Linux'), devices.enter('Chrome on Linux')];
    expect(devices.all.map(({ name }) => name)).toEqual(['Chrome on Linux', 'Chrome on Linux 2']);
    const again = new Devices(store);
    expect(again.cookie).toBe(devices.cookie);
    expect(again.find(`${again.cookie}=${one.value}`)).toMatchObject({ id: one.device.id });
    expect(JSON.stringify(store.kept)).not.toContain(one.value);
    again.rename(two.device, 'tablet');
    expect(again.named('tablet')?.id).toBe(two.device.id);
    again.remove(one.device);
    expect(again.find(`${again.cookie}=${one.value}`)).toBeUndefined();
    expect(new Devices(keeping()).cookie).not.toBe(devices.cookie);
  });

  it('are forgotten when nobody has seen them for long, and when there are too many', () => {
    const store = keeping();
    const devices = new Devices(store);
    const { value } = devices.enter('old');
    const long = new Date(Date.now() - (DEVICE_DAYS + 1) * 86_400_000).toISOString();
    const { daemon = '', devices: all = [] } = store.kept ?? {};
    store.keepDevices({ daemon, devices: all.map((one) => Object.assign(one, { seen: long })) });
    const later = new Devices(store);
    expect([later.all, later.find(`${later.cookie}=${value}`)]).toEqual([[], undefined]);
    for (let count = 0; count <= DEVICES_MAX; count += 1) later.enter('one');
    expect(later.all).toHaveLength(DEVICES_MAX);
  });

  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36',
      'Chrome on Linux',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1',
      'Safari on iOS',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Windows'],
    ['\u202Eevil', 'A browser'],
    [undefined, 'A browser'],
  ])('are called by what %j says', (agent, name) => expect(browserName(agent)).toBe(name));
});

const HERE = { bind: undefined, isBehindProxy: false, names: [], tls: undefined } as const;

const commandsAt = (reach: ServerReach) =>
  pageCommands({
    url: reach.url(1),
    reach,
    logins: new Logins(),
    devices: new Devices(keeping()),
    named: () => {
      throw new Error('no workspace');
    },
  });

const phoneRefusal = (reach: ServerReach) =>
  laterRefusalOf(() => commandsAt(reach).login({ phone: true }));

describe('commands of the page', () => {
  it('give an address for a phone where one reaches it, and say what is missing elsewhere', async () => {
    expect(await phoneRefusal(new ServerReach(HERE))).toBe('PHONE_UNREACHABLE');
    expect(await phoneRefusal(new ServerReach({ ...HERE, isBehindProxy: true }))).toBe(
      'PHONE_UNREACHABLE',
    );
    expect(await phoneRefusal(new ServerReach({ ...HERE, tls: makeTls() }))).toBe(
      'PHONE_UNREACHABLE',
    );
    for (const reach of [
      new ServerReach({ ...HERE, bind: '192.0.2.7', tls: makeTls() }),
      new ServerReach({ ...HERE, isBehindProxy: true, names: ['agent.example'] }),
      new ServerReach({ ...HERE, isBehindProxy: true, publicOrigin: 'https://agent.example' }),
    ])
      expect(await commandsAt(reach).login({ phone: true })).toEqual({
        url: expect.stringMatching(
          /^https:\/\/(?:192\.0\.2\.7:1|agent\.example)\/#login=[0-9a-f]{48}$/u,
        ),
      });
  });

  it('know no browser that has not logged in', async () => {
    const { devices } = commandsAt(new ServerReach(HERE));
    expect(await laterRefusalOf(() => devices({ remove: 'x' }))).toBe('DEVICE_UNKNOWN');
    expect(await laterRefusalOf(() => devices({ rename: 'x', to: 'y' }))).toBe('DEVICE_UNKNOWN');
    expect(await devices({})).toEqual({ devices: [] });
  });
});
