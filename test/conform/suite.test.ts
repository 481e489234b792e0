/** The suite without a machine: what a trace says of a boot, and what a run of cases comes to. */
import { describe, expect, it } from 'vitest';

import {
  type BootRun,
  type ConformanceCase,
  type Interference,
  type Lab,
  Undecided,
  TraceLost,
  WitnessLost,
} from '#conform/case/case.ts';
import { agentTried, deletedInOrder, refusedToBoot } from '#conform/case/judge.ts';
import { CANARY } from '#conform/case/texts.ts';
import { conformPage } from '#cli/conform/page.ts';
import { reportOf, reportSentence } from '#conform/suite/report.ts';
import { runSuite } from '#conform/suite/run.ts';
import { targetCall, hitsTarget } from '#conform/case/target-call.ts';
import { parseTrace } from '#conform/witness/calls.ts';
import { Trace } from '#conform/witness/trace.ts';

const OPEN = '7 openat(AT_FDCWD</>, "/w/BOOTSTRAP.md", O_RDONLY|O_CLOEXEC) = 3</w/BOOTSTRAP.md>';
const UNLINK = '7 unlink("/w/BOOTSTRAP.md") = 0';
const ABSENT = '7 newfstatat(AT_FDCWD</>, "/w/BOOTSTRAP.md", 0x7ffd, 0) = -1 ENOENT (No such file)';
const START = '8 execve("/usr/bin/node", ["node", "/a/probe.mjs", "acp"], ["A=b"]) = 0';
const CLONE = "8 clone(child_stack=NULL, flags=SIGCHLD) = 2 /* 9 in strace's PID NS */";
const SHOWN = `9 read(0<pipe:[1]>, "say ${CANARY.orders}", 99) = 20`;
const TRIAL = START.replace('8', '5');
const END = '5 +++ exited with 0 +++';

const bootOf = (lines: readonly string[], code = 0): BootRun => {
  const text = lines.join('\n');
  return {
    code,
    stopped: undefined,
    output: 'BOOTSTRAP.md',
    errors: 'no',
    sight: () => new Trace(parseTrace(text), '/w'),
  };
};

const sightOf = (...lines: readonly string[]): Trace => bootOf(lines).sight();
const read = (text: string): string => `9 read(0<pipe:[1]>, "${text}", 99) = 20`;
const write = (file: string): string => `7 write(5<${file}>, "${CANARY.orders}", 24) = 24`;
const signal = (word: string): string =>
  `9 rmdir("/yamo-conform/${word}") = -1 ENOENT (No such file)`;

describe('the witness', () => {
  it('sees instructions read, deleted, proved gone, and then shown to a child of the agent', () => {
    expect(deletedInOrder(bootOf([OPEN, UNLINK, ABSENT, START, CLONE, SHOWN, END]))).toEqual([]);
  });

  it.each([
    ['no proof', [OPEN, UNLINK, START, CLONE, SHOWN], 'nobody looked whether it is gone'],
    [
      'a late proof',
      [OPEN, UNLINK, START, CLONE, SHOWN, ABSENT],
      'the agent got it before it was proved gone',
    ],
    [
      'a late unlink',
      [OPEN, START, CLONE, SHOWN, UNLINK, ABSENT],
      'the agent got it before it was unlinked',
    ],
    [
      'a second look inside',
      [OPEN, UNLINK, ABSENT, START, CLONE, SHOWN, OPEN],
      'it was opened again',
    ],
    [
      'an early agent',
      [START, CLONE, OPEN, UNLINK, ABSENT, SHOWN],
      'an agent ran while the instructions were on the disk',
    ],
    ['no unlink', [OPEN, START, CLONE, SHOWN], 'the kernel never unlinked BOOTSTRAP.md'],
    ['nothing shown', [OPEN, UNLINK, ABSENT, START], 'the agent never got what BOOTSTRAP.md said'],
  ])('sees %s', (_, lines, complaint) => {
    expect(deletedInOrder(bootOf(lines))).toContain(complaint);
  });

  it('lets an agent be tried that has ended before the instructions are opened', () => {
    expect(deletedInOrder(bootOf([TRIAL, END, OPEN, UNLINK, ABSENT, START, CLONE, SHOWN]))).toEqual(
      [],
    );
  });

  it('sees that a refused boot showed the instructions all the same', () => {
    expect(refusedToBoot(bootOf([OPEN, START, CLONE, SHOWN], 1))).toEqual([
      'the agent got the instructions',
    ]);
    expect(refusedToBoot(bootOf([OPEN], 0))).toEqual(['the boot was not refused']);
    expect(refusedToBoot({ ...bootOf([OPEN], 1), errors: '\n' })).toEqual([
      'nothing was said of it on standard error',
    ]);
  });

  it('sees what was given in pieces, in other letters, or waited for', () => {
    const { orders } = CANARY;
    const seen = sightOf.bind(undefined, OPEN, START, CLONE);
    expect(seen(read(orders.slice(0, 9)), read(orders.slice(9))).got(orders)).toBeDefined();
    expect(seen(read(orders.slice(0, 9)), read(orders.slice(10))).got(orders)).toBeUndefined();
    for (const before of ['', 'a', 'ab'])
      expect(
        seen(read(Buffer.from(`${before}${orders}!`).toString('base64'))).got(orders),
      ).toBeDefined();
    expect(seen(read(Buffer.from(orders).toString('hex'))).got(orders)).toBeDefined();
    const waited = ['9 read(0<pipe:[1]>,  <unfinished ...>', UNLINK, ABSENT];
    const given = `9 <... read resumed>"${orders}", 99) = 20`;
    expect(deletedInOrder(bootOf([OPEN, START, CLONE, ...waited, given]))).toEqual([]);
  });

  it('takes the word of the probe where its reads are not shown', () => {
    const sight = bootOf([OPEN, signal('started'), signal(CANARY.orders), signal('tried')]).sight();
    expect(sight.got(CANARY.orders)).toBeDefined();
    expect(sight.got(CANARY.memory)).toBeUndefined();
    expect(sight.hasTried).toBe(true);
  });

  it('sees a file that was written and is gone again', () => {
    expect(
      bootOf([write('/w/.tmp'), write('pipe:[3]'), write('/dev/shm/a'), write('/dev/null')])
        .sight()
        .filesToldTo(CANARY.orders),
    ).toEqual(['/w/.tmp', '/dev/shm/a']);
  });

  it('knows what was opened, whatever it was called', () => {
    const opened = '7 openat(AT_FDCWD</>, "/w/log.md", O_RDONLY) = 3</w/MEMORY.md>';
    expect(bootOf([opened]).sight().openedByAnyone('MEMORY.md')).toHaveLength(1);
  });

  it('knows that a kernel speaks to its agent in another way than the probe does', () => {
    const spoken = (text: string): string => read(text.replaceAll('"', String.raw`\"`));
    const initialize = spoken('{"method":"initialize","id":1}');
    expect(sightOf(OPEN, START, CLONE, initialize).otherForm).toBeUndefined();
    expect(sightOf(OPEN, START, CLONE, read('# Soul')).otherForm).toBe('stdin');
    const ofStdin = START.replace('"acp"', '"stdin"');
    expect(sightOf(OPEN, ofStdin, CLONE, initialize).otherForm).toBe('acp');
    expect(sightOf(OPEN, ofStdin, CLONE, read('')).otherForm).toBeUndefined();
  });

  it('is blind where no call is about the workspace', () => {
    expect(bootOf([START]).sight().isBlind).toBe(true);
    expect(bootOf([OPEN]).sight().isBlind).toBe(false);
  });
});

describe('an aim', () => {
  const FOLDER = '7 openat(AT_FDCWD</>, "/w", O_RDONLY|O_DIRECTORY) = 5</w>';
  const ELSEWHERE = '7 unlink("/w/other") = 0';
  const BY_FOLDER = '7 unlink("/proc/self/fd/5/BOOTSTRAP.md") = 0';
  const unlink: Interference = { calls: ['unlink'], file: 'BOOTSTRAP.md', what: 'error=EIO' };

  it('counts calls on its file only, and names it as the kernel does', () => {
    const { files, inject } = targetCall(sightOf(FOLDER, ELSEWHERE, BY_FOLDER), [unlink], 1);
    expect(inject).toEqual(['unlink:error=EIO:when=1']);
    expect([...(files ?? [])]).toEqual([
      ['/w/BOOTSTRAP.md', '/w/BOOTSTRAP.md'],
      ['/proc/self/fd/5/BOOTSTRAP.md', '/w/BOOTSTRAP.md'],
    ]);
  });

  it('counts all calls where strace looks at one of two names', () => {
    const rename: Interference = { calls: ['rename'], file: 'AGENTS.md', what: 'signal=KILL' };
    const lines = ['7 rename("/w/a", "/w/b") = 0', '7 rename("/w/c", "/w/AGENTS.md") = 0'];
    expect(targetCall(sightOf(...lines), [rename], 1)).toEqual({
      files: undefined,
      inject: ['rename:signal=KILL:when=2'],
    });
  });

  it.each([
    [
      'the call that was meant',
      [`${UNLINK.slice(0, -1)}-1 EIO (Input/output error) (INJECTED)`],
      true,
    ],
    ['nothing', [UNLINK], false],
    [
      'another one',
      [`${ELSEWHERE.slice(0, -1)}-1 EIO (Input/output error) (INJECTED)`, UNLINK],
      false,
    ],
    [
      'another process, too',
      [
        `${UNLINK.slice(0, -1)}-1 EIO (Input/output error) (INJECTED)`,
        '8 unlink("/tmp/x") = -1 EIO (Input/output error) (INJECTED)',
      ],
      false,
    ],
  ])('hits %s', (_, lines, isMeant) => {
    expect(hitsTarget(sightOf(OPEN, ...lines), [unlink])).toBe(isMeant);
  });

  it('is for a call that the kernel makes', () => {
    expect(() => targetCall(sightOf(OPEN), [unlink], 1)).toThrow(
      'the kernel makes no unlink on BOOTSTRAP.md there',
    );
  });
});

const caseThat = (id: string, run: ConformanceCase['run']): ConformanceCase => ({
  id,
  title: `case ${id}`,
  requirements: [id === 'B-05' ? 'Y44' : 'Y1'],
  session: 'main',
  run,
});

/** Cases that need no lab. */
const lab: Lab = {
  files: {
    workspace: '/p/ws',
    outside: '/o',
    write: () => undefined,
    append: () => undefined,
    text: () => undefined,
    exists: () => false,
    remove: () => undefined,
    mode: () => undefined,
    giveAway: () => false,
    rename: () => undefined,
    symlink: () => undefined,
    link: () => undefined,
    fifo: () => undefined,
    socket: () => undefined,
    folder: () => undefined,
    sparse: () => undefined,
    watch: () => () => ({ isRead: undefined, isChanged: false }),
    all: () => new Map(),
  },
  today: '2026-03-04',
  yesterday: '2026-03-03',
  isOver: () => false,
  boot: () => Promise.resolve(bootOf([])),
  bootTwice: () => Promise.resolve([bootOf([]), bootOf([])]),
  sound: () => Promise.resolve(bootOf([])),
  holding: () => [],
};

/** Whether its day has ended, each time it is asked. */
const endingLab = (answers: boolean[]): Lab => ({ ...lab, isOver: () => answers.shift() ?? true });

const run = (chosen: readonly ConformanceCase[], open = (): Lab => lab) =>
  runSuite({
    cases: chosen,
    jobs: 2,
    notClaimed: { 'L-01 Y44': 'not claimed', 'K1 G': 'not claimed either' },
    claimed: ['G-02'],
    open,
    now: () => 0,
    told: () => undefined,
    signal: new AbortController().signal,
  });

describe('an attempt', () => {
  const lines = ['started', 'lacking'].map(signal);

  it('is not applicable where no tool was offered, and is where one was in another request', () => {
    expect(() => agentTried(bootOf(lines))).toThrow(/offers its model none of the tools/);
    expect(agentTried(bootOf([...lines, signal('tried')]))).toEqual([]);
  });
});

describe('a run', () => {
  const cases = [
    caseThat('B-01', () => Promise.resolve([])),
    caseThat('B-02', () => Promise.resolve(['it fails'])),
    caseThat('B-03', () => Promise.reject(new Undecided('could not tell', 'no strace'))),
    caseThat('B-04', () => Promise.reject(new TraceLost(undefined, ['no /p/ws/a in /p/home']))),
    caseThat('B-05', () => Promise.resolve(['never asked'])),
    caseThat('G-01', () => Promise.resolve(['never asked'])),
    caseThat('G-02', () => Promise.resolve([])),
  ];
  const facts = {
    yamo: '1',
    kernel: { name: 'k', version: null, about: null, file: 'k.json' },
    notes: [],
  };

  it('gives each case a verdict with its reason, in their order', async () => {
    const reports = await run(cases);
    expect(reports.map(({ id, verdict, why }) => [id, verdict, ...why])).toEqual([
      ['B-01', 'pass'],
      ['B-02', 'fail', 'it fails'],
      ['B-03', 'could not tell', 'no strace'],
      [
        'B-04',
        'fail',
        'the witness saw no call on the workspace at all',
        'no {workspace}/a in {place}/home',
      ],
      ['B-05', 'not applicable', 'not claimed'],
      ['G-01', 'not applicable', 'not claimed either'],
      ['G-02', 'pass'],
    ]);
    expect(reportSentence(reportOf(facts, reports))).toBe(
      'k: 2 of 7 cases pass, 2 fail, 2 not applicable, 1 could not be told',
    );
  });

  it('runs a case again when the witness was lost, and not for ever', async () => {
    const outcomes = [new WitnessLost('it broke off'), new WitnessLost('it broke off')];
    const lost = (): Promise<readonly string[]> =>
      Promise.reject(outcomes.pop() ?? new WitnessLost('it broke off'));
    const twice = caseThat('B-01', () => (outcomes.length > 0 ? lost() : Promise.resolve([])));
    const [found, never] = await run([twice, caseThat('B-02', lost)]);
    expect([found?.verdict, never?.verdict]).toEqual(['pass', 'could not tell']);
    expect(never?.why).toEqual(['it broke off, 4 times']);
  });

  it('runs a case again when the day ended meanwhile', async () => {
    const [once, over] = [
      [true, false],
      [true, true, true, true],
    ];
    const passes = caseThat('B-01', () => Promise.resolve([]));
    expect((await run([passes], () => endingLab(once)))[0]?.verdict).toBe('pass');
    expect((await run([passes], () => endingLab(over)))[0]?.why).toEqual([
      'the day ended, 4 times',
    ]);
    expect(once).toEqual([]);
  });

  it('makes a page in which nothing that a kernel says is markup', async () => {
    const said = caseThat('B-02', () => Promise.resolve(['<b>1 | 2']));
    const page = conformPage(reportOf(facts, await run([...cases.slice(4), said])), '2026-03-04');
    expect(page).toBe(`# k

Held against RFC-0009 on 2026-03-04 by yamo 1: 1 of 4 cases pass, 1 fail, 2 not applicable.

## Failed

- B-02: ${said.title} (${said.requirements.join(', ')})
  - ${String.raw`\<b\>1 \| 2`}

## Passed

- G-02: case G-02 (Y1)

## Not applicable

- B-05: not claimed
- G-01: not claimed either
`);
  });

  it.each([
    [0, ['B-01', 'B-05']],
    [1, ['B-01', 'B-02', 'B-03']],
    [4, ['B-01', 'B-03']],
  ])('ends with %i for %j', async (exit, ids) => {
    const reports = await run(cases.filter(({ id }) => ids.includes(id)));
    expect(reportOf(facts, reports).exit).toBe(exit);
  });
});
