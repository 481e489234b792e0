import { describe, expect, it } from 'vitest';

import { isCommonZone } from '#lib/text/zones.ts';
import { isZone } from '#kernel/process/zone.ts';

describe('the names of common zones', () => {
  it('are those that Intl supports, each of them a zone to the kernel', () => {
    const supported = Intl.supportedValuesOf('timeZone');
    expect(supported.length).toBeGreaterThan(400);
    expect(supported.filter((name) => !isCommonZone(name))).toEqual([]);
    expect(supported.filter((name) => !isZone(name))).toEqual([]);
  });

  it.each(['UTC', 'Europe/Kyiv', 'Asia/Kolkata', 'Etc/UTC', 'GMT'])('hold %s, a zone', (name) => {
    expect([isCommonZone(name), isZone(name)]).toEqual([true, true]);
  });

  it.each(['', ' ', '\n', 'europe/berlin', 'Berlin'])('do not hold %j', (name) => {
    expect(isCommonZone(name)).toBe(false);
  });
});
