/**
 * The filter of system calls: closes what neither a view of files nor a namespace closes, and the
 * parts of the system in which most of its holes are found. It is a program for the machine of
 * linux/bpf_common.h, as seccomp(2) takes it; nothing in it loops or remembers.
 */
import {
  type Architecture,
  type SystemCall,
  REFUSED,
  ABSENT,
  ATTRIBUTES,
  IN_VAIN,
  SHARED_BY_NUMBER,
  LANDLOCK_HOLDS_TRUNCATE,
  numberOf,
} from './system-calls.ts';

/** What of the network a filter lets through. */
export interface Reach {
  /** Sockets of the internet, and the questions about routes that go with them. Otherwise no socket at all. */
  readonly network: boolean;
  /**
   * The ABI of Landlock where that is the sandbox: what namespaces would hold, and what this ABI
   * does not hold yet, is refused as well. `undefined` where namespaces are the sandbox.
   */
  readonly landlock?: number;
}

// asm-generic/errno-base.h, asm-generic/errno.h
const EPERM = 1;
const ENOSYS = 38;
const EOPNOTSUPP = 95;
const ESOCKTNOSUPPORT = 94;
const EAFNOSUPPORT = 97;

// linux/audit.h
const AUDIT_ARCH = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
// asm/unistd.h of x86: numbers from here on are those of x32, another table, which hardly anybody uses.
const X32_SYSCALL_BIT = 0x40000000;
/** The number of a call that a tracer such as strace has answered; by itself it is none. */
const SKIPPED_CALL = 0xffffffff;

// linux/socket.h, linux/net.h
const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const SOCK_STREAM = 1;
const SOCK_SEQPACKET = 5;
const SOCK_TYPE_MASK = 0xf;

/** Every CLONE_NEW* of linux/sched.h: TIME, NS, CGROUP, UTS, IPC, USER, PID, NET. No number of a signal has 0x80. */
const CLONE_NEW =
  0x80 | 0x20000 | 0x2000000 | 0x4000000 | 0x8000000 | 0x10000000 | 0x20000000 | 0x40000000;

// asm-generic/ioctls.h, linux/tiocl.h
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;

/** linux/fs.h, linux/fsverity.h and file systems: flags, versions, keys and seals of files, and volumes in folders. */
const FILE_IOCTLS = [
  0x40086602, 0x40046602, 0x401c5820, 0x40087602, 0x40047602, 0x40086604, 0x800c6613, 0x40806685,
  0x50009401, 0x5000940e, 0x5000940f, 0x50009417, 0x50009418, 0x4008941a, 0x5000943f,
];

// asm-generic/fcntl.h, linux/fcntl.h, linux/stat.h
const O_CREAT = 0o100;
const O_TMPFILE = 0o20000000;
const F_SETLEASE = 1024;
const S_ISUID_OR_GID = 0o6000;

// linux/bpf_common.h
const BPF_LD_W_ABS = 0x20;
const BPF_ALU_AND_K = 0x54;
const BPF_JEQ_K = 0x15;
const BPF_JGE_K = 0x35;
const BPF_JSET_K = 0x45;
const BPF_RET_K = 0x06;

// linux/seccomp.h: struct seccomp_data, and what a filter returns.
const NR_OFFSET = 0;
const ARCH_OFFSET = 4;
const ARGS_OFFSET = 16;
const ARG_BYTES = 8;
const SECCOMP_RET_KILL_PROCESS = 0x80000000;
const SECCOMP_RET_ERRNO = 0x00050000;
const SECCOMP_RET_ALLOW = 0x7fff0000;

/** struct sock_filter of linux/filter.h: `jt` and `jf` are counted from the next instruction. */
interface Instruction {
  readonly code: number;
  readonly jt: number;
  readonly jf: number;
  readonly k: number;
}

const SOCK_FILTER_BYTES = 8;

/** The filter as an array of struct sock_filter. */
export const seccompFilter = (architecture: Architecture, reach: Reach): Buffer => {
  const program = [
    load(ARCH_OFFSET),
    jump(BPF_JEQ_K, AUDIT_ARCH[architecture], 1, 0),
    // A table of calls that this filter does not know: programs of 32 bits, and x32 below.
    ret(SECCOMP_RET_KILL_PROCESS),
    load(NR_OFFSET),
    ...(architecture === 'x64' ? X32_KILLED : []),
    ...rules(reach).flatMap((rule) => rule(architecture)),
    ALLOW,
  ];
  return encode(program);
};

/** Instructions that find the number of the call loaded, and go on behind themselves if it is not theirs. */
type Rule = (architecture: Architecture) => readonly Instruction[];

const rules = ({ network, landlock }: Reach): readonly Rule[] => [
  refuse(REFUSED.flat(), EPERM),
  refuse(ABSENT, ENOSYS),
  // Threads and processes, and no namespaces.
  judge('clone', [load(argument(0)), jump(BPF_JSET_K, CLONE_NEW, 0, 1), errno(EPERM)]),
  // Typing into the terminal of whoever started the kernel.
  judge(
    'ioctl',
    noneOf(
      argument(1),
      [TIOCSTI, TIOCLINUX, ...(landlock === undefined ? [] : FILE_IOCTLS)],
      EPERM,
    ),
  ),
  // Whoever has a lease keeps others, the kernel of yamo among them, from opening the file for most of a minute.
  judge('fcntl', noneOf(argument(1), [F_SETLEASE], EPERM)),
  ...(landlock === undefined ? [] : [refuse(IN_VAIN.flat(), 0)]),
  ...withoutSetuid(),
  // A path or a name leads a unix socket to whoever listens: the user's bus, keys, containers.
  network
    ? judge('socket', oneOf(argument(0), [AF_INET, AF_INET6, AF_NETLINK], EAFNOSUPPORT))
    : refuse(['socket'], EAFNOSUPPORT),
  // Pairs are what pipes of Node are. One of datagrams can still send to any path, so there are none.
  judge('socketpair', [
    ...oneOf(argument(0), [AF_UNIX], EAFNOSUPPORT),
    ...oneOf(argument(1), [SOCK_STREAM, SOCK_SEQPACKET], ESOCKTNOSUPPORT, SOCK_TYPE_MASK),
  ]),
  ...(landlock === undefined ? [] : withoutNamespaces(landlock)),
];

/** Files that give their owner's rights to whoever starts them: where the owner lets agents write, they stay. */
const noSetuid = (mode: number): readonly Instruction[] => [
  load(argument(mode)),
  jump(BPF_JSET_K, S_ISUID_OR_GID, 0, 1),
  errno(EPERM),
];

/** The mode counts where a file is made. */
const noSetuidMade = (flags: number): readonly Instruction[] => {
  const test = noSetuid(flags + 1);
  return [load(argument(flags)), jump(BPF_JSET_K, O_CREAT | O_TMPFILE, 0, test.length), ...test];
};

const withoutSetuid = (): readonly Rule[] => [
  judge('chmod', noSetuid(1)),
  judge('fchmod', noSetuid(1)),
  judge('fchmodat', noSetuid(2)),
  judge('fchmodat2', noSetuid(2)),
  judge('creat', noSetuid(1)),
  judge('mknod', noSetuid(1)),
  judge('mknodat', noSetuid(2)),
  judge('open', noSetuidMade(1)),
  judge('openat', noSetuidMade(2)),
];

const withoutNamespaces = (landlock: number): readonly Rule[] => [
  refuse(SHARED_BY_NUMBER.flat(), EPERM),
  refuse(ATTRIBUTES.flat(), EOPNOTSUPP),
  // Priorities and processors of others, also of the kernel of yamo.
  ...(['setpriority', 'ioprio_set'] as const).map((call) =>
    judge(call, oneOf(argument(1), [0], EPERM)),
  ),
  ...(['sched_setaffinity', 'sched_setscheduler', 'sched_setparam', 'sched_setattr'] as const).map(
    (call) => judge(call, oneOf(argument(0), [0], EPERM)),
  ),
  // Limits of other processes of the user: a file size of nothing ends the kernel's records.
  judge('prlimit64', oneOf(argument(0), [0], EPERM)),
  ...(landlock < LANDLOCK_HOLDS_TRUNCATE ? [refuse(['truncate'], EPERM)] : []),
];

const refuse =
  (calls: readonly SystemCall[], error: number): Rule =>
  (architecture) => {
    const numbers = calls.flatMap((call) => numberOf(call, architecture) ?? []);
    return [...jumpsIn(numbers, 0, 1), errno(error)];
  };

/** Allows the call where `test` falls through. */
const judge =
  (call: SystemCall, test: readonly Instruction[]): Rule =>
  (architecture) => {
    const number = numberOf(call, architecture);
    return number === undefined
      ? []
      : [jump(BPF_JEQ_K, number, 0, test.length + 1), ...test, ALLOW];
  };

const oneOf = (
  offset: number,
  values: readonly number[],
  error: number,
  mask?: number,
): readonly Instruction[] => [
  load(offset),
  ...(mask === undefined ? [] : [{ code: BPF_ALU_AND_K, jt: 0, jf: 0, k: mask }]),
  ...jumpsIn(values, 1, 0),
  errno(error),
];

const noneOf = (
  offset: number,
  values: readonly number[],
  error: number,
): readonly Instruction[] => [load(offset), ...jumpsIn(values, 0, 1), errno(error)];

/** Skips `found` instructions behind these where one of `values` is loaded, and `otherwise` where none is. */
const jumpsIn = (
  values: readonly number[],
  found: number,
  otherwise: number,
): readonly Instruction[] =>
  values.map((value, index) => {
    const left = values.length - 1 - index;
    return jump(BPF_JEQ_K, value, left + found, left === 0 ? otherwise : 0);
  });

/**
 * Where the low half of an argument lies. That half is enough: the system itself cuts a domain, a type, a request, a
 * process id and the flags of clone down to it.
 */
const argument = (index: number): number => ARGS_OFFSET + index * ARG_BYTES;

const load = (offset: number): Instruction => ({ code: BPF_LD_W_ABS, jt: 0, jf: 0, k: offset });

const jump = (code: number, k: number, jt: number, jf: number): Instruction => ({
  code,
  jt,
  jf,
  k,
});

const ret = (action: number): Instruction => ({ code: BPF_RET_K, jt: 0, jf: 0, k: action });

const errno = (error: number): Instruction => ret(SECCOMP_RET_ERRNO | error);

const ALLOW = ret(SECCOMP_RET_ALLOW);

const X32_KILLED: readonly Instruction[] = [
  jump(BPF_JEQ_K, SKIPPED_CALL, 2, 0),
  jump(BPF_JGE_K, X32_SYSCALL_BIT, 0, 1),
  ret(SECCOMP_RET_KILL_PROCESS),
];

/** Throws on a jump that does not fit into its byte. */
const encode = (program: readonly Instruction[]): Buffer => {
  const bytes = Buffer.alloc(program.length * SOCK_FILTER_BYTES);
  for (const [index, { code, jt, jf, k }] of program.entries()) {
    const at = index * SOCK_FILTER_BYTES;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(jt, at + 2);
    bytes.writeUInt8(jf, at + 3);
    bytes.writeUInt32LE(k, at + 4);
  }
  return bytes;
};
