/** What every step of one boot works with, from the lease on. */
import type { BootRequest, Host } from '#kernel/contract/boot-request.ts';
import type { ResumedEvent } from '#kernel/contract/events.ts';
import type { Journal } from '#kernel/run/journal.ts';
import type { AgentProgram } from '#kernel/programs/program.ts';
import type { Changes } from './changes.ts';
import type { OpenWorkspace } from './open-workspace.ts';
import type { Recorder } from './record.ts';
import type { Sandbox } from '#kernel/sandbox/sandbox.ts';
import type { KindDecision } from './kind.ts';
import type { UsageMeter } from './usage-meter.ts';
import type { SessionMark } from '#kernel/state/sessions.ts';
import type { Transcript } from '#kernel/state/transcripts.ts';

/** What every step works with, with an agent or without. */
export interface Run {
  readonly bootId: string;
  readonly request: BootRequest;
  readonly host: Host;
  readonly recorder: Recorder;
  readonly journal: Journal;
  readonly changes: Changes;
  readonly opened: OpenWorkspace;
  readonly decision: KindDecision;
  readonly mark: SessionMark;
  /** The zone that the process started with. */
  readonly systemZone: string | undefined;
  /** Registers what is to be let go of if the session does not come about: the newest goes first. */
  readonly onFailure: (undo: () => unknown) => void;
}

export interface Boot extends Run {
  readonly program: AgentProgram;
  /** What holds the agent on this machine, as soon as it has been found. */
  readonly sandboxing: Promise<Sandbox>;
  /** Where what is said is kept; of an earlier session, with what its agent kept, if this one resumes it. */
  readonly transcript: Transcript;
  readonly resumed: readonly unknown[] | undefined;
  readonly before: ResumedEvent | undefined;
  /** Where a model thinks. */
  readonly meter: UsageMeter | undefined;
}
