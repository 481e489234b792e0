/**
 * A session that the daemon keeps: the kernel's, its turns one after the other, and rows of what was asked and answered. Its
 * agent is ended while nobody speaks; the next word resumes it, and the session is the same for its clients.
 */
import { randomUUID } from 'node:crypto';
import { TURN_STOP_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { SHARED } from '#lib/spec/session-policy.ts';
import { Conversation } from '#kernel/boot/conversation.ts';
import type { KernelEvent, OfferedCommand } from '#kernel/contract/events.ts';
import {
  type Origin,
  type OriginRequest,
  bootRequestFrom,
  settingsFrom,
} from '#kernel/contract/origin.ts';
import { now } from '#daemon/data/columns.ts';
import { insert, update } from '#daemon/data/write.ts';
import type { ManagerTurn, SessionRole, SessionWorkers } from '#daemon/workers/site.ts';
import { isOfOwner, isUnattended, ownerOf } from './human.ts';
import { SessionEventWriter } from './event-writer.ts';
import type { AlongWords, SessionSite, TurnResult } from './site.ts';
import { beginTurn, codeOf, endTurn } from './turn-row.ts';

/** A session as its clients see it. */
export class ServedSession {
  readonly id = randomUUID();
  readonly origin: Origin;
  readonly #site: SessionSite;
  readonly #asked: OriginRequest;
  readonly #writer: SessionEventWriter;
  readonly #workers: SessionWorkers | undefined;
  readonly #told: SessionRole['hear'];
  /** Nobody is asked any more. */
  readonly #closing = new AbortController();
  readonly #end = new AbortController();
  #turn = new AbortController();
  #conversation: Conversation | undefined;
  /** The kernel's id of the conversation that was ended while nobody spoke. */
  #resume: string | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #request: string | undefined;
  #managing: ManagerTurn | undefined;
  #waiting = 0;
  #idle: NodeJS.Timeout | undefined;
  #isKept = false;
  #closed: Promise<void> | undefined;
  #standing: string | undefined;
  /** What it told of itself last: its kind and why, and what can be said with a slash. */
  readonly told: { ready?: object; commands?: readonly OfferedCommand[] } = {};

  constructor(
    site: SessionSite,
    origin: Origin,
    { asked, workers, hear }: SessionRole & { readonly asked: OriginRequest },
  ) {
    this.#site = site;
    this.origin = origin;
    this.#asked = asked;
    this.#resume = asked.resume;
    this.#writer = new SessionEventWriter(site.events, this.id, (error) => void this.#fail(error));
    this.#workers = workers?.(this);
    this.#told = hear;
  }

  /** Has its agent a process now? */
  get isAwake(): boolean {
    return this.#conversation !== undefined;
  }

  /** By which it is kept, once it was opened: what `resume` takes. */
  get kept(): string | undefined {
    return this.#conversation?.session.id ?? this.#resume;
  }

  /** A turn runs, or waits for one that does. */
  get isWorking(): boolean {
    return this.#waiting > 0;
  }

  /** It takes no further word. */
  get isOver(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Nobody is there whom it could ask. */
  get isUnattended(): boolean {
    return isUnattended(this.origin);
  }

  /** Whose agent it is, where somebody has said it. */
  get persona(): string | undefined {
    return this.#asked.persona;
  }

  /** What its agent has said to the newest request. */
  get reply(): string {
    return this.#writer.reply;
  }

  /** The turn that runs; `undefined` also once it was asked to stop. */
  get managing(): ManagerTurn | undefined {
    return this.#turn.signal.aborted ? undefined : this.#managing;
  }

  /** The row of a worker, before it begins: its kind is no question. Throws DATABASE_UNUSABLE. */
  record(): Promise<void> {
    return this.#keep(SHARED.name);
  }

  /** Opens the session, as its first turn would. Throws what `boot` throws. */
  open(): Promise<void> {
    return this.#inTurn(async () => void (await this.#awake()));
  }

  /**
   * One turn, or a command of the kernel's, when those before it are over. Throws what
   * `boot` throws, AGENT_LOST, AGENT_FAILED, DATABASE_UNUSABLE.
   */
  say(
    request: string,
    text: string,
    { memory = [], shown = text, by, hear }: AlongWords = {},
  ): Promise<TurnResult> {
    return this.#inTurn(async () => {
      this.#turn = new AbortController();
      this.#request = request;
      this.#writer.begin(request, hear);
      // What is made of it is no better than what was shown.
      if (shown !== text) this.#writer.tell('outside', {});
      const conversation = await this.#awake();
      const { agents } = this.#site.databases.queries;
      const turn = await beginTurn(agents, { session: this.id, request, message: shown });
      this.#managing = { request, row: turn };
      try {
        const isText = !isOfOwner(this.origin);
        const stop = await conversation.say({ words: text, text: shown, isText, memory, by });
        await this.#writer.settled();
        const { reply } = this.#writer;
        await endTurn(agents, turn, stop ?? 'answered by yamo', reply);
        const moment = { request, session: this.id, origin: this.origin, message: text, reply };
        if (stop !== undefined && this.origin.by !== 'helper')
          await this.#site.hooks.run('after:runAgent', moment);
        return { stop, reply };
      } catch (error) {
        await endTurn(agents, turn, codeOf(error), this.#writer.reply);
        await this.#fail(error);
        throw error;
      } finally {
        this.#managing = undefined;
      }
    });
  }

  /** Asks the turn that runs to stop, and ends its questions and its workers. Was anything running? */
  cancel(): boolean {
    this.#turn.abort();
    const hadWorkers = this.#workers?.cancel() === true;
    const wasRunning = this.#conversation !== undefined && this.#conversation.stop() !== 'none';
    return wasRunning || hadWorkers;
  }

  /**
   * Ends it for good: its questions, its workers, its agent, and its turn, which may go on for `patienceMs` before it is
   * cancelled; an agent that does not stop then is ended. Who calls again waits for the same end. Throws what closing throws.
   */
  close(reason: string, patienceMs = 0): Promise<void> {
    this.#closed ??= this.#close(reason, patienceMs);
    return this.#closed;
  }

  async #close(reason: string, patienceMs: number): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#idle);
    const turns = this.#last.catch(() => undefined);
    const workers = this.#workers?.close(reason, patienceMs);
    const patience = setTimeout(() => {
      this.cancel();
      // A boot is no turn that could be asked to stop.
      if (this.#conversation === undefined) this.#end.abort();
    }, patienceMs);
    const stop = setTimeout(() => this.#end.abort(), patienceMs + TURN_STOP_MS);
    await Promise.all([turns, workers]);
    clearTimeout(patience);
    clearTimeout(stop);
    this.#end.abort();
    await this.#sleep(reason);
    if (!this.#isKept) return;
    const { agents } = this.#site.databases.queries;
    await update(agents, 'sessions', { id: this.id }, { ended_at: now(), ending: reason });
  }

  /** Runs `work` when what was asked before is done, and lets the agent go when nobody speaks for a while. */
  async #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.isOver) throw new Refusal('SESSION_OVER', { session: this.id });
    clearTimeout(this.#idle);
    this.#waiting += 1;
    const run = this.#last.then(() => {
      if (this.isOver) throw new Refusal('SESSION_OVER', { session: this.id });
      return work();
    });
    this.#last = run.catch(() => undefined);
    try {
      return await run;
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.isOver)
        this.#idle = setTimeout(() => void this.rest(), this.#site.idleMs).unref();
    }
  }

  /** Lets its agent go, if nobody waits for it; the next word resumes it. Never rejects. */
  async rest(): Promise<void> {
    if (this.isWorking || this.isOver) return;
    clearTimeout(this.#idle);
    this.#last = this.#last.then(() => this.#sleep('nobody spoke')).catch(() => undefined);
    await this.#last;
  }

  async #awake(): Promise<Conversation> {
    const standing = this.#site.standing?.(this.#asked.persona);
    if (standing !== this.#standing) await this.#sleep('the agent is another one now');
    if (this.#conversation !== undefined) return this.#conversation;
    this.#standing = standing;
    const { questions, records, files } = this.#site;
    const signal = this.#end.signal;
    const human = this.isUnattended
      ? undefined
      : ownerOf({
          questions,
          session: this.id,
          signal: () => AbortSignal.any([this.#closing.signal, this.#turn.signal]),
        });
    const request = bootRequestFrom(this.origin, { ...this.#asked, resume: this.#resume });
    const told = { emit: this.#hear, behind: this.#writer.behind, diagnostics: unheard };
    const own = { workers: this.#workers, records, files };
    const { settings, ...host } = await this.#site.host({ ...told, ...own, human, signal });
    const conversation = await Conversation.open(
      request,
      { ...host, settings: settingsFrom(this.origin, settings) },
      (lost) => void this.#fail(lost.lost),
    );
    this.#conversation = conversation;
    await this.#keep(conversation.session.kind.name, conversation.session.id);
    return conversation;
  }

  readonly #hear = (event: KernelEvent): void => {
    this.#writer.emit(event);
    this.#told?.(event);
    if (event.event === 'commands') this.told.commands = event.commands;
    if (event.event === 'ready') this.told.ready = { ...event, kind: event.kind.name };
    if (event.event !== 'gate' || event.operation !== 'command:execute') return;
    const moment = { request: this.#request, session: this.id, command: event };
    void this.#site.hooks.run('command:execute', moment);
  };

  /** The row of the session, once its kind is known, and what resumes it, once that is. */
  async #keep(kind: string, kept: string | null = null): Promise<void> {
    const { agents } = this.#site.databases.queries;
    if (this.#isKept) return void (await update(agents, 'sessions', { id: this.id }, { kept }));
    await insert(agents, 'sessions', {
      id: this.id,
      kind,
      role: this.origin.by === 'worker' ? 'worker' : 'manager',
      origin: this.origin.by,
      started_at: now(),
      persona: this.persona ?? null,
      kept,
    });
    this.#isKept = true;
  }

  /** Ends the agent; what was said is kept, and is resumed by the next word. */
  async #sleep(reason: string): Promise<void> {
    const conversation = this.#conversation;
    if (conversation === undefined) return;
    this.#conversation = undefined;
    this.#resume = conversation.session.id;
    await conversation.close(reason);
    await this.#writer.settled();
  }

  /** The conversation cannot go on. Never rejects. */
  async #fail(error: unknown): Promise<void> {
    const conversation = this.#conversation;
    this.#conversation = undefined;
    if (conversation === undefined) return;
    this.#resume = conversation.session.id;
    await conversation.fail(error);
  }
}

/** What an agent prints about itself. */
const unheard = (): void => undefined;
