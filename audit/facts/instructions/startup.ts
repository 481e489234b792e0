/** What `## Every Session` says of the start of a session (§2.2), read once for all the rules about it. */
import type { Document, Section } from '#audit/workspace/document.ts';
import { intendedSection } from './near-miss-headings.ts';
import { mentionsIn } from './mentions.ts';
import type { Mention, StartupFile } from './mentions.ts';
import { statementsOf } from './statements.ts';
import type { Statement } from './statements.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** The start-up section of AGENTS.md, read once. */
export interface Startup {
  readonly section: Section;
  /** Its heading first. */
  readonly statements: readonly Statement[];
  /** All of it, in lower case, without comments. */
  readonly lower: string;
  /** The files that it names anywhere. */
  readonly named: ReadonlySet<StartupFile>;
}

/** A document never changes, so what was read stays true as long as it is there. */
const READ = new WeakMap<Document, Startup>();

/** The start-up section, under its own name or one that comes near; `undefined` where there is none. */
export const startupOf = ({ agents }: AuditedWorkspace): Startup | undefined => {
  if (agents === undefined) return undefined;
  const known = READ.get(agents.document);
  if (known !== undefined) return known;
  const section = intendedSection(agents, 'Every Session');
  if (section === undefined) return undefined;
  const startup = read(agents.document, section);
  READ.set(agents.document, startup);
  return startup;
};

const read = (document: Document, section: Section): Startup => {
  const statements = statementsOf(document, section);
  const said = statements.slice(1);
  const named = new Set(said.flatMap(({ mentions }) => mentions.map(({ file }) => file)));
  return { section, statements, lower: said.map(({ lower }) => lower).join('\n'), named };
};

/** Words that begin an aside: what follows them, to the next comma or full stop, is not what the step reads. */
const ASIDE =
  /(?:(?<![\w-])(?:before|after|until|unless|except|not|never|n['’]t|instead|rather|later|without|bevor|nach|nicht|antes|depois|después|avant|après|jamais|перед|после|не)(?![\w-])|之前|之后|不要|除了|の前に|の後)(?:[^,.;:，。；：]|[.:](?=\S))*/gu;
const BRACKETS = /\([^()]*\)|（[^（）]*）|(?<!\/)\[[^[\]]*\](?!\()/gu;

/**
 * The files that one step of an ordered list or a semicolon block is about, each at its first place. What stands in
 * brackets counts only where nothing stands outside of them.
 */
export const filesOfStep = (lower: string): readonly Mention[] => {
  const plain = blanked(lower, ASIDE);
  const outside = mentionsIn(blanked(plain, BRACKETS));
  return outside.length > 0 ? outside : mentionsIn(plain);
};

const blanked = (lower: string, pattern: RegExp): string =>
  lower.replaceAll(pattern, (found) => ' '.repeat(found.length));
