/** An agent that is past a limit: it is ended, and what ended it is known from then on. */
import { Refusal } from '#lib/spec/refusals.ts';
import type { Child } from '#kernel/process/child.ts';
import type { Speech } from '#kernel/redact/speech.ts';
import type { Flow } from '#kernel/wire/message-stream.ts';
import type { AgentHost } from './requests.ts';

/** What becomes of an agent that is past a limit; the first one counts. */
export class Floods implements Flow {
  readonly behind: Flow['behind'];
  readonly #child: Child;
  readonly #speech: Speech;
  #refusal: Refusal | undefined;

  constructor(child: Child, { behind, speech }: Pick<AgentHost, 'behind' | 'speech'>) {
    this.#child = child;
    this.#speech = speech;
    this.behind = () => speech.behind ?? behind?.();
  }

  get refusal(): Refusal | undefined {
    return this.#refusal;
  }

  readonly flooded = (what: string): void => {
    this.#refusal ??= new Refusal('AGENT_FLOODS', { what });
    this.#speech.cut();
    void this.#child.end(0);
  };
}
