/** What a text names; and texts that somebody made to keep the hook busy: a host that gets no answer in time may let the tool run. */
import { describe, expect, it } from 'vitest';

import { mentionedPaths } from '#lib/hook/mentions.ts';

const SOUGHT = { names: ['MEMORY.md', 'memory'], listed: [], root: '/w', from: '' };

describe('a text', () => {
  it.each([
    ['cat [L-N]EMORY.md', 'MEMORY.md'],
    ['cat [A-L]EMORY.md', undefined],
    ['cat [!A-L]EMORY.md', 'MEMORY.md'],
    ['cat /home/*/MEM*', 'MEMORY.md'],
    ['cat /home/MEM*', undefined],
    // A quote ends no word that goes on behind it.
    ["cat 'MEMORY.md'x", 'MEMORY.md'],
    // A name without an ending is a word of everybody's.
    ["echo mem''ory", undefined],
  ])('%s names %s', (text, name) => {
    expect(mentionedPaths([text], SOUGHT).name).toBe(name);
  });
});

describe('a long text of one sign', () => {
  // What looks at each sign once for each other one takes longer than a test may for one of these.
  it.each(['a', '.', '-', '{', '[', '\\', '%', '0x', 'a/', '..', '[:a', '!(', 'rm ', '77,'])(
    '%s is read to its end, where a file is named',
    (sign) => {
      const text = `${sign.repeat(60_000 / sign.length)} cat MEM?RY.md`;
      const { name } = mentionedPaths([text], SOUGHT);
      expect(name).toBeDefined();
    },
  );
});
