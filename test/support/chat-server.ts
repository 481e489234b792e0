/** What the servers of providers have in common: their own record, strictness, and a moment at which somebody dies. */

/** Members of a body of JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** What a link of an answer may lead to. */
export const isWebAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:https?:\/\/|mailto:)/u.test(value);

export abstract class ChatServer {
  readonly faults: string[] = [];
  /** Every byte of every request. */
  heard = '';
  /** Called once, at a request for this method: when it has been dealt with, before or after the answer is written. */
  dies:
    | { readonly method: string; readonly moment: 'before' | 'after'; readonly die: () => void }
    | undefined;
  /** Hears of each request when it was dealt with. */
  changed: () => void = () => undefined;

  abstract close(): void;

  /** Settles when `is` holds, which is looked at whenever something was asked. */
  async until(is: () => boolean): Promise<void> {
    while (!is()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.changed = resolve;
      await promise;
    }
    if (this.faults.length > 0) throw new Error(this.faults.join('; '));
  }

  /** Somebody dies here, if this is the moment. */
  protected passed(method: string, moment: 'before' | 'after'): void {
    const { dies } = this;
    if (dies?.method === method && dies.moment === moment) dies.die();
  }
}
