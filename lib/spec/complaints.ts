/** What a sandbox complains of, and what stands behind it. */

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
