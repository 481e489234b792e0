/** kill -9 at every system call of a boot; the next boot is right. Minutes long: `npm run test:faults`. */
import { describe, expect, it } from 'vitest';

import { atEvery, chosen, killAt, rehearse, SCENARIOS } from '../support/faults.ts';
import { straceFault } from '../support/strace.ts';

const fault = straceFault();
if (fault !== undefined) console.error(`!!! strace cannot run here, no boot was killed: ${fault}`);

const LIMIT_MS = 7_200_000;

describe.skipIf(fault !== undefined).each(SCENARIOS)('killed in $title', (scenario) => {
  it(
    'at any call: the next boot is right',
    async () => {
      const points = chosen(await rehearse(scenario));
      expect(points.length).toBeGreaterThan(10);
      expect(
        await atEvery(`kill, ${scenario.title}`, points, (point) => killAt(scenario, point)),
      ).toEqual([]);
    },
    LIMIT_MS,
  );
});
