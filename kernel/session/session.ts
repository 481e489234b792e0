/** A running session: turns in, events out; its block in the daily log is closed however it ends. */
import type { SessionKind } from '#lib/spec/access.ts';
import type { Context } from '#lib/prompt/assemble.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { AgentConnection, Part } from '#kernel/agent/connection.ts';
import type { KernelEvent } from '#kernel/events.ts';
import type { Journal } from '#kernel/gate/journal.ts';
import type { Premises } from '#kernel/premises.ts';
import type { Ending, Recorder } from '#kernel/record.ts';
import type { SessionMark } from '#kernel/state/sessions.ts';
import type { Hold } from '#kernel/sandbox/hold.ts';
import type { FingerprintKeeper } from './fingerprint-keeper.ts';
import type { Integrity } from './integrity.ts';

export interface SessionParts {
  readonly premises: Premises;
  readonly recorder: Recorder;
  readonly journal: Journal;
  readonly mark: SessionMark;
  readonly agent: AgentConnection;
  readonly hold: Hold;
  readonly integrity: Integrity;
  /** In main sessions. */
  readonly keeper: FingerprintKeeper | undefined;
  readonly context: Context;
  readonly kind: SessionKind;
  readonly bootId: string;
  readonly emit: (event: KernelEvent) => void;
}

export class Session {
  readonly #parts: SessionParts;
  /** The context goes with the first thing the human says, so that the agent answers that. */
  #context: readonly Part[];
  #closed = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    const { briefing, segments } = parts.context;
    const documents = segments.map(({ file, text }) => ({
      uri: `yamo:///${file}`,
      document: text,
    }));
    this.#context = [{ uri: 'yamo:///briefing', document: briefing }, ...documents];
  }

  get kind(): SessionKind {
    return this.#parts.kind;
  }

  /** Resolves, with how, when the agent's process ends, wanted or not. */
  get agentEnded(): Promise<string> {
    return this.#parts.agent.ended;
  }

  get agentPid(): number {
    return this.#parts.agent.pid;
  }

  /** One turn. Returns why the agent stopped. Throws AGENT_LOST, AGENT_FAILED: then the session is to be closed. */
  async turn(text: string): Promise<string> {
    const { agent, premises, emit } = this.#parts;
    const parts = [...this.#context, { text }];
    this.#context = [];
    const stop = await agent.prompt(parts, premises.moment);
    emit({ event: 'turn', stop });
    return stop;
  }

  /** Asks the agent to stop the turn that is running. */
  async cancel(): Promise<void> {
    await this.#parts.agent.cancel();
  }

  /**
   * Ends the session: the agent first, then the block in the log, the baseline, the record. What
   * fails on the way does not keep the rest from being closed; the first failure is thrown at the end.
   */
  async close(reason: string, refusal?: Refusal): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const { agent, hold, premises, recorder, journal, mark, integrity, keeper } = this.#parts;
    const { kind, bootId, emit } = this.#parts;
    const failures: unknown[] = [];
    const attempt = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        failures.push(error);
      }
    };
    await agent.close().catch((error: unknown) => failures.push(error));
    hold.release();
    let blockClosed = false;
    attempt(() => {
      premises.daily.event('session_closed', 'reason', reason, 'boot', bootId);
      blockClosed = true;
    });
    // Under the write lock: a boot that sweeps half-written files would take this one for such.
    if (kind === 'main') attempt(() => premises.exclusively(() => integrity.keep(premises.home)));
    attempt(() => keeper?.keep());
    const ending: Ending =
      refusal === undefined
        ? { end: 'closed', reason }
        : { end: 'refused', code: refusal.code, section: refusal.section };
    let record: string | undefined;
    attempt(() => {
      record = premises.chain(recorder.finish(ending, new Date().toISOString(), journal.summary()));
    });
    // A block that could not be closed stays marked: the next boot closes it.
    if (blockClosed) attempt(() => mark.remove());
    attempt(() => premises.close());
    emit({ event: 'closed', reason, ...(record === undefined ? {} : { record }) });
    if (failures.length > 0) throw failures[0];
  }
}
