/** Do all links of the site lead somewhere? */
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';

import type { Page } from './render.ts';

/** What is wrong, a line each; empty if nothing is. */
export function brokenLinks(
  pages: readonly Page[],
  root: string,
  entries: readonly string[],
): readonly string[] {
  const byFile = new Map(pages.map((page) => [page.file, page]));
  const reached = new Set(entries);
  const complaints = pages.flatMap((page) =>
    page.links.flatMap((href) => {
      const { file, fragment } = targetOf(page.file, href);
      if (file === undefined)
        return href.startsWith('https:') || isLocal(href)
          ? []
          : [`${page.file}: ${href} is not https`];
      const target = byFile.get(file);
      if (target !== undefined && file !== page.file) reached.add(file);
      if (target === undefined && !existsSync(join(root, file)))
        return [`${page.file}: ${href} leads nowhere`];
      const isThere =
        fragment === undefined || target === undefined || target.ids.includes(fragment);
      return isThere ? [] : [`${page.file}: ${href} has no such place`];
    }),
  );
  const doubled = pages.flatMap(({ file, ids }) =>
    ids
      .filter((id, at) => ids.indexOf(id) !== at)
      .map((id) => `${file}: two places are called ${id}`),
  );
  const lost = pages
    .filter(({ file }) => !reached.has(file))
    .map(({ file }) => `${file}: no page leads to it`);
  return [...complaints, ...doubled, ...lost];
}

const isLocal = (href: string): boolean => /^http:\/\/(?:localhost|127\.0\.0\.1)\b/u.test(href);

function targetOf(
  from: string,
  href: string,
): { readonly file?: string; readonly fragment?: string } {
  if (/^[a-z]+:/u.test(href)) return {};
  const [path = '', fragment] = href.split('#');
  const file = path === '' ? from : posix.join(posix.dirname(from), path);
  return { file, ...(fragment !== undefined && { fragment: decodeURIComponent(fragment) }) };
}
