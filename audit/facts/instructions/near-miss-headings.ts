/** The headings of AGENTS.md by the required section that they name, or probably meant to. */
import { AGENTS_SECTIONS } from '#lib/spec/files.ts';
import type { AgentsSection } from '#lib/spec/files.ts';
import { meaningOf } from '#lib/text/outline.ts';
import type { Meaning } from '#lib/text/outline.ts';
import type { Document, HeadingLine, Section } from '#audit/workspace/document.ts';
import type { AgentsSections } from '#audit/workspace/workspace.ts';

/** A heading that names a required section, exactly or nearly. */
export interface NearMissHeading extends Meaning {
  readonly heading: HeadingLine;
  /** Spelled exactly so, at level two: the section itself. */
  readonly isExact: boolean;
}

type Headings = ReadonlyMap<AgentsSection, readonly NearMissHeading[]>;

/** A document never changes, so what was found in it stays true as long as it is there. */
const FOUND = new WeakMap<Document, Headings>();

/** Every heading that names a section, or comes near its name, in order. */
export const nearMissHeadings = (
  document: Document,
  section: AgentsSection,
): readonly NearMissHeading[] => {
  const known = FOUND.get(document) ?? find(document);
  FOUND.set(document, known);
  return known.get(section) ?? [];
};

const find = ({ headings }: Document): Headings => {
  const found = new Map<AgentsSection, NearMissHeading[]>(
    AGENTS_SECTIONS.map((name) => [name, []]),
  );
  for (const heading of headings) {
    const meaning = meaningOf(heading.title);
    if (meaning === undefined) continue;
    const isExact = heading.level === 2 && heading.title === meaning.section;
    found.get(meaning.section)?.push({ ...meaning, heading, isExact });
  }
  return found;
};

/**
 * What stands under a section's heading, or under the first one that comes near it: a wrong name is one finding, and
 * what is said below it is judged all the same.
 */
export const intendedSection = (
  agents: AgentsSections | undefined,
  section: AgentsSection,
): Section | undefined => {
  if (agents === undefined) return undefined;
  const exact = agents.section(section);
  if (exact !== undefined) return exact;
  const [near] = nearMissHeadings(agents.document, section);
  return near && agents.document.sectionAt(near.heading);
};
