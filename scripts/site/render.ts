/** A page of Markdown as HTML, with what the site wants to know of it: headings, links, texts for the search. */
import type { Element, ElementContent, Root } from 'hast';
import { posix } from 'node:path';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import remarkRehype from 'remark-rehype';

import { coloured } from './code.ts';
import { type Source, urlOf } from './pages.ts';

interface Heading {
  readonly id: string;
  readonly depth: number;
  readonly text: string;
}

/** A part of a page that the search can find by itself. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Its first paragraph, for a list of what was found. */
  readonly lead: string;
}

export interface Page extends Source {
  readonly title: string;
  /** As the side bar has it, or its title. */
  readonly name: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
  /** Every `id` of the page. */
  readonly ids: readonly string[];
  /** Where its links lead, as they are written. */
  readonly links: readonly string[];
}

/** What the site can lead to. */
export interface Places {
  /** Pages by their file in the repository. */
  readonly files: ReadonlySet<string>;
  /** Words in code marks that have a place of their own: refusals and rules. */
  readonly terms: ReadonlyMap<string, string>;
}

/** Renders a page; `listed` is its name in the side bar. Throws where it has neither that nor a heading. */
export async function render(
  source: Source,
  listed: string | undefined,
  places: Places,
): Promise<Page> {
  const noted: { links: string[]; tree: Root } = {
    links: [],
    tree: { type: 'root', children: [] },
  };
  const html = await remark()
    .use(remarkGfm)
    .use(remarkRehype)
    .use(rehypeSlug)
    .use(() => (tree: Root) => {
      noted.links = linksOf(tree);
      noted.tree = structuredClone(tree);
      tree.children = tree.children.map((child) =>
        child.type === 'element' ? shown(child, source, places) : child,
      );
    })
    .use(rehypeStringify)
    .process(source.markdown);
  const elements = noted.tree.children.filter((child) => child.type === 'element');
  const headings = elements.filter((one) => depthOf(one) > 0).map(headingOf);
  const [first] = headings;
  const title = first?.depth === 1 ? first.text : listed;
  if (title === undefined) throw new Error(`${source.file} has no title`);
  return {
    ...source,
    title,
    name: listed ?? title,
    html: String(html),
    headings,
    sections: sectionsOf(elements, title),
    ids: [...headings.map(({ id }) => id), ...rowsWithIds(elements).map(({ id }) => id)],
    links: noted.links,
  };
}

const isElement = (node: ElementContent | Root['children'][number]): node is Element =>
  node.type === 'element';

const elementsOf = ({ children }: Root | Element): readonly Element[] =>
  [...children].filter(isElement);

const depthOf = ({ tagName }: Element): number => Number(/^h([1-6])$/u.exec(tagName)?.[1] ?? 0);

const textOf = (node: ElementContent | Root['children'][number]): string => {
  if (node.type === 'text') return node.value;
  if (!isElement(node)) return '';
  const inner = node.children.map(textOf).join('');
  return /^(?:td|th|li|p|tr|pre)$/u.test(node.tagName) ? `${inner} ` : inner;
};

const headingOf = (element: Element): Heading => ({
  id: String(element.properties['id']),
  depth: depthOf(element),
  text: textOf(element),
});

function linksOf(node: Root | Element): string[] {
  return elementsOf(node).flatMap((child) => {
    const { href, src } = child.properties;
    const to = { a: href, img: src }[child.tagName];
    const own = typeof to === 'string' ? [to] : [];
    return own.concat(linksOf(child));
  });
}

/** A row of a table whose first cell is the number of a requirement or of a decision. */
const ROW_ID = /^(?:[YK]\d+|R-\d+)$/u;

function rowsWithIds(elements: readonly Element[]): readonly Section[] {
  return elements.flatMap((element) => {
    if (element.tagName !== 'tr') return rowsWithIds(element.children.filter(isElement));
    const [first, ...others] = element.children
      .filter(isElement)
      .map((cell) => textOf(cell).trim());
    if (first === undefined || !ROW_ID.test(first)) return [];
    const text = others.join(' ');
    return [{ id: first, title: first, text, lead: text }];
  });
}

/** A page cut at its headings; rows with a number are parts of their own. */
function sectionsOf(elements: readonly Element[], title: string): readonly Section[] {
  const sections = [{ id: '', title, text: '', lead: '' }];
  for (const element of elements) {
    const depth = depthOf(element);
    if (depth === 1) continue;
    if (depth > 0) {
      const { id, text } = headingOf(element);
      sections.push({ id, title: text, text: '', lead: '' });
    } else {
      const last = sections.at(-1);
      if (last === undefined) continue;
      last.text += ` ${textOf(element)}`;
      if (element.tagName === 'p') last.lead ||= textOf(element);
    }
  }
  return [...sections.filter(({ id, text }) => id !== '' || text !== ''), ...rowsWithIds(elements)];
}

/** An element as the site shows it. */
function shown(element: Element, source: Source, places: Places): Element {
  const { tagName, properties } = element;
  if (tagName === 'pre') return block(element);
  const children = element.children.map((child) =>
    isElement(child) ? shown(child, source, places) : child,
  );
  const here: Element = { ...element, children };
  if (tagName === 'a' && typeof properties['href'] === 'string')
    return linked(here, properties['href'], source, places);
  if (tagName === 'img' && typeof properties['src'] === 'string') {
    const src = destination(properties['src'], source, places.files);
    return { ...here, properties: { ...properties, src } };
  }
  if (tagName === 'code') return termed(here, source, places);
  if (tagName === 'table')
    return { ...box('table', [here]), properties: { className: ['table'], tabIndex: 0 } };
  if (tagName === 'tr') return numbered(here);
  if (tagName === 'td') return proseful(here);
  return depthOf(here) > 1 ? anchored(here) : here;
}

const box = (name: string, children: ElementContent[]): Element => ({
  type: 'element',
  tagName: 'div',
  properties: { className: [name] },
  children,
});

function block(pre: Element): Element {
  const code = pre.children.find(isElement);
  const [className] = [code?.properties['className']].flat();
  const language = typeof className === 'string' ? className.replace('language-', '') : '';
  const children = [...coloured(code === undefined ? '' : textOf(code), language)];
  const inner: Element = { type: 'element', tagName: 'code', properties: {}, children };
  return { ...pre, properties: { dataLanguage: language, tabIndex: 0 }, children: [inner] };
}

/** Where a link of a page leads in the site; `undefined` for a file that only the repository has. */
function destination(
  href: string,
  { file, url }: Source,
  files: Places['files'],
): string | undefined {
  if (/^(?:https?:|#)/u.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const target = posix.join(posix.dirname(file), path);
  const isCopied = /^(?:schemas\/[\w.-]+\.json|docs\/pictures\/[\w-]+\.png)$/u.test(target);
  const isPage = files.has(target) || target === 'docs/README.md';
  if (!isPage && !isCopied) return undefined;
  const to = isPage ? urlOf(target) : target.replace(/^docs\//u, '');
  const relative = posix.relative(posix.dirname(url), to);
  return fragment === undefined ? relative : `${relative}#${fragment}`;
}

function linked(element: Element, href: string, source: Source, { files }: Places): Element {
  const to = destination(href, source, files);
  if (to === undefined)
    return { ...element, tagName: 'span', properties: { title: 'In the repository' } };
  return { ...element, properties: { ...element.properties, href: to } };
}

/** A code of ours leads to its own place. */
function termed(code: Element, { url }: Source, { terms }: Places): Element {
  const to = terms.get(textOf(code).replace(/^rule /u, ''));
  if (to === undefined || to.startsWith(`${url}#`) || to === url) return code;
  const href = posix.relative(posix.dirname(url), to);
  return {
    type: 'element',
    tagName: 'a',
    properties: { href, className: ['term'] },
    children: [code],
  };
}

function numbered(row: Element): Element {
  const first = row.children.find(isElement);
  const id = first === undefined ? '' : textOf(first).trim();
  return ROW_ID.test(id) ? { ...row, properties: { id } } : row;
}

const PROSE_MIN_CHARS = 48;

/** A cell with a sentence in it, which wants room; one that lists names in code marks does not. */
function proseful(cell: Element): Element {
  const words = cell.children
    .filter((child) => child.type === 'text')
    .map(textOf)
    .join('');
  return words.length < PROSE_MIN_CHARS
    ? cell
    : { ...cell, properties: { ...cell.properties, className: ['prose'] } };
}

function anchored(heading: Element): Element {
  const anchor: Element = {
    type: 'element',
    tagName: 'a',
    properties: {
      href: `#${String(heading.properties['id'])}`,
      className: ['anchor'],
      ariaLabel: 'Link to this section',
    },
    children: [{ type: 'text', value: '#' }],
  };
  return { ...heading, children: [...heading.children, anchor] };
}
