/** Each witness is blind to something, and another sees it: kernels that evade one of them. */
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { cannotRun, documentOf, held, only, ROOT } from '#test/support/conform.ts';

const evading = (way: string, agent = '{agent}'): string =>
  documentOf(['{node}', join(ROOT, 'test/support/evading-kernel.mjs'), way, '{workspace}', agent]);

/** The way, the case, and who saw it. */
const EVASIONS: readonly (readonly [string, string, RegExp])[] = [
  ['openat2', 'M-07', /^MEMORY\.md was opened$/],
  ['no access time', 'M-07', /^MEMORY\.md was opened$/],
  ['mount', 'M-07', /says its inode/],
  ['second name', 'M-07', /says its inode/],
  ['in base64', 'M-07', /^the agent got MEMORY\.md/],
  ['put back', 'A-01', /^SOUL\.md was changed, and then put back$/],
  ['a file that goes', 'B-03', /^they were written to .*for-a-moment$/],
  ['packed', 'B-03', /^home\/kept\.gz holds a piece/],
  ['as a link', 'B-03', /^home\/kept holds a piece/],
  ['unseen', 'M-07', /the witness saw no read of AGENTS\.md at all/],
  ['unseen', 'B-09', /the witness saw no call on the workspace at all/],
];

describe.skipIf(cannotRun)('a kernel that evades a witness', () => {
  it.each(['none', 'from within'])('(%s) is no other than one that passes', async (way) => {
    const { cases } = await held(evading(way), ...only('B-01', 'B-02', 'B-03', 'B-27', 'M-07'));
    expect(cases.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  });

  it('gets its agent as a program, too', async () => {
    const { cases } = await held(evading('none', '{program}'), ...only('A-14', 'B-01'));
    expect(cases.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  });

  it.each(EVASIONS)('(%s) is seen in %s', async (way, id, seen) => {
    const { cases } = await held(evading(way), ...only(id));
    const why = expect.arrayContaining([expect.stringMatching(seen)]);
    expect(cases).toMatchObject([{ id, verdict: 'fail', why }]);
  });
});
