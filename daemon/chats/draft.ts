/** An answer while it is made: its first words are shown soon, and what is more of it as often as providers take that. */
import { CHAT_DRAFT_MS, CHAT_EDIT_MS } from '#lib/spec/limits.ts';

export class Draft {
  readonly #show: (reply: string) => Promise<void>;
  #reply = '';
  #shown = '';
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /** What cannot be shown is shown when it is whole. */
  constructor(show: (reply: string) => Promise<void>) {
    this.#show = show;
  }

  /** This is answered so far. */
  readonly hear = (reply: string): void => {
    this.#reply = reply.trim();
    if (this.#reply !== '' && this.#timer === undefined) this.#later(CHAT_DRAFT_MS);
  };

  /** Nothing is shown from here on, but what is just being written down. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #later(ms: number): void {
    if (!this.#isOver) this.#timer = setTimeout(() => void this.#next(), ms).unref();
  }

  async #next(): Promise<void> {
    const reply = this.#reply;
    if (reply !== this.#shown) await this.#show(reply).catch(() => undefined);
    this.#shown = reply;
    this.#later(CHAT_EDIT_MS);
  }
}
