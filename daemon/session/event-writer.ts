/**
 * What a session tells, as rows, in its order. What comes while rows are written goes into the next ones together, and the
 * words of an agent that come in small pieces become one.
 */
import type { KernelEvent } from '#kernel/contract/events.ts';
import type { EventLog, NewEvent } from '#daemon/data/event-log.ts';

/** An agent waits while more than so many events are not written yet. */
const BEHIND_MAX = 64;

/** Takes the events of one session. */
export class SessionEventWriter {
  readonly #log: EventLog;
  readonly #session: string;
  readonly #onFailure: (error: unknown) => void;
  #queue: NewEvent[] = [];
  #writing: Promise<void> | undefined;
  #request: string | undefined;
  #reply = '';
  #hear: ((reply: string) => void) | undefined;

  /** `onFailure` hears of events that could not be kept. */
  constructor(log: EventLog, session: string, onFailure: (error: unknown) => void) {
    this.#log = log;
    this.#session = session;
    this.#onFailure = onFailure;
  }

  /** What is told from here on belongs to `request`; `hear` is told what was said to it, whenever that is more. */
  begin(request: string, hear?: (reply: string) => void): void {
    this.#request = request;
    this.#hear = hear;
    this.#reply = '';
  }

  readonly emit = (event: KernelEvent): void => {
    if (event.event === 'text') return this.#say(event.text);
    // What the kernel answers itself.
    if (event.event === 'answer') this.#reply += event.text;
    const { event: type, ...payload } = event;
    this.tell(type, 'kind' in payload ? { ...payload, kind: payload.kind.name } : payload);
  };

  /** Resolves when there is room; `undefined` where there is. */
  readonly behind = (): Promise<void> | undefined =>
    this.#queue.length > BEHIND_MAX ? this.settled() : undefined;

  /** Resolves when everything is told that was said. */
  async settled(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  /** What the agent has said to this request. */
  get reply(): string {
    return this.#reply;
  }

  #say(text: string): void {
    this.#reply += text;
    this.#hear?.(this.#reply);
    const last = this.#queue.at(-1);
    if (last?.type !== 'text' || last.request !== this.#request) return this.tell('text', { text });
    this.#queue.splice(-1, 1, { ...last, payload: { text: wordsIn(last) + text } });
  }

  /** Tells it after what was told before. */
  tell(type: string, payload: object): void {
    this.#queue.push({ type, session: this.#session, request: this.#request, payload });
    this.#writing ??= this.#write();
  }

  async #write(): Promise<void> {
    try {
      // What is told at the same moment goes together.
      await Promise.resolve();
      while (this.#queue.length > 0) await this.#log.appendAll(this.#queue.splice(0));
    } catch (error) {
      this.#onFailure(error);
    } finally {
      this.#writing = undefined;
    }
  }
}

const wordsIn = ({ payload }: NewEvent): string =>
  'text' in payload && typeof payload.text === 'string' ? payload.text : '';
