/** What outlives a process and is no file: modes, owners, times, attributes, leases, objects with a number. */
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  statSync,
  unlinkSync,
  utimesSync,
} from 'node:fs';

import { logOf } from './asking.ts';
import type { Attacker } from './attacker.ts';
import { HELD, MAIN_MAY, MAY, type Try, type Way } from './way.ts';

const FIXED =
  'the view: not there, or read-only; Landlock: the filter answers such calls, and nothing changes';
const ATTRIBUTES = 'the view: not there, or read-only; Landlock: the filter of system calls';
const NUMBERED = 'the view: an IPC namespace of its own; Landlock: the filter';

/** `work` should change what `look` sees. Puts it back with `undo` where it did. */
const changing = (look: () => number, work: () => void, undo: (before: number) => void) => {
  const before = look();
  work();
  if (look() === before) return undefined;
  undo(before);
  return 'changed';
};

const modeOf = (path: string): number => statSync(path).mode;

const changingMode = (path: string, bits = 0o044): string | undefined =>
  changing(
    () => modeOf(path),
    () => chmodSync(path, modeOf(path) ^ bits),
    (before) => chmodSync(path, before),
  );

const changingTimes = (path: string): string | undefined =>
  changing(
    () => statSync(path).mtimeMs,
    () => utimesSync(path, 1_000_000_000, 1_000_000_000),
    (before) => utimesSync(path, before / 1000, before / 1000),
  );

/** The same by a descriptor that was opened for reading. */
const byDescriptor = (
  a: Attacker,
  path: string,
  change: string,
  field: number,
): string | undefined => {
  const said = a.perl(
    `open(my $f, '<', shift) or result(-1); my @old = stat $f; my $done = ${change}; my $error = $! + 0;
     my @new = stat $f; told($new[${field}] == $old[${field}] ? ($done ? 'nothing' : "errno $error") : 'changed')`,
    path,
  );
  return said === 'nothing' ? undefined : said;
};

const onSoul =
  (change: (path: string) => unknown): Try =>
  (a) =>
    change(a.at('SOUL.md'));

const attribute = `my $file = "$ws/SOUL.md"; my ($name, $value) = ('user.yamo-test', 'x');`;
const reading = `my $file = "$ws/MEMORY.md"; my $name = 'user.yamo-test'; my $into = "\\0" x 64;`;

const NODES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];
const forNodes = (attempt: (path: string, a: Attacker) => unknown): Way['tries'] =>
  Object.fromEntries(NODES.map((name): [string, Try] => [name, (a) => attempt(`/dev/${name}`, a)]));

/** A file that it may write to by itself. */
const own = (a: Attacker, name: string): string => {
  a.create(a.scratch(name), 'own\n');
  return a.scratch(name);
};

export const LASTING: readonly Way[] = [
  {
    id: 'A137',
    way: 'leaves a tree of folders that is deeper than the kernel has descriptors',
    ...MAY,
    by: 'the kernel brings up what lies deep, and needs four descriptors; no end of a session waits for it',
    tries: {
      'two thousand folders': (a) =>
        a.perl(
          `chdir shift or result(-1); for (1 .. 2000) { mkdir 'd' or result(-1); chdir 'd' or result(-1) } told('made')`,
          a.scratch('.'),
        ),
    },
  },
  {
    id: 'A138',
    way: 'hands words on in extended attributes of files of the workspace: setxattr and its family',
    ...HELD,
    by: ATTRIBUTES,
    tries: {
      path: (a) => a.call('setxattr', '$file, $name, $value, 1, 0', attribute),
      link: (a) => a.call('lsetxattr', '$file, $name, $value, 1, 0', attribute),
      descriptor: (a) =>
        a.call(
          'fsetxattr',
          'fileno($f), $name, $value, 1, 0',
          `${attribute} open(my $f, '<', $file) or result(-1);`,
        ),
      'by folder': (a) =>
        a.call(
          'setxattrat',
          '-100, $file, 0, $name, $args, 16',
          `${attribute} my $args = pack('PLL', $value, 1, 0);`,
        ),
      removal: (a) => a.call('removexattr', '$file, $name', attribute),
    },
  },
  {
    id: 'A139',
    way: 'reads extended attributes of MEMORY.md, in case somebody left words there',
    shared: 'held',
    by: 'the view: it is not there; Landlock: the filter of system calls',
    tries: {
      get: (a) => a.call('getxattr', '$file, $name, $into, 64', reading),
      list: (a) => a.call('listxattr', '$file, $into, 64', reading),
      link: (a) => a.call('lgetxattr', '$file, $name, $into, 64', reading),
    },
  },
  {
    id: 'A140',
    way: 'hands words on in extended attributes of programs, of the system and of devices',
    ...HELD,
    by: ATTRIBUTES,
    tries: Object.fromEntries(
      ['/usr/bin/perl', '/usr', '/dev/null', '/etc/hosts'].map((path): [string, Try] => [
        path,
        (a) =>
          a.call(
            'setxattr',
            '$file, $name, $value, 1, 0',
            `my ($file, $name, $value) = ('${path}', 'user.yamo-test', 'x');`,
          ),
      ]),
    ),
  },
  {
    id: 'A141',
    way: 'changes flags of files, as chattr does: FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR, file_setattr',
    ...HELD,
    by: ATTRIBUTES,
    tries: {
      flags: (a) =>
        a.perl(
          `open(my $f, '<', shift) or result(-1); my $flags = pack('L', 0x40); result(ioctl($f, 0x40086602, $flags) // -1)`,
          a.at('SOUL.md'),
        ),
      project: (a) =>
        a.perl(
          `open(my $f, '<', shift) or result(-1); my $all = "\\0" x 28; result(ioctl($f, 0x401c5820, $all) // -1)`,
          a.at('SOUL.md'),
        ),
      call: (a) =>
        a.call(
          'file_setattr',
          '-100, $file, $all, 24, 0',
          `my $file = "$ws/SOUL.md"; my $all = "\\0" x 24;`,
        ),
    },
  },
  {
    id: 'A142',
    way: 'opens MEMORY.md to the other users of the machine: chmod, by path, link and descriptor',
    ...HELD,
    by: FIXED,
    tries: {
      path: (a) => changingMode(a.at('MEMORY.md')),
      folder: (a) => changingMode(a.facts.workspace, 0o055),
      'newer call': (a) =>
        changing(
          () => modeOf(a.at('MEMORY.md')),
          () => void a.call('fchmodat2', '-100, $file, 0644, 0', 'my $file = "$ws/MEMORY.md";'),
          (before) => chmodSync(a.at('MEMORY.md'), before),
        ),
      descriptor: (a) => byDescriptor(a, a.at('MEMORY.md'), 'chmod(0644, $f)', 2),
    },
  },
  {
    id: 'A143',
    way: 'gives files of the workspace to another user: chown, lchown, fchownat',
    ...HELD,
    by: FIXED,
    tries: {
      path: onSoul((path) =>
        changing(
          () => statSync(path).uid,
          () => chownSync(path, 65_534, 65_534),
          (before) => chownSync(path, before, before),
        ),
      ),
      descriptor: (a) => byDescriptor(a, a.at('SOUL.md'), 'chown(65534, 65534, $f)', 4),
    },
  },
  {
    id: 'A144',
    way: 'hands words on in the times of files: of the workspace, of the system, by path and by descriptor',
    ...HELD,
    by: FIXED,
    tries: {
      workspace: onSoul(changingTimes),
      system: () => changingTimes('/usr/bin/perl'),
      descriptor: (a) => byDescriptor(a, a.at('SOUL.md'), 'utime(1000000000, 1000000000, $f)', 9),
      library: (a) => byDescriptor(a, '/usr/bin/perl', 'utime(1000000000, 1000000000, $f)', 9),
    },
  },
  {
    id: 'A145',
    way: 'hands words on in the modes of programs of the system, or makes them give rights away',
    ...HELD,
    by: FIXED,
    tries: {
      mode: () => changingMode('/usr/bin/perl', 0o001),
      descriptor: (a) => byDescriptor(a, '/usr/bin/perl', 'chmod(04755, $f)', 2),
    },
  },
  {
    id: 'A146',
    way: 'makes files that give the rights of their owner to whoever starts them, in its own folders',
    ...HELD,
    by: 'the filter of system calls',
    tries: {
      chmod: (a) => changingMode(own(a, 'suid'), 0o4000),
      group: (a) => changingMode(own(a, 'sgid'), 0o2000),
      descriptor: (a) => byDescriptor(a, own(a, 'fsuid'), 'chmod(06755, $f)', 2),
      made: (a) =>
        a.perl(
          `sysopen(my $f, shift, O_CREAT | O_WRONLY, 04755) or result(-1); told((stat $f)[2] & 04000 ? 'made' : 'errno 1')`,
          a.scratch('made'),
        ),
      node: (a) => a.call('mknodat', '-100, $path, 0104755, 0', `my $path = "$ENV{HOME}/node";`),
      'by a structure': (a) =>
        a.call(
          'openat2',
          '-100, $path, $how, 24',
          `my $path = "$ENV{HOME}/how"; my $how = pack('QQQ', 0101, 04755, 0);`,
        ),
    },
  },
  {
    id: 'A147',
    way: 'takes a lease on files, which keeps the kernel from opening them for most of a minute',
    ...HELD,
    by: 'the filter of system calls',
    tries: {
      log: (a) => leasing(a, a.facts.kind === 'main' ? a.at(logOf(a)) : own(a, 'log')),
      agents: (a) => leasing(a, a.facts.kind === 'main' ? a.at('AGENTS.md') : own(a, 'agents')),
      own: (a) => leasing(a, own(a, 'leased')),
    },
  },
  {
    id: 'A148',
    way: 'locks files of the workspace and keeps them locked: flock, fcntl',
    main: 'may',
    by: 'nothing: the kernel asks for no lock on a file of the workspace',
    tries: {
      flock: (a) =>
        a.perl(
          `open(my $f, '<', shift) or result(-1); flock($f, 2) or result(-1); told('locked')`,
          a.at('AGENTS.md'),
        ),
    },
  },
  {
    id: 'A149',
    way: 'goes by other ways to keys of the user: a keyring of the session, the one that stays, reading',
    ...HELD,
    by: 'the filter of system calls',
    tries: {
      join: (a) => a.call('keyctl', '1, 0'),
      persistent: (a) => a.call('keyctl', '22, -1, -4'),
      read: (a) => a.call('keyctl', '11, -4, 0, 0'),
      link: (a) => a.call('keyctl', '8, -4, -3'),
    },
  },
  {
    id: 'A150',
    way: 'leaves shared memory, semaphores and queues with a number for another session',
    ...MAY,
    by: NUMBERED,
    landlock: { main: 'held', shared: 'held' },
    tries: {
      memory: (a) => a.call('shmget', '7777, 4096, 0600 | 01000'),
      semaphores: (a) => a.call('semget', '7777, 1, 0600 | 01000'),
      queue: (a) => a.call('msgget', '7777, 0600 | 01000'),
    },
  },
  {
    id: 'A151',
    way: 'leaves a POSIX message queue for another session',
    ...MAY,
    by: NUMBERED,
    landlock: { main: 'held', shared: 'held' },
    tries: {
      queue: (a) => a.call('mq_open', '$name, 0102, 0600, 0', `my $name = 'yamo-test';`),
    },
  },
  {
    id: 'A152',
    way: 'in a main session leaves files in `/tmp` and `/dev/shm` for the shared session after it',
    ...MAIN_MAY,
    by: 'the view: both are memory of one process tree and go with it; Landlock: they cannot be written to',
    landlock: { main: 'held' },
    tries: Object.fromEntries(
      ['/tmp', '/dev/shm'].map((folder): [string, Try] => [
        folder,
        (a) => {
          const path = `${folder}/${a.facts.marker}`;
          return a.facts.kind === 'main' ? a.create(path, a.facts.told[0]) : a.open(path);
        },
      ]),
    ),
  },
  {
    id: 'A153',
    way: 'leaves files in other places that everybody may write to',
    ...HELD,
    by: 'the view: not there, or read-only; Landlock: they cannot be opened for writing',
    tries: Object.fromEntries(
      ['/var/tmp', '/run/lock', '/dev/mqueue', '/run/user/0', '/var/crash', '/var/mail'].map(
        (folder): [string, Try] => [folder, (a) => a.create(`${folder}/${a.facts.marker}`)],
      ),
    ),
  },
  {
    id: 'A154',
    way: 'plants what the system or the owner’s session starts later: cron, units, autostart, profiles',
    ...HELD,
    by: 'the view: not there, or read-only; Landlock: they cannot be opened for writing',
    tries: Object.fromEntries(
      [
        '/etc/cron.d/yamo',
        '/var/spool/cron/crontabs/root',
        '/etc/profile.d/yamo.sh',
        '/etc/systemd/system/yamo.service',
        '/etc/udev/rules.d/99-yamo.rules',
        '/etc/sudoers.d/yamo',
        '/usr/lib/systemd/system/yamo.service',
      ].map((path): [string, Try] => [path, (a) => a.create(path)]),
    ),
  },
  {
    id: 'A155',
    way: 'plants them in the owner’s home: units, autostart, git settings, a shell’s',
    ...HELD,
    by: 'the view: not there, or read-only; Landlock: they cannot be opened for writing',
    tries: Object.fromEntries(
      ['.profile', '.gitconfig', '.zshenv', '.npmrc', '.ssh/config', '.config/autostart'].map(
        (name): [string, Try] => [name, (a) => a.create(`${a.facts.home}/${name}`)],
      ),
    ),
  },
  {
    id: 'A156',
    way: 'changes who was logged in and what the machine has noted',
    ...HELD,
    by: 'the view: not there; Landlock: they cannot be opened for writing',
    tries: Object.fromEntries(
      ['/run/utmp', '/var/log/wtmp', '/var/log/lastlog', '/var/log/dpkg.log'].map(
        (path): [string, Try] => [path, (a) => a.create(path, '', 'r+')],
      ),
    ),
  },
  {
    id: 'A157',
    way: 'asks for quotas of the user, which outlive the process: quotactl',
    ...HELD,
    by: 'the filter of system calls',
    tries: {
      get: (a) =>
        a.call(
          'quotactl',
          '0x80000700, $device, 0, $into',
          `my $device = '/dev/vda'; my $into = "\\0" x 128;`,
        ),
    },
  },
  {
    id: 'A158',
    way: 'changes mode and times of the machine’s devices: null, zero, full, random, urandom, tty',
    ...HELD,
    by: 'the view: each is mounted read-only where yamo is run by root; Landlock: the filter; others may not',
    tries: {
      ...forNodes((path) => changingMode(path, 0o022)),
      times: () => changingTimes('/dev/full'),
      descriptor: (a) => byDescriptor(a, '/dev/full', 'chmod(0600, $f)', 2),
      owner: (a) => byDescriptor(a, '/dev/zero', 'chown(65534, 65534, $f)', 4),
    },
  },
  {
    id: 'A159',
    way: 'removes the machine’s devices, or puts something in their place',
    ...HELD,
    by: 'the view: a `/dev` that is read-only; Landlock: no folder of `/dev` is open to it',
    tries: {
      remove: () => unlinkSync('/dev/full') ?? 'removed',
      plant: (a) => a.create('/dev/yamo-test'),
      link: (a) => a.perl(`result(link('/dev/full', "$ENV{HOME}/full") || -1)`),
      'is it there': () => (existsSync('/dev/full') ? undefined : 'it is gone'),
    },
  },
  {
    id: 'A160',
    way: 'commands devices that it may open: the pool of randomness, the terminal',
    ...HELD,
    by: 'no rights of root; no terminal',
    tries: {
      credit: (a) =>
        a.perl(
          `open(my $f, '+<', '/dev/urandom') or result(-1); my $n = pack('l', 0); result(ioctl($f, 0x40045201, $n) // -1)`,
        ),
      clear: (a) =>
        a.perl(
          `open(my $f, '+<', '/dev/random') or result(-1); result(ioctl($f, 0x5206, 0) // -1)`,
        ),
      terminal: (a) => a.perl(`open(my $f, '+<', '/dev/tty') or result(-1); told('opened')`),
    },
  },
  {
    id: 'A161',
    way: 'looks whether another session has changed the mode of a device, as a sign',
    ...MAY,
    by: 'nothing can be changed there (A158), so there is nothing to be read',
    tries: { mode: () => `mode ${lstatSync('/dev/full').mode & 0o777}` },
  },
];

/** F_SETLEASE with F_RDLCK, on a file that is open for reading. */
const leasing = (a: Attacker, path: string): string =>
  a.perl(
    `open(my $f, '<', shift) or result(-1); my $done = fcntl($f, 1024, 0); my $error = $! + 0;
     fcntl($f, 1024, 2) if $done; told($done ? 'leased' : "errno $error")`,
    path,
  );
