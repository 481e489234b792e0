/** System calls: their numbers, and which of them the filter refuses, by what they reach. */

/** The processors there is a table of system calls for; both are little-endian. */
export type Architecture = 'x64' | 'arm64';

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

export type SystemCall = keyof typeof NUMBERS;

/** Refused with EPERM, whatever the arguments: no program that an agent needs stops working. */
export const REFUSED: readonly (readonly SystemCall[])[] = [
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
export const ABSENT: readonly SystemCall[] = [
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
export const ATTRIBUTES: readonly (readonly SystemCall[])[] = [
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
export const IN_VAIN: readonly (readonly SystemCall[])[] = [
  ['chmod', 'fchmod', 'fchmodat', 'fchmodat2'],
  ['chown', 'lchown', 'fchown', 'fchownat'],
  ['utime', 'utimes', 'futimesat', 'utimensat'],
];

/** What has a number or a name on the whole machine, and no path: an IPC namespace holds it, Landlock does not. */
export const SHARED_BY_NUMBER: readonly (readonly SystemCall[])[] = [
  ['shmget', 'shmat', 'shmctl', 'semget', 'semop', 'semtimedop', 'semctl'],
  ['msgget', 'msgsnd', 'msgrcv', 'msgctl', 'mq_open', 'mq_unlink'],
];

/** The ABI of Landlock from which on it holds truncate(2); what is truncated through a descriptor was opened. */
export const LANDLOCK_HOLDS_TRUNCATE = 3;

/** `undefined` where the processor has no such call. */
export const numberOf = (call: SystemCall, architecture: Architecture): number | undefined => {
  const [x64, arm64] = NUMBERS[call];
  return architecture === 'x64' ? x64 : arm64;
};
