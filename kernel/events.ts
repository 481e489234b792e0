/** What a boot and a session tell the outside, as it happens: a closed union, also the frames of `--json`. */
import type { SessionKind } from '#lib/spec/access.ts';
import type { RefusalCode } from '#lib/spec/refusals.ts';
import type { Priority, StepName } from '#lib/spec/startup.ts';
import type { JournalEntry } from './gate/journal.ts';

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

export type KernelEvent =
  | ({ readonly event: 'step' } & StepReport)
  | ({ readonly event: 'notice' } & Notice)
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
      readonly log: string;
      readonly zone: string;
    }
  | { readonly event: 'text'; readonly text: string }
  | { readonly event: 'tool'; readonly title: string; readonly status: string }
  | { readonly event: 'turn'; readonly stop: string }
  | {
      readonly event: 'refused';
      readonly code: RefusalCode;
      readonly section: string;
      readonly what: string;
      readonly remedy: string;
    }
  | { readonly event: 'closed'; readonly reason: string; readonly record?: string };

/** The human at the other end, where there is one. Every answer may be missing: then nothing is granted. */
export interface Human {
  /** What the human says next; `undefined` when there is nothing more to come. */
  readonly next: (prompt: string) => Promise<string | undefined>;
  /** One of `options`, by id; `undefined` if none was chosen. */
  readonly choose: (
    question: string,
    options: readonly { readonly id: string; readonly label: string }[],
  ) => Promise<string | undefined>;
}
