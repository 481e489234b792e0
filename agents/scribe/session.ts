/** What the scribe knows about one session: the kernel's facts, and what arrived so far. */
import { RequestError } from '@agentclientprotocol/sdk';
import type { NewSessionRequest, PromptRequest } from '@agentclientprotocol/sdk';
import { kindNamed, type SessionKind, SHARED } from '#lib/spec/session-policy.ts';
import { textAt } from '#lib/text/json.ts';
import type { BootstrapFields } from '#lib/workspace/bootstrap-fields.ts';
import { clockTime, localDailyFile, todayIn } from './clock.ts';

/** A session of this process. It changes with every prompt: new context, a new day, a first boot. */
export interface Session {
  readonly id: string;
  readonly cwd: string;
  /** What cannot be determined is shared (§4.1). */
  readonly kind: SessionKind;
  readonly phase: 'birth' | 'session';
  /** The files that came with the prompts, by name. */
  readonly context: Map<string, string>;
  /** Today's log, as the kernel last named it. */
  today: string | undefined;
  /** The time of the turn, `HH:MM`, where the kernel says it. */
  time: string | undefined;
  fields: BootstrapFields | undefined;
  /** How many writes were reported; a tool call's id is unique in its session. */
  toolCalls: number;
  /** Aborts the running turn; absent between turns. */
  turn: AbortController | undefined;
}

/** The sessions of one connection. */
export class Sessions {
  readonly #open = new Map<string, Session>();
  #count = 0;

  /** Opens a session. Without `_meta.yamo` (a foreign client) it is shared and nobody is there. */
  open(request: NewSessionRequest): Session {
    this.#count += 1;
    const { _meta: meta } = request;
    const session: Session = {
      id: `scribe-${this.#count}`,
      cwd: request.cwd.replace(/\/+$/, ''),
      kind: kindNamed(textAt(meta, 'yamo', 'kind')) ?? SHARED,
      phase: textAt(meta, 'yamo', 'phase') === 'birth' ? 'birth' : 'session',
      context: new Map(),
      today: todayIn(meta),
      time: undefined,
      fields: undefined,
      toolCalls: 0,
      turn: undefined,
    };
    this.#open.set(session.id, session);
    return session;
  }

  /** The open session with this id. Throws the protocol's error for an unknown one. */
  get(id: string): Session {
    const session = this.#open.get(id);
    if (session === undefined) throw RequestError.sessionNotFound(id);
    return session;
  }

  /** Ends the running turn of a session; without one, or without the session, nothing happens. */
  cancel(id: string): void {
    this.#open.get(id)?.turn?.abort();
  }

  /** Forgets a session and what it held. Throws for an unknown one. */
  close(id: string): void {
    this.get(id).turn?.abort();
    this.#open.delete(id);
  }
}

/** Time passes during a session, and midnight with it: the newest prompt knows best. */
export function keepUpWithTime(session: Session, { _meta: meta }: PromptRequest): void {
  session.today = todayIn(meta) ?? session.today;
  session.time = textAt(meta, 'yamo', 'time');
}

/** Today's log, as a name in the workspace. */
export const todayOf = (session: Session): string => session.today ?? localDailyFile(new Date());

/** The time of this turn, `HH:MM`. */
export const timeOf = (session: Session): string => session.time ?? clockTime(new Date());
