/** HTTP over the channel of a process: the real process, the real proxy. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { describe, expect, it } from 'vitest';

import { startChild } from '#kernel/process/child.ts';
import { HostProxy } from '#kernel/sandbox/proxy.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { freshPath } from '#test/support/workspace.ts';
import { skipLoudly } from '#test/support/yamo.ts';
import { closeNow, listen } from '#test/support/listen.ts';

const TUNNEL = join(import.meta.dirname, '../../../kernel/wire/tunnel.ts');

/** Runs `script`, in which `get(url, init)` is a request through a tunnel; what it prints. */
const run = async (
  script: string,
  {
    hosts,
    environment = {},
  }: { readonly hosts: readonly string[]; readonly environment?: Readonly<Record<string, string>> },
): Promise<string> => {
  const proxy = new HostProxy({ hosts, anyAddress: () => true, notice: () => undefined });
  const whole = `
    import { Tunnels } from ${JSON.stringify(TUNNEL)};
    const tunnels = new Tunnels(3);
    let heard = 0;
    const get = tunnels.fetch(() => { heard += 1; });
    ${script}
    tunnels.close();
  `;
  const child = await startChild({
    program: process.execPath,
    args: ['--input-type=module', '-e', whole],
    environment: { ...environment },
    channels: [(end) => proxy.serve(end)],
  });
  child.input.end();
  const [output, diagnostics] = await Promise.all([text(child.output), text(child.diagnostics)]);
  expect({ ended: await child.ended, diagnostics }).toEqual({
    ended: 'exit code 0',
    diagnostics: '',
  });
  return output;
};

const listening = async (server: Server): Promise<{ readonly host: string } & AsyncDisposable> => ({
  host: `127.0.0.1:${await listen(server)}`,
  [Symbol.asyncDispose]: () => closeNow(server),
});

/** Echoes what it is sent; the connection has a number. */
const echo = (): RequestListener => {
  const seen = new Set<unknown>();
  return (request, response) => {
    seen.add(request.socket);
    void text(request).then((body) => {
      response.setHeader('x-connections', seen.size);
      response.end(`${request.method} ${request.url} ${String(request.headers['x-mine'])} ${body}`);
    });
  };
};

const TWICE = (url: string): string => `
  for (const body of ['one', 'ü'.repeat(100000)]) {
    const response = await get('${url}/path?x=1', { method: 'POST', headers: { 'x-mine': 'yes' }, body });
    const answer = await response.text();
    console.log(response.status, answer.length, answer.slice(0, 25), response.headers.get('x-connections'));
  }
`;
const BOTH = '200 22 POST /path?x=1 yes one 1\n200 100019 POST /path?x=1 yes üüüüüü 1\n';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const cannot = skipLoudly(!hasOpenssl, 'encrypted tunnels: no openssl');

/** Paths of a key and of its certificate. */
const certificateOfLocalhost = (): { readonly key: string; readonly certificate: string } => {
  const folder = freshPath('certificate');
  mkdirSync(folder, { recursive: true });
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
    ],
    { stdio: 'ignore' },
  );
  return { key, certificate };
};

describe('a request through a tunnel', () => {
  it('is one as any other, and the next one takes the same connection', async () => {
    await using server = await listening(createServer(echo()));
    expect(await run(TWICE(`http://${server.host}`), { hosts: [server.host] })).toBe(BOTH);
  });

  it('of a host that is not there fails as such, encrypted or not', async () => {
    const hosts = ['nowhere.invalid'];
    const script = `
      for (const scheme of ['http', 'https'])
        await get(scheme + '://nowhere.invalid/').catch(({ name }) => console.log(name));
    `;
    expect(await run(script, { hosts })).toBe('TunnelError\nTunnelError\n');
  });

  it.skipIf(cannot)('is encrypted to its very end, and held to the certificate', async () => {
    const { key, certificate } = certificateOfLocalhost();
    const secure = createSecureServer(
      { key: readFileSync(key), cert: readFileSync(certificate) },
      echo(),
    );
    await using server = await listening(secure);
    const host = server.host.replace('127.0.0.1', 'localhost');
    const environment = { NODE_EXTRA_CA_CERTS: certificate };
    expect(await run(TWICE(`https://${host}`), { hosts: [host], environment })).toBe(BOTH);
    const refused = await run(
      `await get('https://${host}/').catch((error) => console.log(error.code));`,
      { hosts: [host] },
    );
    expect(refused).toBe('DEPTH_ZERO_SELF_SIGNED_CERT\n');
  });

  it('is made once more where a connection that was kept is closed under it', async () => {
    let requests = 0;
    const server = createServer((request, response) => {
      requests += 1;
      if (requests === 2) request.socket.destroy();
      else response.end(String(requests));
    });
    await using served = await listening(server);
    const output = await run(
      `for (const _ of [1, 2]) console.log(await (await get('http://${served.host}/')).text());`,
      { hosts: [served.host] },
    );
    expect(output).toBe('1\n3\n');
  });

  /** Each closes what is kept: between two requests, or when the next one comes, so that it is lost on the way. */
  const CLOSED = ['end', 'reset'].flatMap((by) =>
    ['http', 'https'].flatMap((scheme) =>
      ['while it is idle', 'as it is used'].map((when) => ({ by, scheme, when })),
    ),
  );
  it.skipIf(cannot).each(CLOSED)(
    'comes to its answer where the server closes a connection $when, by $by over $scheme',
    async ({ by, scheme, when }) => {
      const paths = certificateOfLocalhost();
      const tls = {
        key: readFileSync(paths.key, 'utf8'),
        certificate: readFileSync(paths.certificate, 'utf8'),
      };
      let next = Promise.withResolvers<void>();
      await using api = await MessagesApi.start({
        ...(scheme === 'https' && { tls }),
        heard: () => setTimeout(() => next.resolve(), 20),
      });
      const drop = createServer(async (_, response) => {
        await next.promise;
        next = Promise.withResolvers();
        api.dropIdle(by === 'end' ? 'end' : 'reset');
        response.end();
      });
      await using control = await listening(drop);
      const host = new URL(api.url).host;
      const headers = {
        'content-type': 'application/json',
        'x-api-key': FAKE_KEY,
        'anthropic-version': '2023-06-01',
      };
      const body = JSON.stringify({
        model: 'claude-sonnet-5',
        max_tokens: 10,
        stream: true,
        messages: [{ role: 'user', content: 'Hi' }],
      });
      const output = await run(
        `
        const ask = async () => {
          const response = await get('${api.url}/v1/messages', ${JSON.stringify({ method: 'POST', headers, body })});
          console.log(response.status, (await response.text()).includes('message_stop'));
        };
        for (let turn = 0; turn < 3; turn += 1) {
          // Two at once, so that more than one is kept.
          await Promise.all([ask(), ask()]);
          await get('http://${control.host}/');
          ${when === 'while it is idle' ? 'await new Promise((resume) => setTimeout(resume, 50));' : ''}
        }
        `,
        { hosts: [host, control.host], environment: { NODE_EXTRA_CA_CERTS: paths.certificate } },
      );
      expect(output).toBe('200 true\n'.repeat(6));
      expect(api.requests.map(({ status }) => status)).toEqual(Array(6).fill(200));
    },
  );

  it('is made once where the answer has begun, and twice at most', async () => {
    let requests = 0;
    const server = createServer((request, response) => {
      requests += 1;
      const { socket } = request;
      if (requests <= 2) response.end(String(requests));
      // Part of a status line, and then nothing.
      else if (request.url === '/begun') socket.write('HTTP/1.1 20', () => socket.destroy());
      else socket.resetAndDestroy();
    });
    await using served = await listening(server);
    const output = await run(
      `
      const ask = (path) => get('http://${served.host}' + path).then((response) => response.text(), () => 'failed');
      console.log(await Promise.all([ask('/'), ask('/')]), await ask('/begun'));
      `,
      { hosts: [served.host] },
    );
    expect([output.trim(), requests]).toEqual(["[ '1', '2' ] failed", 3]);
    requests = 0;
    const again = await run(
      `
      const ask = (path) => get('http://${served.host}' + path).then((response) => response.text(), () => 'failed');
      console.log(await Promise.all([ask('/'), ask('/')]), await ask('/lost'));
      `,
      { hosts: [served.host] },
    );
    expect([again.trim(), requests]).toEqual(["[ '1', '2' ] failed", 4]);
  });

  it('streams its answer as it comes, and tells of each piece', async () => {
    const server = createServer((_, response) => {
      response.write('first');
      // The second piece is sent when the first one was read, or never.
      response.socket?.once('data', () => undefined);
      setTimeout(() => response.end('second'), 50);
    });
    await using served = await listening(server);
    const output = await run(
      `
      const { body } = await get('http://${served.host}/');
      for await (const piece of body) console.log(Buffer.from(piece).toString(), heard > 1);
      `,
      { hosts: [served.host] },
    );
    expect(output).toBe('first true\nsecond true\n');
  });

  it('that is given up closes the connection at the server', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const server = createServer((_, response) => {
      response.once('close', resolve);
      response.write('first');
    });
    await using served = await listening(server);
    const output = await run(
      `
      const stop = new AbortController();
      const { body } = await get('http://${served.host}/', { signal: stop.signal });
      try {
        for await (const piece of body) { console.log(Buffer.from(piece).toString()); stop.abort(); }
      } catch { console.log('stopped'); }
      `,
      { hosts: [served.host] },
    );
    expect(output).toBe('first\nstopped\n');
    await closed;
  });

  it('fails where the answer is cut, where nothing answers, and where the kernel refuses', async () => {
    const server = createServer((_, response) => {
      response.write('first', () => response.destroy());
    });
    await using served = await listening(server);
    const output = await run(
      `
      const why = (error) => console.log(error.name, error.message, error.refused);
      await get('http://${served.host}/').then((response) => response.text()).catch((error) => console.log('cut'));
      await get('http://127.0.0.1:9/').catch(why);
      await get('http://127.0.0.1:10/').catch(why);
      `,
      { hosts: [served.host, '127.0.0.1:9'] },
    );
    expect(output).toBe(
      'cut\nTunnelError 127.0.0.1:9 cannot be reached false\nTunnelError the kernel does not let me reach 127.0.0.1:10 true\n',
    );
  });
});
