/** The headings of a Markdown file, and which of those that AGENTS.md must have are not there (§2.2, R-85, R-86). */
import { AGENTS_SECTIONS } from '#lib/spec/files.ts';
import type { AgentsSection } from '#lib/spec/files.ts';
import en from '#lib/language/sections/en.json' with { type: 'json' };
import zh from '#lib/language/sections/zh.json' with { type: 'json' };
import ja from '#lib/language/sections/ja.json' with { type: 'json' };
import de from '#lib/language/sections/de.json' with { type: 'json' };
import pt from '#lib/language/sections/pt.json' with { type: 'json' };
import es from '#lib/language/sections/es.json' with { type: 'json' };
import fr from '#lib/language/sections/fr.json' with { type: 'json' };
import ru from '#lib/language/sections/ru.json' with { type: 'json' };
import { isAscii, wordsOf } from './ascii.ts';
import { scanLines } from './lines.ts';
import { inAllLanguages, type WordLists } from './word-lists.ts';

/** One ATX heading; `line` counts from 1, the title is as written, without closing hashes. */
export interface Heading {
  readonly level: number;
  readonly title: string;
  readonly line: number;
}

/** A heading that was probably meant to be a required section; it does not count as one. */
interface NearSection {
  readonly section: AgentsSection;
  readonly title: string;
  readonly level: number;
  readonly line: number;
}

/** A title longer than this is no misspelt section name. */
const NEAR_TITLE_MAX_CHARS = 200;

/**
 * Names that people and templates give to the required sections, in normal form: English with the usual suffixes, and
 * the languages that workspaces are written in. Equality only: a substring proves nothing.
 */
const LANGUAGES: readonly WordLists<AgentsSection>[] = [en, zh, ja, de, pt, es, fr, ru];

/** What a heading was probably meant as. */
export interface Meaning {
  readonly section: AgentsSection;
  /** The name that it goes by, in normal form and out of our own table: it may be shown. */
  readonly alias: string;
  /** It is the name of the section itself, but for case, emoji, punctuation or a number. */
  readonly isOwnName: boolean;
}

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  AGENTS_SECTIONS.flatMap((section) => {
    const own = normalise(section);
    return [own, ...inAllLanguages(LANGUAGES, section)].map(
      (alias) => [alias, { section, alias, isOwnName: alias === own }] as const,
    );
  }),
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

/** What AGENTS.md lacks of its required sections, and headings that come near one of them. */
interface MissingSections {
  readonly missing: readonly AgentsSection[];
  readonly near: readonly NearSection[];
}

/** Proof that a text was read for the sections of AGENTS.md, and what came of it. */
export class SectionsRead implements MissingSections {
  readonly missing: readonly AgentsSection[];
  readonly near: readonly NearSection[];
  readonly #text: string;

  private constructor(text: string) {
    const { missing, near } = missingSections(text);
    this.missing = missing;
    this.near = near;
    this.#text = text;
  }

  static of(text: string): SectionsRead {
    return new SectionsRead(text);
  }

  /** Is this the text that was read? */
  isOf(text: string): boolean {
    return this.#text === text;
  }
}

/**
 * The required sections that AGENTS.md lacks, in the order of §2.2, and the headings that come near one of them.
 * Required is the exact name at level two; a near miss is still missing.
 */
export function missingSections(text: string): MissingSections {
  const headings = outline(text);
  const present = new Set(headings.filter(({ level }) => level === 2).map(({ title }) => title));
  const missing = AGENTS_SECTIONS.filter((section) => !present.has(section));
  const near = headings.flatMap((heading) => {
    const section = meaningOf(heading.title)?.section;
    return section !== undefined && missing.includes(section) ? [{ section, ...heading }] : [];
  });
  return { missing, near };
}

/** The required section that a heading names, or probably meant to; at any level. */
export function meaningOf(title: string): Meaning | undefined {
  if (title.length > NEAR_TITLE_MAX_CHARS) return undefined;
  const whole = MEANINGS.get(normalise(title));
  if (whole !== undefined) return whole;
  const named = title.replace(ASIDE, '');
  const meaning = named === title ? undefined : MEANINGS.get(normalise(named));
  return meaning && { ...meaning, isOwnName: false };
}

/** What stands behind the name of a section: words in brackets at the end, or behind a dash. */
const ASIDE = /\s*\([^()]{0,100}\)\s*$|\s*（[^（）]{0,100}）\s*$|\s[—–-]{1,2}\s.*$/u;

/** Case, emoji, punctuation, a number in front and runs of blanks do not make a different name. */
function normalise(title: string): string {
  const lower = title.normalize('NFKC').toLowerCase();
  const words = isAscii(lower) ? wordsOf(lower) : lower.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
  return words.replace(/^\d{1,2} /u, '');
}
