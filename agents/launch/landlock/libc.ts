/** The C library of this process, by koffi: the calls of the system that Node has no function for. */
import { constants } from 'node:os';
import { getSystemErrorName } from 'node:util';

/** Numbers are those of asm-generic/unistd.h; x86 has the same ones for calls as young as these. */
const SYS_CLOSE_RANGE = 436;
const SYS_LANDLOCK_CREATE_RULESET = 444;
const SYS_LANDLOCK_ADD_RULE = 445;
const SYS_LANDLOCK_RESTRICT_SELF = 446;

// linux/landlock.h
const LANDLOCK_CREATE_RULESET_VERSION = 1;
const LANDLOCK_RULE_PATH_BENEATH = 1;

// asm-generic/fcntl.h; both processors have the same values, those of O_DIRECTORY differ.
const O_PATH = 0o10000000;
const O_CLOEXEC = 0o2000000;
const F_SETFD = 2;

// linux/close_range.h
const CLOSE_RANGE_CLOEXEC = 4;
const FIRST_AFTER_STDIO = 3;
const LAST_DESCRIPTOR = 0xffffffff;

// linux/prctl.h, linux/seccomp.h
const PR_SET_NO_NEW_PRIVS = 38;
const PR_CAPBSET_DROP = 24;
// linux/capability.h: sets have 64 bits.
const LAST_CAPABILITY = 63;
const PR_SET_SECCOMP = 22;
const SECCOMP_MODE_FILTER = 2;
const SOCK_FILTER_BYTES = 8;

const SIG_DFL = 0;

/** What a call failed with. */
export class CallError extends Error {
  readonly errno: string;
  constructor(call: string, errno: number) {
    const name = getSystemErrorName(-errno);
    super(`${call} failed with ${name}`);
    this.errno = name;
  }
}

/** Each throws a `CallError` where the system refuses. All of it is about the calling thread, Node's first one. */
export interface Libc {
  /** The ABI of Landlock that runs here, from 1. */
  readonly landlockAbi: () => number;
  /** Returns the descriptor of a new ruleset. */
  readonly createRuleset: (attribute: Buffer) => number;
  readonly addRule: (ruleset: number, attribute: Buffer) => void;
  readonly restrictSelf: (ruleset: number) => void;
  /** A descriptor that stands for the file and cannot read it. Links are followed. */
  readonly openPath: (path: string) => number;
  readonly close: (fd: number) => void;
  /** Gives up the rights of root, for good; somebody else has none. */
  readonly renounceCapabilities: () => void;
  /** From here on no program gives more rights than its caller has; the other two ask for it. */
  readonly renounceNewPrivileges: () => void;
  /** `filter`: an array of struct sock_filter. */
  readonly installFilter: (filter: Buffer) => void;
  /** Becomes the program, with descriptors 0 to 2 and those of `kept`, and with signals as programs expect them. */
  readonly execute: (
    program: string,
    args: readonly string[],
    environment: readonly string[],
    kept: readonly number[],
  ) => void;
  /** Ends the process at once, without anything of Node's. */
  readonly exit: (code: number) => void;
}

/** A call of the system; throws a `CallError` where that says -1. */
type Call = (...values: readonly unknown[]) => number;

const checked =
  (call: string, native: (...values: readonly unknown[]) => unknown, errno: () => number): Call =>
  (...values) => {
    const result = Number(native(...values));
    if (result === -1) throw new CallError(call, errno());
    return result;
  };

/** Root gets at each execve what the bounding set has left. */
const renounceCapabilities = (prctl: Call): void => {
  for (let capability = 0; capability <= LAST_CAPABILITY; capability += 1) {
    try {
      prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    } catch (error) {
      // EINVAL: this system has fewer. EPERM: we are nobody special.
      if (error instanceof CallError && (error.errno === 'EINVAL' || error.errno === 'EPERM'))
        return;
      throw error;
    }
  }
};

/** Throws where koffi is not installed, or has nothing for this machine. */
export const loadLibc = async (): Promise<Libc> => {
  const { default: koffi } = await import('koffi');
  const library = koffi.load(null);
  const declare = (call: string, declaration: string): Call =>
    checked(call, library.func(declaration), () => koffi.errno());
  const syscall = (call: string, number: number) => {
    const native = declare(call, 'long syscall(long number, ...)');
    return (...typed: readonly unknown[]): number => native(number, ...typed);
  };

  const createRuleset = syscall('landlock_create_ruleset', SYS_LANDLOCK_CREATE_RULESET);
  const addRule = syscall('landlock_add_rule', SYS_LANDLOCK_ADD_RULE);
  const restrictSelf = syscall('landlock_restrict_self', SYS_LANDLOCK_RESTRICT_SELF);
  const closeRange = syscall('close_range', SYS_CLOSE_RANGE);
  const open = declare('open', 'int open(const char *path, int flags)');
  const close = declare('close', 'int close(int fd)');
  const fcntl = declare('fcntl', 'int fcntl(int fd, int command, int argument)');
  const prctl = declare(
    'prctl',
    'int prctl(int option, unsigned long two, unsigned long three, unsigned long four, unsigned long five)',
  );
  const signal = library.func('void *signal(int number, intptr_t handler)');
  const exit = library.func('void _exit(int code)');
  const execve = declare(
    'execve',
    'int execve(const char *path, const char **arguments, const char **environment)',
  );

  return {
    landlockAbi: () =>
      createRuleset('void *', null, 'size_t', 0, 'uint32', LANDLOCK_CREATE_RULESET_VERSION),
    createRuleset: (attribute) =>
      createRuleset('void *', attribute, 'size_t', attribute.byteLength, 'uint32', 0),
    addRule: (ruleset, attribute) => {
      const kind = LANDLOCK_RULE_PATH_BENEATH;
      addRule('int', ruleset, 'int', kind, 'void *', attribute, 'uint32', 0);
    },
    restrictSelf: (ruleset) => {
      restrictSelf('int', ruleset, 'uint32', 0);
    },
    openPath: (path) => open(path, O_PATH | O_CLOEXEC),
    close: (fd) => {
      close(fd);
    },
    renounceCapabilities: () => {
      renounceCapabilities(prctl);
    },
    renounceNewPrivileges: () => {
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    },
    installFilter: (filter) => {
      // struct sock_fprog of linux/filter.h.
      const program = Buffer.alloc(16);
      program.writeUInt16LE(filter.byteLength / SOCK_FILTER_BYTES, 0);
      program.writeBigUInt64LE(koffi.address(filter), 8);
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, koffi.address(program), 0, 0);
    },
    execute: (program, args, environment, kept) => {
      // A descriptor that was open before goes past Landlock. Node would close these three, too.
      closeRange('uint', FIRST_AFTER_STDIO, 'uint', LAST_DESCRIPTOR, 'int', CLOSE_RANGE_CLOEXEC);
      for (const fd of [0, 1, 2, ...kept]) fcntl(fd, F_SETFD, 0);
      // Node ignores two, and a program inherits what is ignored: `yes | head` would not end.
      for (const number of Object.values(constants.signals)) signal(number, SIG_DFL);
      execve(program, [...args, null], [...environment, null]);
    },
    exit: (code) => {
      exit(code);
    },
  };
};
