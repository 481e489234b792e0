/** A language server: audits workspaces while their files are edited, and offers their fixes. */
import { fileURLToPath } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  type CodeAction,
  CodeActionKind,
  type Connection,
  DidChangeWatchedFilesNotification,
  type Hover,
  type InitializeResult,
  MarkupKind,
  type Range,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import { RULES } from '#audit/engine/rules.ts';
import { planFixes } from '#audit/engine/fixes.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import { workspaceAbove } from '#kernel/snapshot/discover.ts';
import { VERSION } from '#cli/args/version.ts';
import { type Analysis, analyse, type AnalysisHost } from './analysis.ts';
import { actionsOf, diagnosticsOf, editOf, ruleText } from './convert.ts';

/** Somebody types: the audit waits until they pause. */
const PAUSE_MS = 150;
const FIX_ALL = `${CodeActionKind.SourceFixAll}.yamo`;

/** Serves a connection until it is closed. `hostNow` is asked for each audit: days end while an editor runs. */
export const serveEditor = (connection: Connection, hostNow: () => AnalysisHost): void => {
  const documents = new TextDocuments(TextDocument);
  const audits = new Audits(connection, documents, hostNow);
  let canWatch = false;
  connection.onInitialize(({ capabilities }) => {
    canWatch = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return INITIALIZED;
  });
  connection.onInitialized(async () => {
    if (!canWatch) return;
    const watchers = ['**/*.{md,markdown,txt,yamo}', '**/memory/**', '**/.yamo-audit.json'];
    await connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers: watchers.map((globPattern) => ({ globPattern })),
    });
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri } of changes) audits.touch(uri);
  });
  documents.onDidChangeContent(({ document }) => audits.touch(document.uri));
  documents.onDidClose(({ document }) => audits.touch(document.uri));
  connection.onCodeAction(({ textDocument: { uri }, range, context }) =>
    audits.actions(uri, range, context.only),
  );
  connection.onHover(({ textDocument: { uri }, position }) => audits.hover(uri, position.line));
  connection.onShutdown(() => audits.end());
  documents.listen(connection);
  connection.listen();
};

const INITIALIZED: InitializeResult = {
  capabilities: {
    textDocumentSync: TextDocumentSyncKind.Incremental,
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
    hoverProvider: true,
  },
  serverInfo: { name: 'yamo', version: VERSION },
};

/** The audits of the workspaces that open files lie in. */
class Audits {
  readonly #connection: Connection;
  readonly #documents: TextDocuments<TextDocument>;
  readonly #hostNow: () => AnalysisHost;
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  /** What was published for each workspace, to be taken back. */
  readonly #published = new Map<string, ReadonlySet<string>>();
  readonly #runs = new Map<string, number>();
  /** Said once each. */
  readonly #complaints = new Set<string>();

  constructor(
    connection: Connection,
    documents: TextDocuments<TextDocument>,
    hostNow: () => AnalysisHost,
  ) {
    this.#connection = connection;
    this.#documents = documents;
    this.#hostNow = hostNow;
  }

  /** Something has changed in this file: its workspace is audited when nothing more does. */
  touch(uri: string): void {
    const workspace = this.#workspaceOf(uri);
    if (workspace === undefined) return;
    clearTimeout(this.#waiting.get(workspace));
    this.#waiting.set(
      workspace,
      setTimeout(() => void this.#publish(workspace), PAUSE_MS),
    );
  }

  async actions(
    uri: string,
    range: Range,
    only: readonly string[] | undefined,
  ): Promise<CodeAction[]> {
    const analysis = await this.#analysisOf(uri);
    if (analysis === undefined) return [];
    const wants = (kind: string): boolean =>
      only === undefined || only.some((one) => kind === one || kind.startsWith(`${one}.`));
    const fixes = wants(CodeActionKind.QuickFix) ? actionsOf(analysis, uri, range) : [];
    const safe = planFixes(
      analysis.findings.map(({ finding }) => finding),
      ['safe'],
    );
    if (!wants(FIX_ALL) || safe.length === 0) return fixes;
    const title = 'Make every fix of yamo that changes no meaning';
    return [...fixes, { title, kind: FIX_ALL, edit: editOf(analysis, safe) }];
  }

  async hover(uri: string, line: number): Promise<Hover | null> {
    const analysis = await this.#analysisOf(uri);
    if (analysis === undefined) return null;
    const found = diagnosticsOf(analysis)
      .get(uri)
      ?.filter(({ range }) => range.start.line <= line && range.end.line >= line);
    const ids = new Set(found?.map(({ code }) => code));
    const rules = RULES.filter(({ id }) => ids.has(id));
    if (rules.length === 0) return null;
    const value = rules.map(ruleText).join('\n\n---\n\n');
    return { contents: { kind: MarkupKind.Markdown, value } };
  }

  end(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  async #publish(workspace: string): Promise<void> {
    this.#waiting.delete(workspace);
    const run = (this.#runs.get(workspace) ?? 0) + 1;
    this.#runs.set(workspace, run);
    const analysis = await this.#analyse(workspace);
    // A later one says more.
    if (analysis === undefined || this.#runs.get(workspace) !== run) return;
    const found = diagnosticsOf(analysis);
    for (const uri of this.#published.get(workspace) ?? [])
      if (!found.has(uri)) void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
    // What is open and has none is told as well: an editor sees that it was looked at.
    for (const { uri } of this.#documents.all())
      if (!found.has(uri) && this.#workspaceOf(uri) === workspace)
        void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
    for (const [uri, diagnostics] of found)
      void this.#connection.sendDiagnostics({ uri, diagnostics: [...diagnostics] });
    this.#published.set(workspace, new Set(found.keys()));
  }

  async #analysisOf(uri: string): Promise<Analysis | undefined> {
    const workspace = this.#workspaceOf(uri);
    return workspace === undefined ? undefined : await this.#analyse(workspace);
  }

  async #analyse(workspace: string): Promise<Analysis | undefined> {
    const open = new Map(
      this.#documents.all().flatMap((document) => {
        const path = pathOf(document.uri);
        return path === undefined ? [] : [[path, document.getText()] as const];
      }),
    );
    try {
      return await analyse(workspace, open, this.#hostNow());
    } catch (error) {
      const said = error instanceof Refusal ? error.message : errnoOf(error);
      if (said === undefined) throw error;
      if (!this.#complaints.has(said)) this.#connection.window.showWarningMessage(`yamo: ${said}`);
      this.#complaints.add(said);
      return undefined;
    }
  }

  #workspaceOf(uri: string): string | undefined {
    const path = pathOf(uri);
    return path === undefined ? undefined : workspaceAbove(this.#hostNow().host.disk, path);
  }
}

/** Files of an editor may lie elsewhere than on this machine. */
const pathOf = (uri: string): string | undefined => {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
};
