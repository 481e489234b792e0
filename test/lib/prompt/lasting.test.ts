import { expect, it } from 'vitest';

import { lastingWords } from '#lib/prompt/lasting.ts';

it.each([
  [true, ['MEMORY.md'], 'append it to the log of today, and change MEMORY.md where'],
  [true, [], 'append it to the log of today'],
  [false, ['MEMORY.md'], 'write it into MEMORY.md'],
  [false, [], undefined],
] as const)(
  'names the places where something lasts: log %s, files %j [Y63]',
  (log, memory, words) => {
    const said = lastingWords({ log, memory });
    expect(words === undefined ? said : said?.slice(0, words.length)).toBe(words);
    expect(said?.includes('log of today') ?? false).toBe(log);
  },
);
