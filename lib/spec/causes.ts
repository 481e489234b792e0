/**
 * Why a machine does not let something be done, and what to do about it: one table for codes of the operating system,
 * another for what sandboxes complain of. Refusals and `yamo doctor` speak out of both.
 */

/** Whatever was to be opened or changed: of the kernel's state, of a session's folder, or of a workspace. */
export type Where = 'state' | 'scratch' | 'workspace';

interface Cause {
  readonly code: string;
  /** Only there; everywhere where it is absent. */
  readonly at?: Where;
  readonly means: string;
  /** `{path}`: of what it is about. Absent where the refusal itself says what to do. */
  readonly cure?: string;
}

/** Of two rows of one code the first that fits holds. */
export const CAUSES: readonly Cause[] = [
  { code: 'EACCES', means: 'permission denied' },
  {
    code: 'EBUSY',
    at: 'workspace',
    means: 'it is in use, or something is mounted on it',
    cure: 'If this one file is mounted there (docker -v FILE, subPath of Kubernetes), mount the folder that it lies in: a mounted file can be neither replaced nor deleted.',
  },
  { code: 'EBUSY', means: 'it is in use, or something is mounted on it' },
  {
    code: 'EDQUOT',
    means: 'the quota of the disk is used up',
    cure: 'Delete something of yours on that disk (quota -s shows what is allowed), then try again.',
  },
  { code: 'EEXIST', means: 'there is something already' },
  {
    code: 'EINVAL',
    means: 'the file system cannot do this',
    cure: 'Keep it on a disk of this system, such as ext4, APFS or Btrfs, and not on a network drive or a USB stick.',
  },
  {
    code: 'EIO',
    means: 'the disk failed',
    cure: 'Look at the log of the system (dmesg), and save what is there to another disk.',
  },
  {
    code: 'EISDIR',
    at: 'state',
    means: 'a folder lies in its place',
    cure: 'Look what the folder holds, then move it out of the way: mv {path} {path}.aside',
  },
  { code: 'EISDIR', means: 'it is a folder' },
  { code: 'ELOOP', means: 'it is a symbolic link, or links lead in a circle' },
  {
    code: 'EMFILE',
    means: 'too many files are open',
    cure: 'Let a process open more files (ulimit -n 1024; LimitNOFILE= of systemd; --ulimit nofile= of Docker), then try again.',
  },
  { code: 'ENAMETOOLONG', means: 'the name is too long' },
  {
    code: 'ENFILE',
    means: 'too many files are open on this machine',
    cure: 'End programs that hold many files open, or raise fs.file-max of the machine, then try again.',
  },
  {
    code: 'ENOENT',
    at: 'state',
    means: 'the folder in which it would lie is not there',
    cure: 'Set HOME, or XDG_STATE_HOME, to a folder of yours that is there: an account without an entry in /etc/passwd has no home by itself.',
  },
  { code: 'ENOENT', means: 'no such file or folder' },
  {
    code: 'ENOENT',
    at: 'scratch',
    means: 'no such file or folder',
    cure: 'Make the folder, or name another one in TMPDIR.',
  },
  {
    code: 'ENOLCK',
    means: 'the file system has no locks',
    cure: 'Keep it on a disk of this system, or let the server of the network drive offer locks.',
  },
  {
    code: 'ENOMEM',
    means: 'the machine has no memory left',
    cure: 'End other programs, or allow more memory, then try again.',
  },
  {
    code: 'ENOSPC',
    means: 'no space is left on the disk',
    cure: 'Free some space on the disk that it lies on (df -h, and df -i for files), then try again.',
  },
  {
    code: 'ENOSYS',
    means: 'this system cannot do it',
    cure: 'Keep it on a disk of this system, and not in a folder that another program shows (FUSE).',
  },
  {
    code: 'ENOTCONN',
    means: 'the file system is not there any more',
    cure: 'The program that showed it (FUSE, a network drive) has ended: unmount it and mount it again.',
  },
  {
    code: 'ENOTDIR',
    at: 'state',
    means: 'a file lies where a folder belongs',
    cure: 'Move the file out of the way, or name another place: XDG_STATE_HOME=/a/folder/of/yours',
  },
  { code: 'ENOTDIR', means: 'it is not a folder' },
  { code: 'ENOTEMPTY', means: 'the folder is not empty' },
  {
    code: 'ENOTSUP',
    means: 'the file system cannot do this',
    cure: 'Keep it on a disk of this system, such as ext4, APFS or Btrfs: drives of Windows, SMB and exFAT lack modes, links or locks.',
  },
  {
    code: 'EPERM',
    at: 'workspace',
    means: 'not permitted',
    cure: 'If its file system has no modes or no second names (drives of Windows in WSL, SMB, exFAT), keep it on a disk of this system; else look with lsattr -d {path} whether it is immutable.',
  },
  { code: 'EPERM', means: 'not permitted' },
  {
    code: 'EROFS',
    means: 'the file system is read-only',
    cure: 'Mount it so that it can be written (docker -v without :ro, mount -o remount,rw), then try again.',
  },
  {
    code: 'ESTALE',
    means: 'the server of the network drive has replaced it',
    cure: 'Unmount the network drive and mount it again.',
  },
  {
    code: 'ETIMEDOUT',
    means: 'the server of the network drive does not answer',
    cure: 'Look whether the server can be reached, or keep it on a disk of this system.',
  },
];

const causeOf = (code: string, at: Where): Cause | undefined => {
  const known = CAUSES.filter((cause) => cause.code === ALIASES[code] || cause.code === code);
  return known.find((cause) => cause.at === at) ?? known.find((cause) => cause.at === undefined);
};

/** Two names of one number. */
const ALIASES: Readonly<Record<string, string>> = { EOPNOTSUPP: 'ENOTSUP' };

/** `ENOENT: no such file or folder`; what is none of these codes stays as it is. */
export const errnoInWords = (code: string, at: Where = 'workspace'): string => {
  const cause = causeOf(code, at);
  return cause === undefined ? code : `${code}: ${cause.means}`;
};

/** What to do about it, with `{path}` in it; `undefined` where the table knows nothing that holds everywhere. */
export const cureOf = (code: string, at: Where): string | undefined => causeOf(code, at)?.cure;

/** What a sandbox complained of, understood. */
export interface Complaint {
  readonly means: string;
  readonly cure: string;
}

const ALLOW_NAMESPACES =
  'sysctl -w kernel.unprivileged_userns_clone=1 (Debian), user.max_user_namespaces=15000 (RHEL)';

/** The first that fits holds. As bubblewrap, the launcher of Landlock and the look for both say it. */
const COMPLAINTS: readonly (Complaint & { readonly says: RegExp })[] = [
  {
    says: /bwrap is not installed/,
    means: 'the program is not there',
    cure: 'Install bubblewrap: apt install bubblewrap, dnf install bubblewrap, apk add bubblewrap.',
  },
  {
    says: /Unknown option --/,
    means: 'this bubblewrap is older than 0.6.0',
    cure: 'Install bubblewrap 0.6.0 or newer.',
  },
  {
    says: /setting up uid map: Permission denied|RTM_NEWADDR: Operation not permitted|apparmor/i,
    means: 'AppArmor does not let bwrap make user namespaces, as on Ubuntu from 23.10 on',
    cure: 'Give bwrap a profile: in /etc/apparmor.d/bwrap `abi <abi/4.0>, include <tunables/global> profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }`, then systemctl reload apparmor.',
  },
  {
    says: /namespace(?:s|) failed: No space left|max_user_namespaces/,
    means: 'the machine allows no user namespaces (user.max_user_namespaces)',
    cure: `Allow them: ${ALLOW_NAMESPACES}.`,
  },
  {
    says: /No permissions to creat|namespace failed: Operation not permitted|namespace failed: Permission denied|unshare failed|clone.*: Operation not permitted/,
    means: 'user namespaces are forbidden, by the system or by the container that yamo runs in',
    cure: `Allow them: ${ALLOW_NAMESPACES}; in a container --security-opt seccomp=unconfined, or a runtime in which Landlock works.`,
  },
  {
    says: /namespace failed: Invalid argument|user namespaces? (?:are|is) not (?:enabled|supported)/,
    means: 'the kernel of this system was built without user namespaces',
    cure: 'Use a kernel with CONFIG_USER_NS, or Linux from 5.13 on with Landlock.',
  },
  {
    says: /mount(?:ing)? proc|\/newroot\/proc/,
    means: 'parts of /proc are covered, as in Docker',
    cure: 'Start the container with --security-opt systempaths=unconfined, or use Landlock.',
  },
  {
    says: /pivot_root|make \/ slave|Failed to make/,
    means: 'the root folder is none that can be changed for, as in a chroot or from a RAM disk',
    cure: 'Run yamo outside of the chroot, or use Landlock.',
  },
  {
    says: /seccomp|PR_SET_NO_NEW_PRIVS/i,
    means: 'the system takes no filter of system calls',
    cure: 'Use a kernel with CONFIG_SECCOMP_FILTER, and no container that forbids prctl.',
  },
  {
    says: /Can't find source path|Can't create file|Can't mkdir|Can't bind mount/,
    means: 'a folder of the view cannot be shown',
    cure: 'Look whether you may open that folder, or take it out of `agentPaths` of the settings.',
  },
  {
    says: /Resource temporarily unavailable|Cannot allocate memory|EAGAIN|ENOMEM/,
    means: 'there are too many processes, or there is too little memory',
    cure: 'End other programs, or allow more (ulimit -u, --pids-limit of Docker).',
  },
  {
    says: /EMFILE|ENFILE|Too many open files/,
    means: 'too many files are open',
    cure: 'Let a process open more files: ulimit -n 1024.',
  },
  {
    says: /landlock_create_ruleset failed with (?:ENOSYS|EOPNOTSUPP)/,
    means: 'Landlock is not in this kernel, or not turned on',
    cure: 'Use Linux from 5.13 on, with landlock in the list of lsm= at its start; gVisor has none.',
  },
  {
    says: /koffi|ERR_MODULE_NOT_FOUND|Cannot find (?:package|module)|ERR_DLOPEN_FAILED/,
    means: 'its optional package koffi is not installed, or is none for this system',
    cure: 'Install yamo with its optional packages: npm leaves them out by --omit=optional.',
  },
  {
    says: /it is for Linux|no sandbox on macOS|no filter of system calls/,
    means: 'yamo has no sandbox for this system yet',
    cure: 'Run yamo in Linux on x64 or arm64: a virtual machine, or WSL 2 on Windows.',
  },
  {
    says: /takes mount and unshare/,
    means: 'util-linux is not installed',
    cure: 'Install util-linux, or run yamo as a user who is not root.',
  },
  {
    says: /EACCES|Permission denied/,
    means: 'the program may not be started',
    cure: 'Look at the mode of the program, and whether its disk is mounted noexec.',
  },
];

/** What stands behind the words of a sandbox; `undefined` where nobody knows. */
export const complaintOf = (words: string): Complaint | undefined =>
  COMPLAINTS.find(({ says }) => says.test(words));
