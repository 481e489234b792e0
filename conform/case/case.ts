/** What a case of the conformance suite is: what it sets up, does and observes of a kernel, from outside of it. */
import type { Trace } from '#conform/witness/trace.ts';

export type SessionName = 'main' | 'shared';

/** `could not tell`: this machine, or this run, did not show it. Never a guess. */
export type CaseVerdict = 'pass' | 'fail' | 'not applicable' | 'could not tell';

/** One rule that a kernel is held to: what the suite runs. */
export interface ConformanceCase {
  /** Such as `B-12`: the chapter and a number, for ever. */
  readonly id: string;
  readonly title: string;
  /** Rows of RFC-0009.md that it shows. */
  readonly requirements: readonly string[];
  readonly session: SessionName;
  /** What is wrong with the kernel, in words; nothing if it does what it must. Throws {@link Undecided}. */
  readonly run: (lab: Lab) => Promise<readonly string[]>;
}

/** A case that ends without a judgement. */
export class Undecided extends Error {
  override readonly name = 'Undecided';
  readonly verdict: Extract<CaseVerdict, 'not applicable' | 'could not tell'>;

  constructor(verdict: Undecided['verdict'], why: string) {
    super(why);
    this.verdict = verdict;
  }
}

/** A witness that saw nothing at all proves nothing: the case fails. */
export class TraceLost extends Error {
  override readonly name = 'TraceLost';
  /** What else is wrong, which may be the cause. */
  readonly complaints: readonly string[];

  constructor(saw = 'no call on the workspace', complaints: readonly string[] = []) {
    super(`the witness saw ${saw} at all`);
    this.complaints = complaints;
  }
}

/** What the suite itself needs broke off: nothing is known of that boot, and the case is run again from the beginning. */
export class WitnessLost extends Error {
  override readonly name = 'WitnessLost';
}

/** What the probe agent tries once its session is open. */
export interface ProbeAttempt {
  readonly op: 'read' | 'write' | 'append' | 'link' | 'remove';
  /** In the workspace. */
  readonly file: string;
  /** What is written, or what a link leads to. */
  readonly text?: string;
}

/** What became of a file, by whatever name, mount or call: strace does not see io_uring, nor through a bind mount. */
export interface WatchedFile {
  /** Opened or read. Undefined where nothing on this machine can tell. */
  readonly isRead: boolean | undefined;
  /** Written, replaced or renamed, also if its content is what it was. */
  readonly isChanged: boolean;
}

/** A file in place of which something else may stand. */
export interface Files {
  readonly workspace: string;
  /** A folder beside the workspace, which the kernel is told nothing of. */
  readonly outside: string;
  readonly write: (file: string, content: string | Uint8Array) => void;
  readonly append: (file: string, text: string) => void;
  /** Text of a file; undefined if it is not there. */
  readonly text: (file: string) => string | undefined;
  /** Also for a link that leads nowhere. */
  readonly exists: (file: string) => boolean;
  readonly remove: (file: string) => void;
  readonly mode: (file: string, mode: number) => void;
  /** Makes it another user's; false where that is not allowed. */
  readonly giveAway: (file: string) => boolean;
  readonly rename: (from: string, to: string) => void;
  readonly symlink: (target: string, file: string) => void;
  readonly link: (target: string, file: string) => void;
  readonly fifo: (file: string) => void;
  readonly socket: (file: string) => void;
  readonly folder: (file: string) => void;
  /** A file of so many bytes that takes no room. */
  readonly sparse: (file: string, bytes: number) => void;
  /** Says later what its inode has seen since. */
  readonly watch: (file: string) => () => WatchedFile;
  /** Content of every file of the workspace, by name. */
  readonly all: () => ReadonlyMap<string, string>;
}

/** A call that goes wrong, or waits, in a boot: the nth one that the kernel makes on this file. */
export interface Interference {
  readonly calls: readonly string[];
  /** In the workspace; `.` is the workspace itself. */
  readonly file: string;
  /** As strace takes it: `error=EIO`, `retval=0`; `hold` keeps the call from happening for a while. */
  readonly what: string;
  /** Only calls that come after the first that succeeded of these names on this file. */
  readonly after?: { readonly calls: readonly string[]; readonly file: string };
  /** Done by somebody else while the call is held; `kill` ends the kernel and all that it started. */
  readonly act?: (files: Files, kill: () => void) => void;
}

export interface BootOptions {
  readonly session?: SessionName;
  readonly attempts?: readonly ProbeAttempt[];
  readonly interference?: readonly Interference[];
  /** A shell command that is run first where the kernel runs, with rights to mount there; `$1` is the workspace. */
  readonly mount?: string;
}

/** A boot that is over. */
export interface BootRun {
  /** Of the kernel; undefined where it did not end by itself. */
  readonly code: number | undefined;
  /** Why it was ended: it took too long, or too much. */
  readonly stopped: string | undefined;
  /** Whatever it printed. */
  readonly output: string;
  /** What of it stood on standard error. */
  readonly errors: string;
  /** Throws {@link Undecided} where nothing could watch. */
  readonly sight: () => Trace;
}

export type SoundWorkspace = 'unborn' | 'born';

/** A fresh place for one case, and a kernel to be started in it. */
export interface Lab {
  readonly files: Files;
  /** `YYYY-MM-DD` in UTC, where the kernel is. */
  readonly today: string;
  readonly yesterday: string;
  /** Has the day ended since? What a case says of the log of today is not of the day that the kernel has. */
  readonly isOver: () => boolean;
  readonly boot: (options?: BootOptions) => Promise<BootRun>;
  /** Two at once. */
  readonly bootTwice: (options?: BootOptions) => Promise<readonly [BootRun, BootRun]>;
  /**
   * A boot of the same kernel in a workspace in which nothing is wrong: of a first boot, or with a past. Made once for
   * all cases.
   */
  readonly sound: (workspace: SoundWorkspace, session?: SessionName) => Promise<BootRun>;
  /** Every file that is left anywhere in the place, the suite's own aside, that tells this text, in whatever form. */
  readonly holding: (text: string) => readonly string[];
}
