/** A provider behind an authority and a proxy of a company's own. */
import { writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { EXIT } from '#lib/spec/exits.ts';
import { foundCompany, hasOpenssl, secured, startProxy } from '#test/support/company.ts';
import { say } from '#test/support/messages-api/reply.ts';
import { FAKE_KEY, MessagesApi } from '#test/support/messages-api/server.ts';
import { freshPath, makeBornWorkspace } from '#test/support/workspace.ts';
import {
  framesNamed,
  noticesOf,
  type Result,
  skipLoudly,
  wordsOf,
  yamo,
} from '#test/support/yamo.ts';

const cannot = skipLoudly(!hasOpenssl, 'providers behind an authority of their own: no openssl');
/** A name that no DNS has. */
const NAME = 'models.office.test';

const ask = (baseUrl: string, env: Readonly<Record<string, string>>): Promise<Result> =>
  yamo(['boot', '--json', '--model', 'anthropic/claude-sonnet-5', '--message', 'Hello?'], {
    workspace: makeBornWorkspace(),
    env: { ANTHROPIC_API_KEY: FAKE_KEY, ANTHROPIC_BASE_URL: baseUrl, ...env },
  });

const statusesOf = ({ events }: Result): number => framesNamed(events, 'status').length;

// Most of their time they wait for a provider that is not there.
describe.skipIf(cannot).concurrent('an authority of a company', () => {
  it('is trusted where NODE_EXTRA_CA_CERTS names it, and only there', async () => {
    const company = foundCompany('localhost');
    await using api = await MessagesApi.start({ script: () => say('Good morning.') });
    await using server = await secured(company, api.url);
    const url = `https://localhost:${server.port}`;
    const trusting = await ask(url, { NODE_EXTRA_CA_CERTS: company.authority.path });
    expect([trusting.code, wordsOf(trusting.events)]).toEqual([0, 'Good morning.']);
    expect(api.accepted[0]?.headers.authorization).toBe(`Bearer ${FAKE_KEY}`);

    const alone = await ask(url, {});
    expect([alone.code, statusesOf(alone)]).toEqual([EXIT.machine, 0]);
    expect(wordsOf(alone.events)).toMatch(/certificate .* is not trusted .*NODE_EXTRA_CA_CERTS/);
    expect(api.requests).toHaveLength(1);
  });

  it.each<[string, (path: string) => void, string]>([
    ['is not there', () => undefined, 'ENOENT'],
    ['holds no certificate', (path) => writeFileSync(path, 'Nothing.'), 'no certificate in PEM'],
    [
      'holds a broken one',
      (path) =>
        writeFileSync(path, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'),
      'cannot be read',
    ],
  ])('is said not to be used where its file %s', async (_, make, reason) => {
    const path = freshPath('authority.pem');
    make(path);
    const result = await ask('https://localhost:9', { NODE_EXTRA_CA_CERTS: path });
    expect(noticesOf(result.events)).toContain(`NODE_EXTRA_CA_CERTS is not used (${path}: `);
    expect(noticesOf(result.events)).toContain(reason);
  });
});

describe.skipIf(cannot).concurrent('a proxy of a company', () => {
  it('is gone through, by the name of the host, and sees nothing of what is said', async () => {
    const company = foundCompany(NAME);
    await using api = await MessagesApi.start({ script: () => say('Good morning.') });
    await using server = await secured(company, api.url);
    await using proxy = await startProxy(server.port, 'ada:p@ss');
    const { code, events } = await ask(`https://${NAME}`, {
      NODE_EXTRA_CA_CERTS: company.authority.path,
      HTTPS_PROXY: `http://ada:p%40ss@127.0.0.1:${proxy.port}`,
    });
    expect([code, wordsOf(events)]).toEqual([0, 'Good morning.']);
    expect(proxy.asked).toEqual([[`${NAME}:443`, 'ada:p@ss']]);
  });

  it('that does not lead there is said, without its password', async () => {
    await using proxy = await startProxy(9, 'ada:p@ss');
    const result = await ask(`https://${NAME}`, {
      https_proxy: `http://ada:wrong-secret@127.0.0.1:${proxy.port}`,
    });
    expect(result.code).toBe(EXIT.machine);
    expect(noticesOf(result.events)).toBe(
      `The proxy of HTTPS_PROXY does not lead to ${NAME}:443: it answered 407: it wants a user and a password that it knows.`,
    );
    // It would answer the same again.
    expect(proxy.asked).toHaveLength(1);
    expect(result.stdout + result.stderr).not.toContain('wrong-secret');
  });

  it('is left out for hosts of NO_PROXY, for this machine, and without TLS', async () => {
    await using api = await MessagesApi.start({ script: () => say('Good morning.') });
    await using proxy = await startProxy(9, '');
    const HTTPS_PROXY = `http://127.0.0.1:${proxy.port}`;
    const near = await ask(api.url, { HTTPS_PROXY });
    expect(wordsOf(near.events)).toBe('Good morning.');
    await ask('https://localhost:9', { HTTPS_PROXY });
    await ask(`https://${NAME}:9`, { HTTPS_PROXY, NO_PROXY: 'example.org, .office.test' });
    expect(proxy.asked).toEqual([]);
  });

  it('of another kind is refused before anything is sent', async () => {
    const { code, stdout } = await ask(`https://${NAME}`, {
      HTTPS_PROXY: 'socks5://ada:wrong-secret@127.0.0.1:9',
    });
    expect(code).toBe(EXIT.refused);
    expect(stdout).toMatch(/HTTPS_PROXY names a proxy that cannot be used/);
    expect(stdout).not.toContain('wrong-secret');
  });
});
