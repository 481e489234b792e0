/** The sessions of one workspace: opened when somebody speaks, found again by their id, closed together. */
import { randomUUID } from 'node:crypto';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Origin, OriginRequest } from '#kernel/contract/origin.ts';
import { insert, update } from '#daemon/data/write.ts';
import { ServedSession, type SessionSite, type TurnResult } from './session.ts';

/** What somebody says, and who is there. */
export interface Saying {
  readonly origin: Origin;
  /** A new one where it is left out. */
  readonly session: string | undefined;
  readonly text: string;
}

/** Something that was said. */
export interface Said {
  readonly request: string;
  readonly session: string;
  readonly ended: Promise<TurnResult>;
}

export class Sessions {
  readonly #site: SessionSite;
  readonly #asked: OriginRequest;
  readonly #sessions = new Map<string, ServedSession>();
  #isDraining = false;

  constructor(site: SessionSite, asked: OriginRequest) {
    this.#site = site;
    this.#asked = asked;
  }

  get all(): readonly ServedSession[] {
    return [...this.#sessions.values()];
  }

  /** Opens one. Throws what `boot` throws, DAEMON_DRAINING. */
  async open(origin: Origin, resume?: string): Promise<ServedSession> {
    const session = this.#made(origin, resume);
    await session.open();
    return session;
  }

  /**
   * Says `text` in a session, or in a new one, as a request of its own, which is a row when this resolves; `ended` is what
   * comes of it. Throws SESSION_UNKNOWN, DAEMON_DRAINING, DATABASE_UNUSABLE; `ended` rejects with what `ServedSession.say`
   * throws, which the events tell, too.
   */
  async say({ origin, session: id, text }: Saying): Promise<Said> {
    const session = id === undefined ? this.#made(origin, undefined) : this.named(id);
    const request = randomUUID();
    const { runtime } = this.#site.databases.queries;
    await insert(runtime, 'nexus_requests', {
      id: request,
      at: new Date().toISOString(),
      origin: origin.by,
      method: 'chat.send',
      session: session.id,
    });
    return { request, session: session.id, ended: this.#ended(session, request, text) };
  }

  async #ended(session: ServedSession, request: string, text: string): Promise<TurnResult> {
    const { runtime } = this.#site.databases.queries;
    const end = (outcome: string) =>
      update(
        runtime,
        'nexus_requests',
        { id: request },
        { ended_at: new Date().toISOString(), outcome },
      );
    try {
      const turn = await session.say(request, text);
      await end(turn.stop ?? 'answered by yamo');
      return turn;
    } catch (error) {
      const refusal = error instanceof Refusal ? error : undefined;
      await end(refusal?.code ?? 'BUG');
      const payload = {
        code: refusal?.code ?? 'BUG',
        what: refusal?.message ?? 'This is a bug of yamo.',
        remedy: refusal?.remedy ?? '',
      };
      await this.#site.events.append({ type: 'failed', session: session.id, request, payload });
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
    const closing = this.all.map((session) => session.close(reason, patienceMs));
    const ends = await Promise.allSettled(closing);
    this.#sessions.clear();
    return ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  }

  #made(origin: Origin, resume: string | undefined): ServedSession {
    if (this.#isDraining) throw new Refusal('DAEMON_DRAINING', {});
    const session = new ServedSession(this.#site, origin, { ...this.#asked, resume });
    this.#sessions.set(session.id, session);
    return session;
  }
}
