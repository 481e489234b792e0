/** What is written down of chats: their adapters, the owner's accounts, codes for pairing, and which session each place has. */
import { createHash, randomInt } from 'node:crypto';
import type { PairedAccount } from '#lib/chat/presence.ts';
import { CHAT_CODE_MS, CHAT_CODE_TRIES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { now } from '#daemon/data/columns.ts';
import type { Queries } from '#daemon/data/open.ts';
import type { ChatRow } from '#daemon/data/runtime.ts';
import { insert, insertIfMissing, removeRows, update } from '#daemon/data/write.ts';

/** As people write a code, in letters of any case. */
export const CODE_FORM = '[A-Za-z0-9]{4}-[A-Za-z0-9]{4}';

/** A place of a chat, and what it is called. */
interface ChatPlace {
  readonly adapter: string;
  readonly place: string;
  readonly name: string;
}

/** A direct chat of the owner. */
export interface OwnerPlaceRow {
  readonly adapter: string;
  readonly program: string;
  readonly place: string;
}

/** A chat in which others are. */
export interface ChatGroup {
  readonly place: string;
  /** Also what mentions nobody. */
  readonly isAnsweredWhole: boolean;
}

export class ChatBook {
  readonly #runtime: Queries['runtime'];
  readonly #identity: Queries['identity'];

  constructor({ runtime, identity }: Pick<Queries, 'runtime' | 'identity'>) {
    this.#runtime = runtime;
    this.#identity = identity;
  }

  /** The owner's accounts, and since when they are. Throws DATABASE_UNUSABLE. */
  async paired(): Promise<readonly (PairedAccount & { readonly since: string })[]> {
    const rows = await this.#identity
      .selectFrom('contacts')
      .select(['channel', 'account', 'paired_at'])
      .where('paired_at', 'is not', null)
      .execute();
    return rows.map(({ channel, account, paired_at: since }) => {
      const [id = '', team] = account.split('@');
      return { provider: channel, account: id, team, since: since ?? '' };
    });
  }

  /** A code that pairs the account that says it in a direct chat; the one before it pairs nobody. Throws DATABASE_UNUSABLE. */
  async newCode(adapter: string): Promise<{ readonly code: string; readonly until: string }> {
    const code = Array.from(
      { length: CODE_CHARS },
      () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)],
    ).join('');
    const until = new Date(Date.now() + CHAT_CODE_MS).toISOString();
    await this.#runtime.transaction().execute(async (own) => {
      await own.deleteFrom('pairings').where('adapter', '=', adapter).execute();
      await insert(own, 'pairings', { adapter, code: hashOf(code), until });
    });
    return { code: `${code.slice(0, CODE_CHARS / 2)}-${code.slice(CODE_CHARS / 2)}`, until };
  }

  /** Somebody says this as a code: is the account the owner's now? A code counts once. Throws DATABASE_UNUSABLE. */
  async takeCode(
    adapter: string,
    said: string,
    { provider, account, team }: PairedAccount,
  ): Promise<boolean> {
    const code = hashOf(plainCode(said));
    const isRight = await this.#runtime.transaction().execute(async (own) => {
      const row = await own
        .selectFrom('pairings')
        .selectAll()
        .where('adapter', '=', adapter)
        .executeTakeFirst();
      if (row === undefined) return false;
      const isIt = row.code === code && row.until > now() && row.tries < CHAT_CODE_TRIES;
      if (isIt) await own.deleteFrom('pairings').where('adapter', '=', adapter).execute();
      else await update(own, 'pairings', { adapter }, { tries: row.tries + 1 });
      return isIt;
    });
    if (!isRight) return false;
    const owner = await this.#identity
      .selectFrom('entities')
      .select('id')
      .where('is_owner', '=', 1)
      .executeTakeFirst();
    const contact = { channel: provider, account: accountName({ account, team }) };
    await insertIfMissing(this.#identity, 'contacts', {
      ...contact,
      entity: null,
      paired_at: null,
    });
    await update(this.#identity, 'contacts', contact, {
      entity: owner?.id ?? null,
      paired_at: now(),
    });
    return true;
  }

  /** Others have read this: is the code among it that would pair somebody? It pairs nobody any more. Throws DATABASE_UNUSABLE. */
  async spoilCode(adapter: string, text: string): Promise<boolean> {
    const pairings = this.#runtime.selectFrom('pairings').select('code');
    const open = await pairings.where('adapter', '=', adapter).executeTakeFirst();
    const isShown = (code: string): boolean =>
      [...text.matchAll(SHOWN_CODE)].some(([said]) => hashOf(plainCode(said)) === code);
    if (open === undefined || !isShown(open.code)) return false;
    return (await removeRows(this.#runtime, 'pairings', { adapter, ...open })) > 0;
  }

  /** No account of the provider is the owner's any more, and no code counts. Returns how many were. Throws DATABASE_UNUSABLE. */
  async unpair(provider: string, adapter: string): Promise<number> {
    await this.#runtime.deleteFrom('pairings').where('adapter', '=', adapter).execute();
    const { length } = (await this.paired()).filter((one) => one.provider === provider);
    await update(this.#identity, 'contacts', { channel: provider }, { paired_at: null });
    return length;
  }

  /** The row of a place, made where there is none; `account`: of the owner, who is alone there. Throws DATABASE_UNUSABLE. */
  async chat(
    { adapter, place, name }: ChatPlace,
    account?: Pick<PairedAccount, 'account' | 'team'>,
  ): Promise<ChatRow> {
    const who = account === undefined ? 'others' : 'owner';
    await insertIfMissing(this.#runtime, 'chats', { adapter, place, who });
    const changes = { name, account: account === undefined ? null : accountName(account) };
    await update(this.#runtime, 'chats', { adapter, place, who }, changes);
    return this.#runtime
      .selectFrom('chats')
      .selectAll()
      .where('adapter', '=', adapter)
      .where('place', '=', place)
      .where('who', '=', who)
      .executeTakeFirstOrThrow();
  }

  /** The direct chats of the accounts that are paired now, with the provider of each. Throws DATABASE_UNUSABLE. */
  async ownerPlaces(): Promise<readonly OwnerPlaceRow[]> {
    const paired = new Set(
      (await this.paired()).map((one) => `${one.provider} ${accountName(one)}`),
    );
    const rows = await this.#runtime
      .selectFrom('chats')
      .innerJoin('adapters', 'adapters.name', 'chats.adapter')
      .select(['chats.adapter', 'chats.place', 'chats.account', 'adapters.program'])
      .where('who', '=', 'owner')
      .orderBy('chats.id')
      .execute();
    // What is said in a thread is seen by who looks there.
    return rows.filter(
      ({ place, program, account }) => !place.includes('/') && paired.has(`${program} ${account}`),
    );
  }

  /** Is everything that is said there answered? Threads are as the chat that they are in. Throws DATABASE_UNUSABLE. */
  async hearsAll(adapter: string, place: string): Promise<boolean> {
    const row = await this.#runtime
      .selectFrom('chats')
      .select('id')
      .where('adapter', '=', adapter)
      .where('place', 'in', [place, threadlessPlace(place)])
      .where('hears_all', '=', 1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** From now on everything in this group is answered, or what is for the agent alone. Throws CHAT_PLACE_UNKNOWN, DATABASE_UNUSABLE. */
  async setHearsAll(adapter: string, place: string, isAll: boolean): Promise<void> {
    const groups = await this.groups(adapter);
    if (!groups.some((one) => one.place === place)) {
      const known = groups.map((one) => one.place).join(', ') || 'none yet';
      throw new Refusal('CHAT_PLACE_UNKNOWN', { place, name: adapter, known });
    }
    const which = { adapter, place, who: 'others' } as const;
    await insertIfMissing(this.#runtime, 'chats', which);
    await update(this.#runtime, 'chats', which, { hears_all: isAll ? 1 : 0 });
  }

  /** Where others have been, and whether everything there is answered. Throws DATABASE_UNUSABLE. */
  async groups(adapter: string): Promise<readonly ChatGroup[]> {
    const rows = (await this.chats(adapter)).filter(({ who }) => who === 'others');
    const all = new Set(rows.filter((row) => row.hears_all === 1).map(({ place }) => place));
    const places = new Set(rows.map(({ place }) => threadlessPlace(place)));
    return [...places].map((place) => ({ place, isAnsweredWhole: all.has(place) }));
  }

  /** Those of an adapter. Throws DATABASE_UNUSABLE. */
  chats(adapter: string): Promise<readonly ChatRow[]> {
    return this.#runtime
      .selectFrom('chats')
      .selectAll()
      .where('adapter', '=', adapter)
      .orderBy('id')
      .execute();
  }

  /** A group has another name from now on, and stays what it is. Throws DATABASE_UNUSABLE. */
  async move(adapter: string, from: string, to: string): Promise<void> {
    await this.#runtime.transaction().execute(async (own) => {
      const who = 'others';
      const isThere = await own
        .selectFrom('chats')
        .select('id')
        .where('adapter', '=', adapter)
        .where('place', '=', from)
        .executeTakeFirst();
      if (isThere === undefined) return;
      await own
        .deleteFrom('chats')
        .where('adapter', '=', adapter)
        .where('place', '=', to)
        .execute();
      await update(own, 'chats', { adapter, place: from, who }, { place: to });
    });
  }

  /** By which the session of a place is resumed. Throws DATABASE_UNUSABLE. */
  async keepSession(id: number, kept: string | null): Promise<void> {
    await update(this.#runtime, 'chats', { id }, { kept });
  }

  /** Is this the first time that somebody there is turned away? Throws DATABASE_UNUSABLE. */
  async isFirstGreeting(id: number): Promise<boolean> {
    return (
      (await update(this.#runtime, 'chats', { id, greeted_at: null }, { greeted_at: now() })) === 1
    );
  }
}

const SHOWN_CODE = new RegExp(CODE_FORM, 'gu');
const plainCode = (said: string): string => said.replaceAll('-', '').toUpperCase();
/** Letters and digits that nobody takes for others: 40 bits. */
const CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_CHARS = 8;

/** The chat in which a thread is. */
export const threadlessPlace = (place: string): string => place.split('/')[0] ?? place;

/** As it is written down. */
const accountName = ({ account, team }: Pick<PairedAccount, 'account' | 'team'>): string =>
  team === undefined ? account : `${account}@${team}`;

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');
