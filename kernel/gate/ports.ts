/**
 * Ring 0. What the gate asks of the rest of the kernel: a port for each, and behind it the file that
 * test/support/ring-0-ports.ts names.
 */
import type { SectionsRead } from '#lib/text/outline.ts';
import type { Stat } from '#kernel/fs/disk.ts';
import type { FileText } from '#kernel/startup/read.ts';
import type { JournalEntry } from './journal.ts';

/** Where credentials stand in a text. Values stay in memory. */
export interface Credential {
  readonly kind: string;
  readonly line: number;
  readonly value: string;
}

/** The log of the day: lines are added to it, and nothing else. */
interface Logs {
  /** Relative to the workspace. */
  readonly file: string;
  /** Adds lines of an agent, durably, inside `exclusively`. `admit` may refuse the file that was found. */
  note(lines: string, admit: (log: Stat) => void): void;
}

/** The logs that were put away. */
interface Archive {
  /** Relative to the workspace, in the order of their days. */
  readonly names: () => readonly string[];
  /** One of them, unpacked; `undefined` if there is none. */
  readonly read: (file: string) => FileText | undefined;
}

interface Redactor {
  /** A text of a file without what this session must not pass on (§3.2), to the agent or into a log. */
  readonly redact: (file: string, text: string) => string;
  readonly credentialsIn: (text: string) => Promise<readonly Credential[]>;
}

/** Called under the lock of writes, before the write; what it returns is called after it (§5.3). Throws MEMORY_LOSS. */
export type Retain = (
  before: Uint8Array | undefined,
  after: Uint8Array,
) => (() => void) | undefined;

interface WriteGuard {
  /** Asked before `file` is written. */
  readonly before?: (file: string) => Promise<Retain | undefined>;
  /** In a first boot: may this file, which is there, be replaced all the same? In no other session is one. */
  readonly mayReplace?: (current: FileText) => boolean;
}

interface Observer {
  /** Hears of each request what came of it. */
  readonly note: (entry: JournalEntry) => void;
  /** Hears of every file that was replaced or created, inside `exclusively`. */
  readonly written: (file: string, bytes: Uint8Array) => void;
  /** Hears of a file that could not keep its group. */
  readonly regrouped?: (file: string) => void;
}

/** What is done when it returns: nothing can be held across an `await` for it. */
export type Synchronous<T> = (() => T) & (T extends PromiseLike<unknown> ? never : unknown);

/** All that the gate asks of others. */
export interface GatePorts {
  readonly logs: Logs;
  /** None if it is absent. */
  readonly archive?: Archive;
  /** Other files of the workspace that are searched; none if it is absent. */
  readonly workFiles?: (what: 'memory' | 'all') => readonly string[];
  /** Runs `work`, in one piece, while no other kernel writes to this workspace: those who ask come one after the other. */
  readonly exclusively: <Value>(work: Synchronous<Value>) => Promise<Value>;
  readonly redactor: Redactor;
  /** The sections of AGENTS.md: ring 0 reads no Markdown. */
  readonly sections: (text: string) => SectionsRead;
  readonly guard?: WriteGuard;
  readonly observer: Observer;
}
