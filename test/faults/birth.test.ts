/**
 * Every call of a first boot after the deletion of its instructions failing once, on files, pipes and event descriptors: never a hang,
 * never a bug. Minutes long: `npm run test:faults`.
 */
import { describe, expect, it } from 'vitest';

import {
  atEvery,
  chosen,
  failAt,
  lockFailures,
  rehearseFirstBoot,
  SCENARIOS,
} from '../support/faults.ts';
import { straceFault } from '../support/strace.ts';

const fault = straceFault();
if (fault !== undefined)
  console.error(`!!! strace cannot run here, no call of a first boot was made to fail: ${fault}`);

const LIMIT_MS = 3_600_000;
const BIRTHS = SCENARIOS.filter(({ title }) => title.startsWith('a first boot'));

describe.skipIf(fault !== undefined).each(BIRTHS)('after the deletion, in $title', (scenario) => {
  it(
    'EIO: it works or is refused, never a hang or a bug, and the next boot is right',
    async () => {
      const points = chosen(await rehearseFirstBoot(scenario));
      expect(points.length).toBeGreaterThan(10);
      const title = `EIO after the deletion, ${scenario.title}`;
      expect(await atEvery(title, points, (point) => failAt(scenario, point, 'EIO'))).toEqual([]);
    },
    LIMIT_MS,
  );
});

it.skipIf(fault !== undefined)(
  "leaves out libuv's lock of signals, without which any program of Node waits for ever",
  async () => {
    const runs = await lockFailures();
    expect(runs.length).toBeGreaterThan(3);
    expect(runs.filter(({ timedOut }) => timedOut)).not.toEqual([]);
    for (const { timedOut, signal, code } of runs)
      expect(timedOut || signal === 'SIGABRT' || code === 0).toBe(true);
  },
  60_000,
);
