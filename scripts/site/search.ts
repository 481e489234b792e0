/** The search: an index that is made with the site, and loaded as a script, since pages on a disk may fetch nothing. */
import MiniSearch from 'minisearch';

import { SEARCH_OPTIONS } from './search-options.ts';
import type { Page, Section } from './render.ts';

const EXCERPT_CHARS = 160;

const inOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** A page of a rule is found as a whole: its parts are called alike on all of them. */
const partsOf = ({ file, title, sections }: Page): readonly Section[] =>
  /^docs\/rules\/\d/u.test(file)
    ? [
        {
          id: '',
          title,
          lead: sections[0]?.lead ?? '',
          text: sections.map(({ text }) => text).join(' '),
        },
      ]
    : sections;

/** A script that leaves the index in `yamoIndex`. */
export function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch(SEARCH_OPTIONS);
  for (const page of pages) {
    for (const { id, title, lead, text } of partsOf(page)) {
      index.add({
        id: id === '' ? page.url : `${page.url}#${id}`,
        title,
        page: page.name,
        text: inOneLine(text),
        excerpt: inOneLine(lead).slice(0, EXCERPT_CHARS),
      });
    }
  }
  return `globalThis.yamoIndex=${JSON.stringify(JSON.stringify(index))};\n`;
}
