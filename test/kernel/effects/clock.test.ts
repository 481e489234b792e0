import { afterEach, describe, expect, it } from 'vitest';

import { Clock, setZone, systemZone } from '#kernel/effects/clock.ts';

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
