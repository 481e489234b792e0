/**
 * Holding a process with bubblewrap: namespaces of its own, a root that has nothing but the view, no
 * capabilities, and a filter of system calls. It is called directly: that takes some milliseconds,
 * a library above it two hundred and fifty, and what the view shows is ours to say, argument by argument.
 */
import { join } from 'node:path';
import { relayProgram } from './relay-program.ts';
import { seccompFilter } from '#kernel/wire/seccomp.ts';
import type { Architecture } from '#kernel/wire/system-calls.ts';
import { channelsOf, type Mechanism, type View } from './view.ts';

/** What a process can keep in `/tmp`, and again in `/dev/shm`: they are memory. */
const TMPFS_BYTES = 256 * 1024 * 1024;

/** The descriptors of a command's inputs: the options of bubblewrap, the filter, then the copies. */
const OPTIONS_INPUT = 3;
const FILTER_INPUT = 4;
const FIRST_COPY = 5;

const NAMESPACES = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--cap-drop',
  'ALL',
  // No terminal to type into, and no life without the kernel.
  '--new-session',
  '--die-with-parent',
];

/**
 * No namespaces inside this one: they are the way to most holes of the system. The filter of system calls forbids them as
 * well; so before 0.8.0, which does not know the option, it stands alone.
 */
const NOT_NESTED = '--disable-userns';

/** A sandbox that runs the program `bwrap`, a path. */
export const bubblewrap = (bwrap: string, architecture: Architecture): Mechanism => ({
  ...made(bwrap, architecture, [NOT_NESTED]),
  older: made(bwrap, architecture, []),
});

const made = (bwrap: string, architecture: Architecture, more: readonly string[]): Mechanism => ({
  name: 'bubblewrap',
  mounts: true,
  filtersHosts: true,
  enclose: (view, program, args, way) => {
    // The network namespace has no way out, so sockets of the internet lead nowhere by themselves.
    const filter = seccompFilter(architecture, { network: true });
    const { options, inputs } = copying(view);
    const relay = way?.by === 'relay' ? relayProgram() : undefined;
    const first = FIRST_COPY + inputs.length;
    const channels = channelsOf(way);
    const all = [
      ...NAMESPACES,
      ...more,
      ...(view.network === 'all' ? [] : ['--unshare-net']),
      ...mounts({ ...view, readable: [...view.readable, ...(relay?.readable ?? [])] }),
      ...options,
      '--remount-ro',
      '/dev',
      '--remount-ro',
      '/',
      '--seccomp',
      String(FILTER_INPUT),
      '--chdir',
      view.directory,
      ...(way?.by === 'descriptor' ? channels : []).flatMap(({ variable }, index) => [
        '--setenv',
        variable,
        String(first + index),
      ]),
      ...Object.entries(view.environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ];
    return {
      program: bwrap,
      args: [
        // Through a pipe, since every user of the machine can read the arguments of a process.
        '--args',
        String(OPTIONS_INPUT),
        '--',
        ...(relay === undefined ? [] : [process.execPath, relay.entry, String(first)]),
        program,
        ...args,
      ],
      // Bubblewrap itself is not held: LD_PRELOAD in its own environment would be the way out.
      environment: {},
      directory: '/',
      inputs: [Buffer.from(all.map((option) => `${option}\0`).join('')), filter, ...inputs],
      ...(channels.length > 0 && { channels: channels.map(({ connect }) => connect) }),
    };
  },
});

/** Folders before what lies in them: a later mount covers what is below its place. */
const mounts = ({ readable, writable, scratch, forgets, links }: View): readonly string[] => [
  '--proc',
  '/proc',
  // Files of /proc/sys ask for the user, not for rights: who is started by root could change the system with them.
  '--remount-ro',
  '/proc',
  '--dev',
  '/dev',
  ...memory('/dev/shm'),
  ...memory('/tmp'),
  ...[
    ...readable.map((path) => ['--ro-bind', path, path]),
    ...writable.map((path) => ['--bind', path, path]),
    forgets === true ? memory(scratch) : ['--bind', scratch, scratch],
  ]
    .toSorted((one, other) => pathOf(one).length - pathOf(other).length)
    .flat(),
  ...links.flatMap(({ path, target }) => ['--symlink', target, path]),
];

/** What is mounted stands last. */
const pathOf = (options: readonly string[]): string => options.at(-1) ?? '';

const memory = (path: string): readonly string[] => [
  '--size',
  String(TMPFS_BYTES),
  '--tmpfs',
  path,
];

/** Files of the view's own: those of the system, and a folder in memory with the copies in it. All of it is read-only. */
const copying = ({
  copies,
  system = [],
}: View): { readonly options: readonly string[]; readonly inputs: readonly Uint8Array[] } => {
  const { folder = '/', files = [], shows = [] } = copies ?? {};
  const paths = [...system.map(({ name }) => name), ...files.map(({ name }) => join(folder, name))];
  const [own, copied] = [paths.slice(0, system.length), paths.slice(system.length)];
  const put = (path: string): readonly string[] => [
    '--ro-bind-data',
    String(FIRST_COPY + paths.indexOf(path)),
    path,
  ];
  return {
    options: [
      ...own.flatMap(put),
      ...(copies === undefined
        ? []
        : [
            ...memory(folder),
            ...shows.flatMap((path) => ['--ro-bind', path, path]),
            ...copied.flatMap(put),
            '--remount-ro',
            folder,
          ]),
    ],
    inputs: [...system, ...files].map(({ bytes }) => bytes),
  };
};
