/** Giving the headings of AGENTS.md the names that are required (§2.2, R-85). */
import { AGENTS_SECTIONS, type AgentsSection } from '#lib/spec/files.ts';
import { type Line, scanLines } from '#lib/text/lines.ts';
import { type Meaning, meaningOf } from '#lib/text/outline.ts';

type HeadingLine = Extract<Line, { kind: 'heading' }>;

/** A piece of the text, by offsets, and what stands there instead. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Does everything below the heading and beside it stay where it was when it becomes one of level two? `### Safety`
 * below `## Discord` speaks of Discord, and a title of the whole file is more than one section of it.
 */
export const keepsOutline = (
  headings: readonly HeadingLine[],
  { level, line }: HeadingLine,
): boolean => {
  if (level === 2) return true;
  const upper = headings.findLast((other) => other.line < line && other.level <= 2);
  const next = headings.find((other) => other.line > line && other.level <= Math.max(level, 2));
  if (level === 1) return next?.level !== 2;
  const takesNext = next !== undefined && next.level > 2 && meaningOf(next.title) === undefined;
  return upper?.level !== 2 && !takesNext;
};

/** Marks and words are changed; indent, blanks, closing hashes and line ending stay. */
export const renaming = (
  { at, text, level, title }: HeadingLine,
  section: AgentsSection,
): Piece => {
  const marks = text.indexOf('#');
  const words = text.indexOf(title, marks + level);
  const blanks = text.slice(marks + level, words);
  const rest = text.slice(words + title.length);
  const closing = rest.trim();
  const kept = closing === '' ? '' : `${rest.slice(0, rest.indexOf('#'))}##`;
  const end = words + title.length + (closing === '' ? 0 : rest.lastIndexOf('#') + 1);
  return { start: at + marks, end: at + end, text: `##${blanks}${section}${kept}` };
};

/** AGENTS.md with its sections renamed, and which ones were. */
export interface Renamed {
  readonly text: string;
  readonly renamed: readonly Meaning[];
}

/**
 * AGENTS.md with every heading renamed that alone comes near a section which is missing, where that moves nothing else;
 * all other bytes stay.
 */
export const withRenamedSections = (agents: string): Renamed => {
  const headings = [...scanLines(agents)].filter((line) => line.kind === 'heading');
  const meant = headings.flatMap((heading) => {
    const meaning = meaningOf(heading.title);
    return meaning === undefined ? [] : [{ heading, ...meaning }];
  });
  const found = AGENTS_SECTIONS.flatMap((section) => {
    const near = meant.filter((one) => one.section === section);
    const [only] = near;
    if (only === undefined || near.length > 1 || isExact(only.heading, section)) return [];
    return keepsOutline(headings, only.heading) ? [only] : [];
  }).toSorted((one, other) => one.heading.at - other.heading.at);
  let text = '';
  let from = 0;
  for (const { heading, section } of found) {
    const piece = renaming(heading, section);
    text += agents.slice(from, piece.start) + piece.text;
    from = piece.end;
  }
  const renamed = found.map(({ section, alias, isOwnName }) => ({ section, alias, isOwnName }));
  return { text: text + agents.slice(from), renamed };
};

const isExact = ({ level, title }: HeadingLine, section: AgentsSection): boolean =>
  level === 2 && title === section;

/** Headings by which other hosts find a section, in normal form: renamed, they find it no more. */
const HOSTS: ReadonlyMap<string, string> = new Map([
  // agents.defaults.compaction.postCompactionSections, and the prompt of /new.
  ['session startup', 'OpenClaw'],
  ['red lines', 'OpenClaw'],
]);

/** The host that finds a section by this heading, `alias` of `meaningOf`; `undefined` if none is known to. */
export const hostThatLooksFor = (alias: string): string | undefined => HOSTS.get(alias);
