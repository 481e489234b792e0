/** The sessions of places: each place and company has one, open while the daemon runs, and resumed by the next daemon. */
import type { ChatProvider, PairedAccount, Presence } from '#lib/chat/presence.ts';
import { CHAT_AWAKE } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { participantOf } from '#kernel/contract/origin.ts';
import type { SessionFiles } from '#kernel/contract/session-records.ts';
import type { Sessions } from '#daemon/session/sessions.ts';
import type { ChatRow } from '#daemon/data/runtime.ts';
import type { ChatBook } from './book.ts';
import { channelOf } from './providers.ts';
import type { ChatWords } from './words.ts';

/** Who says it, and where. */
interface SaidFrom {
  /** Where the provider says which. */
  readonly author: PairedAccount | undefined;
  readonly presence: Presence;
  readonly provider: ChatProvider;
  /** Takes a file that its agent sends there. Throws SESSION_OVER, DATABASE_UNUSABLE. */
  readonly send: SessionFiles['send'];
  /** Hears what is answered so far. */
  readonly hear: (reply: string) => void;
}

export class PlaceSessions {
  readonly #sessions: Pick<Sessions, 'say' | 'close' | 'named'>;
  readonly #book: ChatBook;
  /** The ids of sessions of this daemon, by rows of places; the one that spoke last is the last. */
  readonly #open = new Map<number, string>();

  constructor(sessions: Pick<Sessions, 'say' | 'close' | 'named'>, book: ChatBook) {
    this.#sessions = sessions;
    this.#book = book;
  }

  /** A turn. Returns its request, and what was answered. Throws what a turn throws. */
  async say(
    chat: ChatRow,
    words: ChatWords,
    from: SaidFrom,
  ): Promise<{ readonly reply: string; readonly request: string }> {
    try {
      return await this.#say(chat, words, from);
    } catch (error) {
      // What was kept is gone: a new session begins.
      if (chat.kept === null || !(error instanceof Refusal) || !GONE.has(error.code)) throw error;
      await this.close(chat, 'it cannot be resumed');
      await this.#book.keepSession(chat.id, null);
      return this.#say({ ...chat, kept: null }, words, from);
    }
  }

  async #say(
    chat: ChatRow,
    { words, shown }: ChatWords,
    { author, presence, provider, send, hear }: SaidFrom,
  ): Promise<{ readonly reply: string; readonly request: string }> {
    const { id, kept } = chat;
    const channel = channelOf(chat, provider);
    const session = this.#isThere(id);
    const { ended, ...said } = await this.#sessions.say({
      origin: { by: 'chat', channel, presence },
      session,
      text: words,
      shown,
      by: author && participantOf(author),
      hear,
      filesTo: { chat: channel, send },
      ...(session === undefined && kept !== null && { resume: kept }),
    });
    this.#open.delete(id);
    this.#open.set(id, said.session);
    const { reply } = await ended.finally(() => this.#letRest());
    const open = this.#isThere(id);
    const now = open === undefined ? undefined : this.#sessions.named(open).kept;
    if (now !== undefined && now !== kept) await this.#book.keepSession(id, now);
    return { reply, request: said.request };
  }

  /** Ends that of a place, if it is open. Throws what its closing throws. */
  async close({ id }: Pick<ChatRow, 'id'>, reason: string): Promise<void> {
    const session = this.#isThere(id);
    this.#open.delete(id);
    if (session !== undefined) await this.#sessions.close(session, reason);
  }

  /** Each process of an agent takes memory, and the next word begins it anew. */
  #letRest(): void {
    const awake = [...this.#open.keys()]
      .flatMap((id) => this.#isThere(id) ?? [])
      .map((session) => this.#sessions.named(session))
      .filter(({ isAwake }) => isAwake);
    for (const one of awake.slice(0, -CHAT_AWAKE)) void one.rest();
  }

  /** The session of the daemon that a place has now; `undefined` for none. */
  #isThere(id: number): string | undefined {
    const session = this.#open.get(id);
    if (session === undefined) return undefined;
    try {
      return this.#sessions.named(session).isOver ? undefined : session;
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }
}

/** Of a session that cannot be resumed. */
const GONE: ReadonlySet<string> = new Set(['SESSION_UNKNOWN', 'SESSION_KIND']);
