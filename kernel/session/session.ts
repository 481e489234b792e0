/** A running session: turns in, events out; its block in the daily log is closed however it ends. */
import type { Proposal } from '#lib/memory/proposal.ts';
import type { TurnMeta } from '#lib/protocol/protocol.ts';
import type { SessionKind } from '#lib/spec/access.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { AgentConnection } from '#kernel/host/connection.ts';
import { setupNamed } from '#kernel/programs/choose.ts';
import type { OfferedCommand } from '#kernel/contract/events.ts';
import type { Ending } from '#kernel/run/record.ts';
import type { Boot } from '#kernel/run/running.ts';
import { noteLeftover, removeLeftovers } from '#kernel/state/leftovers.ts';
import { sweepTranscripts } from '#kernel/state/transcripts.ts';
import type { Sandbox } from '#kernel/sandbox/sandbox.ts';
import { type CommandParts, commandsOf, lineForAgent, runCommand, isOfAgents } from './commands.ts';
import type { ShownContext } from './context.ts';
import type { Integrity } from '#kernel/state/integrity.ts';
import type { Reach } from './reach.ts';
import type { Voice } from './voice.ts';

export interface SessionParts {
  readonly run: Boot;
  readonly sandbox: Sandbox;
  readonly integrity: Integrity;
  readonly reach: Reach;
  readonly voice: Voice;
  readonly agent: AgentConnection;
  readonly shown: ShownContext;
  /** The daily log of the day that it began on. */
  readonly log: string;
}

export class Session {
  readonly #parts: SessionParts;
  #closed = false;
  #isSaid = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** To continue with it later: `--resume ID`. */
  get id(): string {
    return this.#parts.run.transcript.head.id;
  }

  get kind(): SessionKind {
    return this.#parts.run.decision.kind;
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
    return [...commandsOf(this.#commandParts()), ...this.#parts.voice.offered];
  }

  /** What the human said, as the agent is to hear it: its commands go by the names that it gave them. */
  forAgent(line: string): string {
    return lineForAgent(line, this.#parts.voice.offered);
  }

  /**
   * Carries out a command of the kernel's, and answers with the event `answer`, also where there is no such command;
   * false if the line is none, or one of the agent's: then it is for the agent. `also` are commands of the caller's own.
   * Throws AGENT_LOST, AGENT_FAILED.
   */
  async command(line: string, also: readonly string[] = []): Promise<boolean> {
    const { voice, agent } = this.#parts;
    // Who says which ones it has itself says so a moment after its session is open.
    if (isOfAgents(line)) await voice.announced(agent.ended);
    const text = await runCommand(line, this.#commandParts(), { agents: voice.offered, also });
    if (text !== undefined && text !== '')
      voice.emit({ event: 'answer', text: await voice.speech.answered(text) });
    this.#tellUsage();
    return text !== undefined;
  }

  /**
   * One turn. The context goes with the first thing the human says, so that the agent answers that. Returns why the
   * agent stopped. Throws AGENT_LOST, AGENT_FAILED: then the session is to be closed; STATE_UNUSABLE, DAILY_LOG_UNWRITABLE.
   */
  turn(text: string): Promise<string> {
    return this.#turn(text, {});
  }

  /** Asks the agent for a proposal for MEMORY.md, from the logs of the past days (§5.3); `undefined` if it made none. Throws as `turn`. */
  async curate(): Promise<Proposal | undefined> {
    const { curation } = this.#parts.reach;
    const { curationPrompt } = await import('#lib/prompt/curation.ts');
    const curate = await curation.logs();
    return await curation.collect(() => this.#turn(curationPrompt(curate), { curate }));
  }

  async #turn(text: string, more: Pick<TurnMeta, 'curate'>): Promise<string> {
    const { agent, shown } = this.#parts;
    const { opened, meter } = this.#parts.run;
    const { emit, transcription } = this.#parts.voice;
    const over = meter?.overBudget();
    if (over !== undefined) {
      emit({ event: 'status', text: over });
      emit({ event: 'turn', stop: 'budget' });
      return 'budget';
    }
    // What the kernel asks for is nobody's word, and leaves no block in the log.
    if (more.curate === undefined) {
      transcription.human(text);
      this.#openBlock();
    }
    const stop = await agent.prompt([...(await shown.next(agent.can.refresh === true)), { text }], {
      ...opened.moment,
      ...more,
    });
    // What can be resumed is there when the turn is over.
    await transcription.settled();
    this.#tellUsage();
    const usedUp = stop === 'budget' ? undefined : meter?.overBudget();
    if (usedUp !== undefined) emit({ event: 'status', text: usedUp });
    emit({ event: 'turn', stop });
    return stop;
  }

  /** Something is said. While another kernel keeps the log to itself the block waits for the next turn, note, or the end. */
  #openBlock(): void {
    this.#isSaid = true;
    try {
      this.#parts.run.opened.daily.open();
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'WORKSPACE_WRITING')) throw error;
    }
  }

  #tellUsage(): void {
    const ended = this.#parts.run.meter?.endTurn();
    if (ended === undefined) return;
    const { model, turn, session, contextUsed, contextTokens } = ended;
    this.#parts.voice.emit({
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
    const { run, reach, agent, shown } = this.#parts;
    const { opened, meter } = run;
    const { broker, memory } = reach;
    return {
      opened,
      broker,
      memory,
      agent,
      shown,
      meter,
      kind: this.kind,
      facts: () => this.#facts(),
      useModel: (name) => this.#useModel(name),
    };
  }

  #facts(): readonly (readonly [string, string])[] {
    const { sandbox } = this.#parts;
    const { opened, recorder, meter } = this.#parts.run;
    const { kindReason = '', agent, zone = '' } = recorder.body;
    return [
      ['workspace', opened.workspace.path],
      ['session', `${this.kind} (${kindReason}), ${this.id}`],
      ['agent', `${meter?.setup.name ?? agent?.command ?? ''}, sandboxed by ${sandbox.by}`],
      ['log', opened.daily.file],
      ['time', `${opened.moment.time} (${zone})`],
    ];
  }

  /** Throws MODEL_INVALID, MODEL_KEY_MISSING, AGENT_LOST, AGENT_FAILED. */
  async #useModel(name: string): Promise<void> {
    const { agent, sandbox } = this.#parts;
    const { meter, host } = this.#parts.run;
    const setup = setupNamed(name, host);
    await sandbox.reach(setup);
    await agent.useModel(setup);
    meter?.use(setup);
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
    const { run, agent, sandbox, integrity, reach, voice } = this.#parts;
    const { opened, recorder, journal, mark, bootId, host, meter } = run;
    const failures: unknown[] = [];
    const attempt = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        failures.push(error);
      }
    };
    await agent.close().catch((error: unknown) => failures.push(error));
    await voice.transcription.end().catch((error: unknown) => failures.push(error));
    await reach.memory.close().catch((error: unknown) => failures.push(error));
    let isLogged = false;
    attempt(() => {
      this.#logEnd(reason);
      isLogged = true;
    });
    // Under the write lock: a boot that sweeps half-written files would take this one for such.
    if (this.kind === 'main') attempt(() => opened.exclusively(() => integrity.keep(opened.home)));
    attempt(() => reach.privacy.keeper?.keep());
    attempt(() => sweepTranscripts(opened.home, host.settings.transcriptDays, new Date()));
    attempt(() => meter?.close());
    const ending: Ending =
      refusal === undefined
        ? { end: 'closed', reason }
        : { end: 'refused', code: refusal.code, section: refusal.section };
    let record: string | undefined;
    attempt(() => {
      record = opened.chain(recorder.finish(ending, new Date().toISOString(), journal.summary()));
    });
    attempt(() => noteLeftover(opened.home, bootId, sandbox.scratch));
    // What could not be said in the log stays marked: the next boot says it.
    if (isLogged) attempt(() => mark.remove());
    // Last, since it may take its time: nothing of the session waits for it.
    await removeLeftovers(opened.home, {
      isHurried: () => host.signal.aborted,
      say: (section, text) => recorder.notice(section, text),
    });
    attempt(() => opened.close());
    voice.emit({ event: 'closed', reason, ...(record === undefined ? {} : { record }) });
    if (failures.length > 0) throw failures[0];
  }

  #logEnd(reason: string): void {
    const { log } = this.#parts;
    const { opened, recorder, bootId } = this.#parts.run;
    const { daily } = opened;
    const ended = ['reason', reason, 'boot', bootId] as const;
    if (this.#isSaid || !daily.isQuiet) daily.event('session_closed', ...ended);
    else daily.noteQuiet(log, recorder.head.startedAt, 'kind', this.kind, ...ended);
  }
}
