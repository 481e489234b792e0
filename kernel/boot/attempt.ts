/** An attempt to begin a session, with an agent or without: its record, and how all of it is let go of if it fails. */
import { randomUUID } from 'node:crypto';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { Journal } from '#kernel/run/journal.ts';
import { Changes } from '#kernel/run/changes.ts';
import { systemZone } from '#kernel/process/zone.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { type Ending, Recorder } from '#kernel/run/record.ts';
import type { Run } from '#kernel/run/running.ts';
import { untilDone } from '#kernel/run/write-lock.ts';
import type { SessionMark } from '#kernel/state/sessions.ts';

/** What an attempt adds to what a step works with. */
type Began = Pick<Run, 'request' | 'opened' | 'decision' | 'mark'>;

export class Attempt {
  readonly bootId = randomUUID();
  /** ISO 8601, UTC. */
  readonly startedAt = new Date().toISOString();
  readonly systemZone: string | undefined;
  readonly host: Host;
  readonly recorder: Recorder;
  readonly journal: Journal;
  readonly changes = new Changes();
  readonly #undo: (() => unknown)[] = [];
  #opened: OpenWorkspace | undefined;
  #mark: SessionMark | undefined;

  constructor(host: Host) {
    const { bootId, startedAt } = this;
    const { version: yamo, emit } = host;
    this.host = host;
    this.systemZone = systemZone(host.environment);
    this.recorder = new Recorder({ version: 1, bootId, yamo, startedAt }, emit);
    this.journal = new Journal((entry) => {
      this.changes.note(entry);
      emit({ event: 'gate', ...entry });
    });
  }

  /** The workspace is open: from here on a failure is recorded in its state, and it is closed then. */
  entered(opened: OpenWorkspace): void {
    this.#opened = opened;
  }

  /** The session is marked as open, until its end is recorded. */
  marked(mark: SessionMark): void {
    this.#mark = mark;
  }

  /** `undo` is done if the attempt fails, before what was registered earlier. */
  readonly onFailure = (undo: () => unknown): void => void this.#undo.push(undo);

  /** What every step works with from here on. */
  run(began: Began): Run {
    const { bootId, host, recorder, journal, changes, systemZone: zone, onFailure } = this;
    return { bootId, host, recorder, journal, changes, systemZone: zone, onFailure, ...began };
  }

  /** What a refused boot leaves behind: its record, and nothing open. Never rejects: why it failed matters more. */
  async abandon(error: unknown): Promise<void> {
    this.recorder.fail(error);
    for (const undo of this.#undo.toReversed()) {
      try {
        await undo();
      } catch {
        // The open mark tells the next boot what was left.
      }
    }
    try {
      await this.#chain(endingIn(error));
      this.#mark?.remove();
    } catch {
      // As above.
    }
    this.#opened?.close();
  }

  async #chain(ending: Ending): Promise<void> {
    const { recorder, journal } = this;
    const opened = this.#opened;
    await opened?.exclusivelyLater(untilDone(), () =>
      opened.chain(recorder.finish(ending, new Date().toISOString(), journal.summary())),
    );
  }
}

const endingIn = (error: unknown): Ending =>
  error instanceof Refusal
    ? { end: 'refused', code: error.code, section: error.section }
    : { end: 'failed' };
