/**
 * Why a machine does not let something be done, and what to do about it, by codes of the operating system. Refusals and
 * `yamo doctor` speak out of it, and out of complaints.ts.
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
  { code: 'ENOTDIR', means: 'it is no folder, or a link to one' },
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
