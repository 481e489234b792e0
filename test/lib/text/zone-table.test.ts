import { existsSync, readFileSync } from 'node:fs';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readZoneTable } from '#lib/text/zone-table.ts';
import { skipLoudly } from '#test/support/yamo.ts';
import { inRuns } from '#test/support/property.ts';

const TABLES = '/usr/share/zoneinfo';
const HOUR_MS = 3_600_000;

/** Rules that changed little since the oldest tables that are about: on both sides of the equator, with and without summer time. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/Dublin',
  'America/New_York',
  'America/St_Johns',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Pago_Pago',
];

/** What the standard library says. */
const expected = (timeZone: string, at: number): number => {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? [];
  const size = Number(hours ?? 0) + Number(minutes ?? 0) / 60;
  return (sign === '-' ? -size : size) * HOUR_MS;
};

const isMissing = skipLoudly(!existsSync(`${TABLES}/Europe/Berlin`), 'the tables of time zones');

describe.skipIf(isMissing)('the table of a time zone', () => {
  it.each(ZONES)('says what the standard library says: %s', (zone) => {
    const offset = readZoneTable(readFileSync(`${TABLES}/${zone}`));
    const instant = fc.integer({ min: Date.UTC(2008, 0), max: Date.UTC(2060, 0) });
    inRuns(300)(instant, (at) => {
      expect(offset?.(at)).toBe(expected(zone, at));
    });
    // Each hour about the changes of a year, by the rule for what comes after the table.
    for (let at = Date.UTC(2039, 0); at < Date.UTC(2040, 0); at += HOUR_MS * 7)
      expect(offset?.(at)).toBe(expected(zone, at));
  });

  it('is none where it is cut off, or is something else', () => {
    const whole = readFileSync(`${TABLES}/Europe/Berlin`);
    for (const size of [0, 3, 43, 44, 200, whole.length - 3])
      expect(readZoneTable(whole.subarray(0, size))).toBeUndefined();
    expect(readZoneTable(Buffer.from('# Notes\n'.repeat(40)))).toBeUndefined();
  });
});
