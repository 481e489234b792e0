/** One connection to Discord's gateway, from its greeting to its end: identified or resumed, and kept alive. */
import type { WebSocket } from 'ws';
import { memberAt, parsedJson, textAt } from '#lib/text/json.ts';
import { openSocket, textOfMessage } from '#channels/provider/socket.ts';
import type { Tunnels } from '#kernel/wire/tunnel.ts';

/** By which a session goes on over another connection. */
export interface ResumeState {
  readonly session: string;
  readonly url: string;
  readonly sequence: number;
}

/** How it ended: Discord's code, and by what it goes on, if it can. */
export interface SessionEnd {
  readonly code: number;
  readonly resume: ResumeState | undefined;
}

/** Who hears what comes. */
export interface GatewaySessionParts {
  readonly tunnels: Tunnels;
  readonly token: string;
  readonly url: string;
  readonly resume: ResumeState | undefined;
  /** It is there; `isGap`: something may have come that it does not tell. */
  readonly ready: (isGap: boolean) => void;
  /** An event, as it was written. */
  readonly event: (kind: string, raw: string) => void;
}

const OP = {
  dispatch: 0,
  beat: 1,
  identify: 2,
  resume: 6,
  reconnect: 7,
  invalid: 9,
  hello: 10,
  beaten: 11,
} as const;
/** Messages in servers, direct ones, and what is written in them. */
const INTENTS = (1 << 9) | (1 << 12) | (1 << 15);
/** After these a session is gone. */
const GONE: ReadonlySet<number> = new Set([
  1000, 1001, 4003, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014,
]);

export class GatewaySession {
  readonly #parts: GatewaySessionParts;
  readonly #socket: WebSocket;
  readonly #ended = Promise.withResolvers<SessionEnd>();
  #resume: ResumeState | undefined;
  #sequence: number | null;
  #beating: NodeJS.Timeout | undefined;
  #isBeaten = true;

  constructor(parts: GatewaySessionParts) {
    this.#parts = parts;
    this.#resume = parts.resume;
    this.#sequence = parts.resume?.sequence ?? null;
    const url = new URL(parts.resume?.url ?? parts.url);
    url.search = '?v=10&encoding=json';
    this.#socket = openSocket(parts.tunnels, url.href);
    this.#socket.on('message', (data, isBinary) => this.#take(textOfMessage(data, isBinary)));
    this.#socket.once('close', (code) => {
      clearInterval(this.#beating);
      const resume = GONE.has(code) ? undefined : this.#resume;
      const sequence = this.#sequence ?? 0;
      this.#ended.resolve({ code, resume: resume && { ...resume, sequence } });
    });
  }

  /** Never rejects. */
  get ended(): Promise<SessionEnd> {
    return this.#ended.promise;
  }

  /** Ends it; it may go on over another connection. */
  end(): void {
    // A farewell would end the session for good.
    this.#socket.terminate();
  }

  #take(text: string): void {
    const frame = parsedJson(text);
    const sequence = memberAt(frame, 's');
    if (typeof sequence === 'number') this.#sequence = sequence;
    switch (memberAt(frame, 'op')) {
      case OP.hello:
        return this.#greet(Number(memberAt(frame, 'd', 'heartbeat_interval')));
      case OP.beaten:
        this.#isBeaten = true;
        return undefined;
      case OP.beat:
        return this.#say(OP.beat, this.#sequence);
      case OP.invalid:
        if (memberAt(frame, 'd') !== true) this.#resume = undefined;
        return this.end();
      case OP.reconnect:
        return this.end();
      case OP.dispatch:
        return this.#dispatch(textAt(frame, 't') ?? '', frame, text);
    }
  }

  #greet(interval: number): void {
    const { token, resume } = this.#parts;
    this.#beating = setInterval(() => this.#beat(), Math.max(interval, LEAST_BEAT_MS));
    if (resume === undefined)
      this.#say(OP.identify, {
        token,
        intents: INTENTS,
        properties: { os: 'linux', browser: 'yamo', device: 'yamo' },
      });
    else this.#say(OP.resume, { token, session_id: resume.session, seq: resume.sequence });
  }

  #dispatch(kind: string, frame: unknown, text: string): void {
    if (kind === 'READY') {
      const session = textAt(frame, 'd', 'session_id');
      const url = textAt(frame, 'd', 'resume_gateway_url') ?? this.#parts.url;
      this.#resume = session === undefined ? undefined : { session, url, sequence: 0 };
      this.#parts.ready(true);
    } else if (kind === 'RESUMED') this.#parts.ready(false);
    else this.#parts.event(kind, text);
  }

  #beat(): void {
    if (!this.#isBeaten) return this.end();
    this.#isBeaten = false;
    return this.#say(OP.beat, this.#sequence);
  }

  #say(op: number, d: unknown): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify({ op, d }));
  }
}

const LEAST_BEAT_MS = 1000;
