/** Kernels that do next to nothing pass next to nothing: a refusal, and a file left alone, say something of a kernel only that serves. */
import { describe, expect, it } from 'vitest';

import { cannotRun, held, idsOf, shellKernel } from '#test/support/conform.ts';

/** What it does, and what it passes: an agent that nothing holds does change what it may. */
const DEGENERATE: readonly (readonly [string, string, string])[] = [
  [
    'refuses everything',
    'ls "$1" > /dev/null; echo "$1: BOOTSTRAP.md, SOUL.md: refused" >&2; exit 1',
    '',
  ],
  ['reads, and never starts an agent', 'cat "$1/AGENTS.md" "$1/SOUL.md" > /dev/null; exit 0', ''],
  ['is content at once', 'exit 0', ''],
  [
    'starts its agent with an empty prompt',
    'ls "$1" > /dev/null; sh -c "$2" < /dev/null',
    'A-02 A-03 A-04 A-05 A-06 A-12 A-14 M-06 M-16',
  ],
];

describe.skipIf(cannotRun)('a kernel that', () => {
  it.each(DEGENERATE)('%s passes what it deserves', async (_, line, deserved) => {
    const report = await held(shellKernel(line));
    expect(idsOf(report, 'pass').join(' ')).toBe(deserved);
    expect(report.exit).toBe(1);
  });
});
