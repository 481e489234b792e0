import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { getSystemErrorName } from 'node:util';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Reach, seccompFilter } from '#kernel/wire/seccomp.ts';
import { type Architecture, NUMBERS } from '#kernel/wire/system-calls.ts';
import { makeWorkspace } from '#test/support/workspace.ts';
import { skipLoudly } from '#test/support/yamo.ts';

const ARCHITECTURES: readonly Architecture[] = ['x64', 'arm64'];
const AUDIT_ARCH_X86_64 = 0xc000003e;
const AUDIT_ARCH_I386 = 0x40000003;
const AUDIT_ARCH_AARCH64 = 0xc00000b7;
const AUDIT = { x64: AUDIT_ARCH_X86_64, arm64: AUDIT_ARCH_AARCH64 };

type Name = keyof typeof NUMBERS;

const numberOf = (name: Name, architecture: Architecture): number | undefined =>
  NUMBERS[name][architecture === 'x64' ? 0 : 1];

/** struct seccomp_data, without the instruction pointer that no filter of ours looks at. */
interface Call {
  readonly nr: number;
  readonly arch: number;
  readonly args?: readonly bigint[];
}

/** Runs a filter as the system would, and says what comes of the call: `allow`, `kill`, or the name of an error. */
const interpret = (filter: Buffer, { nr, arch, args = [] }: Call): string => {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(nr >>> 0, 0);
  data.writeUInt32LE(arch, 4);
  for (const [index, value] of args.entries())
    data.writeBigUInt64LE(BigInt.asUintN(64, value), 16 + index * 8);
  let a = 0;
  for (let at = 0; at < filter.byteLength; at += 8) {
    const k = filter.readUInt32LE(at + 4);
    const skip = (condition: boolean): number => filter.readUInt8(at + (condition ? 2 : 3)) * 8;
    switch (filter.readUInt16LE(at)) {
      case 0x20: // BPF_LD | BPF_W | BPF_ABS
        if (k % 4 !== 0 || k > 60) throw new Error(`loads from ${k}`);
        a = data.readUInt32LE(k);
        break;
      case 0x54: // BPF_ALU | BPF_AND | BPF_K
        a = (a & k) >>> 0;
        break;
      case 0x15: // BPF_JMP | BPF_JEQ | BPF_K
        at += skip(a === k);
        break;
      case 0x35: // BPF_JMP | BPF_JGE | BPF_K
        at += skip(a >= k);
        break;
      case 0x45: // BPF_JMP | BPF_JSET | BPF_K
        at += skip((a & k) !== 0);
        break;
      case 0x06: // BPF_RET | BPF_K
        return action(k);
      default:
        throw new Error(`an instruction ${filter.readUInt16LE(at)}`);
    }
  }
  throw new Error('runs off its end');
};

const action = (k: number): string => {
  if (k === 0x7fff0000) return 'allow';
  if (k === 0x80000000) return 'kill';
  if ((k & 0xffff0000) >>> 0 !== 0x00050000) throw new Error(`returns ${k}`);
  return getSystemErrorName(-(k & 0xffff));
};

const OFFLINE: Reach = { network: false };
const ONLINE: Reach = { network: true };

const EPERM: readonly Name[] = [
  'ptrace',
  'process_vm_readv',
  'process_vm_writev',
  'pidfd_getfd',
  'kcmp',
  'bpf',
  'perf_event_open',
  'userfaultfd',
  'keyctl',
  'add_key',
  'request_key',
  'mount',
  'umount2',
  'move_mount',
  'open_tree',
  'open_tree_attr',
  'fsopen',
  'fsconfig',
  'fsmount',
  'fspick',
  'mount_setattr',
  'pivot_root',
  'chroot',
  'unshare',
  'setns',
  'open_by_handle_at',
  'name_to_handle_at',
  'init_module',
  'finit_module',
  'delete_module',
  'kexec_load',
  'kexec_file_load',
  'reboot',
  'iopl',
  'ioperm',
  'swapon',
  'swapoff',
  'acct',
  'quotactl',
  'quotactl_fd',
  'syslog',
  'settimeofday',
  'clock_settime',
  'adjtimex',
  'clock_adjtime',
];
const ENOSYS: readonly Name[] = ['io_uring_setup', 'io_uring_enter', 'io_uring_register', 'clone3'];
const BY_ARGUMENT: readonly Name[] = ['socket', 'socketpair', 'clone', 'ioctl'];
const UNDER_LANDLOCK: readonly Name[] = [
  'shmget',
  'shmat',
  'shmctl',
  'semget',
  'semop',
  'semtimedop',
  'semctl',
  'msgget',
  'msgsnd',
  'msgrcv',
  'msgctl',
  'mq_open',
  'mq_unlink',
];

/** Each with what it comes to offline, online, and offline under Landlock. */
const ARGUMENTS: readonly (readonly [Name, readonly number[], string, string, string])[] = [
  // AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_ALG, AF_VSOCK
  ['socket', [1, 1, 0], 'EAFNOSUPPORT', 'EAFNOSUPPORT', 'EAFNOSUPPORT'],
  ['socket', [2, 1, 0], 'EAFNOSUPPORT', 'allow', 'EAFNOSUPPORT'],
  ['socket', [10, 2, 0], 'EAFNOSUPPORT', 'allow', 'EAFNOSUPPORT'],
  ['socket', [16, 3, 0], 'EAFNOSUPPORT', 'allow', 'EAFNOSUPPORT'],
  ['socket', [17, 3, 0], 'EAFNOSUPPORT', 'EAFNOSUPPORT', 'EAFNOSUPPORT'],
  ['socket', [38, 5, 0], 'EAFNOSUPPORT', 'EAFNOSUPPORT', 'EAFNOSUPPORT'],
  ['socket', [40, 1, 0], 'EAFNOSUPPORT', 'EAFNOSUPPORT', 'EAFNOSUPPORT'],
  // SOCK_STREAM with SOCK_CLOEXEC | SOCK_NONBLOCK, SOCK_DGRAM, SOCK_RAW (a SOCK_DGRAM there), SOCK_SEQPACKET; AF_TIPC
  ['socketpair', [1, 1 | 0o2004000, 0], 'allow', 'allow', 'allow'],
  ['socketpair', [1, 2, 0], 'ESOCKTNOSUPPORT', 'ESOCKTNOSUPPORT', 'ESOCKTNOSUPPORT'],
  ['socketpair', [1, 2 | 0o2000000, 0], 'ESOCKTNOSUPPORT', 'ESOCKTNOSUPPORT', 'ESOCKTNOSUPPORT'],
  ['socketpair', [1, 3, 0], 'ESOCKTNOSUPPORT', 'ESOCKTNOSUPPORT', 'ESOCKTNOSUPPORT'],
  ['socketpair', [1, 5, 0], 'allow', 'allow', 'allow'],
  ['socketpair', [30, 1, 0], 'EAFNOSUPPORT', 'EAFNOSUPPORT', 'EAFNOSUPPORT'],
  // fork, a thread, and CLONE_NEWTIME, NS, CGROUP, UTS, IPC, USER, PID, NET
  ['clone', [0x01200011], 'allow', 'allow', 'allow'],
  ['clone', [0x003d0f00], 'allow', 'allow', 'allow'],
  ...[0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000].map(
    (flag) => ['clone', [flag | 0x11], 'EPERM', 'EPERM', 'EPERM'] as const,
  ),
  // TCGETS, TIOCGWINSZ, FIONREAD, TIOCSTI, TIOCLINUX
  ['ioctl', [0, 0x5401], 'allow', 'allow', 'allow'],
  ['ioctl', [0, 0x5413], 'allow', 'allow', 'allow'],
  ['ioctl', [0, 0x541b], 'allow', 'allow', 'allow'],
  // As high as the numbers of socket, which come later in the filter.
  ['ioctl', [0, 41], 'allow', 'allow', 'allow'],
  ['ioctl', [0, 198], 'allow', 'allow', 'allow'],
  ['ioctl', [0, 0x5412], 'EPERM', 'EPERM', 'EPERM'],
  ['ioctl', [0, 0x541c], 'EPERM', 'EPERM', 'EPERM'],
  ['prlimit64', [0, 7], 'allow', 'allow', 'allow'],
  ['prlimit64', [1, 7], 'allow', 'allow', 'EPERM'],
];

describe.each(ARCHITECTURES)('the filter for %s', (architecture) => {
  const arch = AUDIT[architecture];
  const outcome = (reach: Reach, name: Name, args: readonly bigint[] = []): string => {
    const nr = numberOf(name, architecture);
    return nr === undefined
      ? 'none'
      : interpret(seccompFilter(architecture, reach), { nr, arch, args });
  };

  it.each([
    ['EPERM', EPERM],
    ['ENOSYS', ENOSYS],
  ])('refuses whole calls with %s', (error, names) => {
    for (const reach of [OFFLINE, ONLINE, { ...OFFLINE, landlock: 7 }])
      for (const name of names) expect([error, 'none'], name).toContain(outcome(reach, name));
  });

  it('has numbers for all but the ports of x86', () => {
    const without = [...EPERM, ...ENOSYS, ...BY_ARGUMENT, ...UNDER_LANDLOCK].filter(
      (name) => numberOf(name, architecture) === undefined,
    );
    expect(without).toEqual(architecture === 'x64' ? [] : ['iopl', 'ioperm']);
  });

  it.each(ARGUMENTS)('judges %s(%j): %s, online %s, under Landlock %s', (name, args, ...wanted) => {
    const reaches = [OFFLINE, ONLINE, { ...OFFLINE, landlock: 7 }];
    const values = args.map(BigInt);
    expect(reaches.map((reach) => outcome(reach, name, values))).toEqual(wanted);
    // The system looks at the low half of each of these, so the high half hides nothing.
    const high = values.map((value) => value | 0xdeadbeef00000000n);
    expect(reaches.map((reach) => outcome(reach, name, high))).toEqual(wanted);
  });

  it('refuses under Landlock what namespaces would hold', () => {
    for (const name of UNDER_LANDLOCK) {
      expect(outcome({ ...OFFLINE, landlock: 7 }, name), name).toBe('EPERM');
      expect(outcome(OFFLINE, name), name).toBe('allow');
    }
  });

  it('refuses truncate where Landlock cannot hold it', () => {
    const outcomes = [1, 2, 3, 7].map((landlock) => outcome({ ...OFFLINE, landlock }, 'truncate'));
    expect(outcomes).toEqual(['EPERM', 'EPERM', 'allow', 'allow']);
    expect(outcome(OFFLINE, 'truncate')).toBe('allow');
  });

  it('allows every call that it does not name, whatever the arguments', () => {
    const named = new Set<number | undefined>(
      Object.values(NUMBERS).map((row) => row[architecture === 'x64' ? 0 : 1]),
    );
    const numbers = fc.nat({ max: 600 }).filter((nr) => !named.has(nr));
    const values = fc.array(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), { maxLength: 6 });
    const filter = seccompFilter(architecture, { network: false, landlock: 1 });
    fc.assert(
      fc.property(numbers, values, (nr, args) => {
        expect(interpret(filter, { nr, arch, args })).toBe('allow');
      }),
    );
  });

  it('kills what comes by another table of calls', () => {
    const filter = seccompFilter(architecture, ONLINE);
    for (const other of [AUDIT_ARCH_I386, AUDIT[architecture === 'x64' ? 'arm64' : 'x64'], 0])
      expect(interpret(filter, { nr: 1, arch: other })).toBe('kill');
    // What strace makes of a call that it answers itself.
    expect(interpret(filter, { nr: -1, arch })).toBe('allow');
    // getpid of x32.
    expect(interpret(filter, { nr: 39 | 0x40000000, arch })).toBe(
      architecture === 'x64' ? 'kill' : 'allow',
    );
  });
});

describe('the numbers', () => {
  const x64 = ['/usr/include/x86_64-linux-gnu/asm/unistd_64.h', '/usr/include/asm/unistd_64.h'];
  const headers = [x64.find((path) => existsSync(path)), '/usr/include/asm-generic/unistd.h'];
  const missing = skipLoudly(
    headers.some((path) => path === undefined || !existsSync(path)),
    'numbers of system calls (no headers of Linux)',
  );

  it.skipIf(missing)('are those of the headers of Linux', () => {
    for (const [column, path] of headers.entries()) {
      const text = readFileSync(path ?? '', 'utf8');
      const found = new Map(
        [...text.matchAll(/^#define __NR(?:3264)?_(\w+)\s+(\d+)$/gm)].map(([, name, number]) => [
          name,
          Number(number),
        ]),
      );
      const known = Object.entries(NUMBERS).filter(([name]) => found.has(name));
      expect(known.length).toBeGreaterThan(60);
      for (const [name, numbers] of known) expect(numbers[column], name).toBe(found.get(name));
    }
  });
});

const ROOT = resolve(import.meta.dirname, '../../..');
const MACHINE = process.arch;
const bubblewrap = (
  before: readonly string[],
  command: readonly string[],
  stdio: readonly number[],
) =>
  spawnSync(
    'bwrap',
    [
      '--ro-bind',
      '/',
      '/',
      '--tmpfs',
      '/mnt',
      '--dev',
      '/dev',
      '--proc',
      '/proc',
      '--unshare-user',
      '--unshare-pid',
      '--cap-drop',
      'ALL',
      ...before,
      '--',
      ...command,
    ],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe', ...stdio],
      env: { PATH: process.env['PATH'] },
    },
  );
const cannot = bubblewrap([], ['/bin/true'], []).status !== 0;
const noBubblewrap = skipLoudly(
  cannot || (MACHINE !== 'x64' && MACHINE !== 'arm64'),
  'the filter in a running system (no bwrap, or no namespaces)',
);

const COMMIT = 'git -c user.name=a -c user.email=a@example.org commit -q';

const NODE_AT_WORK = `
  const { execFileSync } = require('node:child_process');
  const { Worker } = require('node:worker_threads');
  const { readFile } = require('node:fs/promises');
  const word = execFileSync('/bin/echo', ['works'], { encoding: 'utf8' }).trim();
  new Worker('require("node:worker_threads").parentPort.postMessage(1)', { eval: true })
    .on('message', () => readFile('/etc/hostname').then(() => console.log(word)));
`;

describe.skipIf(noBubblewrap)('the filter, installed', () => {
  const architecture: Architecture = MACHINE === 'arm64' ? 'arm64' : 'x64';
  const temp = makeWorkspace();
  const run = (
    reach: Reach | undefined,
    ...command: readonly string[]
  ): SpawnSyncReturns<string> => {
    if (reach === undefined) return bubblewrap([], command, []);
    const path = join(temp.path, 'filter');
    writeFileSync(path, seccompFilter(architecture, reach));
    const fd = openSync(path, 'r');
    const result = bubblewrap(['--seccomp', '3'], command, [fd]);
    closeSync(fd);
    return result;
  };
  const outcomes = (
    reach: Reach | undefined,
    calls: readonly (readonly number[])[],
  ): readonly string[] => {
    const child = join(ROOT, 'test/support/syscalls-child.ts');
    const { stdout, stderr } = run(reach, process.execPath, child, JSON.stringify(calls));
    return stdout === '' ? [stderr] : JSON.parse(stdout);
  };
  const call = (name: Name, ...args: readonly number[]): readonly number[] => [
    numberOf(name, architecture) ?? -1,
    ...args,
  ];

  /** What comes of each offline; without the filter the system answers otherwise, and changes nothing. */
  const CALLS: readonly (readonly [outcome: string, name: Name, ...args: readonly number[]])[] = [
    ['EAFNOSUPPORT', 'socket', 1, 1, 0],
    ['EAFNOSUPPORT', 'socket', 2, 1, 0],
    ['EAFNOSUPPORT', 'socket', 16, 3, 0],
    ['ESOCKTNOSUPPORT', 'socketpair', 1, 2, 0, 0],
    ['EPERM', 'unshare', 0],
    ['EPERM', 'clone', 0x20000 | 0x200 | 0x11],
    ['ENOSYS', 'clone3', 0, 0],
    ['ENOSYS', 'io_uring_setup', 1, 0],
    ['EPERM', 'ptrace', 0x4206, 99_999, 0, 0],
    ['EPERM', 'kcmp', 99_999, 99_999, 0, 0, 0],
    ['EPERM', 'process_vm_readv', 99_999, 0, 0, 0, 0, 0],
    ['EPERM', 'ioctl', 0, 0x5412, 0],
  ];
  const made = (calls: typeof CALLS): readonly (readonly number[])[] =>
    calls.map(([, name, ...args]) => call(name, ...args));
  const wanted = CALLS.map(([outcome]) => outcome);

  it('refuses sockets, namespaces, rings, other processes and typing', () => {
    expect(outcomes(OFFLINE, made(CALLS))).toEqual(wanted);
  });

  it('is what refuses them', () => {
    const bare = outcomes(undefined, made(CALLS));
    expect(bare).toHaveLength(CALLS.length);
    expect(bare.filter((outcome, index) => outcome === wanted[index])).toEqual([]);
  });

  it('leaves pairs, and what asks a terminal', () => {
    const calls = [call('socketpair', 1, 1, 0, 0), call('ioctl', 0, 0x5401, 0)];
    expect(outcomes(OFFLINE, calls)).toEqual(['EFAULT', 'ENOTTY']);
  });

  it('leaves the internet where it is wanted', () => {
    const sockets = made(CALLS.slice(0, 3));
    expect(outcomes(ONLINE, sockets)).toEqual(['EAFNOSUPPORT', 'ok', 'ok']);
  });

  it('refuses more beside an old Landlock', () => {
    const calls = [
      call('shmget', 77, 0, 0),
      call('prlimit64', 1, 7, 0, 0),
      call('prlimit64', 0, 7, 0, 0),
      call('truncate', 0, 0),
    ];
    expect(outcomes(OFFLINE, calls)).toEqual(['ENOENT', 'ok', 'ok', 'EFAULT']);
    const landlock = { network: false, landlock: 1 };
    expect(outcomes(landlock, calls)).toEqual(['EPERM', 'EPERM', 'ok', 'EPERM']);
  });

  it.runIf(architecture === 'x64')('kills a call of x32', () => {
    const getpid = 39 | 0x40000000;
    expect(outcomes(undefined, [[getpid]])).toEqual(['ENOSYS']);
    const child = join(ROOT, 'test/support/syscalls-child.ts');
    const { status, stdout } = run(ONLINE, process.execPath, child, JSON.stringify([[getpid]]));
    expect({ status, stdout }).toEqual({ status: 128 + constants.signals.SIGSYS, stdout: '' });
  });

  it.each([
    ['Node with a child, a thread and files', process.execPath, '-e', NODE_AT_WORK],
    [
      'a shell with a pipeline',
      '/bin/bash',
      '-c',
      'set -o pipefail; echo 0 works 0 | grep -o works',
    ],
    [
      'git',
      '/bin/bash',
      '-c',
      `cd /mnt && git init -q && ${COMMIT} --allow-empty -m works && git log --format=%s`,
    ],
  ])('lets %s run', (_what, ...command) => {
    const { stdout, stderr, status } = run(OFFLINE, ...command);
    expect({ last: stdout.trim().split('\n').at(-1), status, stderr }).toEqual({
      last: 'works',
      status: 0,
      stderr: '',
    });
  });
});
