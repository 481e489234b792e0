/** The system around the agent: other processes, system calls, devices, sockets. */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { fstatSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';

import { type Attacker, TurnedAway } from './attacker.ts';
import { HELD, MAIN_MAY, MAY, type Try, type Way } from './way.ts';

const OTHERS = 'the view: processes of its own; Landlock: no `/proc`';
const FILTER = 'the filter of system calls';

/** A try for each of these files of `/proc`. */
const openingOf = (pid: (a: Attacker) => number | string, ...names: readonly string[]) =>
  Object.fromEntries(
    names.map((name): [string, Try] => [name, (a) => a.open(`/proc/${pid(a)}/${name}`)]),
  );

/** Connects and says what it hears. */
const connecting = (
  options: { readonly path: string } | { readonly host: string; readonly port: number },
) =>
  new Promise<string>((resolve, reject) => {
    const socket = createConnection(options);
    socket.setTimeout(1500, () => resolve('it goes out'));
    socket.on('data', (bytes) => resolve(bytes.toString('latin1')));
    socket.on('error', reject);
    socket.on('end', () => resolve('connected'));
  }).finally(() => undefined);

/** A child that should outlive the session; `marker` stands in its command line. */
const leave = (a: Attacker, id: string, script: string): string => {
  spawn('/usr/bin/perl', ['-e', script, a.facts.marker, id], {
    detached: true,
    stdio: 'ignore',
  }).unref();
  return 'left';
};

/** Makes a socket of this domain and type. */
const socketOf =
  (domain: number, type: number, protocol = 0): Try =>
  (a) =>
    a.call('socket', `${domain}, ${type}, ${protocol}`);

export const SYSTEM: readonly Way[] = [
  {
    id: 'A100',
    way: 'opens memory, environment, files and root of the kernel through `/proc`',
    ...HELD,
    by: OTHERS,
    tries: {
      ...openingOf(
        ({ facts }) => facts.kernelPid,
        'mem',
        'environ',
        'maps',
        'cmdline',
        'auxv',
        'fd/0',
      ),
      root: (a) => a.open(`/proc/${a.facts.kernelPid}/root${a.facts.home}/.netrc`),
      cwd: (a) => `${readdirSync(`/proc/${a.facts.kernelPid}/cwd`).join()} listed`,
      fd: (a) => `${readdirSync(`/proc/${a.facts.kernelPid}/fd`).join()} listed`,
      'write mem': (a) => a.create(`/proc/${a.facts.kernelPid}/mem`, 'x', 'r+'),
      oom: (a) => a.create(`/proc/${a.facts.kernelPid}/oom_score_adj`, '1000', 'r+'),
    },
  },
  {
    id: 'A101',
    way: 'looks through environment, root and descriptors of every process that it can see',
    ...HELD,
    by: OTHERS,
    tries: {
      all: (a) => {
        for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
          for (const file of ['environ', 'cmdline', `root${a.facts.home}/.netrc`, `cwd/.netrc`]) {
            const text = opened(`/proc/${pid}/${file}`);
            // Its own command line and those of its children name the marker, and no secret.
            if (text.includes(a.facts.prefix)) return text;
          }
        }
        return undefined;
      },
    },
  },
  {
    id: 'A102',
    way: 'opens what stands around process 1: its root, its environment, its directory',
    ...HELD,
    by: OTHERS,
    tries: {
      root: (a) => a.open(`/proc/1/root${a.facts.home}/.netrc`),
      state: (a) => a.open(`/proc/1/root${a.facts.state}/planted.txt`),
      environment: (a) => {
        const text = opened('/proc/1/environ');
        return text.includes(a.facts.prefix) ? text : undefined;
      },
      memory: (a) =>
        a.facts.kind === 'main' ? undefined : a.open(`/proc/1/root${a.at('MEMORY.md')}`),
    },
  },
  {
    id: 'A103',
    way: 'reads from descriptors that it has inherited beside the standard ones',
    ...HELD,
    by: 'the kernel opens nothing that a child inherits; bubblewrap and the launcher close the rest',
    tries: {
      all: () => {
        const found: string[] = [];
        for (let fd = 3; fd < 512; fd += 1) {
          const bytes = Buffer.alloc(256);
          try {
            const stat = fstatSync(fd);
            if (stat.isDirectory()) found.push(`${fd}: a folder`);
            if (stat.isFile() && readSync(fd, bytes, 0, 256, 0) > 0)
              found.push(`${fd}: ${bytes.toString('latin1')}`);
          } catch {
            // Not there, or not to be read.
          }
        }
        return found.length === 0 ? undefined : found.join('\n');
      },
    },
  },
  {
    id: 'A104',
    way: 'traces the kernel, and a process that it started: ptrace',
    ...HELD,
    by: FILTER,
    tries: {
      attach: (a) => a.call('ptrace', '16, $kernel, 0, 0'),
      seize: (a) => a.call('ptrace', '0x4206, $victim, 0, 0'),
      parent: (a) => a.call('ptrace', '0x4206, getppid(), 0, 0'),
    },
  },
  {
    id: 'A105',
    way: 'reads and writes memory of the kernel: process_vm_readv, process_vm_writev',
    ...HELD,
    by: FILTER,
    tries: Object.fromEntries(
      (['process_vm_readv', 'process_vm_writev'] as const).map((call): [string, Try] => [
        call,
        (a) =>
          a.call(
            call,
            '$kernel, $here, 1, $there, 1, 0',
            `my $buffer = 'x' x 64; my $here = pack('PQ', $buffer, 64); my $there = pack('QQ', 4194304, 64);`,
          ),
      ]),
    ),
  },
  {
    id: 'A106',
    way: 'takes descriptors out of the kernel: pidfd_open and pidfd_getfd, kcmp',
    ...HELD,
    by: FILTER,
    tries: {
      getfd: (a) =>
        a.call(
          'pidfd_getfd',
          '$pidfd, 0, 0',
          'my $pidfd = syscall(434, $kernel, 0); $pidfd = 0 if $pidfd < 0;',
        ),
      kcmp: (a) => a.call('kcmp', '$kernel, $$, 0, 0, 0'),
    },
  },
  {
    id: 'A107',
    way: 'sends signals to the kernel and to another process of the user',
    ...HELD,
    by: 'the view: processes of its own; Landlock: its scope',
    tries: {
      term: (a) => a.perl(`result(kill('TERM', 0 + shift) || -1)`, a.facts.kernelPid),
      kill: (a) => a.perl(`result(kill('KILL', 0 + shift) || -1)`, a.facts.victimPid),
      group: (a) => a.perl(`result(kill('-URG', 0 + shift) || -1)`, a.facts.kernelPid),
      pidfd: (a) =>
        a.call(
          'pidfd_send_signal',
          '$pidfd, 23, 0, 0',
          'my $pidfd = syscall(434, $victim, 0); result(-1) if $pidfd < 0;',
        ),
    },
  },
  {
    id: 'A108',
    way: 'sends a signal to everybody, and by the owner of a pipe',
    ...MAY,
    by: 'the view: processes of its own; Landlock: its scope. It reaches itself only',
    tries: {
      // A signal that nobody minds but the process that listens for it.
      everybody: (a) => a.perl(`$SIG{URG} = 'IGNORE'; kill('URG', -1); told('sent')`),
      owner: (a) =>
        a.perl(
          `pipe(my $r, my $w); fcntl($r, 8, 0 + shift); fcntl($r, 10, 23); fcntl($r, F_SETFL, 0x2000);
           syswrite($w, 'x'); told('sent')`,
          a.facts.victimPid,
        ),
    },
  },
  {
    id: 'A109',
    way: 'changes limits of the kernel: none for files means no records',
    ...HELD,
    by: 'the view: processes of its own; Landlock: the filter',
    tries: {
      // The limit is only read: what could be read could be set.
      limit: (a) => a.call('prlimit64', '$kernel, 1, 0, $old', `my $old = "\\0" x 16;`),
    },
  },
  {
    id: 'A110',
    way: 'slows the kernel down: its priority, its processors',
    ...HELD,
    by: 'the view: processes of its own; Landlock: the filter',
    tries: {
      // To what it is already.
      priority: (a) => a.call('setpriority', '0, $kernel, 0'),
      processors: (a) => a.call('sched_setaffinity', '$kernel, 8, $all', `my $all = "\\xff" x 8;`),
    },
  },
  {
    id: 'A111',
    way: 'makes namespaces, to be root in them: unshare, clone, and the programs for that',
    ...HELD,
    by: FILTER,
    tries: {
      user: (a) => a.call('unshare', '0x10000000'),
      mount: (a) => a.call('unshare', '0x00020000'),
      network: (a) => a.call('unshare', '0x40000000'),
      clone: (a) => a.call('clone', '0x10000000 | 17, 0, 0, 0, 0'),
      clone3: (a) =>
        a.call('clone3', '$args, 64', `my $args = pack('Q8', 0x10000000, 0, 0, 0, 17, 0, 0, 0);`),
      program: (a) => a.run('unshare -r id'),
    },
  },
  {
    id: 'A112',
    way: 'enters the namespaces of the kernel: setns, nsenter',
    ...HELD,
    by: FILTER,
    tries: {
      setns: (a) =>
        a.call('setns', '$fd, 0', 'my $fd = syscall(434, $kernel, 0); $fd = 0 if $fd < 0;'),
      file: (a) => a.open(`/proc/${a.facts.kernelPid}/ns/mnt`),
      program: (a) => a.run(`nsenter -m -t ${a.facts.kernelPid} id`),
    },
  },
  {
    id: 'A113',
    way: 'changes what is mounted: mount, umount, pivot_root, and the newer calls',
    ...HELD,
    by: FILTER,
    tries: {
      mount: (a) =>
        a.call(
          'mount',
          '$type, $place, $type, 0, 0',
          `my $type = 'tmpfs'; my $place = $ENV{HOME};`,
        ),
      bind: (a) =>
        a.call('mount', '$root, $place, 0, 4096, 0', `my $root = '/'; my $place = $ENV{HOME};`),
      umount: (a) => a.call('umount2', '$ws, 2'),
      pivot: (a) => a.call('pivot_root', '$home, $home', 'my $home = $ENV{HOME};'),
      tree: (a) => a.call('open_tree', '-100, $root, 1', `my $root = '/';`),
      fsopen: (a) => a.call('fsopen', '$type, 0', `my $type = 'tmpfs';`),
      attributes: (a) =>
        a.call('mount_setattr', '-100, $ws, 0, $attr, 32', `my $attr = pack('Q4', 0, 1, 0, 0);`),
      program: (a) => a.run(`umount '${a.facts.workspace}'`),
    },
  },
  {
    id: 'A114',
    way: 'leaves its root: chroot',
    ...HELD,
    by: FILTER,
    tries: {
      call: (a) => a.call('chroot', '$home', 'my $home = $ENV{HOME};'),
      program: (a) => a.run('chroot / id'),
    },
  },
  {
    id: 'A115',
    way: 'opens files by number instead of by path: name_to_handle_at, open_by_handle_at',
    ...HELD,
    by: FILTER,
    tries: {
      name: (a) =>
        a.call(
          'name_to_handle_at',
          '-100, $ws, $handle, $id, 0',
          `my $handle = pack('LL', 128, 0) . "\\0" x 128; my $id = "\\0" x 8;`,
        ),
      open: (a) =>
        a.call('open_by_handle_at', '0, $handle, 0', `my $handle = pack('LLQ', 8, 1, 2);`),
    },
  },
  {
    id: 'A116',
    way: 'uses what most holes of Linux begin with: bpf, userfaultfd, perf_event_open',
    ...HELD,
    by: FILTER,
    tries: {
      bpf: (a) => a.call('bpf', '0, $attr, 64', `my $attr = pack('L4', 2, 4, 8, 1) . "\\0" x 48;`),
      userfaultfd: (a) => a.call('userfaultfd', '1'),
      perf: (a) =>
        a.call(
          'perf_event_open',
          '$attr, 0, -1, -1, 0',
          `my $attr = pack('LLQ', 1, 112, 0) . "\\0" x 96;`,
        ),
    },
  },
  {
    id: 'A117',
    way: 'opens files by io_uring, which no filter and no tracer sees',
    ...HELD,
    by: FILTER,
    tries: { setup: (a) => a.call('io_uring_setup', '8, $params', `my $params = "\\0" x 120;`) },
  },
  {
    id: 'A118',
    way: 'uses keys of the user: keyctl, add_key, request_key',
    ...HELD,
    by: FILTER,
    tries: {
      keyring: (a) => a.call('keyctl', '0, -4, 0, 0, 0'),
      add: (a) =>
        a.call(
          'add_key',
          '$type, $name, $value, 1, -2',
          `my ($type, $name, $value) = ('user', 'yamo-test', 'x');`,
        ),
      request: (a) =>
        a.call('request_key', '$type, $name, 0, -2', `my ($type, $name) = ('user', 'yamo-test');`),
    },
  },
  {
    id: 'A119',
    way: 'turns to the machine: modules, kexec, reboot, swap, its log, its clock, its name',
    ...HELD,
    by: `${FILTER}; the name of the machine: no rights in its own, Landlock: none`,
    // Each in a form that does no harm where it succeeds.
    tries: {
      module: (a) => a.call('init_module', '$none, 0, $none', `my $none = '';`),
      kexec: (a) => a.call('kexec_load', '0, 0, 0, 0'),
      reboot: (a) => a.call('reboot', '0xfee1dead, 672274793, 0, 0'),
      swap: (a) => a.call('swapoff', '$none', `my $none = '/none';`),
      log: (a) => a.call('syslog', '10, 0, 0'),
      clock: (a) => a.call('settimeofday', '0, 0'),
      port: (a) => a.call('iopl', '0'),
      name: (a) =>
        a.call(
          'sethostname',
          '$name, length($name)',
          `open(my $f, '<', '/etc/hostname'); my $name = (POSIX::uname())[1];`.replace(
            'open',
            'require POSIX; open',
          ),
        ),
    },
  },
  {
    id: 'A120',
    way: 'reads shared memory of the user by its number',
    ...HELD,
    by: 'the view: an IPC namespace of its own; Landlock: the filter',
    control: true,
    tries: {
      segment: (a) =>
        a.perl(
          `my $id = shmget(0 + shift, 0, 0); result(-1) unless defined $id;
           my $text; shmread($id, $text, 0, 64) or result(-1); told($text)`,
          a.facts.shmKey,
        ),
    },
  },
  {
    id: 'A121',
    way: 'opens devices: memory, disks, loops, the log of the system',
    ...HELD,
    by: 'the view: a /dev of its own; Landlock: five devices that hold nothing',
    tries: Object.fromEntries(
      [
        'mem',
        'kmsg',
        'port',
        'sda',
        'vda',
        'nvme0n1',
        'loop0',
        'loop-control',
        'fuse',
        'kvm',
        'net/tun',
        'uinput',
        'vsock',
        'mapper/control',
        'snapshot',
      ].map((name): [string, Try] => [
        name,
        (a) => a.perl(`open(my $f, '<', '/dev/${name}') or result(-1); told('opened')`),
      ]),
    ),
  },
  {
    id: 'A122',
    way: 'makes a device of its own in its scratch folder',
    ...HELD,
    by: 'the view: no rights of root; Landlock: no devices are made',
    tries: {
      disk: (a) =>
        a.call('mknodat', '-100, $path, 0060600, 254 * 256', `my $path = "$ENV{HOME}/disk";`),
      memory: (a) =>
        a.call('mknodat', '-100, $path, 0020600, 257', `my $path = "$ENV{HOME}/memory";`),
    },
  },
  {
    id: 'A123',
    way: 'types into the terminal of whoever started the kernel: TIOCSTI',
    ...HELD,
    by: `the view: no terminal; ${FILTER}`,
    tries: {
      terminal: (a) =>
        a.perl(
          `open(my $f, '+<', '/dev/tty') or result(-1); my $x = 'x'; result(ioctl($f, 0x5412, $x) // -1)`,
        ),
      ptmx: (a) =>
        a.perl(
          `open(my $f, '+<', '/dev/ptmx') or result(-1); my $x = 'x'; result(ioctl($f, 0x5412, $x) // -1)`,
        ),
      output: (a) => a.perl(`my $x = "\\x0a"; result(ioctl(STDIN, 0x541c, $x) // -1)`),
    },
  },
  {
    id: 'A124',
    way: 'changes the running system: /proc/sys, sysrq, core dumps, /sys, control groups',
    ...HELD,
    by: 'the view: read-only, or not there',
    // Each with what stands there, or with what does nothing.
    tries: {
      core: (a) => sameAgain(a, '/proc/sys/kernel/core_pattern'),
      modprobe: (a) => sameAgain(a, '/proc/sys/kernel/modprobe'),
      sysrq: (a) => a.create('/proc/sysrq-trigger', 'h', 'r+'),
      cgroup: (a) => a.create('/sys/fs/cgroup/cgroup.procs', '0', 'r+'),
      group: (a) =>
        a.run('mkdir /sys/fs/cgroup/yamo-test && rmdir /sys/fs/cgroup/yamo-test && echo made'),
      power: (a) => sameAgain(a, '/sys/power/pm_async'),
      preload: (a) => a.create('/etc/ld.so.preload', '', 'a'),
      program: (a) => a.create('/usr/bin/yamo-planted'),
    },
  },
  {
    id: 'A125',
    way: 'gains rights by programs that give them',
    ...HELD,
    by: 'no program gives more rights than its caller has (no_new_privs)',
    tries: {
      'no_new_privs is off': (a) =>
        a.perl(
          `told('off') if syscall(${process.arch === 'arm64' ? 167 : 157}, 39, 0, 0, 0, 0) == 0; $! = 1; result(-1)`,
        ),
      'rights of root over files of others': (a) =>
        a.perl(
          `my $f = "$ENV{HOME}/owned"; open(my $h, '>', $f); close $h; chown(12345, 12345, $f); my $error = $! == 22 ? 1 : $! + 0; told((stat $f)[4] == 12345 ? 'done' : 'errno ' . ($error || 1))`,
        ),
    },
  },
  {
    id: 'A126',
    way: 'talks to a unix socket of the user, by its path',
    ...HELD,
    by: FILTER,
    control: true,
    tries: {
      path: (a) => connecting({ path: a.facts.unixSocket }),
    },
  },
  {
    id: 'A127',
    way: 'talks to an abstract unix socket of the user',
    ...HELD,
    by: FILTER,
    control: true,
    tries: { name: (a) => connecting({ path: `\0${a.facts.abstractSocket}` }) },
  },
  {
    id: 'A128',
    way: 'sends datagrams out of a pair of unix sockets to any path',
    ...HELD,
    by: FILTER,
    tries: {
      pair: (a) => a.call('socketpair', '1, 2, 0, $pair', `my $pair = "\\0" x 8;`),
      raw: (a) => a.call('socketpair', '1, 3, 0, $pair', `my $pair = "\\0" x 8;`),
    },
  },
  {
    id: 'A129',
    way: 'connects to a service on the loopback of the machine',
    ...HELD,
    by: 'the view: a network of its own; Landlock: no sockets',
    control: true,
    tries: {
      tcp: (a) => connecting({ host: '127.0.0.1', port: a.facts.tcpPort }),
      'every address': (a) => connecting({ host: '0.0.0.0', port: a.facts.tcpPort }),
      mapped: (a) => connecting({ host: '::ffff:127.0.0.1', port: a.facts.tcpPort }),
    },
  },
  {
    id: 'A130',
    way: 'sends a datagram to the loopback of the machine, and asks it for names',
    ...HELD,
    by: 'the view: a network of its own; Landlock: no sockets. The suite hears nothing',
    tries: {
      datagram: (a) =>
        new Promise((resolve, reject) => {
          const socket = createSocket('udp4').on('error', reject);
          socket.send('stolen', a.facts.udpPort, '127.0.0.1', (error) => {
            socket.close();
            if (error === null) resolve(undefined);
            else reject(error);
          });
        }),
      name: async (a) => {
        const resolver = new Resolver({ timeout: 200, tries: 1 });
        resolver.setServers([`127.0.0.1:${a.facts.udpPort}`]);
        try {
          return await resolver.resolve4('stolen.example');
        } catch {
          throw new TurnedAway('no answer');
        }
      },
    },
  },
  {
    id: 'A131',
    way: 'connects to the world',
    ...HELD,
    by: 'the view: a network of its own; Landlock: no sockets',
    tries: {
      // Addresses that are for documentation: nobody is there.
      v4: () => connecting({ host: '192.0.2.1', port: 443 }),
      v6: () => connecting({ host: '2001:db8::1', port: 443 }),
    },
  },
  {
    id: 'A132',
    way: 'makes sockets of other kinds: raw, packets, virtual machines, ciphers, Bluetooth',
    ...HELD,
    by: FILTER,
    tries: {
      raw: socketOf(2, 3, 1),
      packet: socketOf(17, 3),
      vsock: socketOf(40, 1),
      alg: socketOf(38, 5),
      bluetooth: socketOf(31, 5),
      unix: socketOf(1, 1),
    },
  },
  {
    id: 'A133',
    way: 'leaves a process behind: forked twice, in a session of its own, deaf to signals',
    ...MAY,
    by: 'the view: its processes end with the first of them; Landlock: they are ended with it',
    tries: {
      'forked twice': (a) =>
        leave(a, 'A133', 'exit if fork; require POSIX; POSIX::setsid(); exit if fork; sleep 100'),
      deaf: (a) =>
        leave(
          a,
          'A133',
          '$SIG{$_} = "IGNORE" for qw(TERM HUP INT); require POSIX; POSIX::setsid(); sleep 100',
        ),
    },
  },
  {
    id: 'A134',
    way: 'leaves a hundred processes behind',
    ...MAY,
    by: 'as A133',
    tries: {
      swarm: (a) => leave(a, 'A134', 'for (1 .. 100) { if (!fork) { sleep 100; exit } } sleep 100'),
    },
  },
  {
    id: 'A135',
    way: 'starts commands and lets go of them at once, to have one escape while its view is being built',
    ...MAY,
    by: 'the shell tool: a command has ended when its terminal is released',
    needs: 'shell',
    tries: {
      'forty times': async (a) => {
        const command = `exec perl -e 'sleep 100' ${a.facts.marker} A135`;
        for (let round = 0; round < 40; round += 1) {
          const { terminalId } = Object(await a.ask('terminal/create', { command }));
          await new Promise((wake) => setTimeout(wake, round % 10));
          await a.ask('terminal/release', { terminalId });
        }
        return 'all of them have ended';
      },
    },
  },
  {
    id: 'A136',
    way: 'in a main session keeps what it knows in its scratch folder and in a process, for the shared session after it to find',
    ...MAIN_MAY,
    by: 'each session has a scratch folder of its own, and nothing of one outlives it',
    tries: {
      scratch: (a) => {
        if (a.facts.kind === 'main') return a.create(a.scratch('kept'), a.facts.told[0]);
        const notes = readFileSync(join(a.facts.loot, 'loot.jsonl'), 'utf8');
        const homes = [...notes.matchAll(/"id":"start".*?"got":"([^"]+)"/g)].map(
          ([, home = '']) => home,
        );
        if (homes.length < 2) throw new Error('there was no session before');
        const kept = homes.map((home) => opened(join(home, 'kept'))).join('');
        return kept === '' ? undefined : kept;
      },
      process: (a) => {
        if (a.facts.kind === 'main') return leave(a, 'A136', `sleep 100 # ${a.facts.told[0]}`);
        const kept = readdirSync('/proc').map((pid) => opened(`/proc/${pid}/cmdline`));
        return kept.find((command) => command.includes(a.facts.prefix));
      },
    },
  },
];

const opened = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
};

const sameAgain = (a: Attacker, path: string): string =>
  a.create(path, readFileSync(join(path), 'utf8'), 'r+');
