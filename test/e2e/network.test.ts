/** A third-party agent and the network, as the owner's settings have it: the built program, the real sandbox, TLS end to end. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { landlockAbi } from '#kernel/sandbox/landlock.ts';
import { hasBubblewrap } from '#test/support/shell.ts';
import { agentCommand } from '#test/support/test-agents.ts';
import { listenFixed } from '#test/support/fixed-port.ts';
import { freshPath, makeBornWorkspace } from '#test/support/workspace.ts';
import {
  noticesOf,
  recordsOf,
  refusalOf,
  type Result,
  skipLoudly,
  wordsOf,
  writeSettings,
  yamo,
} from '#test/support/yamo.ts';
import { listen } from '#test/support/listen.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const AGENT = agentCommand('network');
const ANSWER = 'the answer of the host';

/** A key and a certificate for `localhost`; `undefined` where there is no openssl. */
const certificate = (): { readonly key: string; readonly cert: string } | undefined => {
  const place = { key: freshPath('key.pem'), cert: freshPath('cert.pem') };
  const args =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost';
  const { status } = spawnSync('openssl', [
    ...args.split(' '),
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    place.key,
    '-out',
    place.cert,
  ]);
  return status === 0 ? place : undefined;
};

/** A line for the agent's shell. */
const get = (url: string): string =>
  `run '${process.execPath}' -e 'fetch("${url}").then((r) => r.text()).then(console.log, () => console.log("no"))'`;

const made = certificate();
const cannot = !hasBubblewrap || made === undefined;
const landlock = await landlockAbi({
  node: process.execPath,
  launcher: join(ROOT, 'agents/launch/landlock/main.ts'),
});

/** What an agent says to each line, in a session of its own under these settings. */
const session = async (
  settings: Readonly<Record<string, unknown>>,
  lines: readonly string[],
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Result & { readonly answers: readonly string[]; readonly record: string }> => {
  const ws = makeBornWorkspace();
  const { cert = '' } = made ?? {};
  writeSettings(ws, {
    agentPaths: { read: [cert] },
    agentEnvironment: ['NODE_EXTRA_CA_CERTS'],
    ...settings,
  });
  const result = await yamo(['boot', '--json', '--agent', AGENT, ...args], {
    workspace: ws,
    env: { NODE_EXTRA_CA_CERTS: cert, ...env },
    input: lines.join('\n'),
  });
  const answers = [...wordsOf(result.events).matchAll(/<<([^]*?)>>/g)].map(([, said = '']) => said);
  return { ...result, answers, record: JSON.stringify(recordsOf(ws)) };
};

describe.skipIf(skipLoudly(cannot, 'the network of agents: no bubblewrap, or no openssl'))(
  'an agent with some hosts',
  () => {
    const server = createServer((_request, response) => response.end(ANSWER));
    let port = 0;
    beforeAll(async () => {
      const { key, cert } = made ?? { key: '', cert: '' };
      server.setSecureContext({ key: readFileSync(key), cert: readFileSync(cert) });
      port = await listenFixed(server);
    });
    afterAll(() => server.close());

    it.each([['main'], ['shared']])(
      'reaches those in a %s session, and nothing else by any way',
      async (kind) => {
        const { code, answers, events, record } = await session(
          { network: [`localhost:${port}`] },
          [
            `fetch https://localhost:${port}/`,
            `fetch https://LOCALHOST:${port}/again`,
            `fetch https://127.0.0.1:${port}/`,
            'fetch https://other.example/',
            'fetch http://169.254.169.254/latest/meta-data/',
            `tcp 127.0.0.1 ${port}`,
            `tcp localhost ${port}`,
            'tcp 1.1.1.1 443',
            'tcp 169.254.169.254 80',
            'udp 1.1.1.1 53',
            'udp 169.254.169.254 53',
          ],
          ['--session', kind],
        );
        expect(code).toBe(0);
        expect(answers.slice(0, 2)).toEqual([ANSWER, ANSWER]);
        expect(answers.slice(2, 5).join()).not.toContain(ANSWER);
        expect(answers.slice(2, 5).map((said) => /403|ABORTED|SOCKET/.test(said))).toEqual([
          true,
          true,
          true,
        ]);
        expect(answers.slice(5)).toEqual([
          'ECONNREFUSED',
          'ECONNREFUSED',
          'ENETUNREACH',
          'ENETUNREACH',
          'ENETUNREACH',
          'ENETUNREACH',
        ]);
        for (const host of [`127.0.0.1:${port}`, 'other.example:443', '169.254.169.254:80']) {
          const said = `The agent was refused ${host}: \`network\` of the settings does not list it.`;
          expect(noticesOf(events)).toContain(said);
          expect(record).toContain(said);
        }
      },
    );

    it('has them for its commands as well', async () => {
      const { answers } = await session({ network: [`localhost:${port}`], shell: { main: true } }, [
        get(`https://localhost:${port}/`),
        get('https://other.example/'),
      ]);
      expect(answers).toEqual([ANSWER, 'no']);
    });

    it('reaches none of them where the settings name none', async () => {
      const { answers } = await session({}, [
        `fetch https://localhost:${port}/`,
        `tcp 127.0.0.1 ${port}`,
        'udp 1.1.1.1 53',
      ]);
      expect(answers).toEqual(['ECONNREFUSED', 'ECONNREFUSED', 'ENETUNREACH']);
    });

    it.skipIf(skipLoudly(landlock === undefined, 'hosts under Landlock: there is none'))(
      'is not started where nothing can hold it to them: NETWORK_UNFILTERED',
      async () => {
        const ws = makeBornWorkspace();
        writeSettings(ws, { network: ['api.example'], sandbox: 'landlock' });
        const { code, events } = await yamo(['boot', '--json', '--agent', AGENT], {
          workspace: ws,
        });
        expect([code, refusalOf(events)]).toEqual([3, 'NETWORK_UNFILTERED']);
      },
    );
  },
);

describe.skipIf(skipLoudly(!hasBubblewrap, 'the proxy of the owner: there is no bubblewrap'))(
  'an agent behind the proxy of its owner',
  () => {
    it('gets to its hosts by it, and to a gateway of the owner without TLS directly', async () => {
      const asked: string[] = [];
      const web = createPlainServer((_request, response) => response.end('the gateway'));
      const proxy = createPlainServer().on('connect', ({ url = '' }, socket) => {
        asked.push(url);
        socket.end('HTTP/1.1 502 no\r\n\r\n');
      });
      const gateway = `http://localhost:${await listen(web)}`;
      const way = `http://127.0.0.1:${await listen(proxy)}`;
      const { answers, events } = await session(
        { network: ['api.example.com', gateway.slice('http://'.length)] },
        [`fetch ${gateway}/v1`, 'fetch https://api.example.com/'],
        [],
        { HTTPS_PROXY: way },
      );
      expect(answers[0]).toBe('the gateway');
      expect(asked).toEqual(['api.example.com:443']);
      expect(noticesOf(events)).toContain('it answered 502');
      web.close();
      proxy.close();
    });
  },
);
