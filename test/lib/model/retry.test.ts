import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { RETRY_JITTER, RETRY_LONGEST_MS } from '#lib/model/limits.ts';
import { retryAfterMs, retryPauseMs } from '#lib/model/retry.ts';
import { forAll } from '#test/support/property.ts';

describe('retryPauseMs', () => {
  it('waits twice as long each time, up to a limit', () => {
    const pauses = [1, 2, 3, 4, 20].map((failures) => retryPauseMs(failures, undefined, 0.5));
    expect(pauses).toEqual([500, 1000, 2000, 4000, RETRY_LONGEST_MS]);
  });

  it('differs by chance, and never undercuts what the provider asks for', () => {
    const cases = fc.tuple(
      fc.integer({ min: 1, max: 40 }),
      fc.option(fc.integer({ min: 0, max: 120_000 }), { nil: undefined }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    forAll(cases, ([failures, asked, chance]) => {
      const ms = retryPauseMs(failures, asked, chance);
      expect(ms).toBeLessThanOrEqual((asked ?? RETRY_LONGEST_MS) * (1 + RETRY_JITTER) + 1);
      expect(ms).toBeGreaterThanOrEqual(asked ?? 0);
    });
    expect(retryPauseMs(1, undefined, 0)).toBe(375);
    expect(retryPauseMs(1, undefined, 1)).toBe(625);
  });
});

it('retryAfterMs reads seconds and dates', () => {
  const now = Date.parse('Sat, 21 Nov 2026 09:30:00 GMT');
  expect(retryAfterMs('3', now)).toBe(3000);
  expect(retryAfterMs(' 0.5 ', now)).toBe(500);
  expect(retryAfterMs('Sat, 21 Nov 2026 09:31:00 GMT', now)).toBe(60_000);
  expect(retryAfterMs('Sat, 21 Nov 2026 09:29:00 GMT', now)).toBe(0);
  expect(retryAfterMs('soon', now)).toBeUndefined();
});
