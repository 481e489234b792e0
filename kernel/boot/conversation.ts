/**
 * A conversation of a human with a session, whoever carries it: a terminal, an editor, a page. What is said is a command
 * of the kernel's or a turn; a turn can be asked to stop; the end of the agent ends it; it is closed once. Who joins a
 * main session ends that: its agent has read MEMORY.md, so another one, with another prompt, serves from there on
 * (RFC-0009 §3, R-75). Who leaves a shared one changes nothing: what was said in it was said to others.
 */
import { Refusal } from '#lib/spec/refusals.ts';
import type { BootRequest, Host } from '#kernel/contract/boot-request.ts';
import { decideKind } from '#kernel/run/kind.ts';
import type { Session } from '#kernel/session/session.ts';
import { boot } from './boot.ts';

/** Does something that was said wait for its answer, and was that asked to stop? */
export type TurnState = 'none' | 'running' | 'stopping';

/** What a human says. */
interface Said {
  /** In the human's own words. */
  readonly words: string;
  /** With what goes along, such as files; the words alone where it is left out. */
  readonly text?: string;
  /** Do the words mean no command, whatever they begin with? */
  readonly isText?: boolean;
  /** What memory has on it, which goes along with a turn and is nobody's word. */
  readonly memory?: readonly string[];
  /** The account of a chat that says it. */
  readonly by?: string | undefined;
}

export class Conversation {
  readonly #host: Host;
  readonly #onLost: (conversation: Conversation) => void;
  #request: BootRequest;
  #session: Session;
  #turn: TurnState = 'none';
  /** Why its agent serves no longer. */
  #gone: Refusal | undefined;
  #lost: Refusal | undefined;
  #closing: Promise<void> | undefined;

  private constructor(
    request: BootRequest,
    host: Host,
    {
      session,
      onLost,
    }: { readonly session: Session; readonly onLost: (conversation: Conversation) => void },
  ) {
    this.#request = request;
    this.#host = host;
    this.#onLost = onLost;
    this.#session = session;
    this.#watch(session);
  }

  /** `onLost` is called when the agent ends while nobody waits for its answer. Throws what `boot` throws. */
  static async open(
    request: BootRequest,
    host: Host,
    onLost: (conversation: Conversation) => void,
  ): Promise<Conversation> {
    return new Conversation(request, host, { session: await boot(request, host), onLost });
  }

  /** The session that serves now. */
  get session(): Session {
    return this.#session;
  }

  get turn(): TurnState {
    return this.#turn;
  }

  /** Why nobody serves any more; `undefined` while somebody does. */
  get lost(): Refusal | undefined {
    return this.#lost;
  }

  /**
   * A command of the kernel's or a turn. Returns why the agent stopped; `undefined` where the kernel answered. `also`
   * are commands of the caller's own. Throws AGENT_LOST, AGENT_FAILED, STATE_UNUSABLE, DAILY_LOG_UNWRITABLE: `fail` is
   * to be called then.
   */
  async say(
    { words, text = words, isText = false, memory, by }: Said,
    also: readonly string[] = [],
  ): Promise<string | undefined> {
    if (this.#lost !== undefined) throw this.#lost;
    const isCommand = !isText && /^\s*\//u.test(words);
    const session = this.#session;
    const work = async (): Promise<string | undefined> =>
      isCommand && (await session.command(words, also))
        ? undefined
        : session.turn(isCommand ? session.forAgent(text) : text, memory, by);
    this.#turn = 'running';
    const stop = await work().finally(() => {
      this.#turn = 'none';
    });
    this.#lose();
    return stop;
  }

  /** Asks what runs to stop. Returns what was the case before: who asks once more may want to end the agent. */
  stop(): TurnState {
    const before = this.#turn;
    if (before === 'none') return before;
    this.#turn = 'stopping';
    // If the agent is gone, the turn ends by itself.
    this.#session.cancel().catch(() => undefined);
    return before;
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
      session: this.#session.kind.permissions.isPrivate ? undefined : this.#session.kind,
      // Words of the one who was alone here.
      resume: undefined,
      reconfigure: false,
      rebirth: false,
    };
    const { kind } = decideKind(this.#request, this.#host.settings);
    if (kind === this.#session.kind) return false;
    await this.close('somebody joined');
    this.#session = await boot(this.#request, this.#host);
    this.#closing = undefined;
    this.#gone = undefined;
    this.#watch(this.#session);
    return true;
  }

  /** Something failed: the session is closed, and its record says why. Never rejects. */
  async fail(error: unknown): Promise<void> {
    const refusal = error instanceof Refusal ? error : undefined;
    this.#lost ??= refusal ?? new Refusal('AGENT_LOST', { reason: 'a bug' });
    // What failed first is what is told.
    await this.close(refusal?.code ?? 'a bug', refusal).catch(() => undefined);
  }

  /** Ends the session in good order, once; who calls again waits for the same end. Throws what its closing throws. */
  close(reason: string, refusal?: Refusal): Promise<void> {
    this.#closing ??= this.#session.close(reason, refusal);
    return this.#closing;
  }

  #watch(session: Session): void {
    void session.agentEnded.then((why) => {
      if (session !== this.#session) return;
      this.#gone = why;
      this.#lose();
    });
  }

  /** A turn that runs hears of the end of its agent by itself; what is ended on purpose is not lost. */
  #lose(): void {
    const isWaiting = this.#turn === 'none' && this.#closing === undefined;
    if (this.#gone === undefined || !isWaiting || this.#host.signal.aborted) return;
    this.#lost = this.#gone;
    this.#onLost(this);
  }
}
