/**
 * The kernel as client of the Agent Client Protocol v1: one agent process, one session. Every file
 * the agent asks for passes the gate; every permission it asks for is the human's to give.
 */
import type { Login } from '#kernel/programs/login.ts';
import type { Readable } from 'node:stream';
import type { ClientConnection, ContentBlock, NewSessionRequest } from '@agentclientprotocol/sdk';
import type * as drafted from '@agentclientprotocol/sdk/unstable';
import {
  AGENT_METHOD,
  type AgentCapabilitiesMeta,
  type CacheGroup,
  type CompactParams,
  type ModelParams,
  type ModelSetup,
  type SessionMeta,
  type TrialAnswer,
  type TurnMeta,
  type TurnMetaEnd,
} from '#lib/protocol/protocol.ts';
import {
  AGENT_EXIT_MS,
  AGENT_INITIALIZE_MS,
  AGENT_SESSION_MS,
  AGENT_STOP_MS,
} from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { memberAt, membersOf } from '#lib/text/json.ts';
import { type Child, type Command, startChild } from '#kernel/process/child.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { watchUsage } from '#kernel/process/usage.ts';
import type { Acp } from './acp.ts';
import { Failures, TooSlow } from './agent-failure.ts';
import { Floods } from './floods.ts';
import { LastWords } from './last-words.ts';
import { messageStream } from '#kernel/wire/message-stream.ts';
import { type AgentHost, clientFor } from './requests.ts';
import type { Speech } from '#kernel/redact/speech.ts';
import type { Terminals } from './terminals.ts';
import type { ToolServer, ToolServerParts } from './tool-server.ts';

/** A part of a prompt: what the human said, or a document that goes with it. */
export type Part =
  | { readonly text: string }
  | { readonly uri: string; readonly document: string; readonly group?: CacheGroup };

/** An agent that is about to be started: what the owner calls it, and how. */
export interface Startable {
  readonly name: string;
  readonly command: Command;
  readonly login?: Login | undefined;
  /** What it is told in `_meta` of its session, beside the kernel's own word. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/** What a connection needs of the kernel beside the client that answers. */
export type ConnectionHost = Pick<
  AgentHost,
  'human' | 'terminals' | 'speech' | 'signal' | 'diagnostics' | 'behind' | 'own'
>;

/** What answers the agent's requests. */
export type Client = ReturnType<Acp['client']>;

/** Of the protocol; what else an agent says there is not repeated. */
const STOP_REASONS = [
  'end_turn',
  'max_tokens',
  'max_turn_requests',
  'refusal',
  'cancelled',
] as const;

/** The library's stable part does not know the field of the draft yet. */
type WantedSession = NewSessionRequest & Pick<drafted.NewSessionRequest, 'systemPrompt'>;

/** The agent's process and the protocol spoken with it, read no faster than it is dealt with. */
export class AgentConnection {
  readonly #child: Child;
  readonly #floods: Floods;
  readonly #connection: ClientConnection;
  readonly #acp: Acp;
  readonly #program: Startable;
  readonly #terminals: Terminals;
  readonly #speech: Speech;
  readonly #signal: AbortSignal;
  readonly #failures: Failures;
  #sessionId = '';
  #embeds = false;
  #takesSystemPrompt = false;
  #can: AgentCapabilitiesMeta = {};

  private constructor(
    program: Startable,
    child: Child,
    floods: Floods,
    acp: Acp,
    connection: ClientConnection,
    { terminals, speech, signal, words }: ConnectionHost & { readonly words: LastWords },
  ) {
    this.#program = program;
    this.#child = child;
    this.#floods = floods;
    this.#acp = acp;
    this.#connection = connection;
    this.#terminals = terminals;
    this.#speech = speech;
    this.#signal = signal;
    this.#failures = new Failures({ program, child, floods, acp, speech, signal, words });
    void child.ended.then(() => {
      connection.close();
      void terminals.close();
    });
  }

  /** Why it serves no longer; resolves when its process ends. */
  get ended(): Promise<Refusal> {
    return this.#child.ended.then((reason) => this.#failures.ended(reason));
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Starts the agent and agrees on the protocol. Throws AGENT_UNAVAILABLE, AGENT_FAILED. */
  static async start(
    program: Startable,
    host: AgentHost,
    zone: string | undefined,
  ): Promise<AgentConnection> {
    return AgentConnection.startWith(program, host, {
      zone,
      client: (acp) => clientFor(acp, host),
    });
  }

  /** The same with a client of the caller's. */
  static async startWith(
    program: Startable,
    host: ConnectionHost,
    { zone, client }: { readonly zone: string | undefined; readonly client: (acp: Acp) => Client },
  ): Promise<AgentConnection> {
    const environment = {
      ...program.command.environment,
      ...(zone === undefined ? {} : { TZ: zone }),
    };
    let child: Child;
    try {
      child = await startChild({ ...program.command, environment });
    } catch (error) {
      throw asRefusal(
        error,
        (reason) => new Refusal('AGENT_UNAVAILABLE', { command: program.name, reason }),
      );
    }
    const stop = (): void => {
      host.speech.cut();
      void child.end(AGENT_STOP_MS);
    };
    host.signal.addEventListener('abort', stop, { once: true });
    if (host.signal.aborted) stop();
    void child.ended.then(() => host.signal.removeEventListener('abort', stop));
    const words = new LastWords();
    hear(child.diagnostics, {
      ...host,
      diagnostics: (text) => {
        words.hear(text);
        host.diagnostics(text);
      },
    });
    // Loaded while the agent starts: the two run side by side.
    const acp = await import('@agentclientprotocol/sdk').catch(async (error: unknown) => {
      await child.end(0);
      throw error;
    });
    const floods = new Floods(child, host);
    const [scratch = '/'] = host.own;
    // Where nothing holds it, it has no folder of its own.
    if (scratch !== '/') void child.ended.then(watchUsage(child.pid, scratch, floods.flooded));
    const connection = new AgentConnection(
      program,
      child,
      floods,
      acp,
      client(acp).connect(messageStream(child.input, child.output, floods)),
      { ...host, words },
    );
    try {
      await connection.#initialize(host);
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  async #initialize({ human, terminals }: ConnectionHost): Promise<void> {
    const { protocolVersion, embeds, takesSystemPrompt, can } = await this.#within(
      AGENT_INITIALIZE_MS,
      this.#connection.agent.request(this.#acp.methods.agent.initialize, {
        protocolVersion: this.#acp.PROTOCOL_VERSION,
        clientInfo: { name: 'yamo', version: '1' },
        clientCapabilities: {
          fs: { readTextFile: true, writeTextFile: true },
          terminal: terminals.isOffered,
          ...(human === undefined ? {} : { elicitation: { form: {} } }),
        },
      }),
      // The library does not look at the answer: it may be nothing at all.
      (given) => ({
        protocolVersion: given.protocolVersion,
        embeds: given.agentCapabilities?.promptCapabilities?.embeddedContext ?? false,
        takesSystemPrompt: isSystemPromptTaken(given.agentCapabilities?.sessionCapabilities),
        can: capabilitiesIn(given.agentCapabilities),
      }),
    );
    if (protocolVersion !== this.#acp.PROTOCOL_VERSION) {
      throw await this.#failures.failed(
        'protocol',
        `does not speak protocol version ${this.#acp.PROTOCOL_VERSION}`,
      );
    }
    this.#failures.speaks = true;
    this.#embeds = embeds;
    this.#can = can;
    this.#takesSystemPrompt = takesSystemPrompt;
  }

  /** Does the agent take rules into its system prompt? A draft of the protocol that some agents know. */
  get takesSystemPrompt(): boolean {
    return this.#takesSystemPrompt;
  }

  /**
   * Opens the session; `cwd` is the workspace. `system` goes into the agent's system prompt, and only where it
   * takes one. `tools` are served until the agent has ended. Throws AGENT_FAILED, AGENT_NEEDS_LOGIN.
   */
  async open(
    cwd: string,
    meta: SessionMeta,
    {
      system,
      tools,
    }: { readonly system: readonly string[]; readonly tools: ToolServer | undefined },
  ): Promise<void> {
    tools?.onFlood(this.#floods.flooded);
    void this.#child.ended.then(() => tools?.close());
    const content = system.map((text): ContentBlock => ({ type: 'text', text }));
    const wanted: WantedSession = {
      cwd,
      mcpServers: tools === undefined ? [] : [tools.server],
      ...(content.length > 0 && { systemPrompt: { mode: 'append', content } }),
      _meta: { ...this.#program.meta, yamo: meta },
    };
    try {
      this.#sessionId = await this.#newSession(wanted);
    } catch (error) {
      const method = this.#program.login?.method;
      const wantsLogin = error instanceof Refusal && error.code === 'AGENT_NEEDS_LOGIN';
      if (!wantsLogin || method === undefined) throw error;
      await this.#authenticate(method);
      this.#sessionId = await this.#newSession(wanted);
    }
    this.#failures.isOpen = true;
  }

  #newSession(wanted: WantedSession): Promise<string> {
    return this.#within(
      AGENT_SESSION_MS,
      this.#connection.agent.request(this.#acp.methods.agent.session.new, wanted),
      // As above: an answer that names no session is no answer.
      ({ sessionId }: { readonly sessionId?: unknown }) => {
        if (typeof sessionId !== 'string') throw new TypeError('no session');
        return sessionId;
      },
    );
  }

  #authenticate(methodId: string): Promise<unknown> {
    return this.#within(
      AGENT_SESSION_MS,
      this.#connection.agent.request(this.#acp.methods.agent.authenticate, { methodId }),
      (answer) => answer,
    );
  }

  /** What it says that it can do beyond the protocol. */
  get can(): AgentCapabilitiesMeta {
    return this.#can;
  }

  /** Another model from the next turn on. Throws AGENT_LOST, AGENT_FAILED. */
  async useModel(setup: ModelSetup): Promise<void> {
    const params: ModelParams = { setup };
    await this.#ask(AGENT_METHOD.model, params);
  }

  /** Asks it to summarise the conversation now. Throws AGENT_LOST, AGENT_FAILED. */
  async compact(focus: string): Promise<void> {
    const params: CompactParams = focus === '' ? {} : { focus };
    await this.#ask(AGENT_METHOD.compact, params);
  }

  /** Asks it to write down what must outlast the session. Throws AGENT_LOST, AGENT_FAILED. */
  async writeDown(): Promise<void> {
    await this.#ask(AGENT_METHOD.writeDown, {});
  }

  /** Has it ask its model for one call of a tool; why none came, if so. Throws AGENT_LOST, AGENT_FAILED. */
  async tryModel(): Promise<TrialAnswer> {
    const { failed, unfit } = membersOf(await this.#ask(AGENT_METHOD.trial, {}));
    if (typeof failed === 'string') return { failed };
    return typeof unfit === 'string' ? { unfit } : {};
  }

  async #ask(method: string, params: object): Promise<unknown> {
    try {
      const answer = await this.#connection.agent.request(method, {
        sessionId: this.#sessionId,
        ...params,
      });
      await arrived();
      return answer;
    } catch (error) {
      throw await this.#failures.because(error);
    } finally {
      await this.#speech.flush();
    }
  }

  /** One turn; returns why it stopped. Throws AGENT_LOST, AGENT_FAILED, AGENT_NEEDS_LOGIN. */
  async prompt(parts: readonly Part[], moment: TurnMeta): Promise<string> {
    try {
      const answer = await this.#connection.agent.request(this.#acp.methods.agent.session.prompt, {
        sessionId: this.#sessionId,
        prompt: parts.map((part) => this.#block(part)),
        _meta: { yamo: moment },
      });
      await arrived();
      return (
        endIn(answer) ?? STOP_REASONS.find((reason) => reason === answer.stopReason) ?? 'other'
      );
    } catch (error) {
      throw await this.#failures.because(error);
    } finally {
      await this.#speech.flush();
    }
  }

  /** Asks the agent to stop the turn; the turn then ends with `cancelled`. */
  async cancel(): Promise<void> {
    await this.#connection.agent.notify(this.#acp.methods.agent.session.cancel, {
      sessionId: this.#sessionId,
    });
  }

  /** Ends the agent, and the commands that it left running. */
  async close(): Promise<void> {
    const graceMs = this.#signal.aborted ? AGENT_STOP_MS : AGENT_EXIT_MS;
    await Promise.all([this.#child.end(graceMs), this.#terminals.close()]);
    this.#connection.close();
    await this.#speech.flush();
  }

  /** Agents that take no embedded documents get them as text; either way they stand in their fence. */
  #block(part: Part): ContentBlock {
    if ('text' in part) return { type: 'text', text: part.text };
    const { uri, document, group } = part;
    if (!this.#embeds) return { type: 'text', text: document };
    const resource = { uri, mimeType: 'text/markdown', text: document };
    return {
      type: 'resource',
      resource,
      ...(group === undefined ? {} : { _meta: { yamo: { group } } }),
    };
  }

  /** What `take` takes from an answer that comes in time. An answer that does not hold it is a broken one. */
  async #within<Answer, Value>(
    limitMs: number,
    answer: Promise<Answer>,
    take: (answer: Answer) => Value,
  ): Promise<Value> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new TooSlow(limitMs)), limitMs);
    try {
      return take(await Promise.race([answer, promise]));
    } catch (error) {
      throw await this.#failures.because(error);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** What it says about itself; whoever is told of it is not left behind. */
const hear = (
  words: Readable,
  { diagnostics, behind }: Pick<AgentHost, 'diagnostics' | 'behind'>,
): void => {
  words.setEncoding('utf8').on('data', (text: string) => {
    diagnostics(text);
    const wait = behind?.();
    if (wait === undefined) return;
    words.pause();
    const goOn = (): void => void words.resume();
    wait.then(goOn, goOn);
  });
};

/** The kernel's tools, for an agent that is not ours; loaded for those alone. Throws SCRATCH_UNUSABLE. */
export const serveTools = async (parts: ToolServerParts): Promise<ToolServer> => {
  const { ToolServer } = await import('./tool-server.ts');
  return new ToolServer(parts);
};

const isSystemPromptTaken = (
  capabilities: drafted.SessionCapabilities | null | undefined,
): boolean => (capabilities?.systemPrompt ?? null) !== null;

/** What is not exactly true is not there. */
const capabilitiesIn = (capabilities: unknown): AgentCapabilitiesMeta => {
  const yamo = membersOf(memberAt(capabilities, '_meta', 'yamo'));
  return {
    refresh: yamo['refresh'] === true,
    model: yamo['model'] === true,
    compact: yamo['compact'] === true,
    writeDown: yamo['writeDown'] === true,
  };
};

const endIn = (answer: unknown): TurnMetaEnd | undefined => {
  const { ended } = membersOf(memberAt(answer, '_meta', 'yamo'));
  return ended === 'failed' || ended === 'budget' ? ended : undefined;
};

/** What the agent said before its answer is still on its way through the library's promises. */
const arrived = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
