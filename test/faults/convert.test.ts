/** A conversion killed at every call that changes something: the new workspace is whole or not there. `npm run test:faults`. */
import { expect, it } from 'vitest';

import { conversionCalls, killConversion } from '../support/convert-kills.ts';
import { straceFault } from '../support/strace.ts';

const fault = straceFault();
if (fault !== undefined)
  console.error(`!!! strace cannot run here, no conversion was killed: ${fault}`);

it.skipIf(fault !== undefined)(
  'leaves all of a workspace or nothing at every call, and the first one as it was',
  async () => {
    const calls = await conversionCalls();
    expect(calls.length).toBeGreaterThan(20);
    const seen = new Set<boolean>();
    const faults: string[] = [];
    for (const one of calls) {
      const { faults: found, isThere } = await killConversion(one);
      seen.add(isThere);
      faults.push(...found);
    }
    expect(faults).toEqual([]);
    expect(seen.has(false)).toBe(true);
  },
  1_800_000,
);
