import { afterEach, describe, expect, it } from 'vitest';

import { Clock, setZone, systemZone } from '#kernel/process/clock.ts';

describe('a clock', () => {
  const before = systemZone();
  afterEach(() => setZone(before));

  it('follows the zone of the process, until it is to keep one', () => {
    setZone('UTC');
    const clock = Clock.start('2026-03-14T23:30');
    setZone('Pacific/Auckland');
    expect([clock.today(), clock.time()]).toEqual(['2026-03-15', '12:30']);
    clock.keepZone();
    setZone('America/Los_Angeles');
    expect([clock.today(), clock.time()]).toEqual(['2026-03-15', '12:30']);
    expect(systemZone()).toBe('America/Los_Angeles');
  });

  it('stays in the day that it was told, whatever zone the human turns out to live in', () => {
    for (const first of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      setZone(first);
      const clock = Clock.start('2026-10-05');
      for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata', 'UTC']) {
        setZone(zone);
        const here = Clock.start();
        expect(clock.today()).toBe('2026-10-05');
        expect([clock.time(), here.time()]).toContain(here.time());
      }
      clock.keepZone();
      setZone('Pacific/Kiritimati');
      expect(clock.today()).toBe('2026-10-05');
    }
  });

  it('keeps the zone of a machine that names none', () => {
    setZone(undefined);
    const clock = Clock.start();
    clock.keepZone();
    const here = clock.time();
    setZone('Asia/Kolkata');
    expect([here, clock.time()]).toContain(clock.time());
    expect(systemZone()).toBe('Asia/Kolkata');
  });
});
