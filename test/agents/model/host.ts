/** The kernel's side of the model agent, for its tests: its real process, the real proxy, and a gate that is a map. */
import { Readable, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { RequestError, client, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import type {
  ClientConnection,
  ContentBlock,
  PromptResponse,
  RequestPermissionRequest,
  SessionUpdate,
} from '@agentclientprotocol/sdk';

import { modelAgent } from '#kernel/programs/model-program.ts';
import { type Child, startChild } from '#kernel/process/child.ts';
import { HostProxy } from '#kernel/sandbox/proxy.ts';
import {
  AGENT_METHOD,
  type CacheGroup,
  type CredentialResult,
  METHOD,
  type ModelSetup,
  type SearchResult,
  type SessionMeta,
  type UsageReport,
} from '#lib/protocol/protocol.ts';
import { limitsOf } from '#lib/model/table.ts';
import { fenceDocument } from '#lib/prompt/fence.ts';
import { FAKE_KEY } from '#test/support/messages-api/server.ts';

const CWD = '/home/ada/agent';
export const NONCE = '0123456789abcdef';
export const TODAY = 'memory/2026-11-21.md';

export interface HostOptions {
  readonly files?: Readonly<Record<string, string>>;
  /** Called before a read, a write or an append; may throw or wait. */
  readonly gate?: (operation: string, file: string, text?: string) => void | Promise<void>;
  readonly credential?: (refused: boolean) => CredentialResult;
  /** The option that the human chooses; none by default. */
  readonly permit?: (request: RequestPermissionRequest) => string | undefined;
  readonly budget?: () => string | undefined;
  readonly search?: (query: string) => SearchResult;
  /** What a command prints, or when. */
  readonly command?: (line: string) => string | Promise<string>;
  /** Hosts that are reached, beside that of the setup. */
  readonly hosts?: readonly string[];
}

/** How the fake is reached; `limits` are those of its model, unless others are given. */
export const setupFor = (url: string, changes: Partial<ModelSetup> = {}): ModelSetup => {
  const model = changes.model ?? 'claude-sonnet-5';
  return {
    name: `anthropic/${model}`,
    wire: 'anthropic',
    baseUrl: url,
    model,
    needsKey: true,
    limits: limitsOf(model),
    idleSeconds: 20,
    tries: 3,
    ...changes,
  };
};

/** A refusal as the kernel sends it. */
export const refusal = (code: string, data: Readonly<Record<string, string>> = {}): RequestError =>
  new RequestError(-32_000, `Refused: ${code}.`, { code, section: '§3', ...data });

/** A running model agent with one session. Dispose of it, and the process has ended. */
export class Host {
  readonly files: Map<string, string>;
  readonly updates: SessionUpdate[] = [];
  readonly statuses: string[] = [];
  readonly usages: UsageReport[] = [];
  readonly kept: unknown[] = [];
  readonly asked: RequestPermissionRequest[] = [];
  readonly credentials: boolean[] = [];
  readonly terminals: string[] = [];
  readonly #options: HostOptions;
  readonly #child: Child;
  readonly #connection: ClientConnection;
  #stderr = '';
  #sessionId = '';

  private constructor(child: Child, options: HostOptions) {
    this.files = new Map(Object.entries(options.files ?? {}));
    this.#options = options;
    this.#child = child;
    child.diagnostics.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    this.#connection = this.#app().connect(
      ndJsonStream(
        Writable.toWeb(child.input),
        Readable.toWeb(child.output) as ReadableStream<Uint8Array>,
      ),
    );
  }

  static async start(
    setup: ModelSetup,
    meta: Partial<SessionMeta> = {},
    options: HostOptions = {},
  ): Promise<Host> {
    const { host } = new URL(setup.baseUrl);
    const proxy = new HostProxy({
      hosts: [host, ...(options.hosts ?? [])],
      anyAddress: () => true,
      notice: () => undefined,
    });
    const { command } = modelAgent(setup);
    const child = await startChild({
      ...command,
      environment: { ...command.environment, TZ: 'UTC', YAMO_CHANNEL: '3' },
      channels: [(end) => proxy.serve(end)],
    });
    const started = new Host(child, options);
    await started.#open(setup, meta);
    return started;
  }

  async #open(model: ModelSetup, meta: Partial<SessionMeta>): Promise<void> {
    await this.agent.request(methods.agent.initialize, {
      protocolVersion: 1,
      clientCapabilities: {
        fs: { readTextFile: true, writeTextFile: true },
        terminal: this.#options.command !== undefined,
      },
    });
    const yamo: SessionMeta = {
      kind: 'main',
      phase: 'session',
      human: true,
      today: TODAY,
      nonce: NONCE,
      search: this.#options.search !== undefined,
      model,
      ...meta,
    };
    const { sessionId } = await this.agent.request(methods.agent.session.new, {
      cwd: CWD,
      mcpServers: [],
      _meta: { yamo },
    });
    this.#sessionId = sessionId;
  }

  #app() {
    const { gate, permit, budget, search, command } = this.#options;
    return client({ name: 'host' })
      .onNotification(methods.client.session.update, ({ params }) => {
        this.updates.push(params.update);
      })
      .onRequest(methods.client.fs.readTextFile, async ({ params }) => {
        const file = below(params.path);
        await gate?.('read', file);
        const text = this.files.get(file);
        if (text === undefined) throw refusal('GATE_ABSENT');
        const from = (params.line ?? 1) - 1;
        const lines = text.split('\n').slice(from, params.limit ? from + params.limit : undefined);
        return { content: lines.join('\n') };
      })
      .onRequest(methods.client.fs.writeTextFile, async ({ params }) => {
        const file = below(params.path);
        await gate?.('write', file, params.content);
        this.files.set(file, params.content);
        return {};
      })
      .onRequest(methods.client.session.requestPermission, ({ params }) => {
        this.asked.push(params);
        const optionId = permit?.(params);
        return {
          outcome:
            optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId },
        };
      })
      .onRequest(methods.client.terminal.create, ({ params }) => {
        this.terminals.push(params.args?.at(-1) ?? '');
        return { terminalId: String(this.terminals.length) };
      })
      .onRequest(methods.client.terminal.waitForExit, async ({ params }) => {
        await command?.(this.terminals[Number(params.terminalId) - 1] ?? '');
        return { exitCode: 0, signal: null };
      })
      .onRequest(methods.client.terminal.output, async ({ params }) => ({
        output: (await command?.(this.terminals[Number(params.terminalId) - 1] ?? '')) ?? '',
        truncated: false,
      }))
      .onRequest(methods.client.terminal.release, ({ params }) => {
        this.terminals.push(`released ${params.terminalId}`);
        return {};
      })
      .onRequest(METHOD.append, fields, async ({ params }) => {
        const [file, text] = [String(params['path']), String(params['text'])];
        await gate?.('append', file, text);
        this.files.set(file, (this.files.get(file) ?? '') + text);
        return {};
      })
      .onRequest(METHOD.list, fields, () => ({ entries: [...this.files.keys()] }))
      .onRequest(METHOD.search, fields, ({ params }) => ({
        ...(search?.(String(params['query'])) ?? { hits: [], more: 0 }),
      }))
      .onRequest(METHOD.credential, fields, ({ params }) => {
        const refused = params['refused'] === true;
        this.credentials.push(refused);
        const found = this.#options.credential?.(refused) ?? { value: FAKE_KEY, scheme: 'bearer' };
        return { ...found };
      })
      .onNotification(METHOD.usage, fields, ({ params }) => {
        this.usages.push(reportIn(params));
      })
      .onRequest(METHOD.budget, fields, () => {
        const stop = budget?.();
        return stop === undefined ? {} : { stop };
      })
      .onNotification(METHOD.keep, fields, ({ params }) => {
        this.kept.push(params['entry']);
      })
      .onNotification(METHOD.status, fields, ({ params }) => {
        this.statuses.push(String(params['text']));
      });
  }

  get agent(): ClientConnection['agent'] {
    return this.#connection.agent;
  }

  async prompt(
    words: string,
    documents: readonly ContentBlock[] = [],
    turn: Readonly<Record<string, string>> = { today: TODAY, time: '09:30' },
  ): Promise<PromptResponse> {
    const answer = await this.agent.request(methods.agent.session.prompt, {
      sessionId: this.#sessionId,
      prompt: [...documents, { type: 'text', text: words }],
      _meta: { yamo: turn },
    });
    // What was said before the answer is still on its way through the library.
    await setImmediate();
    return answer;
  }

  async cancel(): Promise<void> {
    await this.agent.notify(methods.agent.session.cancel, { sessionId: this.#sessionId });
  }

  async compact(focus?: string): Promise<void> {
    await this.agent.request(AGENT_METHOD.compact, focus === undefined ? {} : { focus });
    // What was said before the answer is still on its way through the library.
    await setImmediate();
  }

  async useModel(setup: ModelSetup): Promise<void> {
    await this.agent.request(AGENT_METHOD.model, { setup });
  }

  /** What was said up to now. */
  get said(): string {
    return this.updates
      .flatMap((update) =>
        update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
          ? [update.content.text]
          : [],
      )
      .join('');
  }

  /** Of each call of a tool: title, how it ended, and the line that the human sees. */
  get calls(): readonly string[] {
    const titles = new Map<string, string>();
    return this.updates.flatMap((update) => {
      if (update.sessionUpdate === 'tool_call') titles.set(update.toolCallId, update.title);
      if (update.sessionUpdate !== 'tool_call_update') return [];
      const [first] = update.content ?? [];
      const line =
        first?.type === 'content' && first.content.type === 'text' ? first.content.text : '';
      return [`${titles.get(update.toolCallId)}: ${update.status}, ${line}`];
    });
  }

  get diagnostics(): string {
    return this.#stderr;
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Closes its standard input and says how it ended. */
  async end(): Promise<string> {
    this.#child.input.end();
    return this.#child.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection.close();
    await this.#child.end(1000);
  }
}

const below = (path: string): string => {
  if (!path.startsWith(`${CWD}/`)) throw refusal('GATE_OUTSIDE');
  return path.slice(CWD.length + 1);
};

const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const reportIn = (given: Readonly<Record<string, unknown>>): UsageReport => ({
  model: String(given['model']),
  purpose:
    given['purpose'] === 'flush' || given['purpose'] === 'compaction' ? given['purpose'] : 'turn',
  input: Number(given['input']),
  cacheRead: Number(given['cacheRead']),
  cacheWritten: Number(given['cacheWritten']),
  output: Number(given['output']),
});

/** A file as the kernel hands it over. */
export const document = (file: string, text: string, group: CacheGroup): ContentBlock => ({
  type: 'resource',
  resource: {
    uri: `yamo:///${file}`,
    mimeType: 'text/markdown',
    text: fenceDocument({ file, text }, NONCE),
  },
  _meta: { yamo: { group } },
});
