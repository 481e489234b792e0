/**
 * The one WebSocket of the page: questions with their answers, and events by number. A connection that was lost is opened
 * again, and the events go on after the last one that came.
 */
import { signal } from '@preact/signals';
import { type JsonObject, membersOf, parsedJson, textAt } from '#lib/text/json.ts';
import type { ServerEvent } from './event.ts';
import { ServerProblem } from './http.ts';

/** Who hears of the connection. */
export interface LinkListener {
  readonly event: (event: ServerEvent) => void;
  /** It is open, and events come; the first time, and each time again. */
  readonly opened: () => void;
  /** All that happened meanwhile was told. */
  readonly caughtUp: () => void;
  /** This browser has to log in, or the daemon does not serve the workspace: called before each try. */
  readonly mayOpen: () => Promise<boolean>;
}

/** The connection was lost before there was an answer. */
export class Lost extends Error {}

const RETRY_FIRST_MS = 250;
const RETRY_LAST_MS = 8000;

interface Waiting {
  readonly resolve: (answer: JsonObject) => void;
  readonly reject: (error: Error) => void;
}

export class Link {
  readonly state = signal<'connecting' | 'open' | 'lost'>('connecting');
  readonly #workspace: string;
  readonly #listener: LinkListener;
  readonly #waiting = new Map<number, Waiting>();
  #socket: WebSocket | undefined;
  #asked = 0;
  #last: number | undefined;
  #newest = 0;
  #isBehind = false;
  #retryMs = RETRY_FIRST_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(workspace: string, listener: LinkListener) {
    this.#workspace = workspace;
    this.#listener = listener;
    window.addEventListener('online', this.#now);
    void this.#open();
  }

  /** The number of the last event that came. */
  get last(): number {
    return this.#last ?? 0;
  }

  /** Calls a method of the server. Rejects with a ServerProblem, or Lost. */
  ask(method: string, params: object = {}): Promise<JsonObject> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Lost());
    this.#asked += 1;
    const id = this.#asked;
    socket.send(JSON.stringify({ type: 'req', id, method, params }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  close(): void {
    this.#isClosed = true;
    window.removeEventListener('online', this.#now);
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  readonly #now = (): void => {
    if (this.state.peek() !== 'lost') return;
    clearTimeout(this.#timer);
    void this.#open();
  };

  async #open(): Promise<void> {
    try {
      if (!(await this.#listener.mayOpen())) return this.#lost();
    } catch {
      return this.#lost();
    }
    if (this.#isClosed) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(
      `${scheme}://${location.host}/ws?workspace=${this.#workspace}`,
      'yamo.v1',
    );
    this.#socket = socket;
    socket.addEventListener('open', () => void this.#listen());
    socket.addEventListener('message', ({ data }) => this.#take(parsedJson(String(data))));
    socket.addEventListener('close', () => this.#lost());
  }

  async #listen(): Promise<void> {
    try {
      const { after, newest } = await this.ask(
        'events.listen',
        this.#last === undefined ? {} : { after: this.#last },
      );
      this.#last ??= Number(after);
      this.#newest = Number(newest);
      // The events are others now: of a workspace that was put back from a backup.
      if (this.#newest < this.#last) return location.reload();
      this.#retryMs = RETRY_FIRST_MS;
      this.#isBehind = true;
      this.state.value = 'open';
      this.#listener.opened();
      this.#look();
    } catch {
      this.#socket?.close();
    }
  }

  #take(frame: unknown): void {
    const { type, id, ok, payload, event, ...more } = membersOf(frame);
    if (type === 'res') return this.#answered(Number(id), ok === true, payload);
    // How many were missed is told before they come.
    if (type !== 'event' || typeof id !== 'number') return;
    this.#last = id;
    this.#listener.event({
      id,
      type: String(event),
      at: textAt(more, 'at') ?? '',
      session: textAt(more, 'session'),
      request: textAt(more, 'request'),
      payload: membersOf(payload),
    });
    this.#look();
  }

  #look(): void {
    if (!this.#isBehind || this.last < this.#newest) return;
    this.#isBehind = false;
    this.#listener.caughtUp();
  }

  #answered(id: number, isOk: boolean, payload: unknown): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (isOk) waiting?.resolve(membersOf(payload));
    else waiting?.reject(new ServerProblem(payload));
  }

  #lost(): void {
    for (const { reject } of this.#waiting.values()) reject(new Lost());
    this.#waiting.clear();
    if (this.#isClosed) return;
    this.state.value = 'lost';
    this.#timer = setTimeout(() => void this.#open(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_LAST_MS);
  }
}
