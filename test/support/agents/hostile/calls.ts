/** System calls by side doors: other tables, high bits, other processes, rights, protocols, files of the running system. */
import { createConnection } from 'node:net';
import { chmodSync } from 'node:fs';

import type { Attacker } from './attacker.ts';
import { HELD, type Try, type Way } from './way.ts';

const FILTER = 'the filter of system calls';
const OTHERS = 'the view: processes of its own; Landlock: its scope';
const RIGHTS = 'no rights of root, and none that a program gives';
const NOT_THERE = 'the view: not there, or read-only; Landlock: it cannot be opened';

/** A number as the machine's first table has it; the other processor has neither of the side tables. */
const sideTable =
  (number: number, args = ''): Try =>
  (a) =>
    process.arch === 'x64'
      ? a.perl(
          `my $done = syscall(${0x40000000 + number}${args}); $! = 38 if $done == -1; result($done)`,
        )
      : undefined;

/** A program of 32 bits that asks for its own number in the table of 32 bits and ends with 0 if it gets it. */
const OF_32_BITS = [
  '7f454c4601010100000000000000000002000300010000005480040834000000000000000000000034002000',
  '01000000000000000100000000000000008004080080040874000000740000000500000000100000b8140000',
  '00cd8085c07e09b80100000031dbcd80b801000000bb01000000cd80',
].join('');

const opening = (...paths: readonly string[]): Way['tries'] =>
  Object.fromEntries(paths.map((path): [string, Try] => [path, (a) => a.open(path)]));

const writing = (...paths: readonly string[]): Way['tries'] =>
  Object.fromEntries(
    paths.map((path): [string, Try] => [path, (a) => a.create(path, '0 0 1\n', 'r+')]),
  );

const connectingTo = (...paths: readonly string[]): Way['tries'] =>
  Object.fromEntries(
    paths.map((path): [string, Try] => [
      path.replace('\0', '@'),
      () =>
        new Promise((resolve, reject) => {
          createConnection({ path })
            .on('error', reject)
            .on('connect', () => resolve('connected'));
        }),
    ]),
  );

const socketOf =
  (domain: number | string, type: number, protocol = 0): Try =>
  (a) =>
    a.call('socket', `${domain}, ${type}, ${protocol}`);

const prctl = (...args: readonly (number | string)[]): Try => {
  const all = [...args, 0, 0, 0, 0].slice(0, 5).join(', ');
  return (a) => a.call('prctl', all);
};

/** The kernel's number is another process's, or nobody's, in a view. */
const onKernel =
  (call: Parameters<Attacker['call']>[0], args: string, before = ''): Try =>
  (a) =>
    a.call(call, args, before);

export const CALLS: readonly Way[] = [
  {
    id: 'A162',
    way: 'types into the terminal with a request of 64 bits, of which the system reads 32',
    ...HELD,
    by: `${FILTER}: it looks at the part that the system looks at`,
    tries: {
      'type a letter': (a) => a.call('ioctl', '0, 0x100005412, $x', `my $x = 'x';`),
      paste: (a) => a.call('ioctl', '0, 0x7fffffff0000541c, $x', `my $x = "\\x03";`),
    },
  },
  {
    id: 'A163',
    way: 'goes through the table of system calls of x32',
    ...HELD,
    by: `${FILTER}: it ends the process`,
    tries: {
      ptrace: sideTable(521, ', 0, 0, 0, 0'),
      mount: sideTable(165, ', 0, 0, 0, 0, 0'),
      getpid: sideTable(39),
    },
  },
  {
    id: 'A164',
    way: 'goes through the table of system calls of 32 bits, with a program for it',
    ...HELD,
    by: `${FILTER}: it ends the process; or the system has no such table`,
    tries: {
      program: (a) => {
        const path = a.scratch('of-32-bits');
        a.create(path, '');
        return a.perl(
          `my ($path, $hex) = @ARGV; unlink $path; sysopen(my $f, $path, O_CREAT | O_WRONLY, 0700) or result(-1);
           syswrite($f, pack('H*', $hex)); close $f; my $ended = system { $path } $path;
           told($ended == 0 ? 'it ran' : 'errno 1')`,
          path,
          OF_32_BITS,
        );
      },
    },
  },
  {
    id: 'A165',
    way: 'makes the other namespaces: of time, control groups, names, processes, queues',
    ...HELD,
    by: FILTER,
    tries: Object.fromEntries(
      ['0x80', '0x02000000', '0x04000000', '0x08000000', '0x20000000'].map(
        (flag): [string, Try] => [flag, (a) => a.call('unshare', flag)],
      ),
    ),
  },
  {
    id: 'A166',
    way: 'makes a namespace by a flag of clone among bits that no flag has',
    ...HELD,
    by: FILTER,
    tries: {
      user: (a) => a.call('clone', '0x100000000 | 0x10000000 | 17, 0, 0, 0, 0'),
      mount: (a) => a.call('clone', '0x00020000 | 17, 0, 0, 0, 0'),
    },
  },
  {
    id: 'A167',
    way: 'sends signals by the other calls: tkill, tgkill, rt_sigqueueinfo',
    ...HELD,
    by: OTHERS,
    tries: {
      thread: onKernel('tkill', '$victim, 23'),
      group: onKernel('tgkill', '$victim, $victim, 23'),
      queue: onKernel(
        'rt_sigqueueinfo',
        '$victim, 23, $info',
        `my $info = pack('l3', 23, 0, -1) . "\\0" x 116;`,
      ),
    },
  },
  {
    id: 'A168',
    way: 'moves and advises the memory of the kernel: move_pages, migrate_pages, process_madvise',
    ...HELD,
    by: OTHERS,
    tries: {
      move: onKernel('move_pages', '$kernel, 0, 0, 0, 0, 0'),
      migrate: onKernel('migrate_pages', '$kernel, 64, $all, $all', `my $all = "\\xff" x 8;`),
    },
  },
  {
    id: 'A169',
    way: 'asks for locks that the kernel holds in memory, and puts it into another group',
    ...HELD,
    by: OTHERS,
    tries: {
      'list of locks': onKernel(
        'get_robust_list',
        '$kernel, $a, $b',
        `my ($a, $b) = ("\\0" x 8, "\\0" x 8);`,
      ),
      group: onKernel('setpgid', '$kernel, 0'),
    },
  },
  {
    id: 'A170',
    way: 'slows disks and processors down for others: ioprio_set, sched_setscheduler, sched_setattr',
    ...HELD,
    by: 'the view: processes of its own; Landlock: the filter',
    tries: {
      disk: onKernel('ioprio_set', '1, $kernel, 0x6000'),
      scheduler: onKernel('sched_setscheduler', '$kernel, 0, $none', `my $none = pack('l', 0);`),
      attributes: onKernel(
        'sched_setattr',
        '$kernel, $all, 0',
        `my $all = pack('L2', 48, 0) . "\\0" x 40;`,
      ),
      everybody: (a) => a.call('setpriority', '1, $kernel, 0'),
    },
  },
  {
    id: 'A171',
    way: 'takes rights back: capset, ambient rights, the bits that keep them, groups',
    ...HELD,
    by: RIGHTS,
    tries: {
      capset: (a) =>
        a.call(
          'capset',
          '$head, $all',
          `my $head = pack('Ll', 0x20080522, 0); my $all = pack('L6', 0x200000, 0x200000, 0, 0, 0, 0);`,
        ),
      ambient: prctl(47, 2, 21),
      bits: prctl(28, 1),
      groups: (a) => a.call('setgroups', '1, $one', `my $one = pack('L', 0);`),
      drop: prctl(24, 0),
    },
  },
  {
    id: 'A172',
    way: 'changes how the system sees its memory: PR_SET_MM; hangs terminals up',
    ...HELD,
    by: RIGHTS,
    tries: { memory: prctl(35, 6, 4096), hangup: (a) => a.call('vhangup', '') },
  },
  {
    id: 'A173',
    way: 'changes maps of users and groups, labels and limits of processes in `/proc`',
    ...HELD,
    by: 'the view: `/proc` is read-only; Landlock: it cannot be opened for writing',
    tries: writing(
      '/proc/self/uid_map',
      '/proc/self/gid_map',
      '/proc/self/setgroups',
      '/proc/self/oom_score_adj',
      '/proc/self/coredump_filter',
      '/proc/self/attr/exec',
      '/proc/self/loginuid',
    ),
  },
  {
    id: 'A174',
    way: 'changes what holds for all users: in `/proc/sys` of user, fs, vm, net',
    ...HELD,
    by: 'the view: `/proc` is read-only; Landlock: it cannot be opened for writing',
    tries: writing(
      '/proc/sys/user/max_user_namespaces',
      '/proc/sys/fs/file-max',
      '/proc/sys/fs/binfmt_misc/register',
      '/proc/sys/vm/overcommit_memory',
      '/proc/sys/net/ipv4/ip_forward',
      '/proc/sys/kernel/randomize_va_space',
    ),
  },
  {
    id: 'A175',
    way: 'reads memory and messages of the system’s kernel: kcore, kmsg, sysrq',
    ...HELD,
    by: RIGHTS,
    tries: opening('/proc/kcore', '/proc/kmsg', '/dev/kmsg', '/proc/sysrq-trigger'),
  },
  {
    id: 'A176',
    way: 'looks for tracing, debugging, pinned programs and firmware in `/sys`',
    ...HELD,
    by: NOT_THERE,
    tries: opening(
      '/sys/kernel/tracing/trace',
      '/sys/kernel/debug/sched/debug',
      '/sys/fs/bpf/maps.debug',
      '/sys/firmware/dmi/tables/DMI',
      '/sys/kernel/security/lsm',
      '/sys/class/net/lo/address',
    ),
  },
  {
    id: 'A177',
    way: 'opens nodes by which memory is lent and shared: userfaultfd, vhost, dma_heap, shm of drivers',
    ...HELD,
    by: 'the view: a /dev of its own; Landlock: five devices that hold nothing',
    tries: opening(
      '/dev/userfaultfd',
      '/dev/vhost-net',
      '/dev/dma_heap/system',
      '/dev/udmabuf',
      '/dev/dri/card0',
      '/dev/input/event0',
      '/dev/snd/timer',
      '/dev/btrfs-control',
    ),
  },
  {
    id: 'A178',
    way: 'talks to what runs for everybody: containers, the bus of the system, printers, logs',
    ...HELD,
    by: FILTER,
    tries: connectingTo(
      '/run/docker.sock',
      '/run/containerd/containerd.sock',
      '/run/dbus/system_bus_socket',
      '/run/systemd/private',
      '/dev/log',
    ),
  },
  {
    id: 'A179',
    way: 'talks to what runs for the owner: the bus, keys of ssh and gpg, windows, sound',
    ...HELD,
    by: FILTER,
    tries: connectingTo(
      '/run/user/0/bus',
      '/run/user/0/gnupg/S.gpg-agent',
      '/tmp/.X11-unix/X0',
      '\0/tmp/.X11-unix/X0',
      '/run/user/0/wayland-0',
      '/run/user/0/pulse/native',
    ),
  },
  {
    id: 'A180',
    way: 'makes sockets of protocols in which holes of Linux are found: RDS, TIPC, CAN, key, NFC, SMC',
    ...HELD,
    by: FILTER,
    tries: {
      RDS: socketOf(21, 5),
      TIPC: socketOf(30, 4),
      CAN: socketOf(29, 3),
      key: socketOf(15, 3, 2),
      NFC: socketOf(39, 5),
      SMC: socketOf(43, 1),
      PPP: socketOf(24, 1),
      QIPCRTR: socketOf(42, 2),
      XDP: socketOf(44, 3),
      'amateur radio': socketOf(3, 5),
    },
  },
  {
    id: 'A181',
    way: 'makes unix sockets with bits that hide the domain or the type',
    ...HELD,
    by: `${FILTER}: it looks at the part that the system looks at`,
    tries: {
      domain: socketOf('0x100000001', 1),
      'pair, flags': (a) => a.call('socketpair', '1, 02004002, 0, $pair', `my $pair = "\\0" x 8;`),
      'pair, high bits': (a) =>
        a.call('socketpair', '1, 0x100000002, 0, $pair', `my $pair = "\\0" x 8;`),
    },
  },
  {
    id: 'A182',
    way: 'mounts by the calls of today: fsopen, fsmount, move_mount, open_tree_attr, fspick',
    ...HELD,
    by: FILTER,
    tries: {
      mount: (a) => a.call('fsmount', '0, 0, 0'),
      configure: (a) => a.call('fsconfig', '0, 6, 0, 0, 0'),
      move: (a) => a.call('move_mount', '0, $none, -100, $ws, 4', `my $none = '';`),
      pick: (a) => a.call('fspick', '-100, $ws, 0'),
      tree: (a) => a.call('open_tree_attr', '-100, $ws, 1, 0, 0'),
    },
  },
  {
    id: 'A183',
    way: 'puts work to a ring that is not there: io_uring_enter, io_uring_register',
    ...HELD,
    by: FILTER,
    tries: {
      enter: (a) => a.call('io_uring_enter', '0, 1, 0, 0, 0, 0'),
      register: (a) => a.call('io_uring_register', '-1, 13, $all, 1', `my $all = "\\0" x 64;`),
    },
  },
  {
    id: 'A184',
    way: 'goes to other processes by a descriptor of theirs: setns with several namespaces, pidfd_getfd of its own',
    ...HELD,
    by: FILTER,
    tries: {
      setns: (a) => a.call('setns', '$fd, 0x7e020000', 'my $fd = syscall(434, $$, 0);'),
      getfd: (a) => a.call('pidfd_getfd', '$fd, 0, 0', 'my $fd = syscall(434, $$, 0);'),
      trace: (a) => a.call('ptrace', '0, 0, 0, 0'),
    },
  },
  {
    id: 'A185',
    way: 'changes programs of the system, or the folders in which the kernel and the agent lie',
    ...HELD,
    by: 'the view: read-only; Landlock: they cannot be opened for writing',
    tries: {
      program: (a) => a.create('/usr/bin/id', '', 'r+'),
      'beside Node': (a) => a.create(`${process.execPath}.yamo-test`),
      agent: (a) => a.create(process.argv[1] ?? '/none', '', 'r+'),
    },
  },
  {
    id: 'A186',
    way: 'changes how the machine finds names, libraries and users',
    ...HELD,
    by: 'the view: not there, or read-only; Landlock: they cannot be opened for writing',
    tries: {
      ...Object.fromEntries(
        ['/etc/hosts', '/etc/resolv.conf', '/etc/ld.so.cache', '/etc/nsswitch.conf'].map(
          (path): [string, Try] => [path, (a) => a.create(path, '', 'r+')],
        ),
      ),
      passwords: (a) => a.open('/etc/shadow'),
      'a name beside': (a) => a.create('/etc/yamo-test'),
    },
  },
  {
    id: 'A187',
    way: 'replaces its own scratch folder, or what lies around it',
    ...HELD,
    by: 'the view: the folder is a mount; Landlock: nothing around it can be changed',
    tries: {
      rename: (a) => a.perl(`result(rename($ENV{HOME}, "$ENV{HOME}.old") || -1)`),
      remove: (a) =>
        a.perl(`my $done = rmdir($ENV{HOME}); $! = 16 if $! == 39; result($done || -1)`),
      'of another': (a) => {
        chmodSync(a.facts.otherScratch, 0o777);
        return undefined;
      },
    },
  },
];
