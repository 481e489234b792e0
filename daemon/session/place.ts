/** A place of the owner at which questions are shown one after the other; what is answered elsewhere is withdrawn. */
import type { OpenQuestion } from '#daemon/data/questions.ts';

/** What was said to a question; without an answer it is a no. */
export interface GivenAnswer {
  readonly answer: string | undefined;
}

/** Shows a question until `signal` withdraws it, with who has answered as its reason; `undefined`: nobody answers here. */
export type ShowQuestion = (
  question: OpenQuestion,
  signal: AbortSignal,
) => Promise<GivenAnswer | undefined>;

export class OwnerPlace {
  readonly #show: ShowQuestion;
  readonly #open = new Map<string, AbortController>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(show: ShowQuestion) {
    this.#show = show;
  }

  /** Shows a question when those before it are over, and gives its answer to `give`. One that is shown is not shown again. */
  asked(question: OpenQuestion, give: (said: GivenAnswer) => Promise<unknown>): void {
    const { id } = question;
    if (this.#open.has(id)) return;
    const withdrawn = new AbortController();
    this.#open.set(id, withdrawn);
    this.#last = this.#last
      .then(async () => {
        const { signal } = withdrawn;
        const said = signal.aborted ? undefined : await this.#show(question, signal);
        // Its own answer withdraws it nowhere but elsewhere.
        if (this.#open.delete(id) && said !== undefined) await give(said);
      })
      // A place that cannot show one, or hand its answer on, leaves it to the others.
      .catch(() => undefined);
  }

  /** A question has its answer, or its end, by `by`. */
  ended(id: string, by: string): void {
    const withdrawn = this.#open.get(id);
    this.#open.delete(id);
    withdrawn?.abort(by);
  }

  /** Withdraws all of them. */
  close(): void {
    for (const id of this.#open.keys()) this.ended(id, 'the end of this place');
  }
}
