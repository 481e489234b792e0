/** How fast one person speaks to the agent where others are: who floods is told once, and waits. */
import { CHAT_PACE_MESSAGES, CHAT_PACE_MS, CHAT_PACE_PEOPLE } from '#lib/spec/limits.ts';

/** `first`: it is one too many; `more`: it comes behind such a one. */
export type TooFast = 'first' | 'more';

export class ChatPace {
  /** When each person spoke last, milliseconds since 1970, the newest last. */
  readonly #said = new Map<string, readonly number[]>();
  readonly #told = new Set<string>();

  /** Somebody has said something at this time, which is their provider's. */
  count(person: string, at: number): TooFast | undefined {
    const times = (this.#said.get(person) ?? []).filter((one) => one > at - CHAT_PACE_MS);
    const isTooMany = times.length >= CHAT_PACE_MESSAGES;
    this.#said.delete(person);
    this.#said.set(person, isTooMany ? times : [...times, at]);
    this.#forget();
    if (!isTooMany) {
      this.#told.delete(person);
      return undefined;
    }
    const isFirst = !this.#told.has(person);
    this.#told.add(person);
    return isFirst ? 'first' : 'more';
  }

  /** Who has not spoken for the longest time begins anew. */
  #forget(): void {
    if (this.#said.size <= CHAT_PACE_PEOPLE) return;
    const [oldest = ''] = this.#said.keys();
    this.#said.delete(oldest);
    this.#told.delete(oldest);
  }
}
