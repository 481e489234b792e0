/** Every system call of a boot failing once; this boot and the next one are right. Minutes long: `npm run test:faults`. */
import { describe, expect, it } from 'vitest';

import { atEvery, chosen, failAt, rehearse, SCENARIOS } from '../support/faults.ts';
import { straceFault } from '../support/strace.ts';

const fault = straceFault();
if (fault !== undefined)
  console.error(`!!! strace cannot run here, no call was made to fail: ${fault}`);

const LIMIT_MS = 7_200_000;

describe.skipIf(fault !== undefined).each(SCENARIOS)('a failing call in $title', (scenario) => {
  it.each(['EIO', 'ENOSPC', 'EACCES'])(
    '%s: it works or is refused, never a bug, and the next boot is right',
    async (errno) => {
      const points = chosen(await rehearse(scenario));
      const title = `${errno}, ${scenario.title}`;
      expect(points.length).toBeGreaterThan(10);
      expect(await atEvery(title, points, (point) => failAt(scenario, point, errno))).toEqual([]);
    },
    LIMIT_MS,
  );
});
