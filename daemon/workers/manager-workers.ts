/**
 * The workers of one manager's session (N20, N43). Each is a shared session of its own, with an agent, a gate and a view of
 * its own; what it was told and what came of it are rows under the request of the manager's turn. What ends one, besides
 * itself, does not ask it: limits, its human, the end of its manager.
 */
import type {
  SendParams,
  WaitParams,
  WorkerReport,
  WorkerReports,
} from '#lib/protocol/protocol.ts';
import { bounded } from '#lib/model/bounded.ts';
import {
  WAIT_DEFAULT_SECONDS,
  WAIT_MAX_SECONDS,
  WORKER_RESULT_MAX_CHARS,
  WORKER_TASK_MAX_CHARS,
} from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { now } from '#daemon/data/columns.ts';
import { insert, update } from '#daemon/data/write.ts';
import { type LimitName, limitSentence, WorkerWatch } from './limits.ts';
import type { Manager, ManagerTurn, SessionWorkers, WorkerSession, WorkerSite } from './site.ts';

interface Worker {
  readonly session: WorkerSession;
  turns: number;
  watch: WorkerWatch | undefined;
  /** Settles when the newest thing that it was told is done with. */
  working: Promise<void> | undefined;
  /** What ended it from outside. */
  endedBy: LimitName | 'cancelled' | undefined;
  /** Settles when it is to end. */
  readonly over: PromiseWithResolvers<void>;
  ended: Omit<WorkerReport, 'worker' | 'state'>;
}

export class ManagerWorkers implements SessionWorkers {
  readonly #site: WorkerSite;
  readonly #manager: Manager;
  readonly #workers = new Map<string, Worker>();
  #isOver = false;

  constructor(site: WorkerSite, manager: Manager) {
    this.#site = site;
    this.#manager = manager;
  }

  async send({ op, text = '', worker = '' }: SendParams): Promise<WorkerReports> {
    switch (op) {
      case 'dispatch':
        return reports([await this.#dispatch(text)]);
      case 'message':
        return reports([await this.#message(this.#named(worker), text)]);
      case 'cancel':
        return reports([await this.#cancelled(this.#named(worker))]);
      case 'list':
        return reports([...this.#workers.values()]);
    }
  }

  async wait({ workers, seconds }: WaitParams, signal: AbortSignal): Promise<WorkerReports> {
    const all = [...this.#workers.values()];
    const named = workers?.map((id) => this.#named(id));
    const waited = named ?? all.filter(({ working }) => working !== undefined);
    const ms = 1000 * Math.min(Math.max(seconds ?? WAIT_DEFAULT_SECONDS, 0), WAIT_MAX_SECONDS);
    const enough = Promise.withResolvers<void>();
    const timer = setTimeout(enough.resolve, ms);
    const stop = (): void => enough.resolve();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    await Promise.race([
      Promise.all(waited.flatMap(({ working }) => working ?? [])),
      enough.promise,
    ]);
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    return reports(waited.length === 0 ? all : waited);
  }

  cancel(): boolean {
    const working = [...this.#workers.values()].filter((worker) => worker.working !== undefined);
    for (const worker of working) this.#end(worker, 'cancelled');
    return working.length > 0;
  }

  async close(reason: string, patienceMs: number): Promise<void> {
    this.#isOver = true;
    const all = [...this.#workers.values()];
    for (const { over } of all) over.resolve();
    await Promise.allSettled(all.map(({ session }) => session.close(reason, patienceMs)));
    await Promise.all(all.flatMap(({ working }) => working ?? []));
  }

  async #dispatch(text: string): Promise<Worker> {
    const { limits, open } = this.#site;
    this.#refuseText(text);
    this.#turnForMore();
    if (this.#workers.size >= limits.perSession)
      throw refused(
        `this session has had ${limits.perSession}, which is the most that one may have`,
      );
    const worker: Worker = {
      session: open(this.#manager, (event) => worker.watch?.hear(event)),
      turns: 0,
      watch: undefined,
      working: undefined,
      endedBy: undefined,
      over: Promise.withResolvers<void>(),
      ended: {},
    };
    try {
      await worker.session.record();
      await this.#begin(worker, text);
    } catch (error) {
      // Nobody has heard of it.
      await worker.session.close('not begun').catch(() => undefined);
      throw error;
    }
    this.#workers.set(worker.session.id, worker);
    return worker;
  }

  async #message(worker: Worker, text: string): Promise<Worker> {
    const { limits } = this.#site;
    this.#refuseText(text);
    if (worker.working !== undefined) throw refused('it works still');
    if (worker.endedBy !== undefined) throw refused(`it has ended: ${worker.endedBy}`);
    if (worker.turns >= limits.turns) {
      const why = limitSentence('turns', limits);
      this.#end(worker, 'turns');
      worker.ended = { ...worker.ended, ending: 'turns', why };
      return worker;
    }
    await this.#begin(worker, text);
    return worker;
  }

  async #cancelled(worker: Worker): Promise<Worker> {
    this.#end(worker, 'cancelled');
    if (worker.working === undefined) worker.ended = { ...worker.ended, ending: 'cancelled' };
    await worker.working;
    return worker;
  }

  /** It works when this resolves, and its row is on the disk. */
  async #begin(worker: Worker, text: string): Promise<void> {
    const { agents, events, limits, working } = this.#site;
    const { id: manager } = this.#manager;
    const turn = this.#turnForMore();
    const id = worker.session.id;
    working.add(id);
    try {
      const begun = { turn: turn.row, worker: id, task: text };
      const row = await insert(agents, 'dispatches', begun);
      const payload = { worker: id, state: 'working', task: text };
      await events.append({ type: 'worker', session: manager, request: turn.request, payload });
      worker.turns += 1;
      worker.watch = new WorkerWatch(limits, (limit) => this.#end(worker, limit));
      worker.working = this.#work(worker, { ...turn, row }, text).finally(() => {
        working.delete(id);
        worker.watch?.close();
        worker.working = undefined;
      });
    } catch (error) {
      working.delete(id);
      throw error;
    }
  }

  /** Never rejects. `row` is that of the dispatch. */
  async #work(worker: Worker, { request, row }: ManagerTurn, text: string): Promise<void> {
    const { agents, events, hooks } = this.#site;
    const { session } = worker;
    try {
      const given = hooks.run('worker:pre_execution', { request, task: text, ...this.#chat() });
      const memory = await Promise.race([given, worker.over.promise.then(() => [])]);
      worker.ended = await this.#outcome(worker, () => session.say(request, text, { memory }));
      const { ending = 'done', result = '' } = worker.ended;
      const ended = { ended_at: now(), ending, result };
      await update(agents, 'dispatches', { id: row }, ended);
      const payload = { worker: session.id, state: 'ended', ending };
      await events.append({ type: 'worker', session: this.#manager.id, request, payload });
    } catch {
      // Rows cannot be written: whoever serves the workspace finds that out, and the next start settles them.
      worker.ended = { ending: 'lost', why: 'What became of it cannot be kept.' };
    }
  }

  async #outcome(
    worker: Worker,
    work: () => ReturnType<WorkerSession['say']>,
  ): Promise<Worker['ended']> {
    const outside = (): Worker['ended'] | undefined => {
      const { endedBy, session } = worker;
      if (endedBy === undefined) return undefined;
      const why = endedBy === 'cancelled' ? undefined : limitSentence(endedBy, this.#site.limits);
      return outcomeOf(endedBy, session.reply, why);
    };
    const before = outside();
    if (before !== undefined) return before;
    try {
      const { stop = 'done', reply } = await work();
      return outside() ?? outcomeOf(stop === 'end_turn' ? 'done' : stop, reply);
    } catch (error) {
      if (!(error instanceof Refusal)) return outside() ?? outcomeOf('a bug', worker.session.reply);
      const ending = ENDED_WITH_OTHERS.has(error.code) ? 'cancelled' : error.code;
      return outside() ?? outcomeOf(ending, worker.session.reply, error.message);
    }
  }

  /** Whatever it does at the moment. */
  #end(worker: Worker, by: LimitName | 'cancelled'): void {
    worker.endedBy ??= by;
    worker.over.resolve();
    void worker.session.close(by).catch(() => undefined);
  }

  /** The turn that wants another one to work. Throws WORKER_REFUSED. */
  #turnForMore(): ManagerTurn {
    const { limits, working } = this.#site;
    const turn = this.#manager.managing;
    if (turn === undefined || this.#isOver) throw refused('nobody has asked its manager for it');
    if (working.size >= limits.atOnce)
      throw refused(`${limits.atOnce} of this workspace work already, which is the most at once`);
    return turn;
  }

  #chat(): { readonly chat?: string } {
    const { origin } = this.#manager;
    return origin.by === 'chat' ? { chat: origin.channel } : {};
  }

  #named(id: string): Worker {
    const worker = this.#workers.get(id);
    if (worker === undefined) throw refused('there is no worker of this id');
    return worker;
  }

  #refuseText(text: string): void {
    if (text.trim() === '') throw refused('text says nothing');
    if (text.length > WORKER_TASK_MAX_CHARS)
      throw refused(`text is longer than ${WORKER_TASK_MAX_CHARS} characters`);
  }
}

/** Its manager or the daemon has ended. */
const ENDED_WITH_OTHERS: ReadonlySet<string> = new Set(['SESSION_OVER', 'INTERRUPTED']);

const outcomeOf = (ending: string, reply: string, why?: string): Worker['ended'] => ({
  ending,
  result: bounded(reply, WORKER_RESULT_MAX_CHARS, 'Have it say the rest in parts.'),
  ...(why !== undefined && { why }),
});

const refused = (reason: string): Refusal => new Refusal('WORKER_REFUSED', { reason });

const reports = (workers: readonly Worker[]): WorkerReports => ({
  workers: workers.map(({ session, working, ended }) =>
    working === undefined
      ? { worker: session.id, state: 'ended', ...ended }
      : { worker: session.id, state: 'working' },
  ),
});
