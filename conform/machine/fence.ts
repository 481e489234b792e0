/**
 * What a kernel under test is started in: without network, where everything that it starts ends with it, and where it
 * can write nothing but its place and memory that goes when it ends.
 */
import { spawnSync } from 'node:child_process';
import { realpathSync, rmSync } from 'node:fs';
import process from 'node:process';

import { freshFolder } from './folders.ts';
import { straceWords } from '#conform/witness/calls.ts';

/** Words before a command whose place is this folder. */
type Fence = (place: string) => readonly string[];

/** What this machine has for the suite. */
export interface Means {
  /** Undefined where there are no namespaces. */
  readonly fence: Fence | undefined;
  /** Words before all of it: what is started by them ends when the suite does, however that ends. */
  readonly mortal: readonly string[];
  /** The same as the fence, with the right to mount. */
  readonly mounting: Fence | undefined;
  /** The rest of the disk cannot be written. */
  readonly isConfined: boolean;
  /** Why nothing can watch; undefined where strace works. */
  readonly blind: string | undefined;
}

const NAMESPACES = [
  '--net',
  '--ipc',
  '--pid',
  '--mount',
  '--fork',
  '--kill-child=SIGKILL',
  '--mount-proc',
  '--',
];
const AS_ROOT = ['unshare', ...NAMESPACES];
const AS_USER = ['unshare', '--user', '--map-current-user', ...NAMESPACES];
const AS_USER_WHO_MOUNTS = [
  'unshare',
  '--user',
  '--map-current-user',
  '--keep-caps',
  ...NAMESPACES,
];
const AS_MOUNTER = ['unshare', '--user', '--map-root-user', ...NAMESPACES];
/** The kernel itself has no more rights than its user. */
const WITHOUT_RIGHTS = ['setpriv', '--ambient-caps=-all', '--inh-caps=-all'];

/** Mounts that came from outside keep what they forbid: it is said again. */
const CONFINE = [
  'place=$1; tmp=$2; shift 2',
  'mount -t tmpfs -o mode=1777 none /dev/shm && mkdir /dev/shm/.place || exit 126',
  'mount --bind "$place" /dev/shm/.place || exit 126',
  'if [ -n "$tmp" ]; then',
  '  mkdir /dev/shm/.tmp /dev/shm/.work && chmod 1777 /dev/shm/.tmp || exit 126',
  '  mount -t overlay -o "lowerdir=$tmp,upperdir=/dev/shm/.tmp,workdir=/dev/shm/.work" none "$tmp" || exit 126',
  'fi',
  'mount --bind /dev/shm/.place "$place" && umount /dev/shm/.place || exit 126',
  'while read -r _ _ _ _ escaped options _; do',
  `  target=$(printf '%b' "$escaped")`,
  // What somebody has mounted below the temporary folder lies under what was laid over it.
  '  case $target in "$tmp" | "${tmp:-/proc}"/* | "$place" | "$place"/* | /proc | /proc/* | /sys | /sys/* | /dev | /dev/*) continue ;; esac',
  '  mount -o "remount,bind,ro,${options#*,}" "$target" || exit 126',
  'done < /proc/self/mountinfo',
  // A network of its own with nothing in it but a loopback, where a provider may stand.
  'ip link set lo up 2> /dev/null',
  'exec "$@"',
].join('\n');

const MORTAL = ['setpriv', '--pdeathsig=KILL'];

/** What is written there goes to memory, over what lies there: programs have their locks there, whatever TMPDIR says. */
const TMP = '/tmp';

/** Where nothing can be laid over another folder, all but the place is as it was. */
const confined = (namespaces: readonly string[], then: readonly string[] = []): readonly Fence[] =>
  [TMP, ''].map((tmp) => (place) => [
    ...namespaces,
    'sh',
    '-c',
    CONFINE,
    'confine',
    place,
    tmp,
    ...then,
  ]);

const plain =
  (namespaces: readonly string[]): Fence =>
  () =>
    namespaces;

const works = ([program = '', ...words]: readonly string[]): boolean =>
  spawnSync(program, [...words, 'true'], { stdio: 'ignore' }).status === 0;

/** What there is, tried and not asked. */
export const findMeans = (): Means => {
  const place = realpathSync(freshFolder());
  const canBeUser = works(['unshare', '--user']);
  /** A kernel that could make namespaces for its agents without a fence can do so within it. */
  const isFair = (fence: Fence): boolean =>
    works(fence(place)) && (!canBeUser || works([...fence(place), 'unshare', '--user']));
  try {
    const isRoot = process.getuid?.() === 0;
    const strict = isRoot ? confined(AS_ROOT) : confined(AS_USER_WHO_MOUNTS, WITHOUT_RIGHTS);
    const fence = [...strict, plain(isRoot ? AS_ROOT : AS_USER)].find(isFair);
    const mounting = isRoot ? fence : [...confined(AS_MOUNTER), plain(AS_MOUNTER)].find(isFair);
    const isConfined = fence !== undefined && strict.includes(fence);
    const mortal = works(MORTAL) ? MORTAL : [];
    return { fence, mortal, mounting, isConfined, blind: blindness(fence?.(place)) };
  } finally {
    rmSync(place, { recursive: true });
  }
};

/** Why strace cannot watch here. */
const blindness = (fence: readonly string[] = []): string | undefined => {
  const strace = straceWords({ file: '/dev/null', inject: [], shownBytes: 32 });
  const [program, ...words] = [...fence, ...strace, 'true'];
  const { error, status, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  if (error !== undefined) return `strace is needed: ${error.message}`;
  return status === 0 ? undefined : `strace is needed: ${stderr.split('\n')[0]?.slice(0, 200)}`;
};
