/**
 * Births that complete, curations that write and take out, and hooks, killed at every call: nothing is lost, nothing is there
 * twice. A few of each always, in `test/e2e/kill.test.ts`; here all of them: `npm run test:faults`.
 */
import { describe, expect, it } from 'vitest';

import { chosen } from '../support/faults.ts';
import {
  atEach,
  birthPoints,
  curationPlaces,
  hookPlaces,
  killBirth,
  killCuration,
  killHook,
  MOMENTS,
  wholeBirth,
} from '../support/life-kills.ts';
import { straceFault } from '../support/strace.ts';

const fault = straceFault();
if (fault !== undefined) console.error(`!!! strace cannot run here, nothing was killed: ${fault}`);

const LIMIT_MS = 3_600_000;
/** So many of each at least. */
const MANY = 60;

describe.skipIf(fault !== undefined)('killed at any call', () => {
  it(
    'a birth completes, once, with all of its files',
    async () => {
      const [points, whole] = [await birthPoints(), await wholeBirth()];
      expect(points.length).toBeGreaterThanOrEqual(MANY);
      expect(await atEach('births', chosen(points), (point) => killBirth(point, whole))).toEqual(
        [],
      );
    },
    LIMIT_MS,
  );

  it(
    'a curation is made once, and can be taken back',
    async () => {
      const places = await curationPlaces();
      expect(places.length).toBeGreaterThanOrEqual(MANY);
      expect(await atEach('curations', chosen(places), killCuration)).toEqual([]);
    },
    LIMIT_MS,
  );

  it.each(MOMENTS)(
    'a hook at %s: what its host writes stands in the journal once',
    async (moment) => {
      for (const isWritten of [true, false]) {
        const places = await hookPlaces(moment, isWritten);
        expect(places.length).toBeGreaterThan(0);
        expect(
          await atEach(`hooks at ${moment}`, chosen(places), (place) =>
            killHook(moment, place, isWritten),
          ),
        ).toEqual([]);
      }
    },
    LIMIT_MS,
  );
});
