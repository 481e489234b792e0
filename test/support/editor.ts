/**
 * An editor: the client of the Agent Client Protocol's own library, with `yamo acp` as its child. Import it from test
 * files only: it registers its clean-up with vitest.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import {
  client,
  type ClientCapabilities,
  type ClientConnection,
  type ClientContext,
  type ContentBlock,
  type CreateElicitationRequest,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type RequestPermissionRequest,
  type SessionNotification,
  type SessionUpdate,
  type StopReason,
} from '@agentclientprotocol/sdk';
import { afterAll } from 'vitest';

import { environment, type Place, YAMO } from './yamo.ts';

export interface EditorOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly name?: string;
  readonly capabilities?: ClientCapabilities;
  /** The option that is chosen; `undefined`: the question is dismissed. */
  readonly permit?: (request: RequestPermissionRequest) => string | undefined;
  /** The answer to a form; `undefined`: it is declined. */
  readonly fill?: (
    request: CreateElicitationRequest,
  ) => string | undefined | Promise<string | undefined>;
}

/** What the program said about a refusal, by the error of a request. */
export interface Refused {
  readonly number: number;
  readonly message: string;
  readonly code: unknown;
}

const editors = new Set<Editor>();
afterAll(() => {
  for (const editor of editors) editor.kill('SIGKILL');
});

export class Editor {
  /** Exit code, or 128 and the number of the signal; and all of standard error. */
  readonly ended: Promise<{ readonly code: number; readonly stderr: string }>;
  /** What the program wrote to standard output, line by line. */
  readonly lines: string[] = [];
  readonly permissions: RequestPermissionRequest[] = [];
  readonly forms: CreateElicitationRequest[] = [];
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #connection: ClientConnection;
  readonly #told: SessionNotification[] = [];
  readonly #heard = new Set<() => void>();
  #isOver = false;

  private constructor(place: Place, args: readonly string[], options: EditorOptions) {
    this.#child = spawn(process.execPath, [YAMO, 'acp', ...args], {
      env: environment({ workspace: place, ...(options.env && { env: options.env }) }),
      cwd: options.cwd ?? '/',
      stdio: 'pipe',
    });
    editors.add(this);
    this.#child.stdin.on('error', () => undefined);
    let stderr = '';
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    let rest = '';
    this.#child.stdout.on('data', (bytes: Buffer) => {
      const parts = (rest + bytes.toString('utf8')).split('\n');
      rest = parts.pop() ?? '';
      this.lines.push(...parts);
      this.#tell();
    });
    this.ended = new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('close', (code, signal) => {
        this.#isOver = true;
        editors.delete(this);
        this.#tell();
        resolve({ code: code ?? (signal === 'SIGKILL' ? 137 : 128), stderr });
      });
    });
    this.#connection = this.#app(options).connect(
      ndJsonStream(
        Writable.toWeb(this.#child.stdin),
        Readable.toWeb(this.#child.stdout) as ReadableStream<Uint8Array>,
      ),
    );
  }

  /** Starts `yamo acp ARGS`, and agrees on the protocol. */
  static async start(
    place: Place,
    args: readonly string[],
    options: EditorOptions = {},
  ): Promise<Editor> {
    const editor = new Editor(place, args, options);
    const { name = 'test', capabilities = {} } = options;
    await editor.agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: { name, version: '1' },
      clientCapabilities: capabilities,
    });
    return editor;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The program, for requests. */
  get agent(): ClientContext {
    return this.#connection.agent;
  }

  /** Opens a session; its id. */
  async open(cwd = '/'): Promise<string> {
    const { sessionId } = await this.agent.request(methods.agent.session.new, {
      cwd,
      mcpServers: [],
    });
    return sessionId;
  }

  /** One turn; why it stopped. */
  async say(sessionId: string, ...prompt: readonly (string | ContentBlock)[]): Promise<StopReason> {
    const { stopReason } = await this.agent.request(methods.agent.session.prompt, {
      sessionId,
      prompt: prompt.map((part): ContentBlock =>
        typeof part === 'string' ? { type: 'text', text: part } : part,
      ),
    });
    return stopReason;
  }

  cancel(sessionId: string): Promise<void> {
    return this.#connection.agent.notify(methods.agent.session.cancel, { sessionId });
  }

  /** What was told of a session so far, of one kind. */
  told<Kind extends SessionUpdate['sessionUpdate']>(
    sessionId: string,
    kind: Kind,
  ): readonly Extract<SessionUpdate, { readonly sessionUpdate: Kind }>[] {
    return this.#told
      .filter((one) => one.sessionId === sessionId)
      .map(({ update }) => update)
      .filter(
        (update): update is Extract<SessionUpdate, { readonly sessionUpdate: Kind }> =>
          update.sessionUpdate === kind,
      );
  }

  /** The words of a session's agent; or its thoughts, where what is beside the conversation stands; or the human's. */
  words(
    sessionId: string,
    kind:
      | 'agent_message_chunk'
      | 'agent_thought_chunk'
      | 'user_message_chunk' = 'agent_message_chunk',
  ): string {
    return this.told(sessionId, kind)
      .map(({ content }) => (content.type === 'text' ? content.text : ''))
      .join('');
  }

  /** Waits until `condition` holds; rejects, with what was told, if the program ends before. */
  async until(condition: () => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const look = (): void => {
      if (condition()) resolve(undefined);
      else if (this.#isOver) reject(new Error(`it ended:\n${this.lines.join('\n')}`));
    };
    this.#heard.add(look);
    look();
    await promise;
    this.#heard.delete(look);
  }

  /** Writes a line past the library. */
  write(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  /** The editor goes away. */
  leave(): void {
    this.#child.stdin.end();
    this.#child.stdout.destroy();
  }

  /** The editor has nothing more to say. */
  finish(): void {
    this.#child.stdin.end();
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  #app({ permit, fill }: EditorOptions): ReturnType<typeof client> {
    return client({ name: 'test' })
      .onNotification(methods.client.session.update, ({ params }) => {
        this.#told.push(params);
        this.#tell();
      })
      .onRequest(methods.client.session.requestPermission, ({ params }) => {
        this.permissions.push(params);
        const optionId = permit?.(params);
        return {
          outcome:
            optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId },
        };
      })
      .onRequest(methods.client.elicitation.create, async ({ params }) => {
        this.forms.push(params);
        const answer = await fill?.(params);
        return answer === undefined
          ? { action: 'decline' }
          : { action: 'accept', content: { answer } };
      });
  }

  #tell(): void {
    for (const listener of this.#heard) listener();
  }
}

/** How a request was refused; an error if it was not. */
export const refusedBy = async (request: Promise<unknown>): Promise<Refused> => {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { data } = error;
    const code: unknown =
      typeof data === 'object' && data !== null ? Reflect.get(data, 'code') : undefined;
    return { number: error.code, message: error.message, code };
  }
  throw new Error('expected a refusal');
};
