import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { userText } from '#lib/workspace/first-files.ts';
import { timezoneOf } from '#lib/workspace/profile.ts';
import { forAll } from '#test/support/property.ts';

describe('timezoneOf', () => {
  it.each([
    '**Timezone:** Europe/Berlin',
    '**Timezone**: Europe/Berlin',
    'Timezone: Europe/Berlin',
    '- Time zone: Europe/Berlin',
    '* **Time Zone:** `Europe/Berlin`',
    '| Timezone | Europe/Berlin |',
    '> - Timezone: Europe/Berlin',
    'timezone;Europe/Berlin;',
    '**Zeitzone:** Europe/Berlin',
    'TIMEZONE : Europe/Berlin  ',
    'Timezone: Europe/Berlin (CET, in summer CEST)',
    '\uFEFF# User Profile\r\n\r\n**Name:** Ada\r\n**Timezone:** Europe/Berlin\r\n',
    'Timezone: TBD\nTimezone: Europe/Berlin\nTimezone: UTC',
    '<!-- such as\nTimezone: Asia/Tokyo\n-->\nTimezone: Europe/Berlin',
    '```\nTimezone: Asia/Tokyo\n```\nTimezone: Europe/Berlin',
    '---\ntimezone: Europe/Berlin\n---\n',
  ])('reads %j (§2.3)', (user) => {
    expect(timezoneOf(user)).toBe('Europe/Berlin');
  });

  it.each(['UTC', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires', 'America/Port-au-Prince'])(
    'reads %s whole',
    (zone) => {
      expect(timezoneOf(`Timezone: ${zone}`)).toBe(zone);
    },
  );

  it.each([
    ['Timezone: +02:00', 'Etc/GMT-2'],
    ['**Timezone:** `UTC+2`', 'Etc/GMT-2'],
    ['Timezone: UTC+8\nTime zone: Asia/Shanghai', 'Asia/Shanghai'],
    ['Timezone: UTC+8\nTime zone: where Ada is', 'Etc/GMT-8'],
  ])('takes an offset unless a zone is named: %j', (user, zone) => {
    expect(timezoneOf(user)).toBe(zone);
  });

  it('hands on what is no zone, so that somebody can say so', () => {
    expect(timezoneOf('Timezone: Berlin, Germany')).toBe('Berlin, Germany');
  });

  it.each([
    '',
    '**Timezone:**',
    '**Timezone:** not known yet',
    '**Timezone:** {{timezone}}',
    'Timezone: [Timezone]',
    'Timezone: <your zone>',
    'Timezone: _(ask)_',
    'Timezone: TBD',
    'The timezone: Europe/Berlin',
    'Timezones: Europe/Berlin',
    '## Timezone',
  ])('finds none in %j', (user) => {
    expect(timezoneOf(user)).toBeUndefined();
  });

  it('reads what userText wrote', () => {
    const agent = { values: [], capabilities: [] };
    const lists = { projects: [], preferences: [], notes: [] };
    forAll(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), (timezone) => {
      expect(timezoneOf(userText({ agent, user: { ...lists, timezone } }))).toBe(timezone);
    });
    expect(timezoneOf(userText({ agent, user: lists }))).toBeUndefined();
  });

  it('reads a long hostile line to its end', () => {
    for (const piece of [' ', '* ', 'timezone', 'timezone:', '(', '|', 'a/']) {
      expect(timezoneOf(`${piece.repeat(50_000)}\n**Timezone:** UTC`)).toBeDefined();
    }
  });
});
