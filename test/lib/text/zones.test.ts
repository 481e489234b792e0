import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import {
  isCommonZone,
  isZone,
  mayBeZone,
  tellsZone,
  zoneAtStart,
  zoneOfOffset,
  zoneShown,
} from '#lib/text/zones.ts';

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
])('a zone at the start of a value %j: %j', (value, zone) => {
  expect(zoneAtStart(value)).toBe(zone);
});

describe('an offset', () => {
  it.each([
    ['UTC+8', 8],
    ['UTC +8', 8],
    ['GMT-3', -3],
    ['GMT −11:00', -11],
    ['UTC+14', 14],
    ['utc+05:30', 5.5],
    ['GMT+5:30', 5.5],
    ['+0545', 5.75],
    ['-9:30', -9.5],
    ['UTC+0', 0],
    ['GMT (+2)', 2],
    ['(UTC+8)', 8],
    ['UTC+8 (Beijing)', 8],
    ['China Standard Time (UTC+08:00)', 8],
    ['北京时间，UTC+8', 8],
  ])('%j is a zone that is always %d hours from UTC', (value, hours) => {
    const zone = zoneOfOffset(value) ?? '';
    expect(isZone(zone)).toBe(true);
    for (const at of [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)]) {
      const shown = new Intl.DateTimeFormat('sv', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      }).format(at);
      expect(Date.parse(`${shown.replace(' ', 'T')}Z`) - at).toBe(hours * 3_600_000);
    }
  });

  it.each([
    'UTC-8 in winter, UTC-7 in summer',
    'UTC+8/+9',
    'UTC+15',
    'GMT-13',
    'UTC+7:13',
    'UTC-3:30',
    '+49 30 1234',
    'UTC',
    'Berlin',
    'since 2026-11',
    'East-8',
    'UTC+',
    '',
  ])('%j is none', (value) => {
    expect(zoneOfOffset(value)).toBeUndefined();
  });

  it('is shown with the sign that people write', () => {
    expect(['Etc/GMT-8', 'Etc/GMT+3', 'Etc/UTC', 'Europe/Berlin'].map(zoneShown)).toEqual([
      'UTC+8 (Etc/GMT-8)',
      'UTC-3 (Etc/GMT+3)',
      'Etc/UTC',
      'Europe/Berlin',
    ]);
  });
});

describe('what cannot be a zone', () => {
  it('is none that the system has', () => {
    const table = '/usr/share/zoneinfo/tzdata.zi';
    const named = existsSync(table)
      ? readFileSync(table, 'utf8')
          .split('\n')
          .flatMap((line) => /^(?:Z (\S+)|L \S+ (\S+))/u.exec(line)?.slice(1, 3) ?? [])
      : [];
    const all = [...Intl.supportedValuesOf('timeZone'), ...named.filter(Boolean)];
    expect(all.filter((name) => isZone(name) !== isIntlZone(name))).toEqual([]);
  });

  it.each(['Berlin', 'CEST', 'where Ada is', '北京时间', 'Mars/Olympus', ''])(
    'is told without Intl: %j',
    (name) => {
      expect(mayBeZone(name)).toBe(false);
    },
  );

  it.each(['Berlin', 'New York time', 'CEST', 'UTC+8', 'GMT -3', '北京时间，东8区', 'MEZ'])(
    'may tell one to a person: %j',
    (words) => {
      expect(tellsZone(words)).toBe(true);
    },
  );

  it.each(['where Ada is', 'Middle Earth', 'changes: often'])('may not: %j', (words) => {
    expect(tellsZone(words)).toBe(false);
  });
});

const isIntlZone = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
