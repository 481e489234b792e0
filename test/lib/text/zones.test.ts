import { describe, expect, it } from 'vitest';

import { isCommonZone, isZone, zoneAtStart } from '#lib/text/zones.ts';

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

describe('a zone at the start of a value', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['Europe/Berlin (CET)', 'Europe/Berlin'],
    ['Europe/Berlin, in summer too', 'Europe/Berlin'],
    ['America/Argentina/Buenos_Aires; maybe', 'America/Argentina/Buenos_Aires'],
    ['CEST-ish', undefined],
    ['UTC+8', undefined],
    // Not UTC: what follows is no remark.
    ['UTC +8', undefined],
    ['GMT (+2)', undefined],
    ['Berlin', undefined],
    ['', undefined],
  ])('%j: %j', (value, zone) => {
    expect(zoneAtStart(value)).toBe(zone);
  });
});
