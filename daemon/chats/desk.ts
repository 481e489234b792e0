/**
 * What chats bring, dealt with: who is there is read anew for each message, each place has a queue and a session of
 * its own, and what is answered is on the disk with the message that it answers, so that neither is there twice.
 */
import type { OutboundMessage } from '#lib/protocol/adapter.ts';
import { type PairedAccount, type Presence, presenceIn } from '#lib/chat/presence.ts';
import { CHAT_QUEUE, CHAT_TRIES, CHAT_TURNS, CHAT_TYPING_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Adapter } from '#daemon/adapters/adapter.ts';
import type { AdapterManager } from '#daemon/adapters/manager.ts';
import { type EventLog, failureText } from '#daemon/data/event-log.ts';
import type { OpenEvent } from '#daemon/data/inbox.ts';
import type { Sessions } from '#daemon/session/sessions.ts';
import type { ChatRow } from '#daemon/data/runtime.ts';
import { saidAnswerIn } from './approval-text.ts';
import type { ChatApprovals } from './approvals.ts';
import type { ChatBook } from './book.ts';
import {
  authorOf,
  evidenceOf,
  keyOf,
  messagesTo,
  pairingIn,
  nameOf,
  type OpenMessage,
  openMessage,
} from './open-message.ts';
import type { ChatBudget } from './budget.ts';
import { Draft } from './draft.ts';
import { FORGET_ME, type ForgetMe } from './forget-me.ts';
import { ChatPace, type TooFast } from './pace.ts';
import { PlaceSessions } from './place-sessions.ts';
import { providerNamed, type ProviderRules, takesStrangers } from './providers.ts';
import { KeyedQueue } from './queue.ts';
import { CHAT_LINES, wordsOfOthers, wordsOfOwner } from './words.ts';

/** What it works with. */
export interface DeskSite {
  readonly manager: Pick<AdapterManager, 'named' | 'names'>;
  readonly sessions: Pick<Sessions, 'say' | 'close' | 'named'>;
  readonly book: ChatBook;
  readonly approvals: Pick<ChatApprovals, 'take'>;
  readonly budget: ChatBudget;
  readonly forgetting: Pick<ForgetMe, 'ask' | 'end'>;
  readonly events: Pick<EventLog, 'append'>;
}

const READ_AT_ONCE = 100;
const AGAIN_MS = 1000;

export class ChatDesk {
  readonly #site: DeskSite;
  readonly #queue = new KeyedQueue(CHAT_TURNS);
  readonly #places: PlaceSessions;
  readonly #pace = new ChatPace();
  readonly #seen = new Map<string, number>();
  /** Messages that were taken back, and may still wait. */
  readonly #removed = new Set<string>();
  readonly #wanted = new Set<string>();
  #reading: Promise<void> | undefined;
  #isEnded = false;

  constructor(site: DeskSite) {
    this.#site = site;
    this.#places = new PlaceSessions(site.sessions, site.book);
  }

  /** Deals with what a daemon before this one has left, too. */
  start(): void {
    for (const name of this.#site.manager.names) this.wake(name);
  }

  /** An adapter has brought something. */
  wake(name: string): void {
    if (this.#isEnded) return;
    this.#wanted.add(name);
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
      for (const one of this.#wanted) this.wake(one);
    });
  }

  /** Begins nothing more; what waits stays on the disk. */
  stop(): void {
    this.#isEnded = true;
    this.#site.forgetting.end();
  }

  /** Resolves when what has begun is done. */
  async end(): Promise<void> {
    this.stop();
    await this.#reading;
    await this.#queue.emptied();
  }

  /** An account is the owner's no more: the sessions that it had are ended at once. Throws DATABASE_UNUSABLE. */
  async closeOwners(adapter: string): Promise<void> {
    const chats = await this.#site.book.chats(adapter);
    for (const one of chats)
      if (one.who === 'owner') await this.#places.close(one, 'its account is the owner’s no more');
  }

  /** There is no such adapter any more. Throws DATABASE_UNUSABLE. */
  async closeAll(adapter: string): Promise<void> {
    for (const one of await this.#site.book.chats(adapter))
      await this.#places.close(one, 'its chat was removed');
    this.#seen.delete(adapter);
  }

  async #readAll(): Promise<void> {
    for (const name of this.#wanted) {
      this.#wanted.delete(name);
      try {
        await this.#read(name);
      } catch (error) {
        // The row is where it was; what is wrong may pass.
        await this.#tell(name, { trouble: failureText(error) }).catch(() => undefined);
        setTimeout(() => this.wake(name), AGAIN_MS).unref();
      }
    }
  }

  async #read(name: string): Promise<void> {
    const adapter = this.#site.manager.named(name);
    const rules = adapter && providerNamed(adapter.row.program);
    if (adapter === undefined || rules === undefined) return;
    while (!this.#isEnded && this.#queue.size < CHAT_QUEUE) {
      const rows = await adapter.inbox.openAfter(this.#seen.get(name) ?? 0, READ_AT_ONCE);
      if (rows.length === 0) return;
      for (const row of rows) {
        // Whom a message speaks to is not known before the adapter is.
        if (rules.needsSelf && adapter.row.self === null) return;
        await this.#sort(adapter, rules, row);
        this.#seen.set(name, row.id);
      }
    }
  }

  /** Throws DATABASE_UNUSABLE. */
  async #sort(adapter: Adapter, rules: ProviderRules, row: OpenEvent): Promise<void> {
    const { name } = adapter.row;
    const open = openMessage(adapter, rules, row);
    if (open === undefined) return adapter.inbox.handled(row.id);
    const { read } = open;
    const key = keyOf(name, read.place);
    if (read.movedTo !== undefined) {
      this.#queue.follow(key, keyOf(name, read.movedTo));
      await this.#site.book.move(name, read.place, read.movedTo);
      return adapter.inbox.handled(row.id);
    }
    if (await this.#takesAnswer(open)) return;
    if (read.isRemoval) this.#removed.add(nameOf(key, read));
    const isHeard = read.isForUs || (await this.#hearsAll(open));
    const tooFast = isHeard || read.isDirect ? this.#tooFast(open) : undefined;
    this.#queue.add(key, async () => {
      if (!this.#isEnded) await this.#deal(open, isHeard, tooFast);
      this.wake(name);
    });
  }

  /** An answer of the owner to a question, which may be one of the turn that its place is busy with. Throws DATABASE_UNUSABLE. */
  async #takesAnswer(open: OpenMessage): Promise<boolean> {
    const said = saidAnswerIn(open.read);
    if (said === undefined || !(await this.#presence(open)).presence.isOwnerAlone) return false;
    const { adapter, rules, read } = open;
    const place = { adapter: adapter.row.name, program: rules.provider, place: read.place };
    await this.#say(open, await this.#site.approvals.take(said, place));
    return true;
  }

  /** Never rejects. */
  async #deal(open: OpenMessage, isHeard: boolean, tooFast: TooFast | undefined): Promise<void> {
    const { adapter, row, read } = open;
    const message = nameOf(keyOf(adapter.row.name, read.place), read);
    try {
      if (this.#removed.has(message)) {
        if (read.isRemoval) this.#removed.delete(message);
        return await adapter.inbox.handled(row.id);
      }
      const { presence, since } = await this.#presence(open);
      if (presence.isOwnerAlone) {
        // An edit of what was said before the account was the owner's is one of another session.
        const isBefore = read.saidAt === undefined || read.saidAt + 1000 < Date.parse(since ?? '');
        if (read.isEdit && isBefore) await adapter.inbox.handled(row.id);
        else await this.#answer(open, presence);
      } else if (tooFast === 'first') await this.#say(open, CHAT_LINES.slower);
      else if (tooFast === 'more') await adapter.inbox.handled(row.id);
      else if (read.isDirect) await this.#meet(open, presence);
      else if (await this.#site.book.spoilCode(adapter.row.name, read.text))
        await this.#say(open, CHAT_LINES.codeShown);
      else if (isHeard && FORGET_ME.test(read.text) && read.author.id !== undefined)
        await this.#say(open, await this.#site.forgetting.ask(open));
      else if (isHeard) await this.#answer(open, presence);
      else await adapter.inbox.handled(row.id);
    } catch (error) {
      if (isEnding(error)) return;
      await this.#tell(adapter.row.name, { row: row.id, trouble: failureText(error) }).catch(
        () => undefined,
      );
      await this.#say(open, CHAT_LINES.failed).catch(() => undefined);
    }
  }

  /** Who is there as accounts are paired now; `since`: when the owner's was, ISO 8601. Throws DATABASE_UNUSABLE. */
  async #presence(open: OpenMessage): Promise<{ presence: Presence; since?: string }> {
    const accounts = await this.#site.book.paired();
    const presence = presenceIn(open.rules.provider, evidenceOf(open), accounts);
    const found = accounts.find((one) => presence.isOwnerAlone && one === presence.account);
    return { presence, ...(found && { since: found.since }) };
  }

  /** Programs say what they have to say. */
  #tooFast({ adapter, rules, read }: OpenMessage): TooFast | undefined {
    const { id } = read.author;
    if (id === undefined || rules.provider === 'webhook') return undefined;
    // An edit has the time of what it changes.
    const at = read.isEdit ? Date.now() : (read.saidAt ?? Date.now());
    return this.#pace.count(keyOf(adapter.row.name, id), at);
  }

  /** Is also answered what mentions nobody? Throws DATABASE_UNUSABLE. */
  async #hearsAll({ adapter, read }: OpenMessage): Promise<boolean> {
    const isSaid = read.text.trim() !== '' || read.files.length > 0;
    return isSaid && this.#site.book.hearsAll(adapter.row.name, read.place);
  }

  /**
   * Somebody who is not known, in a direct chat: a code makes them the owner, and else they are told once that nobody talks to
   * them, where the owner does not let them in.
   */
  async #meet(open: OpenMessage, presence: Presence): Promise<void> {
    const { adapter, row } = open;
    const { code = '', account } = pairingIn(open) ?? {};
    if (account && (await this.#site.book.takeCode(adapter.row.name, code, account))) {
      await this.#tell(adapter.row.name, { paired: account.account });
      await this.#chat(open, account);
      return this.#say(open, CHAT_LINES.paired);
    }
    if (takesStrangers(adapter.row.settings)) return this.#answer(open, presence);
    const chat = await this.#chat(open);
    if (await this.#site.book.isFirstGreeting(chat.id)) return this.#say(open, CHAT_LINES.stranger);
    return adapter.inbox.handled(row.id);
  }

  #chat({ adapter, read }: OpenMessage, owner?: PairedAccount): Promise<ChatRow> {
    const place = { adapter: adapter.row.name, place: read.place, name: read.author.name };
    return this.#site.book.chat(place, owner);
  }

  /** A turn, and what comes of it. Throws what a turn throws. */
  async #answer(open: OpenMessage, presence: Presence): Promise<void> {
    const { adapter, rules, row, read } = open;
    if (row.tries >= CHAT_TRIES) return this.#say(open, CHAT_LINES.failed);
    const from = { ...adapter.row, place: read.place };
    const usedUp = presence.isOwnerAlone ? undefined : await this.#site.budget.usedUp(from);
    if (usedUp === 'first') return this.#say(open, CHAT_LINES.enough);
    if (usedUp === 'more') return adapter.inbox.handled(row.id);
    const chat = await this.#chat(open, presence.isOwnerAlone ? presence.account : undefined);
    await adapter.inbox.begun(row);
    const said = presence.isOwnerAlone ? wordsOfOwner(read) : wordsOfOthers(rules.provider, read);
    adapter.type(read.place);
    const typing = setInterval(() => adapter.type(read.place), CHAT_TYPING_MS).unref();
    // Nobody hears what was said to the owner when the account is the owner's no more.
    const messages = async (reply: string): Promise<readonly OutboundMessage[]> => {
      const { presence: after } = await this.#presence(open);
      return after.isOwnerAlone === presence.isOwnerAlone ? messagesTo(open, reply) : [];
    };
    const draft = new Draft(async (reply) => {
      const [first] = await messages(reply);
      if (first !== undefined) await adapter.draft(row.id, first);
    });
    const send = async (name: string, file: Uint8Array): Promise<void> => {
      const [message] = await messages(name);
      if (message === undefined) throw new Refusal('SESSION_OVER', { session: read.place });
      await adapter.queue({ ...message, file });
    };
    try {
      const by = { author: authorOf(open), presence, provider: rules.provider, send };
      const { reply, request } = await this.#places.say(chat, said, { ...by, hear: draft.hear });
      if (!presence.isOwnerAlone) await this.#site.budget.spend(from, request);
      await adapter.answer(row.id, await messages(reply), request);
    } finally {
      draft.end();
      clearInterval(typing);
    }
  }

  /** Says a line of yamo's own: the message is dealt with. */
  #say(open: OpenMessage, line: string): Promise<void> {
    return open.adapter.answer(open.row.id, messagesTo(open, line));
  }

  async #tell(adapter: string, what: object): Promise<void> {
    await this.#site.events.append({ type: 'chat', payload: { adapter, ...what } });
  }
}

/** The message stays where it is, for the next daemon, or for the next one who is paired. */
const isEnding = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'DAEMON_DRAINING' || error.code === 'SESSION_OVER');
