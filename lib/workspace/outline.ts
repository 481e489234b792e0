/** The headings of a Markdown file, and which of those that AGENTS.md must have are not there (§2.2, R-85, R-86). */
import { AGENTS_SECTIONS } from '#lib/spec/files.ts';
import type { AgentsSection } from '#lib/spec/files.ts';
import { scanLines } from './lines.ts';

/** One ATX heading; `line` counts from 1, the title is as written, without closing hashes. */
export interface Heading {
  readonly level: number;
  readonly title: string;
  readonly line: number;
}

/** A heading that was probably meant to be a required section; it does not count as one. */
export interface NearSection {
  readonly section: AgentsSection;
  readonly title: string;
  readonly level: number;
  readonly line: number;
}

/** A title longer than this is no misspelt section name. */
const NEAR_TITLE_MAX_CHARS = 200;

/** Names seen in the templates of other projects, in normal form. Equality only: a substring proves nothing. */
const ALIASES: Readonly<Record<AgentsSection, readonly string[]>> = {
  'First Run': ['bootstrap', 'bootstrapping', 'first boot', 'first session', 'on first run'],
  'Every Session': [
    'session startup',
    'session start',
    'session initialization',
    'startup',
    'startup sequence',
    'on startup',
    'each session',
    'every session startup',
  ],
  Memory: ['memory conventions', 'memory rules', 'memory management', 'memory system'],
  Safety: [
    'red lines',
    'safety rules',
    'safety guidelines',
    'safety first',
    'guardrails',
    'boundaries',
  ],
  'External vs Internal': [
    'external versus internal',
    'external and internal',
    'external internal',
    'internal vs external',
    'internal versus external',
    'internal and external',
    'internal external',
  ],
};

const SECTION_OF: ReadonlyMap<string, AgentsSection> = new Map(
  AGENTS_SECTIONS.flatMap((section) =>
    [normalise(section), ...ALIASES[section]].map((name) => [name, section] as const),
  ),
);

/** The ATX headings outside of fences, comments and front matter, in order. Never throws. */
export function outline(text: string): readonly Heading[] {
  const headings: Heading[] = [];
  for (const line of scanLines(text)) {
    if (line.kind !== 'heading') continue;
    headings.push({ level: line.level, title: line.title, line: line.line });
  }
  return headings;
}

/**
 * The required sections that AGENTS.md lacks, in the order of §2.2, and the headings that come near one of them.
 * Required is the exact name at level two; a near miss is still missing.
 */
export function missingSections(text: string): {
  readonly missing: readonly AgentsSection[];
  readonly near: readonly NearSection[];
} {
  const headings = outline(text);
  const present = new Set(headings.filter(({ level }) => level === 2).map(({ title }) => title));
  const missing = AGENTS_SECTIONS.filter((section) => !present.has(section));
  const near = headings.flatMap((heading) => {
    const section = nearestSection(heading.title);
    return section !== undefined && missing.includes(section) ? [{ section, ...heading }] : [];
  });
  return { missing, near };
}

function nearestSection(title: string): AgentsSection | undefined {
  if (title.length > NEAR_TITLE_MAX_CHARS) return undefined;
  return SECTION_OF.get(normalise(title));
}

/** Case, emoji, punctuation and runs of blanks do not make a different name. */
function normalise(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
