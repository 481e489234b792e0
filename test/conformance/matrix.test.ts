/**
 * The suite held to its own promises: every planted fault is found, nothing is found where there is none, the shell
 * script fails where its pattern is weak, what breaks ring 0 is caught by the suite alone, and whatever a kernel does,
 * there is a verdict and nothing is left. Minutes: `npm run test:conform`, and each night.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import type { ConformReport } from '#conform/suite/report.ts';
import { straceFault } from '#test/support/strace.ts';
import { freshPath } from '#test/support/workspace.ts';
import { skipLoudly, yamo } from '#test/support/yamo.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const KERNELS = join(ROOT, 'conform/kernels');
const cannotRun = skipLoudly(straceFault() !== undefined, 'the conformance suite');

/** The report; nothing may be left where temporary files go. */
const held = async (kernel: string, ...more: readonly string[]): Promise<ConformReport> => {
  const env = { TMPDIR: freshPath('tmp') };
  mkdirSync(env.TMPDIR);
  const { stdout, stderr } = await yamo(['conform', kernel, '--json', ...more], { env });
  expect(readdirSync(env.TMPDIR)).toEqual([]);
  if (stdout === '') throw new Error(stderr);
  const report: ConformReport = JSON.parse(stdout);
  return report;
};

const idsOf = ({ cases }: ConformReport, verdict: string): readonly string[] =>
  cases.filter((one) => one.verdict === verdict).map(({ id }) => id);

/** A report but for its times. */
const told = ({ cases }: ConformReport) =>
  cases.map(({ id, verdict, why }) => [id, verdict, why.length]);

describe.skipIf(cannotRun)('the suite', () => {
  it('passes yamo, twice the same', async () => {
    const [one, other] = [
      await held(join(KERNELS, 'yamo.json')),
      await held(join(KERNELS, 'yamo.json')),
    ];
    expect(one.cases.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(idsOf(one, 'could not tell')).toEqual([]);
    expect(told(other)).toEqual(told(one));
  });

  it('finds every planted fault of the toy', async () => {
    const report = await held(join(KERNELS, 'toy.json'));
    const planted = Object.keys(JSON.parse(readFileSync(join(KERNELS, 'toy-faults.json'), 'utf8')));
    expect(planted.toSorted()).toEqual(report.cases.map(({ id }) => id).toSorted());
    expect(report.cases.filter(({ verdict }) => verdict !== 'fail')).toEqual([]);
  });

  it('raises no false alarm', async () => {
    const report = await held(join(KERNELS, 'toy-sound.json'));
    expect(report.cases.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(idsOf(report, 'could not tell')).toEqual([]);
  });

  it('fails the shell script where its pattern is weak', async () => {
    const report = await held(join(KERNELS, 'shell.json'));
    const weak =
      'B-02 B-06 B-10 B-11 B-12 B-13 B-14 B-17 B-18 B-19 B-20 B-21 B-22 B-29 B-30 B-31 X-02 X-03';
    expect(idsOf(report, 'fail')).toEqual(expect.arrayContaining(weak.split(' ')));
    const strong = 'B-01 B-03 B-07 B-09 B-15 B-24 S-01 S-02 S-03 S-04 S-05 L-01 M-07 X-07 X-08';
    expect(idsOf(report, 'pass')).toEqual(expect.arrayContaining(strong.split(' ')));
  });
});

/** What breaks ring 0: file, text, what it becomes, and the case that catches it. */
const MUTANTS: readonly (readonly [string, string, string, string])[] = [
  ['kernel/startup/guard.ts', 'if (now.nlink !== 0n) {', 'if (Number(now.nlink) < 0) {', 'X-03'],
  ['kernel/startup/guard.ts', '    root.sync();', '', 'B-02'],
  ['kernel/startup/guard.ts', 'if (nlink !== 1n) {', 'if (nlink < 1n) {', 'B-17'],
  [
    'kernel/startup/guard.ts',
    'now.size !== opened.stat.size || now.mtimeNs !== opened.stat.mtimeNs',
    'now.size < 0n',
    'X-06',
  ],
  [
    'kernel/startup/guard.ts',
    'const copies = names.filter(isCopyName);',
    'const copies: readonly string[] = [];',
    'B-22',
  ],
  [
    'kernel/startup/load.ts',
    "loading.kind === 'main' ? readNext",
    'loading.kind !== undefined ? readNext',
    'M-07',
  ],
  [
    'lib/spec/access.ts',
    "soul: { read: 'required', write: 'reconfigure'",
    "soul: { read: 'required', write: 'allowed'",
    'A-01',
  ],
];

describe.skipIf(cannotRun)('a mutant of ring 0', () => {
  it.each(MUTANTS)('%s: %s -> %s is caught by %s', async (file, text, becomes, id) => {
    const copy = copyOfSources();
    const source = readFileSync(join(copy, file), 'utf8');
    expect(source.split(text)).toHaveLength(2);
    const kernel = documentOf(copy);
    expect((await held(kernel, '--only', id)).cases).toMatchObject([{ id, verdict: 'pass' }]);
    writeFileSync(join(copy, file), source.replace(text, becomes));
    expect((await held(kernel, '--only', id)).cases).toMatchObject([{ id, verdict: 'fail' }]);
  });
});

/** A document of yamo as its sources in this folder run. */
const documentOf = (copy: string): string => {
  const boot = (session: string): readonly string[] => [
    '{node}',
    join(copy, 'cli/main.ts'),
    'boot',
    '{workspace}',
    '--session',
    session,
    '--agent',
    '{agent}',
    '--message',
    '{message}',
    ...(session === 'main' ? ['--attended'] : []),
  ];
  const file = join(copy, 'kernel.json');
  const document = {
    name: 'a mutant',
    agent: 'acp',
    boot: { main: boot('main'), shared: boot('shared') },
    seconds: 60,
  };
  writeFileSync(file, JSON.stringify(document));
  return file;
};

const copyOfSources = (): string => {
  const folder = freshPath('yamo');
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of files.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
};

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
    const file = freshPath('kernel.json');
    const document = {
      name: 'hostile',
      agent: 'stdin',
      boot: { main: ['sh', '-c', script] },
      seconds: 5,
    };
    writeFileSync(file, JSON.stringify(document));
    const sleeping = countOf('sleep\u0000600');
    const report = await held(file, '--only', 'B-01');
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
