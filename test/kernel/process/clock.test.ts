import process from 'node:process';
import { describe, expect, it } from 'vitest';

import { Clock } from '#kernel/process/clock.ts';
import { offsetIn } from '#kernel/process/zone.ts';

const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata', 'UTC', 'Europe/Berlin'];

describe('a clock', () => {
  it('shows the time of its zone, and moves to another one', () => {
    const clock = Clock.start('2026-03-14T23:30', 'UTC');
    expect([clock.today(), clock.time()]).toEqual(['2026-03-14', '23:30']);
    clock.moveTo('Pacific/Auckland');
    expect([clock.today(), clock.time()]).toEqual(['2026-03-15', '12:30']);
    expect(clock.zone).toBe('Pacific/Auckland');
  });

  it('takes a time that it is told for one of its zone, in summer and in winter', () => {
    for (const zone of ZONES) {
      for (const told of ['2026-01-14T23:30', '2026-07-14T00:30', '2026-10-25T05:00']) {
        const clock = Clock.start(told, zone);
        expect(`${clock.today()}T${clock.time()}`).toBe(told);
      }
    }
  });

  it('stays in the day that it was told, whatever zone the human turns out to live in', () => {
    for (const first of ZONES) {
      const clock = Clock.start('2026-10-05', first);
      for (const zone of ZONES) {
        clock.moveTo(zone);
        const here = Clock.start(undefined, zone);
        expect(clock.today()).toBe('2026-10-05');
        expect([clock.time(), here.time()]).toContain(here.time());
      }
    }
  });

  it('has a zone of its own: no other clock follows it, nor this process', () => {
    const before = process.env['TZ'];
    const here = new Date().getHours();
    const tokyo = Clock.start('2026-03-14T12:00', 'Asia/Tokyo');
    const denver = Clock.start('2026-03-14T12:00', 'America/Denver');
    tokyo.moveTo('Asia/Kolkata');
    expect(denver.time()).toBe('12:00');
    expect(tokyo.time()).toBe('08:30');
    expect(process.env['TZ']).toBe(before);
    expect([here, here + 1]).toContain(new Date().getHours());
  });

  it('shows the time of the process where no zone is named', () => {
    const clock = Clock.start();
    const now = new Date();
    const here = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`;
    expect([here, clock.time()]).toContain(clock.time());
  });
});

describe('what is to be added in a zone', () => {
  const at = Date.UTC(2026, 6, 1);

  it('is known where the system has no table of it', () => {
    // A name that `Intl` knows in any spelling, and the system in one.
    expect(offsetIn('asia/KATHMANDU')(at)).toBe(5.75 * 3_600_000);
    expect(offsetIn('america/new_york')(at)).toBe(-4 * 3_600_000);
  });

  it('is that of the process where there is no such zone, and no other file is read', () => {
    for (const name of ['Middle/Earth', '../../../etc/hostname', ''])
      expect(offsetIn(name)(at)).toBe(offsetIn(undefined)(at));
  });
});
