/** An editor with one workspace, by the protocol's own client. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type {
  CodeAction,
  InitializeResult,
  PublishDiagnosticsParams,
} from 'vscode-languageserver/node';

const PROGRAM = resolve(import.meta.dirname, '../../dist/yamo.js');

/** It has started `yamo lsp`; `stateHome` is where the program keeps its state. */
export class LanguageClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly connection: MessageConnection;
  readonly #path: string;
  readonly #told = new Map<string, PublishDiagnosticsParams>();
  #heard = Promise.withResolvers<undefined>();
  readonly closed: Promise<number | null>;
  #version = 1;

  constructor({ path, stateHome }: { readonly path: string; readonly stateHome: string }) {
    this.#path = path;
    const env = {
      PATH: process.env['PATH'],
      HOME: stateHome,
      XDG_STATE_HOME: stateHome,
    };
    this.#child = spawn(process.execPath, [PROGRAM, 'lsp', '--stdio'], { env });
    const ended = Promise.withResolvers<number | null>();
    this.closed = ended.promise;
    this.#child.once('close', (code) => ended.resolve(code));
    this.connection = createMessageConnection(
      new StreamMessageReader(this.#child.stdout),
      new StreamMessageWriter(this.#child.stdin),
    );
    this.connection.onNotification(
      'textDocument/publishDiagnostics',
      (told: PublishDiagnosticsParams) => {
        this.#told.set(told.uri, told);
        this.#heard.resolve(undefined);
        this.#heard = Promise.withResolvers();
      },
    );
    this.connection.listen();
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** What the server says it can do, to the editor that greets it. */
  async greet(): Promise<InitializeResult> {
    const started: InitializeResult = await this.connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities: {},
    });
    await this.connection.sendNotification('initialized', {});
    return started;
  }

  uri(file: string): string {
    return pathToFileURL(join(this.#path, file)).href;
  }

  async open(file: string, text: string): Promise<void> {
    const textDocument = { uri: this.uri(file), languageId: 'markdown', version: 1, text };
    await this.connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  async change(file: string, text: string): Promise<void> {
    this.#version += 1;
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: this.uri(file), version: this.#version },
      contentChanges: [{ text }],
    });
  }

  /** The rules that speak of a file, once they are these. */
  async rules(
    file: string,
    wanted: (codes: readonly unknown[]) => boolean,
  ): Promise<readonly unknown[]> {
    for (;;) {
      const codes = this.#told.get(this.uri(file))?.diagnostics.map(({ code }) => code);
      if (codes !== undefined && wanted(codes)) return codes;
      await this.#heard.promise;
    }
  }

  diagnostic(file: string, code: string) {
    return this.#told.get(this.uri(file))?.diagnostics.find((one) => one.code === code);
  }

  async actions(
    file: string,
    line: number,
    only?: readonly string[],
  ): Promise<readonly CodeAction[]> {
    const range = { start: { line, character: 0 }, end: { line, character: 0 } };
    return await this.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri: this.uri(file) },
      range,
      context: { diagnostics: [], ...(only && { only }) },
    });
  }
}
