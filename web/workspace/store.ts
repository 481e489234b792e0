/** One workspace as the page knows it: what the server says, applied in its order. */
import { computed, signal } from '@preact/signals';
import { isJsonObject, membersOf, textAt, type JsonObject } from '#lib/text/json.ts';
import { SAY_MAX_CHARS } from '#lib/spec/limits.ts';
import { ServerProblem } from '#web/connection/http.ts';
import type { ServerEvent } from '#web/connection/event.ts';
import { Link, Lost } from '#web/connection/link.ts';
import { Items, type OwnMessage } from './items.ts';
import { type AskedQuestion, questionIn } from './question.ts';
import { SessionStore } from './session-store.ts';

/** Why a text of so many characters is not sent, or taken. */
export const tooLong = (chars: number): ServerProblem =>
  new ServerProblem({
    title: `This is ${chars.toLocaleString()} characters long; ${SAY_MAX_CHARS.toLocaleString()} is the most that one message may have.`,
    remedy: 'Put it into a file of the workspace, and name the file.',
    code: 'MESSAGE_TOO_LONG',
  });

/** So many lines of a session's past are read before more are asked for. */
const PAST_LINES = 60;

export class WorkspaceStore {
  readonly link: Link;
  readonly sessions = signal<ReadonlyMap<string, SessionStore>>(new Map());
  readonly questions = signal<readonly AskedQuestion[]>([]);
  /** Questions that were answered on this page. */
  readonly answered = signal<ReadonlySet<string>>(new Set());
  /** Counts what lists of sessions should look at anew. */
  readonly stirred = signal(0);
  /** The last things that happened, of those that belong to no session. */
  readonly told = signal<ServerEvent | undefined>(undefined);
  /** What is said next begins a session. */
  readonly draft = signal(new SessionStore());
  readonly waiting = computed(() => new Set(this.questions.value.map(({ session }) => session)));

  readonly #began: (session: string) => void;

  /** `began` hears of the id of a session that was begun here. */
  constructor(
    workspace: string,
    mayOpen: () => Promise<boolean>,
    began: (session: string) => void,
  ) {
    this.#began = began;
    this.draft.value.past.value = 'whole';
    this.link = new Link(workspace, {
      mayOpen,
      event: (event) => this.#take(event),
      opened: () => void this.#refresh().catch(() => undefined),
      caughtUp: () => this.#settleSent(),
    });
  }

  /** Calls a method of the server. Rejects with a ServerProblem, or Lost. */
  readonly ask = (method: string, params: object = {}): Promise<JsonObject> =>
    this.link.ask(method, params);

  /** A session that the page may not have heard of yet. */
  session(id: string): SessionStore {
    const known = this.sessions.peek().get(id);
    if (known !== undefined) return known;
    const store = new SessionStore();
    store.id.value = id;
    this.#know(id, store);
    return store;
  }

  /**
   * Reads at least so many more lines of what happened in a session before what is shown, which is shown then. Rejects with
   * a ServerProblem, or Lost.
   */
  async readPast(store: SessionStore, wanted = PAST_LINES): Promise<void> {
    const state = store.past.peek();
    if (state === 'reading' || state === 'whole') return;
    if (state === 'unread') store.before = this.link.last + 1;
    store.past.value = 'reading';
    try {
      let lines = 0;
      do {
        const { events, previous, ready, commands } = await this.ask('sessions.history', {
          session: store.id.peek(),
          before: store.before,
        });
        const older = new Items();
        for (const one of Array.isArray(events) ? events : []) older.take(eventIn(one));
        store.items.prepend(older);
        store.tells(ready, commands, events);
        lines += older.all.length;
        store.before = Number(previous ?? 0);
      } while (lines < wanted && store.before > 0);
      store.past.value = store.before > 0 ? 'more' : 'whole';
    } catch (error) {
      store.past.value = 'more';
      throw error;
    } finally {
      store.changed();
    }
  }

  /**
   * Says something in a session, and shows it at once. Returns the session, which may be another one: one that is over is
   * gone on with. What has the same `key` is carried out once, however often it is said. Rejects with a ServerProblem where
   * it was not kept.
   */
  async say(
    store: SessionStore,
    saying: OwnMessage,
    key: string = crypto.randomUUID(),
  ): Promise<SessionStore> {
    const chars = [saying, ...saying.files].reduce((sum, { text }) => sum + text.length, 0);
    if (chars > SAY_MAX_CHARS) throw tooLong(chars);
    const open = await this.#resumed(store);
    open.items.sending(key, saying);
    open.changed();
    return this.#send(open, key, saying);
  }

  /** Says again what was not kept, or seems not to be. */
  async sayAgain(store: SessionStore, key: string): Promise<SessionStore> {
    const saying = store.items.withdraw(key);
    return saying === undefined ? store : this.say(store, saying, key);
  }

  /** The first answer counts. Rejects with a ServerProblem where another one did. */
  async answer(question: AskedQuestion, answer: string | undefined): Promise<void> {
    this.answered.value = new Set([...this.answered.peek(), question.id]);
    const given = answer === undefined ? {} : { answer };
    try {
      await this.ask('questions.answer', { id: question.id, ...given });
    } catch (error) {
      const mine = new Set(this.answered.peek());
      mine.delete(question.id);
      this.answered.value = mine;
      throw error;
    }
  }

  close(): void {
    this.link.close();
  }

  async #send(store: SessionStore, key: string, saying: OwnMessage): Promise<SessionStore> {
    const id = store.id.peek();
    try {
      const { session } = await this.ask('chat.send', {
        ...saying,
        key,
        ...(id !== '' && { session: id }),
      });
      store.items.settle(key, 'kept');
      if (id === '') this.#adopt(store, String(session));
    } catch (error) {
      // Whether it was kept, the events will say.
      if (error instanceof Lost) return store;
      store.items.settle(key, 'lost');
      throw error;
    } finally {
      store.changed();
    }
    return store;
  }

  /** One that is over is gone on with by another one. */
  async #resumed(store: SessionStore): Promise<SessionStore> {
    const { isOpen, kept: known } = store.head.peek();
    if (store.id.peek() === '' || isOpen) return store;
    const kept = known ?? (await this.#keptOf(store.id.peek()));
    if (kept === undefined) return store;
    const { session } = await this.ask('sessions.resume', { id: kept });
    const resumed = this.session(String(session));
    resumed.become({ isOpen: true, kept });
    if (resumed.past.peek() === 'unread') await this.readPast(resumed);
    return resumed;
  }

  /** By which a session is gone on with that began before this page did; `undefined` where nobody says. */
  async #keptOf(id: string): Promise<string | undefined> {
    const { sessions } = await this.ask('sessions.find').catch((error: unknown) => {
      if (error instanceof ServerProblem) return { sessions: [] };
      throw error;
    });
    const found = (Array.isArray(sessions) ? sessions : []).find(
      (one: unknown) => textAt(one, 'id') === id,
    );
    return textAt(found, 'kept');
  }

  /** The draft has become a session. */
  #adopt(store: SessionStore, id: string): void {
    if (store.id.peek() !== '') return;
    store.id.value = id;
    this.#know(id, store);
    this.#began(id);
    const next = new SessionStore();
    next.past.value = 'whole';
    this.draft.value = next;
  }

  #know(id: string, store: SessionStore): void {
    this.sessions.value = new Map([...this.sessions.peek(), [id, store]]);
  }

  #take(event: ServerEvent): void {
    const { type, session: id, payload } = event;
    if (id === undefined) {
      this.told.value = event;
      this.stirred.value += 1;
      return;
    }
    const key = type === 'said' ? textAt(payload, 'key') : undefined;
    const draft = this.draft.peek();
    if (key !== undefined && draft.items.sent.includes(key)) this.#adopt(draft, id);
    const session = this.session(id);
    session.take(event);
    // By what it is gone on with once it is over, the list alone says.
    if (type === 'turn' && session.head.peek().kept === undefined)
      void this.#refresh().catch(() => undefined);
    if (type === 'question') this.#asked(questionIn(payload));
    if (type === 'question_ended') this.#questionEnded(textAt(payload, 'id'));
    if (STIRRING.has(type)) this.stirred.value += 1;
  }

  #asked(question: AskedQuestion | undefined): void {
    if (question === undefined) return;
    const others = this.questions.peek().filter(({ id }) => id !== question.id);
    this.questions.value = [...others, question];
  }

  #questionEnded(id: string | undefined): void {
    this.questions.value = this.questions.peek().filter((one) => one.id !== id);
  }

  /** What the server knows now; it may have been started anew. */
  async #refresh(): Promise<void> {
    const [listed, asked] = await Promise.all([
      this.ask('sessions.list'),
      this.ask('questions.list'),
    ]);
    const open = new Map(
      (Array.isArray(listed['sessions']) ? listed['sessions'] : [])
        .filter(isJsonObject)
        .map((one) => [String(one['id']), one] as const),
    );
    for (const [id, one] of open)
      this.session(id).become({
        isOpen: true,
        kept: textAt(one, 'kept'),
        ...(typeof one['isWorking'] === 'boolean' && { isWorking: one['isWorking'] }),
      });
    for (const [id, store] of this.sessions.peek())
      if (!open.has(id)) store.become({ isOpen: false, isWorking: false });
    const { questions } = asked;
    this.questions.value = (Array.isArray(questions) ? questions : []).flatMap(
      (one: unknown) => questionIn(one) ?? [],
    );
    this.stirred.value += 1;
  }

  /** What was sent before the connection was lost, and came in no event, was not kept. */
  #settleSent(): void {
    for (const store of [this.draft.peek(), ...this.sessions.peek().values()])
      for (const key of store.items.sent) {
        store.items.settle(key, 'lost');
        store.changed();
      }
  }
}

/** What changes how a session is listed. */
const STIRRING: ReadonlySet<string> = new Set([
  'said',
  'turn',
  'failed',
  'refused',
  'ready',
  'closed',
  'question',
  'question_ended',
]);

const eventIn = (value: unknown): ServerEvent => {
  const { id, type, payload } = membersOf(value);
  return {
    id: Number(id),
    type: String(type),
    at: textAt(value, 'at') ?? '',
    session: textAt(value, 'session'),
    request: textAt(value, 'request'),
    payload: membersOf(payload),
  };
};
