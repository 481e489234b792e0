/**
 * The other side, as one turn sees it: the gate for files, and the human who reads along.
 * A refusal is a value; only a cancelled turn and a lost connection throw.
 */
import { methods } from '@agentclientprotocol/sdk';
import type {
  AgentContext,
  ClientCapabilities,
  SessionUpdate,
  ToolCallStatus,
} from '@agentclientprotocol/sdk';
import { textAt } from '#lib/text/json.ts';
import { type GateAnswer, answerTo, TurnCancelled, unoffered } from '#agents/acp/answer.ts';
import type { ScribeSession } from './session.ts';

/** What a gate is made of; `client` and `signal` belong to the turn. */
export interface GateParts {
  readonly client: AgentContext;
  readonly capabilities: ClientCapabilities;
  readonly session: ScribeSession;
  readonly signal: AbortSignal;
}

/** One turn's way to the outside. */
export class Gate {
  readonly #parts: GateParts;

  constructor(parts: GateParts) {
    this.#parts = parts;
  }

  /** Reads a whole file of the workspace. */
  async read(file: string): Promise<GateAnswer<string>> {
    if (this.#parts.capabilities.fs?.readTextFile !== true) {
      return { ok: false, refusal: unoffered('fs/read_text_file') };
    }
    const answer = await this.#ask(methods.client.fs.readTextFile, {
      path: this.#path(file),
    });
    return answer.ok ? { ok: true, value: textAt(answer.value, 'content') ?? '' } : answer;
  }

  /** Writes a whole file, and lets the human see it as a tool call. */
  async write(file: string, text: string): Promise<GateAnswer<null>> {
    if (this.#parts.capabilities.fs?.writeTextFile !== true) {
      return { ok: false, refusal: unoffered('fs/write_text_file') };
    }
    const reported = await this.#reportWrite(file);
    const answer = await this.#ask(methods.client.fs.writeTextFile, {
      path: this.#path(file),
      content: text,
    });
    await reported(answer.ok ? 'completed' : 'failed');
    return answer.ok ? { ok: true, value: null } : answer;
  }

  /** Appends to today's log: one request, durable when it is answered (§2.5). */
  async append(file: string, text: string): Promise<GateAnswer<null>> {
    const answer = await this.#ask('_yamo/append', { path: file, text });
    return answer.ok ? { ok: true, value: null } : answer;
  }

  /** Proposes changes of MEMORY.md; what becomes of them, in a sentence (§5.3). */
  async propose(proposal: object): Promise<GateAnswer<string>> {
    const answer = await this.#ask('_yamo/propose', proposal);
    return answer.ok ? { ok: true, value: textAt(answer.value, 'text') ?? '' } : answer;
  }

  /** Says a paragraph to whoever reads along. */
  async say(text: string): Promise<void> {
    await this.#update({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: `${text}\n` },
    });
  }

  async #reportWrite(file: string): Promise<(status: ToolCallStatus) => Promise<void>> {
    const { session } = this.#parts;
    session.toolCalls += 1;
    const toolCallId = `${session.id}-write-${session.toolCalls}`;
    await this.#update({
      sessionUpdate: 'tool_call',
      toolCallId,
      title: `Write ${file}`,
      kind: 'edit',
      status: 'in_progress',
      locations: [{ path: this.#path(file) }],
    });
    return (status) => this.#update({ sessionUpdate: 'tool_call_update', toolCallId, status });
  }

  async #update(update: SessionUpdate): Promise<void> {
    const { client, session, signal } = this.#parts;
    if (signal.aborted) throw new TurnCancelled();
    await client.notify(methods.client.session.update, { sessionId: session.id, update });
  }

  async #ask(method: string, params: object): Promise<GateAnswer<unknown>> {
    const { client, session, signal } = this.#parts;
    return answerTo(client, method, { ...params, sessionId: session.id }, signal);
  }

  #path(file: string): string {
    return `${this.#parts.session.cwd}/${file}`;
  }
}
