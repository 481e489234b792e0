import { describe, expect, it } from 'vitest';

import { upstreamTo } from '#kernel/programs/upstream.ts';

const GOAL = { host: 'api.example.org', port: 443 };
const WAY = { host: 'proxy', port: 3128 };
const PROXY = { HTTPS_PROXY: 'http://proxy:3128' };

describe('the proxy on the way to a host', () => {
  it.each([
    ['http://proxy:3128', WAY],
    ['proxy:3128/', WAY],
    [' http://proxy ', { host: 'proxy', port: 80 }],
    ['http://[::1]:3128', { host: '::1', port: 3128 }],
    ['http://a%40b:c%3Ad@proxy:3128', { ...WAY, authorization: `Basic ${btoa('a@b:c:d')}` }],
    ['', undefined],
    ['https://proxy:3128', 'invalid'],
    ['socks5://proxy:3128', 'invalid'],
    ['http://', 'invalid'],
    ['http://a%zz@proxy', 'invalid'],
  ])('%s', (HTTPS_PROXY, way) => {
    expect(upstreamTo(GOAL, { HTTPS_PROXY })).toEqual(way);
  });

  it('is that of the variable in small letters, which may be empty', () => {
    expect(upstreamTo(GOAL, { ...PROXY, https_proxy: 'http://other:1' })).toMatchObject({
      host: 'other',
    });
    expect(upstreamTo(GOAL, { ...PROXY, https_proxy: '' })).toBeUndefined();
  });

  it.each([
    ['*', true],
    ['api.example.org', true],
    ['API.Example.org', true],
    ['example.org', true],
    ['.example.org', true],
    ['*.example.org', true],
    ['other.org, example.org:443', true],
    ['other.org example.org', true],
    ['example.org:8443', false],
    ['ample.org', false],
    ['example', false],
    ['', false],
    [',', false],
  ])('is left out where NO_PROXY=%s says so: %s', (NO_PROXY, isDirect) => {
    expect(upstreamTo(GOAL, { ...PROXY, NO_PROXY }) === undefined).toBe(isDirect);
  });

  it.each(['localhost', '127.0.0.1', '127.1.2.3'])('is left out for this machine: %s', (host) => {
    expect(upstreamTo({ host, port: 443 }, PROXY)).toBeUndefined();
  });
});
