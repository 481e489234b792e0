/** A running session: turns in, events out; its block in the daily log is closed however it ends. */
import type { Proposal } from '#lib/memory/proposal.ts';
import type { TurnMeta } from '#lib/protocol/protocol.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { fenceBriefing, fenceResult } from '#lib/prompt/fence.ts';
import type { PromptPart } from '#kernel/host/agent-answers.ts';
import { setupNamed } from '#kernel/programs/choose.ts';
import type { OfferedCommand } from '#kernel/contract/events.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';
import { type CommandParts, commandsOf, runCommand, isOfAgents } from './commands.ts';
import { lineForAgent } from './agent-commands.ts';
import { memoryParts } from '#kernel/prompt/memory-parts.ts';
import type { Recalled } from './recalled.ts';
import { type EndingParts, endSession } from './ending.ts';

export interface SessionParts extends EndingParts {
  /** Instructions that go when the human says so. */
  readonly orders: string | undefined;
}

/** A turn that the clock begins. */
interface Waking {
  /** What the transcript has for it. */
  readonly title: string;
  /** The kernel's word. */
  readonly text: string;
  /** Shown with it. */
  readonly file: string;
  /** What is due: words of the workspace. */
  readonly due: string;
}

export class Session {
  readonly #parts: SessionParts;
  #closed = false;
  #isSaid = false;
  #recalled: Recalled | undefined;

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

  /** Weekday, day and time where the human lives. */
  get moment(): string {
    return this.#parts.run.opened.clock.moment();
  }

  /** The log of today. */
  get log(): string {
    return this.#parts.run.opened.daily.file;
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
    return [...commandsOf(this.#commandParts()), ...this.#parts.output.offered];
  }

  /** What the human said, as the agent is to hear it: its commands go by the names that it gave them. */
  forAgent(line: string): string {
    return lineForAgent(line, this.#parts.output.offered);
  }

  /**
   * Carries out a command of the kernel's, and answers with the event `answer`, also where there is no such command;
   * false if the line is none, or one of the agent's: then it is for the agent. `also` are commands of the caller's own.
   * Throws AGENT_LOST, AGENT_FAILED.
   */
  async command(line: string, also: readonly string[] = []): Promise<boolean> {
    const { output, agent } = this.#parts;
    // Who says which ones it has itself says so a moment after its session is open.
    if (isOfAgents(line)) await output.announced(agent.ended);
    const text = await runCommand(line, this.#commandParts(), { agents: output.offered, also });
    if (text !== undefined && text !== '')
      output.emit({ event: 'answer', text: await output.speech.answered(text) });
    this.#tellUsage();
    return text !== undefined;
  }

  /**
   * One turn. The context goes with the first thing the human says, so that the agent answers that. Returns why the
   * agent stopped. `memory` goes along, as what it is; `by` is the account of a chat that speaks. Throws AGENT_LOST, AGENT_FAILED: then the session is to be closed;
   * STATE_UNUSABLE, DAILY_LOG_UNWRITABLE.
   */
  async turn(text: string, memory: readonly string[] = [], by?: string): Promise<string> {
    if (by !== undefined) this.#parts.run.recorder.speaks(by);
    const asks = async (): Promise<readonly PromptPart[]> => {
      await this.#openBlock();
      const { shown, capabilities } = this.#parts;
      const look = (file: string, held: string): void => void capabilities.watch.look(file, held);
      return [...memoryParts(memory, shown.nonce, look), { text }];
    };
    return this.#take(text, asks, { asks: text });
  }

  /** Asks the agent for a proposal for MEMORY.md, from the logs of the past days (§5.3); `undefined` if it made none. Throws as `turn`. */
  async curate(): Promise<Proposal | undefined> {
    const curation = await this.#parts.capabilities.curation();
    const { curationPrompt } = await import('#lib/memory/curation.ts');
    const curate = await curation.logs();
    return await curation.collect(curate, () =>
      this.#take(undefined, async () => [{ text: curationPrompt(curate) }], { curate }),
    );
  }

  /**
   * One turn that the clock begins (§2.7): the kernel's word, a file as it is now, and what is due, none of which is
   * part of what stays. No block is opened in the log for it: see `tell`. Throws as `turn`, and GATE_… and FILE_… refusals.
   */
  async wake({ title, text, file, due }: Waking): Promise<string> {
    const { shown } = this.#parts;
    return this.#take(title, async () => [
      await shown.beside(file),
      { text: `${fenceBriefing(text, shown.nonce)}\n${fenceResult(due, shown.nonce)}` },
    ]);
  }

  /** The logs that are to be reviewed (§5.2), the oldest first. Throws MEMORY_DIR_UNUSABLE, FILE_UNREADABLE. */
  async oldLogs(): Promise<readonly string[]> {
    return (await this.#parts.capabilities.curation()).oldLogs();
  }

  /** What the agent said when it was woken is told to its human, so the log has a block of it. Throws DAILY_LOG_UNWRITABLE. */
  tell(): Promise<void> {
    return this.#openBlock();
  }

  /** `said` is what the human hears of it later, `asks` what they ask memory; what the kernel asks for is nobody's word. */
  async #take(
    said: string | undefined,
    parts: () => Promise<readonly PromptPart[]>,
    { asks, ...more }: Pick<TurnMeta, 'curate'> & { readonly asks?: string } = {},
  ): Promise<string> {
    const { agent, shown } = this.#parts;
    const { opened, meter, changes } = this.#parts.run;
    const { emit, transcription } = this.#parts.output;
    const over = meter?.overBudget();
    if (over !== undefined) {
      emit({ event: 'status', text: over });
      emit({ event: 'turn', stop: 'budget' });
      return 'budget';
    }
    const own = await parts();
    if (said !== undefined) {
      transcription.human(said);
      changes.said(asks ?? '');
    }
    this.#isBusy(true);
    try {
      const context = await shown.next(agent.can.refresh === true, asks);
      const recalled = asks === undefined ? [] : await this.#recall(asks);
      const all = [...context, ...recalled, ...own];
      const stop = await agent.prompt(all, { ...opened.moment, ...more });
      // What can be resumed is there when the turn is over.
      await transcription.settled();
      this.#tellUsage();
      const usedUp = stop === 'budget' ? undefined : meter?.overBudget();
      if (usedUp !== undefined) emit({ event: 'status', text: usedUp });
      emit({ event: 'turn', stop });
      return stop;
    } finally {
      this.#isBusy(false);
    }
  }

  /** Tells other kernels, for whom it is better to wait; where it cannot be told, they do not. */
  #isBusy(isBusy: boolean): void {
    try {
      this.#parts.run.mark.update({ isBusy });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** What answers what the human said, where that is on (§5.4); the session says which places it is. */
  async #recall(text: string): Promise<readonly PromptPart[]> {
    const { capabilities, shown, output } = this.#parts;
    const { memory, origins, watch } = capabilities;
    const maxTokens = memory.recallTokens;
    const index = maxTokens > 0 ? await memory.index() : undefined;
    if (index === undefined) return [];
    const { Recalled } = await import('./recalled.ts');
    this.#recalled ??= new Recalled({
      index,
      session: () => shown.session,
      isShown: (file, said) => shown.has(file) || shown.says(said),
      marksOf: await origins(),
      look: (file, said) => void watch.look(file, said),
      maxTokens,
    });
    const { parts, places } = await this.#recalled.for(text);
    if (places.length > 0)
      output.emit({ event: 'status', text: `Recalled ${places.join(', ')} (/recall off)` });
    return parts;
  }

  /** Something is said. While another kernel keeps the log to itself the block waits for the next turn, note, or the end. */
  async #openBlock(): Promise<void> {
    this.#isSaid = true;
    const { opened, host } = this.#parts.run;
    if (!opened.daily.isQuiet) return;
    try {
      await opened.exclusivelyLater(host.signal, () => opened.daily.open());
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'WORKSPACE_WRITING')) throw error;
    }
  }

  #tellUsage(): void {
    const ended = this.#parts.run.meter?.endTurn();
    if (ended === undefined) return;
    const { model, turn, session, contextUsed, contextTokens } = ended;
    this.#parts.output.emit({
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
    const { run, capabilities, agent, shown } = this.#parts;
    const { opened, host, meter } = run;
    const { broker, memory } = capabilities;
    return {
      opened,
      signal: host.signal,
      broker,
      memory,
      agent,
      shown,
      meter,
      kind: this.kind,
      orders: this.#parts.orders,
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
      ['session', `${this.kind.name} (${kindReason}), ${this.id}`],
      ['agent', `${meter?.setup.name ?? agent?.command ?? ''}, sandboxed by ${sandbox.by}`],
      ['log', opened.daily.isKept ? opened.daily.file : 'none'],
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
    const tellUsage = (): void => this.#tellUsage();
    await endSession(this.#parts, { reason, refusal, isSaid: () => this.#isSaid, tellUsage });
  }
}
