/** Texts that somebody made to keep the hook busy: a host that gets no answer in time may let the tool run. */
import { describe, expect, it } from 'vitest';

import { mentionsIn } from '#lib/hook/mentions.ts';

const SOUGHT = { names: ['MEMORY.md', 'memory'], listed: [], root: '/w', from: '' };

describe('a long text of one sign', () => {
  // What looks at each sign once for each other one takes longer than a test may for one of these.
  it.each(['a', '.', '-', '{', '[', '\\', '%', '0x', 'a/', '..', '[:a', '!(', 'rm ', '77,'])(
    '%s is read to its end, where a file is named',
    (sign) => {
      const text = `${sign.repeat(60_000 / sign.length)} cat MEM?RY.md`;
      const { name } = mentionsIn([text], SOUGHT);
      expect(name).toBeDefined();
    },
  );
});
