/** The other side of the scribe: the SDK's client, and a gate that is a map. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  type CreateElicitationRequest,
  RequestError,
  client,
  methods,
  ndJsonStream,
} from '@agentclientprotocol/sdk';
import type {
  ClientCapabilities,
  ClientConnection,
  ContentBlock,
  PromptResponse,
  SessionUpdate,
} from '@agentclientprotocol/sdk';

import { scribe } from '#kernel/programs/program.ts';

/** As it is published; built by the global set-up. */
const BUNDLE = fileURLToPath(new URL('../../../dist/scribe.js', import.meta.url));
const BUNDLED = ['--permission', `--allow-fs-read=${BUNDLE}`, BUNDLE];

const CWD = '/home/ada/agent';
export const TODAY = 'memory/2026-11-21.md';

/** What a test decides about the other side; what it leaves out behaves well. */
export interface HostOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly capabilities?: ClientCapabilities;
  /** Called before a read, a write or an append; may throw or wait. */
  readonly gate?: (operation: string, file: string, text?: string) => void | Promise<void>;
  /** A foreign client knows no request of ours. */
  readonly foreign?: boolean;
  /** Written to the standard input before the protocol begins. */
  readonly garbage?: string;
  readonly nodeOptions?: readonly string[];
  /** Runs from its sources, which takes four times as long to start. */
  readonly sources?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

const CAPABILITIES: ClientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  elicitation: { form: {} },
};

/** A refusal as the kernel sends it. */
export const refusal = (code: string, data: Readonly<Record<string, string>> = {}): RequestError =>
  new RequestError(-32_000, `Refused: ${code}.`, {
    code,
    section: '§3',
    remedy: `Remedy of ${code}.`,
    ...data,
  });

/** A running scribe. Dispose of it, and the process has ended. */
export class Host {
  readonly files: Map<string, string>;
  readonly updates: SessionUpdate[] = [];
  readonly forms: CreateElicitationRequest[] = [];
  readonly #child: ChildProcess;
  readonly #connection: ClientConnection;
  #stdout = '';
  #stderr = '';

  constructor(options: HostOptions = {}) {
    this.files = new Map(Object.entries(options.files ?? {}));
    const args = options.sources === true ? scribe().command.args : BUNDLED;
    const child = spawn(process.execPath, [...(options.nodeOptions ?? []), ...args], {
      stdio: 'pipe',
      env: { TZ: 'UTC', ...options.env },
    });
    this.#child = child;
    child.stdout.on('data', (chunk: Buffer) => (this.#stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.#stderr += chunk.toString()));
    if (options.garbage !== undefined) child.stdin.write(options.garbage);
    this.#connection = this.#app(options).connect(
      ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)),
    );
  }

  #app(options: HostOptions) {
    const app = client({ name: 'host' })
      .onNotification(methods.client.session.update, ({ params }) => {
        this.updates.push(params.update);
      })
      .onRequest(methods.client.fs.readTextFile, async ({ params }) => {
        const file = below(params.path);
        await options.gate?.('read', file);
        return { content: this.#text(file) };
      })
      .onRequest(methods.client.fs.writeTextFile, async ({ params }) => {
        const file = below(params.path);
        await options.gate?.('write', file, params.content);
        this.files.set(file, params.content);
        return {};
      });
    if (options.foreign === true) return app;
    return app
      .onRequest(methods.client.elicitation.create, ({ params }) => {
        this.forms.push(params);
        return { action: 'decline' };
      })
      .onRequest('_yamo/append', appendParams, async ({ params }) => {
        await options.gate?.('append', params.path, params.text);
        this.files.set(params.path, (this.files.get(params.path) ?? '') + params.text);
        return {};
      });
  }

  #text(file: string): string {
    const text = this.files.get(file);
    if (text === undefined) throw refusal('GATE_ABSENT');
    return text;
  }

  get agent(): ClientConnection['agent'] {
    return this.#connection.agent;
  }

  /** Introduces itself and opens a session. Without `yamo` it is a foreign client. */
  async open(
    yamo?: Readonly<Record<string, unknown>>,
    clientCapabilities: ClientCapabilities = CAPABILITIES,
  ): Promise<string> {
    await this.agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities });
    return this.newSession(yamo);
  }

  async newSession(yamo?: Readonly<Record<string, unknown>>): Promise<string> {
    const { sessionId } = await this.agent.request(methods.agent.session.new, {
      cwd: CWD,
      mcpServers: [],
      ...(yamo !== undefined && { _meta: { yamo: { today: TODAY, ...yamo } } }),
    });
    return sessionId;
  }

  prompt(
    sessionId: string,
    prompt: string | ContentBlock[],
    yamo?: Readonly<Record<string, unknown>>,
  ): Promise<PromptResponse> {
    return this.agent.request(methods.agent.session.prompt, {
      sessionId,
      prompt: typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : prompt,
      ...(yamo !== undefined && { _meta: { yamo } }),
    });
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

  /** Every byte that the process printed. */
  get printed(): { readonly stdout: string; readonly stderr: string } {
    return { stdout: this.#stdout, stderr: this.#stderr };
  }

  /** Closes the standard input, waits for the end, and gives the exit code. */
  async end(): Promise<number | null> {
    if (this.#child.exitCode !== null) return this.#child.exitCode;
    const exited = once(this.#child, 'exit');
    this.#child.stdin?.end();
    await exited;
    return this.#child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection.close();
    this.#child.kill();
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      await once(this.#child, 'exit');
    }
  }
}

const below = (path: string): string => {
  if (!path.startsWith(`${CWD}/`)) throw refusal('GATE_OUTSIDE');
  return path.slice(CWD.length + 1);
};

function appendParams(params: unknown): { path: string; text: string } {
  if (typeof params !== 'object' || params === null) throw RequestError.invalidParams();
  if (!('path' in params) || typeof params.path !== 'string') throw RequestError.invalidParams();
  if (!('text' in params) || typeof params.text !== 'string') throw RequestError.invalidParams();
  return { path: params.path, text: params.text };
}

/** A file as the kernel hands it over. */
export const resource = (name: string, text: string): ContentBlock => ({
  type: 'resource',
  resource: { uri: `yamo:///${name}`, mimeType: 'text/markdown', text },
});

export const orders = (text: string): ContentBlock[] => [resource('orders/BOOTSTRAP.md', text)];
