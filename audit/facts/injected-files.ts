/** Files that hosts put into every prompt, and how much of them gets there. */
import type { Finding } from '#audit/workspace/finding.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** MEMORY.md is not among them: how long it may be is a question of curation (§2.4). */
const INJECTED = ['AGENTS.md', 'HEARTBEAT.md', 'SOUL.md', 'TOOLS.md', 'USER.md'] as const;

/** Each with its length; 0 where it is absent. */
export const injectedFiles = (
  workspace: AuditedWorkspace,
): readonly { readonly file: string; readonly chars: number }[] =>
  INJECTED.map((file) => ({ file, chars: workspace.document(file)?.text.length ?? 0 }));

/** Files that are longer than `above` characters, and not longer than `upTo`. */
export const longFiles = (
  workspace: AuditedWorkspace,
  above: number,
  upTo: number,
): readonly Finding[] =>
  injectedFiles(workspace).flatMap(({ file, chars }) =>
    chars > above && chars <= upTo
      ? [{ file, found: `${chars} characters`, expected: `at most ${above}` }]
      : [],
  );
