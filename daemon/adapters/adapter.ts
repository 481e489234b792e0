/**
 * One adapter of a workspace, from its start to its end: started again when it ends, later and later, and told of in status
 * and events. What comes is a row before the provider hears of it; what goes is a row before the adapter does.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { oneLine } from '#lib/model/bounded.ts';
import type { FromAdapter, OutboundMessage } from '#lib/protocol/adapter.ts';
import { ADAPTER_STATES_A_MINUTE, ADAPTER_TEXT_MAX_CHARS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { parsedJson, textAt } from '#lib/text/json.ts';
import { now } from '#daemon/data/columns.ts';
import { failureText } from '#daemon/data/event-log.ts';
import { Inbox } from '#daemon/data/inbox.ts';
import type { QueuedMessage } from '#daemon/data/outbound-row.ts';
import { Outbox } from '#daemon/data/outbox.ts';
import { update } from '#daemon/data/write.ts';
import { Connection } from './connection.ts';
import type { AdapterProgram } from './registry.ts';
import { type AdapterRow, type AdapterSite, type AdapterStatus, statusAfter } from './site.ts';

type Change = Pick<AdapterStatus, 'state' | 'reason' | 'nextTry'>;

export class Adapter {
  /** As it is written down. */
  row: AdapterRow;
  readonly #site: AdapterSite;
  /** What it has brought. */
  readonly inbox: Inbox;
  readonly #outbox: Outbox;
  readonly #end = new AbortController();
  readonly #begun = Promise.withResolvers<void>();
  readonly #named: Pick<AdapterStatus, 'name' | 'program'>;
  #status: AdapterStatus;
  #connection: Connection | undefined;
  #running: Promise<void> = Promise.resolve();
  /** What it shows its provider, since it was read. */
  token: string | undefined;
  #lastEvent = 0;
  #told: number[] = [];
  #tries = 0;
  #giving: Promise<void> | undefined;
  #later: NodeJS.Timeout | undefined;

  private constructor(row: AdapterRow, site: AdapterSite, inbox: Inbox, outbox: Outbox) {
    const { name, program } = row;
    this.row = row;
    this.#site = site;
    this.inbox = inbox;
    this.#outbox = outbox;
    this.#named = { name, program };
    this.#status = { ...this.#named, state: 'off', since: now() };
  }

  /** Settles what a daemon before left; nothing runs yet. Throws DATABASE_UNUSABLE. */
  static async open(row: AdapterRow, site: AdapterSite): Promise<Adapter> {
    const { queries, limits } = site;
    const inbox = await Inbox.open(row.name, queries.events, limits.eventsOpen);
    const outbox = new Outbox(row.name, queries.events, {
      canFind: site.registry.get(row.program)?.canFind === true,
      dealt: (count) => inbox.closed(count),
    });
    const adapter = new Adapter(row, site, inbox, outbox);
    await adapter.#settle();
    return adapter;
  }

  get #program(): AdapterProgram | undefined {
    return this.#site.registry.get(this.row.program);
  }

  get status(): AdapterStatus {
    return this.#status;
  }

  /** Of the process that runs. */
  get pid(): number | undefined {
    return this.#connection?.pid;
  }

  /** Runs it until it is ended, if its owner has turned it on. Resolves when it was started, or could not be. Never rejects. */
  start(): Promise<void> {
    if (this.row.is_on === 0) return Promise.resolve();
    this.#running = this.#run();
    return this.#begun.promise;
  }

  /** Lets what is on its way come out, and ends it for good. Never rejects. */
  async end(): Promise<void> {
    this.#end.abort();
    clearTimeout(this.#later);
    await this.#connection?.stop();
    await this.#running;
  }

  /** What yamo says of its own accord. The row is on the disk when this resolves with its number. `notBefore`: ISO 8601, UTC. Throws DATABASE_UNUSABLE. */
  async queue(message: QueuedMessage, notBefore?: string): Promise<number> {
    const id = await this.#outbox.queue(message, null, notBefore);
    this.#give();
    return id;
  }

  /** Somebody has dealt with the row `id` of what it brought, and says this: both are on the disk, or neither. Throws DATABASE_UNUSABLE. */
  async answer(id: number, messages: readonly OutboundMessage[], request?: string): Promise<void> {
    await this.inbox.answered(id, (own) => this.#outbox.put(own, { of: id, messages, request }));
    this.#give();
  }

  /** Shows what will be said to it as far as it is made, where that can be changed later. Throws DATABASE_UNUSABLE. */
  async draft(id: number, message: OutboundMessage): Promise<void> {
    if (this.#status.state !== 'connected' || this.#program?.canEdit !== true) return;
    await this.#outbox.draft(id, message);
    this.#give();
  }

  /** Shows that an answer is being made in a chat, where somebody is there to show it. */
  type(chat: string): void {
    if (this.#status.state === 'connected') this.#connection?.say({ is: 'typing', chat });
  }

  /** What came by another way than its process. On the disk when this resolves. Throws DATABASE_UNUSABLE. */
  async bring(key: string, raw: Uint8Array): Promise<void> {
    await this.inbox.keep({ key, raw });
    this.#site.brought(this.row.name);
  }

  async #run(): Promise<void> {
    const { retryFirstMs, retryLastMs, steadyMs } = this.#site.limits;
    const { signal } = this.#end;
    if (this.#program === undefined) {
      const reason = `yamo has no adapter "${this.row.program}"`;
      await this.#become({ state: 'failed', reason });
      return this.#begun.resolve();
    }
    while (!signal.aborted) {
      const began = performance.now();
      const { reason, log } = await this.#once();
      if (signal.aborted) break;
      if (performance.now() - began >= steadyMs) this.#tries = 0;
      const wait = Math.min(retryFirstMs * 2 ** this.#tries, retryLastMs);
      this.#tries += 1;
      const nextTry = new Date(Date.now() + wait).toISOString();
      await this.#become({ state: 'failed', reason, nextTry }, log);
      this.#begun.resolve();
      await pause(wait, undefined, { signal, ref: false }).catch(() => undefined);
    }
    await this.#become({ state: 'ended' });
    this.#begun.resolve();
  }

  /** One process, from its start to its end. Never rejects. */
  async #once(): Promise<{ readonly reason: string; readonly log: readonly string[] }> {
    try {
      this.#status = { ...this.#named, state: 'starting', since: now() };
      const connection = await this.#started();
      this.#connection = connection;
      this.#begun.resolve();
      // It was ended while it was being started.
      if (this.#end.signal.aborted) void connection.stop();
      const end = await connection.ended;
      this.#connection = undefined;
      await this.#giving;
      await this.#settle();
      return end;
    } catch (error) {
      this.#connection = undefined;
      return { reason: failureText(error), log: [] };
    }
  }

  async #started(): Promise<Connection> {
    const { confinement, environment } = this.#site;
    const program = this.#program;
    if (program === undefined) throw new Refusal('ADAPTER_FAILED', { reason: 'it is gone' });
    const settings = parsedJson(this.row.settings);
    const token = await program.tokenOf(settings, environment);
    const appToken = await program.appTokenOf?.(settings, environment);
    this.token = token;
    this.#lastEvent = 0;
    const last = program.lastOf?.(await this.inbox.newest()) ?? (await this.inbox.last());
    return Connection.start({
      program,
      confinement: await confinement(),
      environment,
      token,
      appToken,
      settings,
      last,
      take: (frame, from) => this.#take(frame, from),
    });
  }

  /** What is wrong with the frame, if something is. */
  async #take(frame: FromAdapter, from: Connection): Promise<string | undefined> {
    switch (frame.is) {
      case 'event':
        return this.#keep(frame, from);
      case 'state':
        return this.#says(frame);
      case 'self':
        return this.#introduced(frame);
      case 'sent':
      case 'failed':
      case 'unknown':
        return this.#answered(frame);
    }
  }

  async #introduced({ id, name }: FromAdapter & { is: 'self' }): Promise<string | undefined> {
    const self = JSON.stringify({ id, name });
    if (self === this.row.self) return undefined;
    const before = textAt(parsedJson(this.row.self ?? ''), 'id') ?? id;
    // What another account brings has the same numbers.
    if (before !== id) return 'speaks for another account than before: yamo chat remove, then add';
    await update(this.#site.queries.runtime, 'adapters', { name: this.row.name }, { self });
    this.row = { ...this.row, self };
    this.#site.brought(this.row.name);
    return undefined;
  }

  async #answered(
    frame: FromAdapter & { is: 'sent' | 'failed' | 'unknown' },
  ): Promise<string | undefined> {
    const state = await this.#outbox.answered(frame);
    if (state === undefined) return `said "${frame.is}" of what it does not send`;
    this.#status = statusAfter(this.#status, frame);
    if (state === 'failed' || state === 'unknown') await this.#tell(frame.id, state);
    this.#give();
    return undefined;
  }

  async #keep(frame: FromAdapter & { is: 'event' }, from: Connection): Promise<string | undefined> {
    if (frame.n <= this.#lastEvent) return 'said an event whose number does not rise';
    this.#lastEvent = frame.n;
    const { full } = this.inbox;
    if (full !== undefined) {
      const { state, reason, nextTry } = this.#status;
      await this.#become({ state: 'full', reason: 'nobody deals with what it brings' });
      await Promise.race([full, from.exited]);
      if (this.inbox.full !== undefined) return undefined;
      await this.#become({ state, ...(reason && { reason }), ...(nextTry && { nextTry }) });
    }
    await this.bring(frame.key, Buffer.from(frame.raw, 'base64'));
    from.say({ is: 'kept', n: frame.n });
    return undefined;
  }

  async #says({
    state,
    reason,
    nextTry,
  }: FromAdapter & { is: 'state' }): Promise<string | undefined> {
    this.#told = this.#told.filter((at) => at > Date.now() - 60_000).concat(Date.now());
    if (this.#told.length > ADAPTER_STATES_A_MINUTE)
      return `told of more than ${ADAPTER_STATES_A_MINUTE} states in a minute`;
    const line = oneLine(reason ?? '', ADAPTER_TEXT_MAX_CHARS);
    await this.#become({ state, ...(line && { reason: line }), ...(nextTry && { nextTry }) });
    this.#give();
    return undefined;
  }

  /** Gives it what it can send now, and comes again when there may be more. */
  #give(): void {
    clearTimeout(this.#later);
    const before = this.#giving;
    this.#giving = (async () => {
      await before;
      const connection = this.#connection;
      const isOver = this.#end.signal.aborted || this.#status.state !== 'connected';
      if (connection === undefined || isOver) return;
      try {
        const { messages, next } = await this.#outbox.due();
        for (const message of messages) connection.say(message);
        if (next === undefined) return;
        const wait = Math.max(0, Date.parse(next) - Date.now());
        this.#later = setTimeout(() => this.#give(), wait).unref();
      } catch (error) {
        connection.end(`was ended: ${failureText(error)}`);
      }
    })();
  }

  /** Throws DATABASE_UNUSABLE. */
  async #settle(): Promise<void> {
    for (const id of await this.#outbox.settle()) await this.#tell(id, 'unknown');
  }

  /** What did not arrive, or perhaps did not. Throws DATABASE_UNUSABLE. */
  async #tell(message: number, outcome: 'failed' | 'unknown'): Promise<void> {
    const payload = { adapter: this.row.name, message, outcome };
    await this.#site.events.append({ type: 'adapter', payload });
  }

  /** Every client hears of it; where that cannot be written down, whoever serves the workspace finds that out. */
  async #become(change: Change, log: readonly string[] = []): Promise<void> {
    const told = { ...change, ...(log.length > 0 && { log }) };
    this.#status = { ...this.#named, ...told, since: now() };
    const payload = { adapter: this.row.name, ...told };
    await this.#site.events.append({ type: 'adapter', payload }).catch(() => undefined);
  }
}
