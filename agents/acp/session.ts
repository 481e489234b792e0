/** A session of an agent of ours, as the Agent Client Protocol has it: what the kernel said of it, and what runs in it. */
import {
  PROTOCOL_VERSION,
  RequestError,
  type AgentCapabilities,
  type ClientCapabilities,
  type NewSessionRequest,
  agent,
  methods,
} from '@agentclientprotocol/sdk';
import { type SessionKind, SHARED, kindNamed } from '#lib/spec/session-policy.ts';
import { dayOf } from '#lib/text/day.ts';
import { textAt } from '#lib/text/json.ts';

/** A session of this process. */
export interface AgentSession {
  readonly id: string;
  readonly cwd: string;
  /** What cannot be determined is shared (§4.1). */
  readonly kind: SessionKind;
  readonly phase: 'birth' | 'session';
  /** The log of today, as the kernel last named it. */
  today: string | undefined;
  /** How many calls of tools were shown; a call's id is unique in its session. */
  toolCalls: number;
  /** Aborts what runs; absent while nothing does. */
  running: AbortController | undefined;
}

/** The sessions of one connection. */
export class AgentSessions<Session extends AgentSession> {
  readonly #name: string;
  readonly #open = new Map<string, Session>();
  #count = 0;

  /** `name` is that of the agent. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Opens a session, with what `more` makes of it. Without `_meta.yamo` (a foreign client) it is shared. */
  open({ cwd, _meta: meta }: NewSessionRequest, more: (session: AgentSession) => Session): Session {
    this.#count += 1;
    const session = more({
      id: `${this.#name}-${this.#count}`,
      cwd: cwd.replace(/\/+$/, ''),
      kind: kindNamed(textAt(meta, 'yamo', 'kind')) ?? SHARED,
      phase: textAt(meta, 'yamo', 'phase') === 'birth' ? 'birth' : 'session',
      today: todayIn(meta),
      toolCalls: 0,
      running: undefined,
    });
    this.#open.set(session.id, session);
    return session;
  }

  /** The open session with this id; of one that is not named, the newest. Throws the protocol's error for an unknown one. */
  get(id: string | undefined): Session {
    const session = id === undefined ? [...this.#open.values()].at(-1) : this.#open.get(id);
    if (session === undefined) throw RequestError.sessionNotFound(id ?? '');
    return session;
  }

  /** An agent that answers for these sessions what says nothing of its own; `heard` gets what the client can do. */
  agent(
    title: string,
    heard: (capabilities: ClientCapabilities) => void,
    capabilities: Pick<AgentCapabilities, '_meta'> = {},
  ) {
    const initialized = {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: this.#name, title, version: '1' },
      agentCapabilities: {
        promptCapabilities: { embeddedContext: true },
        sessionCapabilities: { close: {} },
        ...capabilities,
      },
      authMethods: [],
    };
    return agent({ name: this.#name })
      .onRequest(methods.agent.initialize, ({ params }) => {
        heard(params.clientCapabilities ?? {});
        return initialized;
      })
      .onRequest(methods.agent.session.close, ({ params: { sessionId } }) => {
        this.get(sessionId).running?.abort();
        this.#open.delete(sessionId);
        return {};
      })
      .onNotification(methods.agent.session.cancel, ({ params: { sessionId } }) =>
        this.#open.get(sessionId)?.running?.abort(),
      );
  }
}

/** Runs what only one can run of at a time in a session; `signal` is that of the request. Throws the protocol's error. */
export const running = async <Value>(
  session: AgentSession,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  if (session.running !== undefined)
    throw RequestError.invalidRequest(undefined, 'a turn of this session is still running');
  session.running = new AbortController();
  try {
    return await work(AbortSignal.any([session.running.signal, signal]));
  } finally {
    session.running = undefined;
  }
};

/** The log of today as `_meta` names it; `undefined` for what is no log. */
export const todayIn = (meta: unknown): string | undefined => {
  const today = textAt(meta, 'yamo', 'today');
  return today !== undefined && dayOf(today) !== undefined ? today : undefined;
};
