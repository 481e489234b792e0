/**
 * The kernel, as the model agent sees it: the gate for files and commands, the human, the key, and what is to be told
 * and kept. What the kernel refuses is a value; a cancelled turn and a lost connection throw.
 */
import process from 'node:process';
import { methods } from '@agentclientprotocol/sdk';
import type {
  AgentContext,
  PermissionOption,
  SessionUpdate,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import {
  type CredentialParams,
  type CredentialResult,
  METHOD,
  type RecordsParams,
  type SearchParams,
  type SearchResult,
  type SendFileParams,
  type SendParams,
  type UsageReport,
  type WaitParams,
  type WorkerReports,
} from '#lib/protocol/protocol.ts';
import { memberAt, textAt } from '#lib/text/json.ts';
import type { KernelAnswer } from '#kernel/wire/kernel-answer.ts';
import type { FileGate } from '#kernel/wire/file-tools.ts';
import type { WorkerGate } from '#kernel/wire/worker-tools.ts';
import { answerTo, TurnCancelled } from '#agents/acp/answer.ts';

/** How a command ended, and the end of what it printed. */
export interface CommandEnd {
  readonly output: string;
  readonly truncated: boolean;
  /** `exit code 1`, `signal SIGKILL` */
  readonly how: string;
}

export interface KernelParts {
  readonly client: AgentContext;
  readonly sessionId: string;
  /** The workspace. */
  readonly cwd: string;
  /** Of the turn. */
  readonly signal: AbortSignal;
}

/** The kernel as this agent asks it: files, tools, budgets and credentials, over one connection. */
export class Kernel implements FileGate, WorkerGate {
  readonly #parts: KernelParts;
  /** What was said and is not told yet. */
  #said = '';
  /** What is to be kept and did not go out yet. */
  readonly #kept: object[] = [];

  constructor(parts: KernelParts) {
    this.#parts = parts;
  }

  get signal(): AbortSignal {
    return this.#parts.signal;
  }

  /** A file, or `limit` lines of it from line `line`. */
  async read(file: string, line?: number, limit?: number): Promise<KernelAnswer<string>> {
    const answer = await this.#ask(methods.client.fs.readTextFile, {
      path: this.path(file),
      ...(line !== undefined && { line }),
      ...(limit !== undefined && { limit }),
    });
    return answer.ok ? { ok: true, value: textAt(answer.value, 'content') ?? '' } : answer;
  }

  async write(file: string, content: string): Promise<KernelAnswer<unknown>> {
    return this.#ask(methods.client.fs.writeTextFile, { path: this.path(file), content });
  }

  /** Adds to a log: one request, durable when it is answered (§2.5). */
  async append(path: string, text: string): Promise<KernelAnswer<unknown>> {
    return this.#ask(METHOD.append, { path, text });
  }

  /** The names in a folder. */
  async list(path: string): Promise<KernelAnswer<readonly string[]>> {
    const answer = await this.#ask(METHOD.list, { path });
    if (!answer.ok) return answer;
    const entries: unknown = Reflect.get(Object(answer.value), 'entries');
    return { ok: true, value: Array.isArray(entries) ? entries.map(String) : [] };
  }

  async search(params: SearchParams): Promise<KernelAnswer<SearchResult>> {
    return this.#ask<SearchResult>(METHOD.search, params);
  }

  /** Changes of MEMORY.md for the human to look at (§5.3). */
  async propose(proposal: object): Promise<KernelAnswer<string>> {
    const answer = await this.#ask(METHOD.propose, proposal);
    return answer.ok ? { ok: true, value: textAt(answer.value, 'text') ?? '' } : answer;
  }

  /** Asks the databases of memory, or proposes something for them. */
  async records(params: RecordsParams): Promise<KernelAnswer<string>> {
    const answer = await this.#ask(METHOD.records, params);
    return answer.ok ? { ok: true, value: textAt(answer.value, 'text') ?? '' } : answer;
  }

  /** Sends a file into the chat of the session, once its owner allows it. */
  async sendFile(path: string): Promise<KernelAnswer<string>> {
    const params: SendFileParams = { path: this.path(path) };
    const answer = await this.#ask(METHOD.sendFile, params);
    return answer.ok ? { ok: true, value: textAt(answer.value, 'text') ?? '' } : answer;
  }

  /** Says which checks were done; the kernel notes the time (§2.9). */
  async checked(checks: readonly string[]): Promise<KernelAnswer<unknown>> {
    return this.#ask(METHOD.checked, { checks });
  }

  /** Has workers do things; of a manager. */
  async agentSend(params: SendParams): Promise<KernelAnswer<WorkerReports>> {
    return this.#ask<WorkerReports>(METHOD.agentSend, params);
  }

  /** Waits for workers; of a manager. */
  async wait(params: WaitParams): Promise<KernelAnswer<WorkerReports>> {
    return this.#ask<WorkerReports>(METHOD.wait, params);
  }

  /** The option that a human chose; `undefined` if none was. */
  async permit(
    toolCall: ToolCallUpdate,
    options: readonly PermissionOption[],
  ): Promise<string | undefined> {
    const answer = await this.#ask(methods.client.session.requestPermission, {
      toolCall,
      options: [...options],
    });
    return answer.ok ? textAt(answer.value, 'outcome', 'optionId') : undefined;
  }

  /** Runs a command to its end; one that is running when the turn is cancelled is killed. */
  async run(command: string, outputByteLimit: number): Promise<KernelAnswer<CommandEnd>> {
    const created = await this.#ask(methods.client.terminal.create, {
      command: 'sh',
      args: ['-c', command],
      outputByteLimit,
    });
    if (!created.ok) return created;
    const terminal = { terminalId: textAt(created.value, 'terminalId') ?? '' };
    try {
      const ended = await this.#ask(methods.client.terminal.waitForExit, terminal);
      if (!ended.ok) return ended;
      const shown = await this.#ask(methods.client.terminal.output, terminal);
      return shown.ok ? { ok: true, value: endOf(shown.value, ended.value) } : shown;
    } finally {
      // Released while it runs, it is killed.
      await this.#tell(methods.client.terminal.release, terminal).catch(() => undefined);
    }
  }

  /** The key of the provider. */
  async credential(params: CredentialParams): Promise<KernelAnswer<CredentialResult>> {
    return this.#ask<CredentialResult>(METHOD.credential, params);
  }

  /** Reports what an answer took. */
  used(report: UsageReport): void {
    this.#notify(METHOD.usage, report);
  }

  /** The sentence with which the kernel wants no further request to be made, if it does. Throws RequestError. */
  async budget(): Promise<string | undefined> {
    return textAt(await this.#tell(METHOD.budget, {}), 'stop');
  }

  /** Gives the kernel an entry to keep for a later session. Nobody waits for that: it goes out behind what is under way. */
  keep(entry: object): void {
    this.#kept.push(entry);
    if (this.#kept.length === 1) setImmediate(() => this.#tellKept());
  }

  /** All that was said and is to be kept is on its way. Rejects when the kernel is gone. */
  async settle(): Promise<void> {
    await this.told();
    this.#tellKept();
  }

  #tellKept(): void {
    for (const entry of this.#kept.splice(0)) this.#notify(METHOD.keep, { entry });
  }

  /** One line for the human about what goes on. */
  async status(text: string): Promise<void> {
    const { client, sessionId } = this.#parts;
    await this.told();
    await client.notify(METHOD.status, { sessionId, text });
  }

  async update(update: SessionUpdate): Promise<void> {
    await Promise.all([this.told(), this.#send(update)]);
  }

  /** Says a piece of text to whoever reads along: with those that arrive together with it, before anything else is. */
  say(text: string): void {
    if (this.#said === '') process.nextTick(() => void this.told().catch(() => undefined));
    this.#said += text;
  }

  /** What was said is on its way. Rejects when the kernel is gone. */
  async told(): Promise<void> {
    const text = this.#said;
    this.#said = '';
    if (text === '') return;
    await this.#send({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  }

  async #send(update: SessionUpdate): Promise<void> {
    const { client, sessionId } = this.#parts;
    await client.notify(methods.client.session.update, { sessionId, update });
  }

  /** Shows a piece of what the model thinks. */
  think(text: string): void {
    const thought = {
      sessionUpdate: 'agent_thought_chunk',
      content: { type: 'text', text },
    } as const;
    this.update(thought).catch(() => undefined);
  }

  /** A file as it is called in the workspace, whichever way the model names it. */
  name(file: string): string {
    const { cwd } = this.#parts;
    return file.startsWith(`${cwd}/`) ? file.slice(cwd.length + 1) : file;
  }

  /** A file of the workspace as the protocol names it. */
  path(file: string): string {
    return file.startsWith('/') ? file : `${this.#parts.cwd}/${file}`;
  }

  /** Behind what was said. Where the kernel is gone, so is the session. */
  #notify(method: string, params: object): void {
    const { client, sessionId } = this.#parts;
    const sent = [this.told(), client.notify(method, { ...params, sessionId })];
    for (const one of sent) one.catch(() => undefined);
  }

  /** A request that goes out however the turn ends. */
  async #tell(method: string, params: object): Promise<unknown> {
    const { client, sessionId } = this.#parts;
    await this.told();
    return client.request(method, { ...params, sessionId });
  }

  /** A request of the turn. Its answer comes from the kernel, which is trusted with its shape. */
  async #ask<Value = unknown>(method: string, params: object): Promise<KernelAnswer<Value>> {
    const { client, sessionId, signal } = this.#parts;
    if (signal.aborted) throw new TurnCancelled();
    await this.told();
    return answerTo<Value>(client, method, { ...params, sessionId }, signal);
  }
}

const endOf = (shown: unknown, ended: unknown): CommandEnd => {
  const signal = textAt(ended, 'signal');
  const code = memberAt(ended, 'exitCode');
  return {
    output: textAt(shown, 'output') ?? '',
    truncated: memberAt(shown, 'truncated') === true,
    how: signal === undefined ? `exit code ${String(code)}` : `signal ${signal}`,
  };
};
