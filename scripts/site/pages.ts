/** Which pages the site has, where they lie in it, and how they are listed: docs/README.md is the table of contents. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { pagesOf } from '../pages/list.ts';

/** A page before it is rendered. */
export interface Source {
  /** In the repository: `docs/rules/1-link.md`. */
  readonly file: string;
  /** In the site: `rules/1-link.html`. */
  readonly url: string;
  readonly markdown: string;
}

export interface Group {
  readonly title: string;
  readonly entries: readonly { readonly title: string; readonly file: string }[];
}

const CONTENTS = 'docs/README.md';

/** Every page of the repository; the table of contents is the side bar and no page. */
export const readSources = (root: string): readonly Source[] =>
  pagesOf(root)
    .filter((file) => file !== CONTENTS)
    .map((file) => ({ file, url: urlOf(file), markdown: readFileSync(join(root, file), 'utf8') }));

/** `README.md` of a folder is its index; `docs/` is the root of the site. */
export function urlOf(file: string): string {
  if (file === CONTENTS) return 'index.html';
  const inSite = file.replace(/^docs\//u, '').replace(/\.md$/u, '');
  return `${inSite.replace(/(^|\/)README$/u, '$1index').toLowerCase()}.html`;
}

/** The groups of the side bar. Throws where the table of contents has none. */
export function readGroups(root: string): readonly Group[] {
  const contents = readFileSync(join(root, CONTENTS), 'utf8');
  const groups = contents
    .split(/^## /mu)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')),
      entries: [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gmu)].map(
        ([, title = '', to = '']) => ({
          title,
          file: posix.join(posix.dirname(CONTENTS), to),
        }),
      ),
    }));
  if (groups.length === 0) throw new Error(`${CONTENTS} lists no pages`);
  return groups;
}
