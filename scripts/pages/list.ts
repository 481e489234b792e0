/** The pages of the documentation, as files of the repository: what is run, what is rendered, what is checked. */
import { globSync } from 'node:fs';

const PAGES = ['*.md', 'docs/**/*.md', 'audit/README.md', 'workspaces/README.md'];

/** Every page for readers. */
export const pagesOf = (root: string): readonly string[] =>
  globSync(PAGES, { cwd: root }).toSorted();

/** Those whose commands are run: not those of rules, whose examples are tests already. */
export const commandPages = (root: string): readonly string[] =>
  pagesOf(root).filter((page) => !page.startsWith('docs/rules/'));
