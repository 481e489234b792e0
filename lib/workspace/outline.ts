/**
 * The headings of a Markdown file, by a line scanner: ATX headings outside fences, HTML
 * comments and front matter. Setext headings are ignored: text above `---` is an accident in real
 * files. One pass, linear in the length of the text.
 */
import { AGENTS_SECTIONS, type AgentsSection } from '#lib/spec/files.ts';

export interface Heading {
  readonly level: number;
  readonly title: string;
  /** 1-based. */
  readonly line: number;
}

/** What a line stands in. */
type State =
  | { readonly in: 'text' }
  | { readonly in: 'front matter' }
  | { readonly in: 'comment' }
  | { readonly in: 'fence'; readonly mark: string; readonly length: number };

const TEXT: State = { in: 'text' };

export const outline = (text: string): readonly Heading[] => {
  const headings: Heading[] = [];
  let state: State = TEXT;
  let number = 0;
  for (const line of linesOf(text)) {
    number += 1;
    if (number === 1 && line.trimEnd() === '---') state = { in: 'front matter' };
    else if (state.in !== 'text') state = leaves(state, line) ? TEXT : state;
    else {
      state = enters(line);
      const heading = state.in === 'text' ? headingIn(line) : undefined;
      if (heading !== undefined) headings.push({ ...heading, line: number });
    }
  }
  return headings;
};

/** Lines without their ends; a byte order mark is no part of the first. */
const linesOf = function* (text: string): Generator<string> {
  let from = text.startsWith('\uFEFF') ? 1 : 0;
  const end = /\r\n|\n|\r/g;
  end.lastIndex = from;
  for (let match = end.exec(text); match !== null; match = end.exec(text)) {
    yield text.slice(from, match.index);
    from = end.lastIndex;
  }
  if (from < text.length) yield text.slice(from);
};

const enters = (line: string): State => {
  const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
  const [, run = '', info = ''] = fence ?? [];
  if (fence !== null && !(run.startsWith('`') && info.includes('`'))) {
    return { in: 'fence', mark: run.charAt(0), length: run.length };
  }
  const opens = /^ {0,3}<!--/.test(line);
  return opens && !line.includes('-->', line.indexOf('<!--') + 4) ? { in: 'comment' } : TEXT;
};

const leaves = (state: State, line: string): boolean => {
  switch (state.in) {
    case 'front matter':
      return line.trimEnd() === '---' || line.trimEnd() === '...';
    case 'comment':
      return line.includes('-->');
    case 'fence': {
      const run = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1] ?? '';
      return run.startsWith(state.mark) && run.length >= state.length;
    }
    case 'text':
      return true;
  }
};

const headingIn = (
  line: string,
): { readonly level: number; readonly title: string } | undefined => {
  const [, marks, rest = ''] = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(line) ?? [];
  if (marks === undefined) return undefined;
  const trimmed = rest.trim();
  const closing = /(?:^|[ \t])#+$/.exec(trimmed);
  return {
    level: marks.length,
    title: closing === null ? trimmed : trimmed.slice(0, closing.index).trimEnd(),
  };
};

export interface NearMiss {
  readonly section: AgentsSection;
  readonly title: string;
  readonly level: number;
  readonly line: number;
}

export interface Missing {
  readonly missing: readonly AgentsSection[];
  /** Headings that probably mean a missing section. They do not count as it. */
  readonly near: readonly NearMiss[];
}

/** Other names in use for the required sections, normalised. */
const ALIASES: Readonly<Record<string, AgentsSection>> = {
  bootstrap: 'First Run',
  'first boot': 'First Run',
  'session startup': 'Every Session',
  'session start': 'Every Session',
  startup: 'Every Session',
  'red lines': 'Safety',
  'safety rules': 'Safety',
  boundaries: 'Safety',
  'memory system': 'Memory',
  'external vs. internal': 'External vs Internal',
  'internal vs external': 'External vs Internal',
  'external versus internal': 'External vs Internal',
};

/** Which required sections AGENTS.md lacks: at level two, spelled to the letter. */
export const missingSections = (agents: string): Missing => {
  const headings = outline(agents);
  const has = (section: string): boolean =>
    headings.some(({ level, title }) => level === 2 && title === section);
  const missing = AGENTS_SECTIONS.filter((section) => !has(section));
  const near = headings.flatMap(({ title, level, line }): readonly NearMiss[] => {
    const section = meantBy(title);
    return section !== undefined && missing.includes(section)
      ? [{ section, title, level, line }]
      : [];
  });
  return { missing, near };
};

const normalise = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}. ]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** By equality after normalisation, never by a part of the title. */
const meantBy = (title: string): AgentsSection | undefined => {
  const wanted = normalise(title);
  return (
    AGENTS_SECTIONS.find((section) => normalise(section) === wanted) ??
    (Object.hasOwn(ALIASES, wanted) ? ALIASES[wanted] : undefined)
  );
};
