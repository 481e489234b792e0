/** Markdown as remark reads it, line by line: what the line scanner is compared with. */
import { remark } from 'remark';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';

import { scanLines } from '#lib/text/lines.ts';

/** What a line is: the scanner's kinds, with `code` for a fence too, and those that only a whole parser tells. */
type Kind =
  | 'text'
  | 'heading'
  | 'code'
  | 'comment'
  | 'front matter'
  | 'setext heading'
  | 'indented code'
  | 'HTML block';

type Container = 'blockquote' | 'listItem' | 'footnoteDefinition';

/** One line as one of the two readers sees it. */
export interface Reading {
  readonly kind: Kind;
  /** The line on which the block began that this line belongs to. */
  readonly since: number;
  /** What the block stands in, outermost first; the scanner knows nothing of it. */
  readonly containers: readonly Container[];
  /** Of an ATX heading: level, and where its title begins and ends, columns from 0; equal if it is empty. */
  readonly heading?: { readonly level: number; readonly from: number; readonly to: number };
}

/** A line that the two read differently; `line` counts from 1. */
export interface Disagreement {
  readonly line: number;
  readonly scanner: Kind;
  readonly remark: Kind;
  /** A name of the caller's table, or why there is none. */
  readonly cause: Cause;
}

export const CAUSES = {
  'setext heading': 'ignored on purpose: text above a rule is an accident in real files (R-86)',
  'indented code':
    'four columns open nothing, so that the scanner reads it as text and takes nothing from it',
  'HTML block':
    'only comments hide their lines from the scanner; other HTML is shown, in part, by viewers',
  'in a quote':
    'a quote gives no section and no code of the file itself; the scanner reads it as text',
  'in a list item':
    'what stands behind a list marker, or deeper than three columns, is the text of its item',
  'in a footnote': 'the text of a footnote is text',
  'no list item':
    'what looks like a list item is none: HTML, or a number other than 1 where remark wants 1',
  'its container ends':
    'a fence or comment that is not closed ends with its quote or item; the scanner reads on',
} as const;

export type Cause = keyof typeof CAUSES | 'unclassified';

const withFrontMatter = remark().use(remarkGfm).use(remarkFrontmatter);
/** The tree, and any node of it. */
type Root = ReturnType<typeof withFrontMatter.parse>;
type Nodes = Root | Root['children'][number];

const withoutFrontMatter = remark().use(remarkGfm);

/** remark-frontmatter loses every list and quote of a text whose first line is `---` and that is not closed. */
const parse = (text: string): Root => {
  if (!/^\uFEFF?---/u.test(text)) return withoutFrontMatter.parse(text);
  const tree = withFrontMatter.parse(text);
  return tree.children[0]?.type === 'yaml' ? tree : withoutFrontMatter.parse(text);
};

/** How remark reads each line; the first has index 1. */
export const remarkReading = (text: string): readonly Reading[] => readByRemark(text).remarks;

const readByRemark = (text: string): Pick<Readers, 'remarks' | 'items'> => {
  const lines: Reading[] = [];
  const items = new Set<string>();
  // A byte order mark is no part of remark's columns, nor of the scanner's.
  const source = text.replace(/^\uFEFF/u, '').split(/\r\n|\n|\r/u);
  const visit = (node: Nodes, containers: readonly Container[]): void => {
    const kind = kindOf(node, source);
    const { start, end } = node.position ?? NOWHERE;
    if (kind === undefined) {
      if (!('children' in node)) return;
      if (node.type === 'listItem') items.add(`${start.line}:${start.column}`);
      const inner = isContainer(node.type) ? [...containers, node.type] : containers;
      for (const child of node.children) visit(child, inner);
      return;
    }
    // A block that is not closed ends before the first column of the line after it.
    const last = end.column === 1 && end.line > start.line ? end.line - 1 : end.line;
    for (let line = start.line; line <= last; line += 1) {
      const heading = kind === 'heading' ? { heading: headingIn(node) } : {};
      // Text opens nothing that could be left open.
      const since = kind === 'text' ? line : start.line;
      lines[line] = { kind, since, containers, ...heading };
    }
  };
  visit(parse(text), []);
  const remarks = source.map(
    (_, index): Reading => lines[index + 1] ?? { kind: 'text', since: index + 1, containers: [] },
  );
  return { remarks: [NO_LINE, ...remarks], items };
};

/** How the scanner reads each line; the first has index 1. */
export const scannerReading = (text: string): readonly Reading[] => {
  const all: Reading[] = [NO_LINE];
  let isOpen = false;
  for (const line of scanLines(text)) {
    const before = all.at(-1);
    const kind = line.kind === 'fence' ? 'code' : line.kind;
    const goesOn: boolean =
      line.kind === 'code' ||
      (line.kind === 'fence' && isOpen) ||
      (line.kind !== 'fence' && isOpen && before?.kind === kind);
    const since = goesOn && before !== undefined ? before.since : line.line;
    if (line.kind === 'fence') isOpen = !isOpen;
    else if (line.kind === 'comment')
      isOpen = !line.text.includes('-->', goesOn ? 0 : line.text.indexOf('<!--') + 2);
    else if (line.kind !== 'code') isOpen = line.kind === 'front matter';
    const heading =
      line.kind === 'heading'
        ? { heading: { level: line.level, ...extentOf(line.text, line.title) } }
        : {};
    all.push({ kind, since, containers: [], ...heading });
  }
  return all;
};

/** Every line that says something and that the two read differently, each with its cause. */
export const disagreements = (text: string): readonly Disagreement[] => compare(text).found;

/** The disagreements, and how remark reads each line. */
export const compare = (
  text: string,
): { readonly found: readonly Disagreement[]; readonly remarks: readonly Reading[] } => {
  const source = text.replace(/^\uFEFF/u, '').split(/\r\n|\n|\r/u);
  const readers = { source, ...readByRemark(text), scans: scannerReading(text) };
  const found = source.flatMap((raw, index) => {
    const line = index + 1;
    const [scan, read] = [readers.scans[line], readers.remarks[line]];
    // A blank line shows nothing, and the last one of a block belongs to it or not.
    if (/^[ \t]*$/u.test(raw) || scan === undefined || read === undefined) return [];
    if (isSame(scan, read)) return [];
    return [{ line, scanner: scan.kind, remark: read.kind, cause: causeOf(line, readers) }];
  });
  return { found, remarks: readers.remarks };
};

interface Readers {
  readonly source: readonly string[];
  readonly scans: readonly Reading[];
  readonly remarks: readonly Reading[];
  /** Where remark sees a list item begin: `line:column`, both from 1. */
  readonly items: ReadonlySet<string>;
}

const isSame = (scan: Reading, read: Reading): boolean =>
  scan.kind === read.kind &&
  scan.heading?.level === read.heading?.level &&
  scan.heading?.from === read.heading?.from &&
  scan.heading?.to === read.heading?.to;

/** A block that was read wrongly is wrong on all its lines: the cause is where it began. */
const causeOf = (line: number, readers: Readers): Cause => {
  const { scans, remarks } = readers;
  for (const began of [scans[line]?.since ?? line, remarks[line]?.since ?? line]) {
    if (began >= line) continue;
    const [scan, read] = [scans[began], remarks[began]];
    if (scan === undefined || read === undefined) return 'unclassified';
    if (!isSame(scan, read)) return causeOf(began, readers);
    // One of them was inside of a block when the other saw one begin.
    if (scan.since !== read.since) return causeOf(Math.min(scan.since, read.since), readers);
    return earlyEnd(began, readers);
  }
  return directCause(line, readers);
};

const directCause = (line: number, readers: Readers): Cause => {
  const [scan, read] = [readers.scans[line], readers.remarks[line]];
  if (scan === undefined || read === undefined) return 'unclassified';
  if (isSame(scan, read)) return earlyEnd(line, readers);
  if (read.kind === 'HTML block') return 'HTML block';
  if (scan.kind !== 'text') return followsLostItem(line, readers) ? 'no list item' : 'unclassified';
  if (read.kind === 'setext heading' || read.kind === 'indented code') return read.kind;
  if (read.containers.includes('blockquote')) return 'in a quote';
  if (read.containers.includes('listItem')) return 'in a list item';
  return read.containers.includes('footnoteDefinition') ? 'in a footnote' : 'unclassified';
};

/** Both saw a block begin, and one saw it end before the other. */
const earlyEnd = (began: number, readers: Readers): Cause => {
  if ((readers.remarks[began]?.containers ?? []).length > 0) return 'its container ends';
  return followsLostItem(began, readers) ? 'no list item' : 'unclassified';
};

/** Is the nearest line that looks like the beginning of a list item none for remark? */
const followsLostItem = (line: number, { source, items }: Readers): boolean => {
  for (let at = line; at > 0; at -= 1) {
    const [, indent] = /^( {0,8})(?:[-*+]|\d{1,9}[.)])[ \t]/u.exec(source[at - 1] ?? '') ?? [];
    if (indent !== undefined) return !items.has(`${at}:${indent.length + 1}`);
  }
  return false;
};

/** Lines count from 1. */
const NO_LINE: Reading = { kind: 'text', since: 0, containers: [] };

const NOWHERE = { start: { line: 1, column: 1 }, end: { line: 0, column: 1 } };

const isContainer = (type: string): type is Container =>
  type === 'blockquote' || type === 'listItem' || type === 'footnoteDefinition';

/** The kind of a block; `undefined` for one that holds blocks. */
const kindOf = (node: Nodes, source: readonly string[]): Kind | undefined => {
  const { line = 1, column = 1 } = node.position?.start ?? {};
  const first = (source[line - 1] ?? '').slice(column - 1);
  if (node.type === 'yaml') return 'front matter';
  if (node.type === 'html') return /^[ \t]*<!--/u.test(first) ? 'comment' : 'HTML block';
  // Indented code begins with its indent, a fence with its mark.
  if (node.type === 'code') return /^(?:`{3}|~{3})/u.test(first) ? 'code' : 'indented code';
  // A setext heading may begin with a hash too, as `#x` does, and then it has two lines.
  if (node.type === 'heading') {
    return node.position?.start.line === node.position?.end.line ? 'heading' : 'setext heading';
  }
  return HOLDERS.has(node.type) ? undefined : 'text';
};

const HOLDERS: ReadonlySet<string> = new Set([
  'root',
  'blockquote',
  'list',
  'listItem',
  'footnoteDefinition',
]);

const headingIn = (node: Nodes): { level: number; from: number; to: number } => {
  if (node.type !== 'heading') return { level: 0, from: 0, to: 0 };
  const from = node.children[0]?.position?.start.column;
  const to = node.children.at(-1)?.position?.end.column;
  return from === undefined || to === undefined
    ? { level: node.depth, from: 0, to: 0 }
    : { level: node.depth, from: from - 1, to: to - 1 };
};

const extentOf = (raw: string, title: string): { from: number; to: number } => {
  if (title === '') return { from: 0, to: 0 };
  const from = /^ *#+[ \t]*/u.exec(raw)?.[0].length ?? 0;
  return { from, to: from + title.length };
};
