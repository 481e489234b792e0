/** The direct chats of the owner, in which yamo speaks first: to nobody else, and as accounts are paired in that moment. */
import { messagesOf } from '#lib/chat/parts.ts';
import type { HeartbeatFacts } from '#lib/heartbeat/decide.ts';
import { nextWithin } from '#lib/heartbeat/hours.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { AdapterManager } from '#daemon/adapters/manager.ts';
import type { ChatBook, OwnerPlaceRow } from './book.ts';
import { channelOf, providerNamed } from './providers.ts';

export class OwnerChats {
  readonly #manager: Pick<AdapterManager, 'named'>;
  readonly #book: Pick<ChatBook, 'ownerPlaces'>;

  constructor(manager: Pick<AdapterManager, 'named'>, book: Pick<ChatBook, 'ownerPlaces'>) {
    this.#manager = manager;
    this.#book = book;
  }

  /** Throws DATABASE_UNUSABLE. */
  all(): Promise<readonly OwnerPlaceRow[]> {
    return this.#book.ownerPlaces();
  }

  /** The one of this name, as `telegram:4711`. Throws CHAT_NOT_OWNERS, DATABASE_UNUSABLE. */
  async named(name: string): Promise<OwnerPlaceRow> {
    const found = (await this.all()).find((place) => channelOf(place, place.program) === name);
    if (found === undefined) throw new Refusal('CHAT_NOT_OWNERS', { name });
    return found;
  }

  /** Says it in the one of this name, when the hours allow that: the row waits for them. Throws CHAT_NOT_OWNERS, DATABASE_UNUSABLE. */
  async sayWithin(
    name: string,
    text: string,
    { hours, offset }: Pick<HeartbeatFacts, 'hours' | 'offset'>,
  ): Promise<void> {
    const now = Math.floor(Date.now() / 1000);
    const at = hours === undefined ? now : nextWithin(hours, now, offset);
    const notBefore = at > now ? new Date(at * 1000).toISOString() : undefined;
    await this.say(await this.named(name), text, notBefore);
  }

  /** Each message is on the disk when this resolves; `notBefore` in ISO 8601, UTC. Throws DATABASE_UNUSABLE. */
  async say(
    { adapter, program, place }: OwnerPlaceRow,
    text: string,
    notBefore?: string,
  ): Promise<void> {
    const to = this.#manager.named(adapter);
    const rules = providerNamed(program);
    if (to === undefined || rules === undefined) return;
    for (const one of messagesOf(text, rules.messageMaxChars))
      await to.queue({ chat: place, parts: [{ text: one }] }, notBefore);
  }
}
