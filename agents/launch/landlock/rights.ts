/**
 * The rights of linux/landlock.h. What a ruleset handles is denied unless a rule allows it; so
 * everything that the running kernel can handle is handled, and of what it cannot:
 *
 * - ABI 1 has the files, and no file can be moved to another folder at all; from ABI 2 on it can
 *   where both folders allow it (REFER).
 * - Before ABI 3 a file can be emptied by its path, wherever it lies. The filter of system calls refuses
 *   truncate(2) there.
 * - Before ABI 4 there is no word on TCP, before ABI 6 none on abstract unix sockets. The filter refuses
 *   the sockets themselves, with every ABI.
 * - Before ABI 5 what is open is open for every ioctl. The devices that a process gets to know none
 *   that matters, and the filter refuses those that type into a terminal.
 * - Before ABI 6 a process can send signals to the user's other processes. Nothing holds that: it can
 *   end the kernel, and its session with it.
 *
 * In no ABI are names, sizes, modes and times hidden. Changes of mode, owner, times and attributes are not denied
 * either; the filter of system calls takes them away.
 */
import type { Policy } from '#kernel/wire/policy.ts';

/** LANDLOCK_ACCESS_FS_*. */
const FS = {
  EXECUTE: 1 << 0,
  WRITE_FILE: 1 << 1,
  READ_FILE: 1 << 2,
  READ_DIR: 1 << 3,
  REMOVE_DIR: 1 << 4,
  REMOVE_FILE: 1 << 5,
  MAKE_CHAR: 1 << 6,
  MAKE_DIR: 1 << 7,
  MAKE_REG: 1 << 8,
  MAKE_SOCK: 1 << 9,
  MAKE_FIFO: 1 << 10,
  MAKE_BLOCK: 1 << 11,
  MAKE_SYM: 1 << 12,
  REFER: 1 << 13,
  TRUNCATE: 1 << 14,
  IOCTL_DEV: 1 << 15,
} as const;

/** LANDLOCK_ACCESS_NET_BIND_TCP and LANDLOCK_ACCESS_NET_CONNECT_TCP. */
const NET_TCP = 0b11;
/** LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET and LANDLOCK_SCOPE_SIGNAL. */
const SCOPES = 0b11;

/** Rights that a file can have. */
const OF_FILES = FS.EXECUTE | FS.WRITE_FILE | FS.READ_FILE | FS.TRUNCATE;

const READABLE = FS.EXECUTE | FS.READ_FILE | FS.READ_DIR;

/** Everything but making devices and commanding them: in a folder of the owner's there are none. */
const WRITABLE =
  READABLE |
  FS.WRITE_FILE |
  FS.TRUNCATE |
  FS.REMOVE_DIR |
  FS.REMOVE_FILE |
  FS.MAKE_DIR |
  FS.MAKE_REG |
  FS.MAKE_SOCK |
  FS.MAKE_FIFO |
  FS.MAKE_SYM |
  FS.REFER;

/** All a process gets of `/dev`. */
export const DEVICES = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'];

/**
 * All it gets of `/proc`, where the environment and the memory of other processes lie. Without these Node has no
 * processors and no memory, cannot tell its own size, and C libraries do not find the end of the first stack. What is
 * about the process itself is about the program only, which is the same process as the launcher: what it starts in its
 * turn goes without.
 */
export const FIGURES = [
  '/proc/stat',
  '/proc/cpuinfo',
  '/proc/meminfo',
  '/proc/self/stat',
  '/proc/self/maps',
  '/proc/self/cgroup',
];

/** What a rule about a place allows. */
export const RIGHTS = {
  readable: READABLE,
  writable: WRITABLE,
  device: FS.READ_FILE | FS.WRITE_FILE,
  figures: FS.READ_FILE,
} as const;

/** LANDLOCK_ACCESS_FS_* that a kernel of this ABI knows; of later ones than 7 we know nothing to handle. */
const filesHandled = (abi: number): number =>
  (FS.REFER - 1) |
  (abi >= 2 ? FS.REFER : 0) |
  (abi >= 3 ? FS.TRUNCATE : 0) |
  (abi >= 5 ? FS.IOCTL_DEV : 0);

/** struct landlock_ruleset_attr; an older kernel takes the longer one if the rest is zero. */
export const rulesetAttribute = (abi: number, network: Policy['network']): Buffer => {
  const bytes = Buffer.alloc(24);
  bytes.writeBigUInt64LE(BigInt(filesHandled(abi)), 0);
  bytes.writeBigUInt64LE(BigInt(abi >= 4 && network === 'none' ? NET_TCP : 0), 8);
  bytes.writeBigUInt64LE(BigInt(abi >= 6 ? SCOPES : 0), 16);
  return bytes;
};

/**
 * struct landlock_path_beneath_attr: what may be done with `fd`, and below it where it is a folder. A rule about a file
 * that has rights of folders is refused with EINVAL.
 */
export const pathBeneathAttribute = (
  abi: number,
  rights: number,
  { fd, isFolder }: { readonly fd: number; readonly isFolder: boolean },
): Buffer => {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64LE(BigInt(rights & filesHandled(abi) & (isFolder ? ~0 : OF_FILES)), 0);
  bytes.writeInt32LE(fd, 8);
  return bytes;
};
