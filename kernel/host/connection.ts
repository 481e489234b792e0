/**
 * The kernel as client of the Agent Client Protocol v1: one agent process, one session. Every file
 * the agent asks for passes the gate; every permission it asks for is the human's to give.
 */
import type { ClientConnection, ContentBlock, NewSessionRequest } from '@agentclientprotocol/sdk';
import type * as drafted from '@agentclientprotocol/sdk/unstable';
import {
  AGENT_METHOD,
  type AgentCapabilitiesMeta,
  type CompactParams,
  type ModelParams,
  type ModelSetup,
  type SessionMeta,
  type TrialAnswer,
  type TurnMeta,
} from '#lib/protocol/protocol.ts';
import {
  AGENT_EXIT_MS,
  AGENT_INITIALIZE_MS,
  AGENT_SESSION_MS,
  AGENT_STOP_MS,
} from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { membersOf } from '#lib/text/json.ts';
import type { Acp } from './acp.ts';
import { Failures, TooSlow } from './agent-failure.ts';
import {
  type AgentProcess,
  type ConnectionHost,
  type Startable,
  startAgentProcess,
} from './agent-process.ts';
import { type Agreed, agreedIn, blockOf, type PromptPart, stopIn } from './agent-answers.ts';
import { messageStream } from '#kernel/wire/message-stream.ts';
import { type AgentHost, clientFor } from './requests.ts';
import type { Speech } from '#kernel/redact/speech.ts';
import type { Terminals } from './terminals.ts';
import type { ToolServer } from './tool-server.ts';

/** What answers the agent's requests. */
export type AcpClient = ReturnType<Acp['client']>;

/** The library's stable part does not know the field of the draft yet. */
type WantedSession = NewSessionRequest & Pick<drafted.NewSessionRequest, 'systemPrompt'>;

/** The agent's process and the protocol spoken with it, read no faster than it is dealt with. */
export class AgentConnection {
  readonly #process: AgentProcess;
  readonly #connection: ClientConnection;
  readonly #terminals: Terminals;
  readonly #speech: Speech;
  readonly #signal: AbortSignal;
  readonly #failures: Failures;
  #sessionId = '';
  #agreed: Agreed = { embeds: false, takesSystemPrompt: false, can: {} };

  private constructor(
    process: AgentProcess,
    connection: ClientConnection,
    { terminals, speech, signal }: ConnectionHost,
  ) {
    this.#process = process;
    this.#connection = connection;
    this.#terminals = terminals;
    this.#speech = speech;
    this.#signal = signal;
    this.#failures = new Failures({ ...process, speech, signal });
    void process.child.ended.then(() => {
      connection.close();
      void terminals.close();
    });
  }

  /** Why it serves no longer; resolves when its process ends. */
  get ended(): Promise<Refusal> {
    return this.#process.child.ended.then((reason) => this.#failures.ended(reason));
  }

  get pid(): number {
    return this.#process.child.pid;
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
    {
      zone,
      client,
    }: { readonly zone: string | undefined; readonly client: (acp: Acp) => AcpClient },
  ): Promise<AgentConnection> {
    const process = await startAgentProcess(program, host, zone);
    const { child, floods, acp } = process;
    const stream = messageStream(child.input, child.output, floods);
    const connection = new AgentConnection(process, client(acp).connect(stream), host);
    try {
      await connection.#initialize(host);
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  async #initialize({ human, terminals }: ConnectionHost): Promise<void> {
    const { protocolVersion, ...agreed } = await this.#within(
      AGENT_INITIALIZE_MS,
      this.#connection.agent.request(this.#process.acp.methods.agent.initialize, {
        protocolVersion: this.#process.acp.PROTOCOL_VERSION,
        clientInfo: { name: 'yamo', version: '1' },
        clientCapabilities: {
          fs: { readTextFile: true, writeTextFile: true },
          terminal: terminals.isOffered,
          ...(human === undefined ? {} : { elicitation: { form: {} } }),
        },
      }),
      agreedIn,
    );
    if (protocolVersion !== this.#process.acp.PROTOCOL_VERSION) {
      throw await this.#failures.failed(
        'protocol',
        `does not speak protocol version ${this.#process.acp.PROTOCOL_VERSION}`,
      );
    }
    this.#failures.speaks = true;
    this.#agreed = agreed;
  }

  /** Does the agent take rules into its system prompt? A draft of the protocol that some agents know. */
  get takesSystemPrompt(): boolean {
    return this.#agreed.takesSystemPrompt;
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
    tools?.onFlood(this.#process.floods.flooded);
    void this.#process.child.ended.then(() => tools?.close());
    const content = system.map((text): ContentBlock => ({ type: 'text', text }));
    const wanted: WantedSession = {
      cwd,
      mcpServers: tools === undefined ? [] : [tools.server],
      ...(content.length > 0 && { systemPrompt: { mode: 'append', content } }),
      _meta: { ...this.#process.program.meta, yamo: meta },
    };
    try {
      this.#sessionId = await this.#newSession(wanted);
    } catch (error) {
      const method = this.#process.program.login?.method;
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
      this.#connection.agent.request(this.#process.acp.methods.agent.session.new, wanted),
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
      this.#connection.agent.request(this.#process.acp.methods.agent.authenticate, { methodId }),
      (answer) => answer,
    );
  }

  /** What it says that it can do beyond the protocol. */
  get can(): AgentCapabilitiesMeta {
    return this.#agreed.can;
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

  #ask(method: string, params: object): Promise<unknown> {
    return this.#spoken(
      () => this.#connection.agent.request(method, { sessionId: this.#sessionId, ...params }),
      (answer) => answer,
    );
  }

  /** One turn; returns why it stopped. Throws AGENT_LOST, AGENT_FAILED, AGENT_NEEDS_LOGIN. */
  prompt(parts: readonly PromptPart[], moment: TurnMeta): Promise<string> {
    const turn = {
      sessionId: this.#sessionId,
      prompt: parts.map((part) => blockOf(part, this.#agreed.embeds)),
      _meta: { yamo: moment },
    };
    return this.#spoken(
      () => this.#connection.agent.request(this.#process.acp.methods.agent.session.prompt, turn),
      stopIn,
    );
  }

  /** What `take` takes from an answer, when all is told that was said before it. */
  async #spoken<Answer, Value>(
    ask: () => Promise<Answer>,
    take: (answer: Answer) => Value,
  ): Promise<Value> {
    try {
      const answer = await ask();
      await arrived();
      return take(answer);
    } catch (error) {
      throw await this.#failures.because(error);
    } finally {
      await this.#speech.flush();
    }
  }

  /** Asks the agent to stop the turn; the turn then ends with `cancelled`. */
  async cancel(): Promise<void> {
    await this.#connection.agent.notify(this.#process.acp.methods.agent.session.cancel, {
      sessionId: this.#sessionId,
    });
  }

  /** Ends the agent, and the commands that it left running. */
  async close(): Promise<void> {
    const graceMs = this.#signal.aborted ? AGENT_STOP_MS : AGENT_EXIT_MS;
    await Promise.all([this.#process.child.end(graceMs), this.#terminals.close()]);
    this.#connection.close();
    await this.#speech.flush();
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

/** What the agent said before its answer is still on its way through the library's promises. */
const arrived = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
