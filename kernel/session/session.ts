/** A running session: turns in, events out; its block in the daily log is closed however it ends. */
import type { SessionKind } from '#lib/spec/access.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { AgentConnection } from '#kernel/host/connection.ts';
import { setupNamed } from '#kernel/programs/choose.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import type { KernelEvent, OfferedCommand } from '#kernel/contract/events.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import type { SearchParts } from './search.ts';
import type { Journal } from '#kernel/gate/journal.ts';
import type { Premises } from '#kernel/run/premises.ts';
import type { Ending, Recorder } from '#kernel/run/record.ts';
import { noteLeftover, removeLeftovers } from '#kernel/state/leftovers.ts';
import type { SessionMark } from '#kernel/state/sessions.ts';
import { sweepTranscripts } from '#kernel/state/transcripts.ts';
import type { Hold } from '#kernel/sandbox/hold.ts';
import { type CommandParts, commandsOf, lineForAgent, runCommand, isOfAgents } from './commands.ts';
import type { ShownContext } from './context.ts';
import type { FingerprintKeeper } from '#kernel/redact/fingerprint-keeper.ts';
import type { Integrity } from '#kernel/state/integrity.ts';
import type { Thinking } from '#kernel/run/thinking.ts';
import type { Transcription } from './transcription.ts';

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
  readonly shown: ShownContext;
  readonly broker: Broker;
  /** How memory is searched. */
  readonly memory: SearchParts;
  readonly host: Host;
  /** Where a model thinks. */
  readonly thinking: Thinking | undefined;
  readonly transcription: Transcription;
  /** What the session is kept under, to go on with it. */
  readonly id: string;
  /** The daily log of the day that it began on. */
  readonly log: string;
  /** The commands that the agent has itself, as it last said. */
  readonly offered: () => readonly OfferedCommand[];
  /** Resolves when it has said so, or when it is not waited for any longer. */
  readonly announced: () => Promise<void>;
  /** An answer of the kernel's without what is to be withheld. */
  readonly answered: (text: string) => Promise<string>;
  readonly kind: SessionKind;
  readonly bootId: string;
  readonly emit: (event: KernelEvent) => void;
}

export class Session {
  readonly #parts: SessionParts;
  #closed = false;
  #isSaid = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** To go on with it later: `--resume ID`. */
  get id(): string {
    return this.#parts.id;
  }

  get kind(): SessionKind {
    return this.#parts.kind;
  }

  /** Resolves, with why it serves no longer, when the agent's process ends, wanted or not. */
  get agentEnded(): Promise<Refusal> {
    return this.#parts.agent.ended;
  }

  get agentPid(): number {
    return this.#parts.agent.pid;
  }

  /** What the human may say with a slash: the kernel's commands and the agent's. */
  get commands(): readonly OfferedCommand[] {
    return [...commandsOf(this.#commandParts()), ...this.#parts.offered()];
  }

  /** What the human said, as the agent is to hear it: its commands go by the names that it gave them. */
  forAgent(line: string): string {
    return lineForAgent(line, this.#parts.offered());
  }

  /**
   * Carries out a command of the kernel's, and answers with the event `answer`, also where there is no such command;
   * false if the line is none, or one of the agent's: then it is for the agent. `also` are commands of the caller's own.
   * Throws AGENT_LOST, AGENT_FAILED.
   */
  async command(line: string, also: readonly string[] = []): Promise<boolean> {
    const { emit, offered, announced } = this.#parts;
    // Who says which ones it has itself says so a moment after its session is open.
    if (isOfAgents(line)) await announced();
    const text = await runCommand(line, this.#commandParts(), { agents: offered(), also });
    if (text !== undefined && text !== '')
      emit({ event: 'answer', text: await this.#parts.answered(text) });
    this.#tellUsage();
    return text !== undefined;
  }

  /**
   * One turn. The context goes with the first thing the human says, so that the agent answers that. Returns why the
   * agent stopped. Throws AGENT_LOST, AGENT_FAILED: then the session is to be closed; STATE_UNUSABLE, DAILY_LOG_UNWRITABLE.
   */
  async turn(text: string): Promise<string> {
    const { agent, premises, emit, shown, thinking, transcription } = this.#parts;
    const over = thinking?.overBudget();
    if (over !== undefined) {
      emit({ event: 'status', text: over });
      emit({ event: 'turn', stop: 'budget' });
      return 'budget';
    }
    transcription.human(text);
    this.#openBlock();
    const stop = await agent.prompt(
      [...(await shown.next(agent.can.refresh === true)), { text }],
      premises.moment,
    );
    // What can be gone on with is there when the turn is over.
    await transcription.settled();
    this.#tellUsage();
    const usedUp = stop === 'budget' ? undefined : thinking?.overBudget();
    if (usedUp !== undefined) emit({ event: 'status', text: usedUp });
    emit({ event: 'turn', stop });
    return stop;
  }

  /** Something is said. While another kernel keeps the log to itself the block waits for the next turn, note, or the end. */
  #openBlock(): void {
    this.#isSaid = true;
    try {
      this.#parts.premises.daily.open();
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'WORKSPACE_WRITING')) throw error;
    }
  }

  #tellUsage(): void {
    const { thinking, emit } = this.#parts;
    const ended = thinking?.endTurn();
    if (ended === undefined) return;
    const { model, turn, session, contextUsed, contextTokens } = ended;
    emit({
      event: 'usage',
      model,
      turn: turn.tokens,
      session: session.tokens,
      ...(turn.usd === undefined ? {} : { turnUsd: turn.usd }),
      ...(session.usd === undefined ? {} : { sessionUsd: session.usd }),
      contextUsed,
      contextTokens,
    });
  }

  #commandParts(): CommandParts {
    const { premises, broker, memory, agent, shown, thinking, kind } = this.#parts;
    return {
      premises,
      broker,
      memory,
      agent,
      shown,
      thinking,
      kind,
      facts: () => this.#facts(),
      useModel: (name) => this.#useModel(name),
    };
  }

  #facts(): readonly (readonly [string, string])[] {
    const { premises, recorder, hold, kind, thinking, id } = this.#parts;
    const { kindReason = '', agent, zone = '' } = recorder.body;
    return [
      ['workspace', premises.workspace.path],
      ['session', `${kind} (${kindReason}), ${id}`],
      ['agent', `${thinking?.setup.name ?? agent?.command ?? ''}, held by ${hold.by}`],
      ['log', premises.daily.file],
      ['time', `${premises.moment.time} (${zone})`],
    ];
  }

  /** Throws MODEL_INVALID, MODEL_KEY_MISSING, AGENT_LOST, AGENT_FAILED. */
  async #useModel(name: string): Promise<void> {
    const { agent, hold, thinking, host } = this.#parts;
    const setup = setupNamed(name, host);
    await hold.reach(setup);
    await agent.useModel(setup);
    thinking?.use(setup);
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
    const { agent, hold, premises, recorder, journal, mark, integrity, keeper, transcription } =
      this.#parts;
    const { kind, bootId, emit, host, thinking } = this.#parts;
    const failures: unknown[] = [];
    const attempt = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        failures.push(error);
      }
    };
    await agent.close().catch((error: unknown) => failures.push(error));
    await transcription.end().catch((error: unknown) => failures.push(error));
    let isLogged = false;
    attempt(() => {
      this.#logEnd(reason);
      isLogged = true;
    });
    // Under the write lock: a boot that sweeps half-written files would take this one for such.
    if (kind === 'main') attempt(() => premises.exclusively(() => integrity.keep(premises.home)));
    attempt(() => keeper?.keep());
    attempt(() => sweepTranscripts(premises.home, host.settings.transcriptDays, new Date()));
    attempt(() => thinking?.close());
    const ending: Ending =
      refusal === undefined
        ? { end: 'closed', reason }
        : { end: 'refused', code: refusal.code, section: refusal.section };
    let record: string | undefined;
    attempt(() => {
      record = premises.chain(recorder.finish(ending, new Date().toISOString(), journal.summary()));
    });
    attempt(() => noteLeftover(premises.home, bootId, hold.scratch));
    // What could not be said in the log stays marked: the next boot says it.
    if (isLogged) attempt(() => mark.remove());
    // Last, since it may take its time: nothing of the session waits for it.
    await removeLeftovers(premises.home, {
      isHurried: () => host.signal.aborted,
      say: (section, text) => recorder.notice(section, text),
    });
    attempt(() => premises.close());
    emit({ event: 'closed', reason, ...(record === undefined ? {} : { record }) });
    if (failures.length > 0) throw failures[0];
  }

  #logEnd(reason: string): void {
    const { premises, recorder, kind, bootId, log } = this.#parts;
    const { daily } = premises;
    const ended = ['reason', reason, 'boot', bootId] as const;
    if (this.#isSaid || !daily.isQuiet) daily.event('session_closed', ...ended);
    else daily.noteQuiet(log, recorder.head.startedAt, 'kind', kind, ...ended);
  }
}
