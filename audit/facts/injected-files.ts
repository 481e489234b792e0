/** Files that hosts put into every prompt, and how much of them gets there. */
import type { Finding } from '#audit/workspace/finding.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** MEMORY.md is not among them: how long it may be is a question of curation (§2.4). */
const INJECTED = ['AGENTS.md', 'HEARTBEAT.md', 'SOUL.md', 'TOOLS.md', 'USER.md'] as const;

/** Files that are longer than `above` characters, and not longer than `upTo`. */
export const longFiles = (
  workspace: AuditedWorkspace,
  above: number,
  upTo: number,
): readonly Finding[] =>
  INJECTED.flatMap((file) => {
    const chars = workspace.document(file)?.text.length ?? 0;
    return chars > above && chars <= upTo
      ? [{ file, found: `${chars} characters`, expected: `at most ${above}` }]
      : [];
  });
