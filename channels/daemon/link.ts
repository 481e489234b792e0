/** An adapter's end of what it and the daemon say to each other (lib/protocol/adapter.ts). */
import { Socket } from 'node:net';
import { daemonFrame, type FromAdapter, type ToAdapter } from '#lib/protocol/adapter.ts';
import { ADAPTER_TOLD_MAX_BYTES } from '#lib/spec/limits.ts';
import { LineAssembler } from '#kernel/wire/message-lines.ts';

type Frame<Kind extends ToAdapter['is']> = ToAdapter & { readonly is: Kind };

/** What the daemon asks for. What they return is waited for before the process ends. */
export interface LinkHandlers {
  readonly send: (message: Frame<'send'>) => Promise<Outcome | undefined>;
  /** Of what is done twice, the second time changes nothing. */
  readonly edit?: (message: Frame<'edit'>) => Promise<Outcome | undefined>;
  /** `undefined`: there was no time to find it out. */
  readonly find?: (message: Frame<'find'>) => Promise<Outcome | undefined>;
  readonly typing?: (chat: string) => Promise<void>;
}

/** What came of a message. */
export type Outcome = WithoutId<FromAdapter & { readonly is: 'sent' | 'failed' | 'unknown' }>;

type WithoutId<Told> = Told extends unknown ? Omit<Told, 'id'> : never;

export class DaemonLink {
  readonly #channel: Socket;
  readonly #lines = new LineAssembler(ADAPTER_TOLD_MAX_BYTES);
  readonly #begun = Promise.withResolvers<Frame<'token'>>();
  readonly #keeping = new Map<number, () => void>();
  readonly #working = new Set<Promise<unknown>>();
  readonly #stop = new AbortController();
  #handlers: LinkHandlers | undefined;
  #waiting: ToAdapter[] = [];
  #last = 0;
  #state = '';

  /** `descriptor`: the number in YAMO_CHANNEL. The process ends with what it leads to. */
  constructor(descriptor: number) {
    this.#channel = new Socket({ fd: descriptor });
    this.#channel.on('data', (chunk: Buffer) => {
      for (const line of this.#lines.take(chunk)) this.#hear(line);
    });
    this.#channel.on('error', () => undefined);
    this.#channel.once('close', () => process.exit());
  }

  /** The first that the daemon says. */
  get begun(): Promise<Frame<'token'>> {
    return this.#begun.promise;
  }

  /** Aborted when the daemon wants no more: what is asked of a provider is given up, what is sent comes to its end. */
  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  /** From now on the daemon is served. */
  serve(handlers: LinkHandlers): void {
    this.#handlers = handlers;
    for (const frame of this.#waiting.splice(0)) this.#take(frame);
  }

  /** Hands on what came, as it came; settles when it is on the disk: then its provider may be told. `key`: its provider's own. */
  bring(key: string, raw: Uint8Array): Promise<void> {
    this.#last += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#keeping.set(this.#last, resolve);
    this.#say({ is: 'event', n: this.#last, key, raw: Buffer.from(raw).toString('base64') });
    return promise;
  }

  /** Says how it is with its provider, where that is something new. */
  become(state: 'connecting' | 'connected' | 'waiting', reason?: string, waitMs?: number): void {
    const told = `${state} ${reason}`;
    if (told === this.#state && waitMs === undefined) return;
    this.#state = told;
    const nextTry = waitMs === undefined ? undefined : new Date(Date.now() + waitMs).toISOString();
    this.#say({ is: 'state', state, ...(reason && { reason }), ...(nextTry && { nextTry }) });
  }

  /** Says who it is with its provider. */
  introduce(id: string, name: string): void {
    this.#say({ is: 'self', id, name });
  }

  #say(frame: FromAdapter): void {
    if (!this.#channel.writableEnded) this.#channel.write(`${JSON.stringify(frame)}\n`);
  }

  #hear(line: string): void {
    const frame = daemonFrame(line);
    if (frame === undefined) return;
    if (this.#handlers === undefined && WORK.has(frame.is)) this.#waiting.push(frame);
    else this.#take(frame);
  }

  #take(frame: ToAdapter): void {
    switch (frame.is) {
      case 'token':
        return this.#begun.resolve(frame);
      case 'kept':
        this.#keeping.get(frame.n)?.();
        this.#keeping.delete(frame.n);
        return undefined;
      case 'send':
      case 'edit':
      case 'find':
        return this.#work(async () => {
          const outcome = await this.#outcomeOf(frame);
          if (outcome !== undefined) this.#say({ ...outcome, id: frame.id });
        });
      case 'typing':
        return this.#work(async () => this.#handlers?.typing?.(frame.chat));
      case 'stop':
        this.#stop.abort();
        void Promise.allSettled(this.#working).then(() => this.#channel.end());
    }
  }

  #outcomeOf(frame: Frame<'send' | 'edit' | 'find'>): Promise<Outcome | undefined> | undefined {
    switch (frame.is) {
      case 'send':
        return this.#handlers?.send(frame);
      case 'edit':
        return this.#handlers?.edit?.(frame);
      case 'find':
        return this.#handlers?.find?.(frame);
    }
  }

  #work(work: () => Promise<unknown>): void {
    const working = work().finally(() => this.#working.delete(working));
    // A bug ends the process: nobody knows then what came of the message.
    this.#working.add(working);
  }
}

/** What waits until the daemon is served. */
const WORK: ReadonlySet<string> = new Set<ToAdapter['is']>(['send', 'edit', 'find', 'typing']);
