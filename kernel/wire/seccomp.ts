/**
 * The filter of system calls: closes what neither a view of files nor a namespace closes, and the
 * parts of the system in which most of its holes are found. It is a program for the machine of
 * linux/bpf_common.h, as seccomp(2) takes it; nothing in it loops or remembers.
 */

/** The processors there is a table of system calls for; both are little-endian. */
export type Architecture = 'x64' | 'arm64';

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

/** Numbers of system calls: asm/unistd_64.h of x86, and asm-generic/unistd.h, which arm64 uses. */
export const NUMBERS = {
  acct: [163, 89],
  add_key: [248, 217],
  adjtimex: [159, 171],
  bpf: [321, 280],
  chmod: [90, undefined],
  chown: [92, undefined],
  chroot: [161, 51],
  clock_adjtime: [305, 266],
  clock_settime: [227, 112],
  clone: [56, 220],
  clone3: [435, 435],
  creat: [85, undefined],
  delete_module: [176, 106],
  fchmod: [91, 52],
  fchmodat: [268, 53],
  fchmodat2: [452, 452],
  fchown: [93, 55],
  fchownat: [260, 54],
  fcntl: [72, 25],
  fgetxattr: [193, 10],
  file_getattr: [468, 468],
  file_setattr: [469, 469],
  finit_module: [313, 273],
  flistxattr: [196, 13],
  fremovexattr: [199, 16],
  fsconfig: [431, 431],
  fsetxattr: [190, 7],
  fsmount: [432, 432],
  fsopen: [430, 430],
  fspick: [433, 433],
  futimesat: [261, undefined],
  getxattr: [191, 8],
  getxattrat: [464, 464],
  init_module: [175, 105],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
  ioctl: [16, 29],
  ioperm: [173, undefined],
  iopl: [172, undefined],
  ioprio_set: [251, 30],
  kcmp: [312, 272],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  lchown: [94, undefined],
  lgetxattr: [192, 9],
  listxattr: [194, 11],
  listxattrat: [465, 465],
  llistxattr: [195, 12],
  lremovexattr: [198, 15],
  lsetxattr: [189, 6],
  mknod: [133, undefined],
  mknodat: [259, 33],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  mq_open: [240, 180],
  mq_unlink: [241, 181],
  msgctl: [71, 187],
  msgget: [68, 186],
  msgrcv: [70, 188],
  msgsnd: [69, 189],
  name_to_handle_at: [303, 264],
  open: [2, undefined],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  open_tree_attr: [467, 467],
  openat: [257, 56],
  openat2: [437, 437],
  perf_event_open: [298, 241],
  pidfd_getfd: [438, 438],
  pivot_root: [155, 41],
  prlimit64: [302, 261],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  reboot: [169, 142],
  removexattr: [197, 14],
  removexattrat: [466, 466],
  request_key: [249, 218],
  sched_setaffinity: [203, 122],
  sched_setattr: [314, 274],
  sched_setparam: [142, 118],
  sched_setscheduler: [144, 119],
  semctl: [66, 191],
  semget: [64, 190],
  semop: [65, 193],
  semtimedop: [220, 192],
  setns: [308, 268],
  setpriority: [141, 140],
  settimeofday: [164, 170],
  setxattr: [188, 5],
  setxattrat: [463, 463],
  shmat: [30, 196],
  shmctl: [31, 195],
  shmget: [29, 194],
  socket: [41, 198],
  socketpair: [53, 199],
  swapoff: [168, 225],
  swapon: [167, 224],
  syslog: [103, 116],
  truncate: [76, 45],
  umount2: [166, 39],
  unshare: [272, 97],
  userfaultfd: [323, 282],
  utime: [132, undefined],
  utimensat: [280, 88],
  utimes: [235, undefined],
} as const satisfies Record<string, readonly [x64: number, arm64: number | undefined]>;

type SystemCall = keyof typeof NUMBERS;

/** Refused with EPERM, whatever the arguments: no program that an agent needs stops working. */
const REFUSED: readonly (readonly SystemCall[])[] = [
  // Other processes: their memory, their descriptors, what they share.
  ['ptrace', 'process_vm_readv', 'process_vm_writev', 'pidfd_getfd', 'kcmp'],
  // Programs and watchers inside the system's kernel, and stopping it at a page of one's choice:
  // what most ways to take it over begin with.
  ['bpf', 'perf_event_open', 'userfaultfd'],
  // Keys of the user, which belong to no namespace and no file.
  ['keyctl', 'add_key', 'request_key'],
  // Another view of the files.
  ['mount', 'umount2', 'move_mount', 'mount_setattr', 'pivot_root', 'chroot'],
  ['open_tree', 'open_tree_attr', 'fsopen', 'fsconfig', 'fsmount', 'fspick'],
  // Namespaces, one's own or another's: inside a new one a process has every capability.
  ['unshare', 'setns'],
  // Files by number instead of by path: past every view.
  ['open_by_handle_at', 'name_to_handle_at'],
  // The machine: its modules, kernel, ports, swap, quotas, log. Users may not in any case; the
  // kernel of yamo may have been started by root.
  ['init_module', 'finit_module', 'delete_module', 'kexec_load', 'kexec_file_load', 'reboot'],
  ['iopl', 'ioperm', 'swapon', 'swapoff', 'acct', 'quotactl', 'quotactl_fd', 'syslog'],
  // Its clock: days and records rest on it.
  ['settimeofday', 'clock_settime', 'adjtimex', 'clock_adjtime'],
];

/** Not there, so that libraries go on without them. */
const ABSENT: readonly SystemCall[] = [
  // A ring carries out calls that no filter sees, sockets among them.
  'io_uring_setup',
  'io_uring_enter',
  'io_uring_register',
  // Its flags lie in memory, where no filter can look. Libraries fall back to clone.
  'clone3',
  // The mode of a file that it makes lies in memory, too. Libraries fall back to openat.
  'openat2',
];

/**
 * Notes on files, and what a file system calls attributes: they outlive the process, and anybody who may read the file
 * gets them. Landlock has no right for them, mounts that are read-only hold them. Libraries take the answer for a file
 * system that has none.
 */
const ATTRIBUTES: readonly (readonly SystemCall[])[] = [
  ['setxattr', 'lsetxattr', 'fsetxattr', 'setxattrat'],
  ['getxattr', 'lgetxattr', 'fgetxattr', 'getxattrat'],
  ['listxattr', 'llistxattr', 'flistxattr', 'listxattrat'],
  ['removexattr', 'lremovexattr', 'fremovexattr', 'removexattrat'],
  ['file_getattr', 'file_setattr'],
];

/**
 * Modes, owners and times of files outlive the process as well; with them MEMORY.md can be opened to others, and a word
 * handed on to another session. Landlock has no right for them. So they succeed and change nothing: whatever copies or
 * unpacks a file asks for them, and gives up where they fail.
 */
const IN_VAIN: readonly (readonly SystemCall[])[] = [
  ['chmod', 'fchmod', 'fchmodat', 'fchmodat2'],
  ['chown', 'lchown', 'fchown', 'fchownat'],
  ['utime', 'utimes', 'futimesat', 'utimensat'],
];

/** What has a number or a name on the whole machine, and no path: an IPC namespace holds it, Landlock does not. */
const SHARED_BY_NUMBER: readonly (readonly SystemCall[])[] = [
  ['shmget', 'shmat', 'shmctl', 'semget', 'semop', 'semtimedop', 'semctl'],
  ['msgget', 'msgsnd', 'msgrcv', 'msgctl', 'mq_open', 'mq_unlink'],
];

/** The ABI of Landlock from which on it holds truncate(2); what is truncated through a descriptor was opened. */
const LANDLOCK_HOLDS_TRUNCATE = 3;

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

const numberOf = (call: SystemCall, architecture: Architecture): number | undefined => {
  const [x64, arm64] = NUMBERS[call];
  return architecture === 'x64' ? x64 : arm64;
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
