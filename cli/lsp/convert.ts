/** From findings to what an editor shows: diagnostics, fixes, and what a rule is about. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  DiagnosticSeverity,
  type Range,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { editsByFile, type PlannedFix } from '#audit/engine/fixes.ts';
import { visible } from '#lib/report/visible.ts';
import { extents } from '#lib/text/lines.ts';
import type { Rule } from '#audit/rule/rule.ts';
import type { Analysis, ShownFinding } from './analysis.ts';

const SEVERITY = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
} as const;

const uriOf = (workspace: string, file: string): string =>
  pathToFileURL(join(workspace, file)).href;

/** Diagnostics by URI. What is said of the workspace, or of a file that is not there, stands at the top of AGENTS.md. */
export const diagnosticsOf = (analysis: Analysis): ReadonlyMap<string, readonly Diagnostic[]> => {
  const placed = analysis.findings.map((one) => placedIn(analysis, one));
  const byUri = Map.groupBy(placed, ({ uri }) => uri);
  return new Map([...byUri].map(([uri, all]) => [uri, all.map(({ diagnostic }) => diagnostic)]));
};

const placedIn = (
  analysis: Analysis,
  { shown }: ShownFinding,
): { readonly uri: string; readonly diagnostic: Diagnostic } => {
  const { rule, level, file, found, expected, remedy } = shown;
  const home = homeOf(analysis, file);
  const about = home === file ? '' : `${file === '' ? 'The workspace' : file}: `;
  return {
    uri: uriOf(analysis.workspace, home),
    diagnostic: {
      range: rangeOf(analysis, home, home === file ? shown : {}),
      severity: SEVERITY[level],
      source: 'yamo',
      code: rule,
      message: visible(`${about}found ${found}; expected ${expected}. ${remedy}`),
    },
  };
};

const homeOf = ({ snapshot }: Analysis, file: string): string =>
  file !== '' && snapshot.items.get(file)?.content.is === 'text' ? file : 'AGENTS.md';

const rangeOf = (
  { snapshot }: Analysis,
  file: string,
  { line = 1, column }: { readonly line?: number; readonly column?: number },
): Range => {
  const at = Math.max(0, line - 1);
  const start = { line: at, character: column === undefined ? 0 : column - 1 };
  const content = snapshot.items.get(file)?.content;
  const end = content?.is === 'text' ? (lineLengths(content)[at] ?? 0) : 0;
  return { start, end: { line: at, character: end } };
};

const lengths = new WeakMap<object, readonly number[]>();

/** Of each line, in UTF-16 units, without what ends it. */
const lineLengths = (content: { readonly text: string }): readonly number[] => {
  const known = lengths.get(content) ?? [...extents(content.text)].map(({ from, to }) => to - from);
  lengths.set(content, known);
  return known;
};

/** A text as an editor counts in it: the mark at its beginning is no character. */
const documentOf = ({ snapshot }: Pick<Analysis, 'snapshot'>, file: string): TextDocument => {
  const content = snapshot.items.get(file)?.content;
  const text = content?.is === 'text' ? content.text : '';
  return TextDocument.create('', 'markdown', 0, text.replace(/^\uFEFF/u, ''));
};

/** The fixes of what stands in a range of a file. */
export const actionsOf = (analysis: Analysis, uri: string, range: Range): CodeAction[] =>
  analysis.findings.flatMap((one): readonly CodeAction[] => {
    const { finding } = one;
    const { fix } = finding;
    if (fix === undefined) return [];
    const { uri: home, diagnostic } = placedIn(analysis, one);
    const { start, end } = diagnostic.range;
    if (home !== uri || start.line > range.end.line || end.line < range.start.line) return [];
    return [
      {
        title: fix.kind === 'safe' ? fix.title : `${fix.title} (changes a meaning)`,
        kind: CodeActionKind.QuickFix,
        diagnostics: [diagnostic],
        isPreferred: fix.kind === 'safe',
        edit: editOf(analysis, [{ finding, fix }]),
      },
    ];
  });

/** Fixes as one edit of files; those of files that are not there make them. */
export const editOf = (analysis: Analysis, planned: readonly PlannedFix[]): WorkspaceEdit => ({
  documentChanges: [...editsByFile(planned)].flatMap(([file, edits]) => {
    const uri = uriOf(analysis.workspace, file);
    const content = analysis.snapshot.items.get(file)?.content;
    const shift = content?.is === 'text' && content.text.startsWith('\uFEFF') ? 1 : 0;
    const document = documentOf(analysis, file);
    const positionAt = (offset: number) => document.positionAt(Math.max(0, offset - shift));
    const change = {
      textDocument: { uri, version: null },
      edits: edits.map(({ start, end, text }) => ({
        range: { start: positionAt(start), end: positionAt(end) },
        newText: text,
      })),
    };
    const create = { kind: 'create' as const, uri, options: { ignoreIfExists: true } };
    return content === undefined ? [create, change] : [change];
  }),
});

/** A rule in Markdown, for whoever points at a finding. */
export const ruleText = ({ id, title, section, why, remedy }: Rule): string =>
  `**${title}** (${section})\n\n${why}\n\n${remedy}\n\n\`yamo explain ${id}\``;
