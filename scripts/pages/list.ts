/** The pages whose commands are run. */
import { globSync } from 'node:fs';

/** Everything for readers but what is written from rules, whose examples are tests already. */
export const commandPages = (root: string): readonly string[] =>
  globSync(['*.md', 'docs/**/*.md', 'audit/README.md', 'workspaces/README.md'], {
    cwd: root,
    exclude: ['docs/rules/**'],
  }).toSorted();
