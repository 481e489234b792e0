/** `yamo lsp`, by the protocol's own client. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type {
  CodeAction,
  Hover,
  InitializeResult,
  PublishDiagnosticsParams,
} from 'vscode-languageserver/node';

import { goldenFiles } from '#test/support/golden.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const PROGRAM = resolve(import.meta.dirname, '../../dist/yamo.js');
const SAFETY = '## Safety';

/** An editor with one workspace. */
class Editor {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly connection: MessageConnection;
  readonly #workspace: TempWorkspace;
  readonly #told = new Map<string, PublishDiagnosticsParams>();
  #heard = Promise.withResolvers<undefined>();
  readonly closed: Promise<number | null>;
  #version = 1;

  constructor(workspace: TempWorkspace) {
    this.#workspace = workspace;
    const env = {
      PATH: process.env['PATH'],
      HOME: workspace.stateHome,
      XDG_STATE_HOME: workspace.stateHome,
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

  uri(file: string): string {
    return pathToFileURL(join(this.#workspace.path, file)).href;
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

const applied = (text: string, { edit }: CodeAction): string => {
  const [change] = edit?.documentChanges ?? [];
  if (change === undefined || !('edits' in change)) throw new Error('no edit');
  const { edits } = change;
  const plain = edits.flatMap((one) => ('newText' in one ? [one] : []));
  return TextDocument.applyEdits(TextDocument.create('', '', 0, text), plain);
};

describe('the language server', () => {
  const workspace = makeWorkspace(goldenFiles('lite'));
  const agents = readFileSync(join(workspace.path, 'AGENTS.md'), 'utf8');
  const broken = agents.replace(SAFETY, '## 安全');
  const line = broken.split('\n').indexOf('## 安全');
  let editor: Editor;
  let canHover: unknown;

  beforeAll(async () => {
    editor = new Editor(workspace);
    const started: InitializeResult = await editor.connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities: {},
    });
    canHover = started.capabilities.hoverProvider;
    await editor.connection.sendNotification('initialized', {});
  });
  afterAll(() => editor.connection.dispose());

  it('tells of an open file in which nothing is wrong that it was looked at', async () => {
    await editor.open('SOUL.md', readFileSync(join(workspace.path, 'SOUL.md'), 'utf8'));
    expect(await editor.rules('SOUL.md', (codes) => codes.length === 0)).toEqual([]);
  });

  it('shows what is wrong while somebody types, before it is saved, and takes it back', async () => {
    await editor.open('AGENTS.md', broken);
    await editor.rules('AGENTS.md', (codes) => codes.includes('2.2/safety'));
    expect(editor.diagnostic('AGENTS.md', '2.2/safety')).toMatchObject({
      severity: 1,
      source: 'yamo',
      range: { start: { line, character: 0 }, end: { line, character: 5 } },
    });
    await editor.change('AGENTS.md', agents);
    await editor.rules('AGENTS.md', (codes) => codes.length === 0);
  });

  it('offers fixes that make it right, and says on hover what a rule is about', async () => {
    await editor.change('AGENTS.md', broken);
    await editor.rules('AGENTS.md', (codes) => codes.includes('2.2/safety'));
    const [fix, all] = await editor.actions('AGENTS.md', line);
    expect([fix?.kind, fix?.isPreferred, all?.kind]).toEqual([
      'quickfix',
      true,
      'source.fixAll.yamo',
    ]);
    for (const action of [fix, all]) expect(action && applied(broken, action)).toBe(agents);
    expect(await editor.actions('AGENTS.md', 0, ['refactor'])).toEqual([]);
    const textDocument = { uri: editor.uri('AGENTS.md') };
    const position = { line, character: 3 };
    const hover: Hover = await editor.connection.sendRequest('textDocument/hover', {
      textDocument,
      position,
    });
    expect(canHover).toBe(true);
    expect(JSON.stringify(hover.contents)).toContain('yamo explain 2.2/safety');
  });

  it('finds a key before it is saved, never shows it, and heeds the configuration', async () => {
    const key = ['xoxb', '204817365920', 'tideTable7Quay'].join('-');
    await editor.open('TOOLS.md', `# Tools\n\nBot: ${key}\n`);
    await editor.rules('TOOLS.md', (codes) => codes.includes('4.2/provider-key'));
    expect(JSON.stringify(editor.diagnostic('TOOLS.md', '4.2/provider-key'))).not.toContain(key);
    const off = { '4.2/provider-key': { level: 'off', reason: 'a test' } };
    writeFileSync(join(workspace.path, '.yamo-audit.json'), JSON.stringify({ rules: off }));
    const changes = [{ uri: editor.uri('.yamo-audit.json'), type: 1 }];
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    await editor.rules('TOOLS.md', (codes) => !codes.includes('4.2/provider-key'));
  });

  it('is not ended by what is no file of a workspace, and ends when it is told to', async () => {
    for (const uri of ['untitled:a.md', 'file:///nowhere/a.md', 'http://x/y.md', 'file://%']) {
      const textDocument = { uri, languageId: 'markdown', version: 1, text: '# a' };
      await editor.connection.sendNotification('textDocument/didOpen', { textDocument });
    }
    const textDocument = { uri: 'untitled:a.md' };
    const position = { line: 0, character: 0 };
    expect(
      await editor.connection.sendRequest('textDocument/hover', { textDocument, position }),
    ).toBeNull();
    await editor.connection.sendRequest('shutdown');
    await editor.connection.sendNotification('exit');
    expect(await editor.closed).toBe(0);
  });
});
