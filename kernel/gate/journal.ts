/** Ring 0. What an agent asked for and what the gate answered, for the boot record. Names and sizes, never contents. */
import type { Operation } from '#lib/spec/access.ts';
import type { RefusalCode } from '#lib/spec/refusal.ts';

interface GateEntry {
  readonly operation: Operation;
  readonly file: string;
  readonly answer: 'done' | RefusalCode;
  readonly bytes?: number;
  readonly sha256?: string;
}

/** A command that an agent asked for, and how it ended. The line without credentials, cut; never what it printed. */
export interface CommandEntry {
  readonly operation: 'command:execute';
  readonly command: string;
  /** Of the whole line, without credentials. */
  readonly sha256: string;
  readonly answer: 'done' | RefusalCode;
  readonly exit?: number;
  readonly signal?: string;
  /** Who ended it before its own end. */
  readonly endedBy?: string;
  /** What it printed. */
  readonly bytes?: number;
  readonly ms?: number;
}

/** Something that an agent asked for, and what came of it. */
export type JournalEntry = GateEntry | CommandEntry;
