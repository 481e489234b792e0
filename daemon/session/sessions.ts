/** The sessions of one workspace: opened when somebody speaks, found again by their id, closed together. */
import { createHash, randomUUID } from 'node:crypto';
import { type AttachedText, withAttached } from '#lib/prompt/attached.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Origin, OriginRequest } from '#kernel/contract/origin.ts';
import type { SessionFiles } from '#kernel/contract/session-records.ts';
import { fenceNonce } from '#kernel/redact/injection.ts';
import { now } from '#daemon/data/columns.ts';
import { requestFailure } from '#daemon/data/event-log.ts';
import { insertIfMissing, update } from '#daemon/data/write.ts';
import { chatOf } from '#daemon/memory/audience.ts';
import { ManagerWorkers } from '#daemon/workers/manager-workers.ts';
import type { Manager, SessionRole, WorkerSite } from '#daemon/workers/site.ts';
import { isOfOwner } from './human.ts';
import { ServedSession } from './session.ts';
import type { AlongWords, SessionSite, TurnResult } from './site.ts';
import { turnBegunBy } from './turn-row.ts';

/** What somebody says, and who is there. */
export interface Saying extends Pick<AlongWords, 'shown' | 'by' | 'hear'> {
  readonly origin: Origin;
  /** A new one where it is left out. */
  readonly session: string | undefined;
  readonly text: string;
  /** By which a new one was kept that it goes on with. */
  readonly resume?: string | undefined;
  /** Where files go that the agent of a new one asks to send. */
  readonly filesTo?: SessionFiles | undefined;
  /** Who speaks in a new one, where a workspace has several agents. */
  readonly persona?: string | undefined;
  /** Texts that are attached to it: data, which the agent is shown after the words. */
  readonly files?: readonly AttachedText[] | undefined;
  /** By which whoever says it knows it again among the events, and by which it is carried out once. */
  readonly key?: string | undefined;
}

/** Something that was said. */
export interface Said {
  readonly request: string;
  readonly session: string;
  readonly ended: Promise<TurnResult>;
}

interface Asked {
  readonly asked: OriginRequest;
}

export class Sessions {
  readonly #site: SessionSite;
  readonly #request: OriginRequest;
  readonly #sessions = new Map<string, ServedSession>();
  readonly #workers: WorkerSite | undefined;
  /** What was said and has not ended, by its request. */
  readonly #asked = new Map<string, Promise<Said>>();
  #isDraining = false;

  constructor(site: SessionSite, asked: OriginRequest) {
    this.#site = site;
    this.#request = asked;
    this.#workers = site.managers && this.#workerSite(site, site.managers);
  }

  get all(): readonly ServedSession[] {
    return [...this.#sessions.values()].filter(({ isOver }) => !isOver);
  }

  /** Opens one. Throws what `boot` throws, DAEMON_DRAINING. */
  async open(origin: Origin, resume?: string): Promise<ServedSession> {
    const session = this.#made({ origin }, resume);
    await session.open();
    return session;
  }

  /**
   * Says `text` in a session, or in a new one, as a request of its own, which is a row when this resolves; `ended` is what
   * comes of it. What has a key is carried out once: where a turn of it was begun, `ended` is what that came to. Throws
   * SESSION_UNKNOWN, SESSION_OF_WORKER, DAEMON_DRAINING, DATABASE_UNUSABLE; `ended` rejects with what `ServedSession.say`
   * throws, which the events tell, too.
   */
  say(saying: Saying): Promise<Said> {
    const request = requestOf(saying.key);
    const before = this.#asked.get(request);
    if (before !== undefined) return before;
    const said = this.#say(request, saying);
    this.#asked.set(request, said);
    const forget = (): boolean => this.#asked.delete(request);
    said.then(({ ended }) => ended).then(forget, forget);
    return said;
  }

  async #say(request: string, saying: Saying): Promise<Said> {
    const { origin, session: id, text, files = [], resume, key, by, hear } = saying;
    const { queries } = this.#site.databases;
    const turn = key === undefined ? undefined : await turnBegunBy(queries, request);
    if (turn !== undefined) {
      const { session, ending, reply } = turn;
      const ended = Promise.resolve({ stop: ending ?? undefined, reply: reply ?? '' });
      return { request, session, ended };
    }
    const session = id === undefined ? this.#made(saying, resume) : this.named(id);
    if (session.origin.by === 'worker')
      throw new Refusal('SESSION_OF_WORKER', { session: session.id });
    const row = { at: now(), origin: origin.by, method: 'chat.send', session: session.id };
    // One that was asked for and not begun is begun now.
    if (!(await insertIfMissing(queries.runtime, 'nexus_requests', { id: request, ...row })))
      await update(queries.runtime, 'nexus_requests', { id: request }, row);
    const payload = {
      text,
      by: origin.by,
      ...(key !== undefined && { key }),
      ...(files.length > 0 && { files: files.map(({ name }) => name) }),
    };
    await this.#site.events.append({ type: 'said', session: session.id, request, payload });
    const withFiles = files.length > 0 ? withAttached(text, files, fenceNonce()) : undefined;
    const shown = saying.shown ?? withFiles;
    return {
      request,
      session: session.id,
      ended: this.#ended(session, request, { text, shown, by, hear }),
    };
  }

  async #ended(
    session: ServedSession,
    request: string,
    { text, ...along }: Pick<Saying, 'text' | 'shown' | 'by' | 'hear'>,
  ): Promise<TurnResult> {
    const { runtime } = this.#site.databases.queries;
    const end = (outcome: string) =>
      update(runtime, 'nexus_requests', { id: request }, { ended_at: now(), outcome });
    try {
      const turn = await session.say(request, text, along);
      await end(turn.stop ?? 'answered by yamo');
      return turn;
    } catch (error) {
      await end(error instanceof Refusal ? error.code : 'BUG');
      await this.#site.events.append(requestFailure(error, { session: session.id, request }));
      throw error;
    }
  }

  /** Throws SESSION_UNKNOWN. */
  named(id: string): ServedSession {
    const session = this.#sessions.get(id);
    if (session === undefined) throw new Refusal('SESSION_UNKNOWN', { id });
    return session;
  }

  /** Ends one. Throws SESSION_UNKNOWN, and what its closing throws. */
  async close(id: string, reason: string): Promise<void> {
    const session = this.named(id);
    this.#sessions.delete(id);
    await session.close(reason);
  }

  /**
   * Takes nothing new, and ends every session in good order; turns may go on for `patienceMs`. Returns what their closing
   * threw.
   */
  async drain(reason: string, patienceMs: number): Promise<readonly unknown[]> {
    this.#isDraining = true;
    const closing = [...this.#sessions.values()].map((session) =>
      session.close(reason, patienceMs),
    );
    const ends = await Promise.allSettled(closing);
    this.#sessions.clear();
    return ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  }

  #made(
    { origin, persona, filesTo: files }: Pick<Saying, 'origin' | 'persona' | 'filesTo'>,
    resume: string | undefined,
  ): ServedSession {
    const workers = this.#workers;
    const role = workers && { workers: (manager: Manager) => new ManagerWorkers(workers, manager) };
    return this.#added({ ...this.#site, files }, origin, {
      asked: { ...this.#request, resume, persona },
      ...role,
    });
  }

  #added(site: SessionSite, origin: Origin, role: SessionRole & Asked): ServedSession {
    if (this.#isDraining) throw new Refusal('DAEMON_DRAINING', {});
    for (const [id, { isOver }] of this.#sessions) if (isOver) this.#sessions.delete(id);
    const session = new ServedSession(site, origin, role);
    this.#sessions.set(session.id, session);
    return session;
  }

  /** What the workers of this workspace work with; an agent of theirs ends with its turn. */
  #workerSite(site: SessionSite, limits: WorkerSite['limits']): WorkerSite {
    const { databases, events, hooks } = site;
    return {
      limits,
      agents: databases.queries.agents,
      events,
      hooks,
      working: new Set(),
      open: ({ isUnattended, persona, origin: manager }, hear) => {
        const asked = { ...this.#request, resume: undefined, persona };
        const origin: Origin = {
          by: 'worker',
          isAttended: !isUnattended,
          chat: isOfOwner(manager) ? undefined : chatOf(manager),
        };
        return this.#added({ ...site, idleMs: 0 }, origin, { asked, hear });
      },
    };
  }
}

/** What is said with the same key is the same request. */
const requestOf = (key: string | undefined): string =>
  key === undefined ? randomUUID() : createHash('sha256').update(key).digest('hex');
