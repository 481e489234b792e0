/** From where the server of a daemon is reached, and by which names. */
import { describe, expect, it } from 'vitest';

import { ServerReach } from '#daemon/phases/reach.ts';
import { makeTls } from '#test/support/tls.ts';
import { refusalOf } from '#test/support/kernel.ts';

const PORT = 18_790;
const reachOf = (asked: Partial<ConstructorParameters<typeof ServerReach>[0]> = {}) =>
  new ServerReach({ bind: undefined, tls: undefined, isBehindProxy: false, names: [], ...asked });

it.each(['0.0.0.0', '::', '192.0.2.7', 'fe80::1', '::ffff:192.0.2.7'])(
  'nobody reaches it at %s without encryption',
  (bind) => {
    expect(refusalOf(() => reachOf({ bind }))).toBe('BIND_UNSAFE');
    expect(refusalOf(() => reachOf({ bind, tls: makeTls() }))).toBeUndefined();
    expect(refusalOf(() => reachOf({ bind, isBehindProxy: true }))).toBeUndefined();
  },
);

it.each([undefined, '127.0.0.1', '127.8.8.8', '::1'])('this machine does at %s', (bind) => {
  expect(refusalOf(() => reachOf({ bind }))).toBeUndefined();
});

it('refuses a certificate that is none', () => {
  const tls = { cert: Buffer.from('no'), key: Buffer.from('no') };
  expect(refusalOf(() => reachOf({ tls }))).toBe('TLS_UNUSABLE');
});

describe.each([
  {
    of: 'this machine',
    reach: reachOf(),
    own: ['127.0.0.1:18790', 'localhost:18790', 'LOCALHOST:18790', '[::1]:18790'],
    foreign: [
      'evil.example:18790',
      'localhost',
      'localhost:1',
      '192.0.2.7:18790',
      'localhost:18790@evil',
    ],
  },
  {
    of: 'a certificate',
    reach: reachOf({ bind: '0.0.0.0', tls: makeTls() }),
    own: ['agent.example:18790', '192.0.2.7:18790', '198.51.100.1:18790', 'localhost:18790'],
    foreign: ['agent.example', 'evil.example:18790', 'xagent.example:18790'],
  },
  {
    of: 'an address',
    reach: reachOf({ bind: '192.0.2.9', isBehindProxy: true }),
    own: ['192.0.2.9:18790'],
    foreign: ['192.0.2.7:18790', 'agent.example', 'agent.example:18790'],
  },
  {
    of: 'a proxy',
    reach: reachOf({ isBehindProxy: true, names: ['Agent.example'] }),
    own: ['agent.example', 'agent.example:8443', '127.0.0.1:18790'],
    foreign: ['evil.example', 'agent.example.evil.example', '127.0.0.1'],
  },
])('the names of $of', ({ reach, own, foreign }) => {
  it.each(own)('hold %s', (host) => expect(reach.isOwnHost(host, PORT)).toBe(true));
  it.each([...foreign, undefined, '', '[', 'a b', 'localhost:99999999'])('lack %s', (host) =>
    expect(reach.isOwnHost(host, PORT)).toBe(false),
  );
});

it('takes pages of the server itself alone', () => {
  const plain = reachOf();
  const host = '127.0.0.1:18790';
  expect(plain.isOwnOrigin(undefined, host)).toBe(true);
  expect(plain.isOwnOrigin(`http://${host}`, host)).toBe(true);
  for (const origin of [
    `https://${host}`,
    'http://127.0.0.1:1',
    'null',
    '',
    `http://${host}/x`,
    'http://evil.example',
  ])
    expect([origin, plain.isOwnOrigin(origin, host)]).toEqual([origin, false]);
  const encrypted = reachOf({ tls: makeTls() });
  expect(encrypted.isOwnOrigin('https://agent.example', 'agent.example:443')).toBe(true);
  expect(encrypted.isOwnOrigin('http://agent.example:443', 'agent.example:443')).toBe(false);
  const proxied = reachOf({ isBehindProxy: true, names: ['agent.example'] });
  expect(proxied.isOwnOrigin('https://agent.example', host)).toBe(true);
  expect(proxied.isOwnOrigin('https://evil.example', host)).toBe(false);
});

it('names the address of its page', () => {
  expect(reachOf().url(PORT)).toBe('http://127.0.0.1:18790');
  expect(reachOf({ bind: '::', tls: makeTls() }).url(PORT)).toBe('https://[::1]:18790');
  expect(reachOf({ isBehindProxy: true, names: ['agent.example'] }).url(PORT)).toBe(
    'https://agent.example',
  );
});
