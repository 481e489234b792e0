/** What the owner does about chats, whether the workspace is served or not: adds, lists, pairs, unpairs and removes them. */
import { ADAPTER_SEND_TRIES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { type JsonObject, membersOf, parsedJson, textAt } from '#lib/text/json.ts';
import type { AdapterManager } from '#daemon/adapters/manager.ts';
import { lastTrouble } from '#daemon/data/chat-trouble.ts';
import { now } from '#daemon/data/columns.ts';
import type { Queries } from '#daemon/data/open.ts';
import { insert, update } from '#daemon/data/write.ts';
import { dayTokensIn } from './budget.ts';
import { ChatBook, type ChatGroup } from './book.ts';
import type { ChatDesk } from './desk.ts';
import { channelOf, providerNamed, takesStrangers } from './providers.ts';

/** What is asked for. `name`: of a chat; where it is left out, the only one that there is. */
export type ChatAsk =
  | {
      readonly do: 'add';
      readonly name: string;
      readonly program: string;
      /** Where its token is, and whatever else its adapter is told. */
      readonly settings: object;
    }
  | { readonly do: 'list' }
  | { readonly do: 'pair' | 'unpair' | 'remove'; readonly name: string | undefined }
  | ({ readonly do: 'set'; readonly name: string | undefined } & ChatChanges);

/** What is to be different from now on. */
interface ChatChanges {
  /** Direct chats of strangers are refused, or sessions with others. */
  readonly strangers?: Strangers | undefined;
  /** What each chat in which others are may take in a day (UTC); 0: no limit. */
  readonly dayTokens?: number | undefined;
  /** A group, as its provider names it. */
  readonly group?: string | undefined;
  /** What is answered there. */
  readonly answers?: 'all' | 'mentions' | undefined;
}

type Strangers = 'shared' | 'refused';

/** A chat as it is listed. */
export interface ListedChat {
  readonly name: string;
  readonly program: string;
  /** Where its token is. */
  readonly token: string | undefined;
  /** Where the second one is, of a provider that wants two. */
  readonly appToken: string | undefined;
  /** Who it is with its provider. */
  readonly self: string | undefined;
  /** The owner's accounts there. */
  readonly paired: readonly string[];
  /** The owner's direct chats there, as settings name them. */
  readonly direct: readonly string[];
  readonly strangers: Strangers;
  /** What each chat in which others are may take in a day. */
  readonly dayTokens: number | undefined;
  /** Chats in which others are. */
  readonly groups: readonly ChatGroup[];
  /** Places in which something was said. */
  readonly places: number;
  /** Why its last message could not be answered. */
  readonly trouble: string | undefined;
}

/** What changes at once where a workspace is served. */
export interface LiveChats {
  readonly manager: Pick<AdapterManager, 'add' | 'remove' | 'change'>;
  readonly desk: Pick<ChatDesk, 'closeOwners' | 'closeAll'>;
}

export class ChatOffice {
  readonly #queries: Pick<Queries, 'events' | 'identity' | 'runtime'>;
  readonly #book: ChatBook;
  readonly #live: LiveChats | undefined;

  constructor(queries: Pick<Queries, 'events' | 'identity' | 'runtime'>, live?: LiveChats) {
    this.#queries = queries;
    this.#book = new ChatBook(queries);
    this.#live = live;
  }

  /** Does it, and says what came of it. Throws CHAT_KNOWN, CHAT_UNKNOWN, CHAT_OF_PROGRAMS, CHAT_PLACE_UNKNOWN, DATABASE_UNUSABLE. */
  async ask(asked: ChatAsk): Promise<object> {
    switch (asked.do) {
      case 'add':
        return this.#add(asked);
      case 'list':
        return { chats: await this.#list() };
      case 'pair': {
        const { name, program } = await this.#named(asked.name);
        if (providerNamed(program)?.isOfPrograms === true)
          throw new Refusal('CHAT_OF_PROGRAMS', { name });
        return { name, ...(await this.#book.newCode(name)) };
      }
      case 'set':
        return this.#set(asked);
      case 'unpair':
        return this.#unpair(asked.name);
      case 'remove':
        return this.#remove(asked.name);
    }
  }

  async #add({ name, program, settings }: ChatAsk & { readonly do: 'add' }): Promise<object> {
    const { runtime } = this.#queries;
    const all = await this.#rows();
    if (all.some((one) => one.name === name)) throw new Refusal('CHAT_KNOWN', { name });
    const row = {
      name,
      program,
      settings: JSON.stringify(settings),
      is_on: 1,
      self: null,
    } as const;
    await insert(runtime, 'adapters', row);
    await this.#live?.manager.add(row);
    return { name };
  }

  async #list(): Promise<readonly ListedChat[]> {
    const accounts = await this.#book.paired();
    const direct = await this.#book.ownerPlaces();
    const listed: ListedChat[] = [];
    for (const { name, program, settings, self } of await this.#rows()) {
      const own = accounts.filter(({ provider }) => provider === program);
      listed.push({
        name,
        program,
        token: textAt(parsedJson(settings), 'token'),
        appToken: textAt(parsedJson(settings), 'appToken'),
        self: textAt(parsedJson(self ?? ''), 'name'),
        paired: own.map(({ account }) => account),
        direct: direct
          .filter(({ adapter }) => adapter === name)
          .map((place) => channelOf(place, program)),
        strangers: takesStrangers(settings) ? 'shared' : 'refused',
        dayTokens: dayTokensIn(settings),
        groups: await this.#book.groups(name),
        places: (await this.#book.chats(name)).length,
        trouble: await lastTrouble(this.#queries.events, name),
      });
    }
    return listed;
  }

  async #set({
    name: asked,
    group,
    answers,
    ...changed
  }: ChatAsk & { do: 'set' }): Promise<object> {
    const { strangers, dayTokens } = changed;
    const { name, settings: before } = await this.#named(asked);
    if (group !== undefined) await this.#book.setHearsAll(name, group, answers === 'all');
    if (strangers !== undefined || dayTokens !== undefined) {
      const most = dayTokens === 0 ? undefined : dayTokens;
      const settings = JSON.stringify({
        ...membersOf(parsedJson(before)),
        ...(strangers !== undefined && { strangers }),
        ...(dayTokens !== undefined && { dayTokens: most }),
      });
      await update(this.#queries.runtime, 'adapters', { name }, { settings });
      this.#live?.manager.change(name, settings);
    }
    return { name };
  }

  async #unpair(asked: string | undefined): Promise<object> {
    const { name, program } = await this.#named(asked);
    const unpaired = await this.#book.unpair(program, name);
    // Whoever has the account of the owner now hears nothing of what was said to them.
    for (const one of await this.#rows()) {
      if (one.program !== program) continue;
      await this.#live?.desk.closeOwners(one.name);
      const chats = await this.#book.chats(one.name);
      for (const { place, who } of chats)
        if (who === 'owner') await this.#unsend({ adapter: one.name, chat: place });
    }
    return { name, unpaired };
  }

  async #remove(asked: string | undefined): Promise<object> {
    const { name, program } = await this.#named(asked);
    const { events, runtime } = this.#queries;
    await this.#live?.desk.closeAll(name);
    await this.#live?.manager.remove(name);
    await this.#unsend({ adapter: name });
    const others = (await this.#rows()).filter((one) => one.name !== name);
    if (!others.some((one) => one.program === program)) await this.#book.unpair(program, name);
    await runtime.deleteFrom('adapters').where('name', '=', name).execute();
    // What another account of the same name brings has numbers of its own.
    const adapter = `${name} until ${now()}`;
    await update(events, 'inbound', { adapter: name, handled_at: null }, { handled_at: now() });
    await update(events, 'inbound', { adapter: name }, { adapter });
    await update(events, 'outbound', { adapter: name }, { adapter });
    return { name };
  }

  async #unsend(where: { readonly adapter: string; readonly chat?: string }): Promise<void> {
    const error = 'its chat was unpaired or removed before it was sent';
    const gone = { state: 'failed', ended_at: now(), error, file: null } as const;
    const { events } = this.#queries;
    await update(events, 'outbound', { ...where, state: 'queued' }, gone);
    // What is on its way, or looked for, is not asked for again.
    const last = { tries: ADAPTER_SEND_TRIES, next_parts: null };
    await update(events, 'outbound', { ...where, state: 'sending' }, last);
  }

  #rows() {
    return this.#queries.runtime.selectFrom('adapters').selectAll().orderBy('name').execute();
  }

  async #named(name: string | undefined) {
    const all = await this.#rows();
    const [only, ...more] = name === undefined ? all : all.filter((one) => one.name === name);
    if (only !== undefined && more.length === 0) return only;
    const others = all.map((one) => one.name).join(', ');
    const which = all.length === 0 ? 'here yet' : `${name ?? 'without a name'}, but ${others}`;
    throw new Refusal('CHAT_UNKNOWN', { name: which });
  }
}

const changesIn = ({ strangers, group, answers, dayTokens }: JsonObject): ChatChanges => ({
  dayTokens: typeof dayTokens === 'number' ? dayTokens : undefined,
  strangers: strangers === 'shared' || strangers === 'refused' ? strangers : undefined,
  group: typeof group === 'string' ? group : undefined,
  answers: answers === 'all' ? answers : 'mentions',
});

/** What a command says, in a form that was checked. */
export const askIn = ({ do: what, name, program, settings, ...more }: JsonObject): ChatAsk => {
  const named = typeof name === 'string' ? name : undefined;
  switch (what) {
    case 'add':
      return {
        do: what,
        name: named ?? String(program),
        program: String(program),
        settings: membersOf(settings),
      };
    case 'set':
      return { do: what, name: named, ...changesIn(more) };
    case 'pair':
    case 'unpair':
    case 'remove':
      return { do: what, name: named };
    default:
      return { do: 'list' };
  }
};
