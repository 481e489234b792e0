/** What a boot and a session tell the outside, as it happens: a closed union, also the frames of `--json`. */
import type { SendParams, Tokens, WaitParams, WorkerReports } from '#lib/protocol/protocol.ts';
import type { RefusalCode } from '#lib/spec/refusals.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';
import type { Priority, StepName } from '#lib/spec/startup.ts';
import type { JournalEntry } from '#kernel/gate/journal.ts';

/** `vacuous`: there was nothing to check yet; `skipped`: a rule keeps this session from it. */
export type StepStatus = 'ok' | 'healed' | 'vacuous' | 'absent' | 'skipped' | 'refused';

/** One step of the boot, as shown and as recorded. Durations in milliseconds. */
export interface StepReport {
  readonly seq: number;
  readonly step: StepName;
  readonly priority: Priority | 'prepare';
  readonly section: string;
  readonly status: StepStatus;
  readonly ms: number;
  readonly file?: string;
  readonly bytes?: number;
  readonly sha256?: string;
  /** In words, what was found or done; never text of a workspace file. */
  readonly detail?: string;
}

/** Something the owner should know, which no rule refuses. */
export interface Notice {
  readonly section: string;
  readonly text: string;
}

/** Takes a notice. A minor one is recorded, and shown to whoever wants to see everything. */
export type Notify = (section: string, text: string, weight?: 'minor') => void;

/** Everything that a kernel tells its caller, one kind a member. */
export type KernelEvent =
  | ({ readonly event: 'step' } & StepReport)
  | ({ readonly event: 'notice'; readonly minor?: true } & Notice)
  | ({ readonly event: 'gate' } & JournalEntry)
  /** A command was started; the journal tells how it ended. */
  | { readonly event: 'command'; readonly terminal: string; readonly command: string }
  | {
      readonly event: 'ready';
      /** The tier that this kernel declares (RFC-0009 §2.0). */
      readonly implements: string;
      readonly kind: SessionKind;
      readonly reason: string;
      readonly agent: string;
      /** Of today; absent where the layout has no logs by day. */
      readonly log?: string;
      readonly zone: string;
      /** Searches of this session ask the index of memory. */
      readonly index: boolean;
    }
  | { readonly event: 'text'; readonly text: string }
  | ToolEvent
  /** One line about what goes on, such as what is tried again and when; from the agent. */
  | { readonly event: 'status'; readonly text: string }
  /** The kernel's own answer to a command of the human, in Markdown. */
  | { readonly event: 'answer'; readonly text: string }
  /** What the human may say with a slash, beside the kernel's own commands; told anew whenever it changes. */
  | { readonly event: 'commands'; readonly commands: readonly OfferedCommand[] }
  | UsageEvent
  | { readonly event: 'turn'; readonly stop: string }
  | {
      readonly event: 'refused';
      readonly code: RefusalCode;
      readonly section: string;
      readonly what: string;
      readonly remedy: string;
    }
  /** An agent that is not ours is being started, which may take a while. */
  | { readonly event: 'starting'; readonly agent: string }
  | ResumedEvent
  | { readonly event: 'closed'; readonly reason: string; readonly record?: string };

/** The session that this one resumes, and what was said in it last. */
export interface ResumedEvent {
  readonly event: 'resumed';
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly turns: number;
  readonly last: readonly { readonly by: 'human' | 'agent'; readonly text: string }[];
}

/** A call of a tool, told again whenever its status changes; `detail` is one line of what came of it. */
export interface ToolEvent {
  readonly event: 'tool';
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly detail?: string;
}

/** What one turn came to, and the session so far; in US dollars where the prices are known. */
export interface UsageEvent {
  readonly event: 'usage';
  readonly model: string;
  readonly turn: Tokens;
  readonly session: Tokens;
  readonly turnUsd?: number;
  readonly sessionUsd?: number;
  /** How much of what the model can take the conversation fills, from 0 to 1. */
  readonly contextUsed?: number;
  /** What the model can take; tokens. */
  readonly contextTokens?: number;
}

/** A command without its slash. */
export interface OfferedCommand {
  readonly name: string;
  readonly description: string;
  readonly hint?: string;
}

/** What a question is about: files as they are and as they would be, or a command. */
export interface Subject {
  readonly diffs: readonly FileDiff[];
  /** So many changes beside them are not shown. */
  readonly more?: number;
  readonly command?: string;
}

/** A file before and after a change. */
export interface FileDiff {
  /** Relative to the workspace. */
  readonly file: string;
  /** `undefined`: there is no such file, or `note` says what is there instead of it. */
  readonly before: string | undefined;
  readonly after: string;
  /** The line of the file that both texts begin with, where they are a part of it. */
  readonly line?: number;
  /** What the one who is asked should know of it. */
  readonly note?: string;
}

/** One of the answers to a question. `kind` is for programs that show it by a sign, or answer by a rule of their own. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly kind?: 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always';
}

/**
 * The human at the other end, where there is one. Every answer may be missing: then nothing is granted. A question is
 * withdrawn when its `signal` is aborted, and has no answer then; a reason that is a text says who has given it elsewhere.
 */
export interface Human {
  /** At a terminal: what it shows of their own files stays with them. */
  readonly isAtTerminal?: true;
  /** What the human says next, also what was said before this was asked; `undefined` when nothing more is to come. */
  readonly next: () => Promise<string | undefined>;
  /** A line in answer to `question`; `undefined` when there is none. */
  readonly answer: (question: string, signal?: AbortSignal) => Promise<string | undefined>;
  /** One of `options`, by id; `undefined` if none was chosen. */
  readonly choose: (
    question: string,
    options: readonly Choice[],
    subject?: Subject,
    signal?: AbortSignal,
  ) => Promise<string | undefined>;
}

/** The workers of a manager's session, as the kernel reaches them for its agent; whoever serves the session has them. */
export interface ManagedWorkers {
  /** Starts one, tells one something more, ends one, or says how all are. Throws WORKER_REFUSED, DATABASE_UNUSABLE. */
  readonly send: (params: SendParams) => Promise<WorkerReports>;
  /** Resolves when they are done, the time is over, or `signal` is aborted. Throws WORKER_REFUSED. */
  readonly wait: (params: WaitParams, signal: AbortSignal) => Promise<WorkerReports>;
}

/** Standard error, where it is the owner's terminal: what is shown there is kept nowhere. */
export interface OwnersTerminal {
  readonly show: (text: string) => void;
  /** A line in answer to `question`; `undefined` when nobody can be asked. */
  readonly ask: (question: string) => Promise<string | undefined>;
}
