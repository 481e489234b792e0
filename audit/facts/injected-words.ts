/** What is hidden in a document, and what speaks to an agent in place of its human. */
import { INJECTION_NAMES, type InjectionFinding, scan, scanHidden } from '#lib/injection/scan.ts';
import type { Item } from '#lib/workspace/snapshot.ts';
import { type Document, once } from '#audit/workspace/document.ts';
import type { Finding } from '#audit/workspace/finding.ts';
import { layoutItems } from './layout.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** What cannot be seen; controls and escape sequences are another rule. */
export const HIDDEN_KINDS = new Set([
  'bidi',
  'invisible',
  'tag',
  'selector',
  'private use',
] as const);

/** What in a document cannot be seen. */
export const hiddenPlaces = once(({ text, hasSuspects }) => (hasSuspects ? scanHidden(text) : []));

/** What in a document cannot be seen, or speaks in place of the human. */
export const spokenPlaces = once(({ text }) => scan(text));

/**
 * Of every file of the layout, or of these, the first place of each kind that `look` finds; quotes and code show what others say, and
 * are left out.
 */
export const injectionFindings = (
  workspace: AuditedWorkspace,
  look: (document: Document) => readonly InjectionFinding[],
  kinds: ReadonlySet<InjectionFinding['kind']>,
  expected: string,
  items: readonly Pick<Item, 'name'>[] = layoutItems(workspace),
): readonly Finding[] =>
  items.flatMap(({ name }) => {
    const document = workspace.document(name);
    if (document === undefined) return [];
    const said = look(document).filter(({ kind, quoted }) => !quoted && kinds.has(kind));
    const first = new Map(said.toReversed().map((finding) => [finding.kind, finding]));
    return [...first.values()].toReversed().map(({ kind, line, column }) => ({
      file: name,
      line,
      column,
      found: INJECTION_NAMES[kind],
      expected,
      anchor: kind,
    }));
  });
