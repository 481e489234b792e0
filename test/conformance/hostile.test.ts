/** Whatever a kernel does, there is a verdict, and nothing is left of it. */
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { cannotRun, held, shellKernel } from '#test/support/conform.ts';

/** What a hostile kernel does, and what the suite says of it. */
const HOSTILE: readonly (readonly [string, string, RegExp])[] = [
  ['hangs', 'sleep 600', /did not end/],
  ['ignores SIGTERM', "trap '' TERM INT HUP; while :; do sleep 1; done", /did not end/],
  ['starts processes without end', 'while :; do sleep 600 & done', /without end|did not end/],
  [
    'fills the disk',
    'while :; do head -c 67108864 /dev/zero > "$HOME/$((n = n + 1))"; done',
    /to the disk/,
  ],
  ['prints without end', 'yes', /printed/],
  ['kills its parent', 'kill -9 $PPID; sleep 600', /./],
  ['leaves children', '(setsid sleep 600 &) ; sleep 600 & exit 0', /./],
];

describe.skipIf(cannotRun)('a kernel that', () => {
  it.each(HOSTILE)('%s gets a verdict, and nothing is left', async (_, script, why) => {
    const sleeping = countOf('sleep\u0000600');
    const report = await held(shellKernel(script, { seconds: 5 }), '--only', 'B-01');
    const reasons = expect.arrayContaining([expect.stringMatching(why)]);
    expect(report.cases).toMatchObject([{ verdict: 'fail', why: reasons }]);
    expect(countOf('sleep\u0000600')).toBe(sleeping);
  });
});

/** Processes whose command line holds this text. */
const countOf = (text: string): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => commandLineOf(name).includes(text)).length;

const commandLineOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};
