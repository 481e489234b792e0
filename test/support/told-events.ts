/** What a client of a daemon is told, by number, over any number of daemons one after the other. */
import { controlOf, type Daemon } from './daemon.ts';
import type { Place } from './yamo.ts';

/** An event as it came: its number, and the rest as text. */
export interface ToldLine {
  readonly id: number;
  readonly data: string;
}

/** A program that hears the events as a stream, and goes on after the last one that it has. */
export class EventReader {
  readonly told: ToldLine[] = [];
  readonly #heard = new Set<() => void>();

  /** The number of the last one; 0 before the first. */
  get last(): number {
    return this.told.at(-1)?.id ?? 0;
  }

  /** Hears a daemon until that is gone. Never rejects. */
  async follow(daemon: Daemon): Promise<void> {
    try {
      const headers = { 'last-event-id': String(this.last) };
      const { body, status } = await daemon.fetch('/events', { headers });
      if (body === null || status !== 200) return;
      let text = '';
      for await (const bytes of body.pipeThrough(new TextDecoderStream())) {
        text += bytes;
        const frames = text.split('\n\n');
        text = frames.pop() ?? '';
        for (const frame of frames) this.#take(frame);
      }
    } catch {
      // It was cut.
    }
  }

  /** Waits until it has as many as that. */
  async has(count: number): Promise<void> {
    while (this.told.length < count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#heard.add(resolve);
      await promise;
      this.#heard.delete(resolve);
    }
  }

  #take(frame: string): void {
    const [, id, data] = /^id: (\d+)\ndata: (.*)$/su.exec(frame) ?? [];
    if (data === undefined) return;
    this.told.push({ id: Number(id), data });
    for (const heard of this.#heard) heard();
  }
}

/** Has a daemon tell its clients of changes, one after the other, for as long as it answers. */
export class Changes {
  /** Those that were answered: their rows are on the disk. */
  readonly kept: string[] = [];
  readonly #control: string;
  #sent = 0;

  /** With the token that commands of the owner have. */
  constructor(place: Pick<Place, 'stateHome'>) {
    this.#control = controlOf(place);
  }

  /** Goes on until the daemon is gone, or `more` were answered. Never rejects. */
  async tell(daemon: Daemon, name: string, more = Number.POSITIVE_INFINITY): Promise<void> {
    const headers = {
      authorization: `Bearer ${this.#control}`,
      'content-type': 'application/json',
    };
    for (let left = more; left > 0; left -= 1) {
      this.#sent += 1;
      const by = `${name} ${this.#sent}`;
      const init = { method: 'POST', headers, body: JSON.stringify({ by }) };
      const answer = await fetch(daemon.url('/control/changed'), init).catch(() => undefined);
      if (answer?.status !== 200) return;
      await answer.arrayBuffer();
      this.kept.push(by);
    }
  }
}
