/** Whatever a kernel does, there is a verdict, and nothing is left of it: processes, files, mounts. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { markedProcesses } from '#conform/machine/processes.ts';
import { cannotRun, held, kernelFile, ROOT, shellKernel } from '#test/support/conform.ts';
import { freshPath } from '#test/support/workspace.ts';
import { until, yamo } from '#test/support/yamo.ts';

const LEFT = ['/dev/shm', '/tmp', '/var/tmp', '/run'].map((folder) => `${folder}/conform-left`);

/** What a hostile kernel does, and what the suite says of it. */
const HOSTILE: readonly (readonly [string, string, RegExp])[] = [
  ['hangs', 'sleep 600', /did not end/],
  ['ignores SIGTERM', "trap '' TERM INT HUP; while :; do sleep 1; done", /did not end/],
  ['starts processes without end', 'while :; do sleep 600 & done', /without end|did not end/],
  [
    'fills the disk',
    'while :; do fallocate -l 67108864 "$HOME/$((n = n + 1))"; done',
    /to the disk/,
  ],
  [
    'takes all memory',
    `'${process.execPath}' -e 'for (const all = []; ; ) all.push(Buffer.alloc(1e8, 1))'; sleep 600`,
    /memory/,
  ],
  ['prints without end', 'yes', /printed/],
  ['makes calls without end', 'while :; do [ -e "$1/a" ]; done', /calls|did not end/],
  ['kills its parent', 'kill -9 $PPID; sleep 600', /./],
  ['kills whatever it can', 'kill -9 -1; sleep 600', /./],
  ['leaves children', '(setsid sleep 600 &) ; sleep 600 & exit 0', /./],
  ['writes beside its place', `for file in ${LEFT.join(' ')}; do echo > $file; done; exit 1`, /./],
  [
    'locks what it leaves',
    'mkdir "$HOME/a"; touch "$HOME/a/b"; chattr +i "$HOME/a/b"; chmod 0 "$HOME/a"; exit 1',
    /./,
  ],
  ['mounts', 'mount -t tmpfs none "$HOME"; mount --bind /etc "$1"; exit 1', /./],
];

describe.skipIf(cannotRun)('a kernel that', () => {
  it.each(HOSTILE)('%s gets a verdict, and nothing is left', async (_, script, why) => {
    const report = await held(shellKernel(script, { seconds: 5 }), '--only', 'B-01');
    const reasons = expect.arrayContaining([expect.stringMatching(why)]);
    expect(report.cases).toMatchObject([{ verdict: 'fail', why: reasons }]);
    expect(LEFT.filter((file) => existsSync(file))).toEqual([]);
  });

  it('runs ends with its suite, when that is killed, too, and the next one removes its folders', async () => {
    const env = { ...process.env, TMPDIR: freshPath('tmp') };
    mkdirSync(env.TMPDIR);
    const kernel = shellKernel('cat "$1/AGENTS.md"; setsid sleep 600 & sleep 600', {
      seconds: 600,
    });
    const words = [join(ROOT, 'dist/yamo.js'), 'conform', kernel, '--only', 'S-01'];
    const suite = spawn(process.execPath, words, { env, stdio: 'ignore' });
    const running = (): boolean => markedProcesses(`CONFORM_PLACE=${env.TMPDIR}/`).length > 0;
    await until(running);
    suite.kill('SIGKILL');
    await until(() => !running());
    expect(readdirSync(env.TMPDIR)).not.toEqual([]);
    await yamo(['conform', kernelFile('toy-sound'), '--only', 'S-01'], { env });
    expect(readdirSync(env.TMPDIR)).toEqual([]);
  });

  it('speaks to its agent in another way than its document says is told so', async () => {
    const kernel = shellKernel('cat "$1/AGENTS.md" | sh -c "$2"', { agent: 'acp' });
    const { code, stderr } = await yamo(['conform', kernel, '--only', 'S-01']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('as to one of "stdin"')]);
  });
});
