/**
 * A conversation in which people come and go. Who joins a main session ends it: its agent has read
 * MEMORY.md, so another one, with another prompt, serves from there on (RFC-0009 §3, R-75). Who leaves
 * a shared one changes nothing: what was said in it was said to others.
 */
import { boot } from './boot.ts';
import type { BootRequest, Host } from '#kernel/contract/boot-request.ts';
import { decideKind } from '#kernel/run/kind.ts';
import type { Session } from '#kernel/session/session.ts';

export class Conversation {
  readonly #host: Host;
  #request: BootRequest;
  #session: Session;

  private constructor(request: BootRequest, host: Host, session: Session) {
    this.#request = request;
    this.#host = host;
    this.#session = session;
  }

  /** Throws what `boot` throws. */
  static async open(request: BootRequest, host: Host): Promise<Conversation> {
    return new Conversation(request, host, await boot(request, host));
  }

  /** The session that serves now. */
  get session(): Session {
    return this.#session;
  }

  /**
   * `who`, a channel identity, takes part from now on. Returns whether another session serves because
   * of it. Throws what `boot` throws: then no session is open any more.
   */
  async join(who: string): Promise<boolean> {
    const participants = [...new Set([...this.#request.participants, who])];
    this.#request = {
      ...this.#request,
      participants,
      session: this.#session.kind === 'shared' ? 'shared' : undefined,
      // Words of the one who was alone here.
      resume: undefined,
      reconfigure: false,
      rebirth: false,
    };
    const { kind } = decideKind(this.#request, this.#host.settings);
    if (kind === this.#session.kind) return false;
    await this.#session.close('somebody joined');
    this.#session = await boot(this.#request, this.#host);
    return true;
  }
}
