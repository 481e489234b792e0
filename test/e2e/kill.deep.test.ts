/**
 * kill -9 at the calls where something changes hands, and the boot after it. All calls, and each
 * failing once: `npm run test:faults`.
 */
import { describe, expect, it } from 'vitest';

import { killAt, type Point, rehearse, SCENARIOS } from '../support/faults.ts';
import { straceFault } from '../support/strace.ts';

const fault = straceFault();
if (fault !== undefined) console.error(`!!! strace cannot run here, no boot was killed: ${fault}`);

const scenario = SCENARIOS.find(({ title }) => title === 'a first boot that heals the header');

/** From the heal to the last word of the record, in order. */
const MOMENTS = [
  /^rename \/ws\/AGENTS\.md$/,
  /^fsync \/ws\/memory\/[-\d]+\.md$/,
  /^unlink \/ws\/BOOTSTRAP\.md$/,
  /^(rename|link) \/ws\/SOUL\.md$/,
  /^write .*\/record\.jsonl$/,
  /^unlink .*\/open-ID\.json$/,
];

describe.skipIf(fault !== undefined)('a kernel that is killed', () => {
  it('leaves what the next boot makes whole: instructions, header, log, record [Y112] [K8]', async () => {
    if (scenario === undefined) throw new Error('no such scenario');
    const points = await rehearse(scenario);
    const chosen = MOMENTS.map((moment) => pointAt(points, moment));
    const findings: string[] = [];
    const rest = chosen.values();
    const worker = async (): Promise<void> => {
      for (const point of rest)
        for (const found of await killAt(scenario, point))
          findings.push(`${point.label}: ${found}`);
    };
    await Promise.all([worker(), worker()]);
    expect(findings).toEqual([]);
  });
});

/** The last such call: of those on one file, the one that matters most. */
const pointAt = (points: readonly Point[], moment: RegExp): Point => {
  const found = points.findLast(({ label }) => moment.test(label));
  if (found === undefined)
    throw new Error(`no call like ${moment}: ${points.map(({ label }) => label).join(', ')}`);
  return found;
};
