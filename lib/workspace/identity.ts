/**
 * Who an agent is, as SOUL.md says it (RFC-0009 §2.1, R-21), and whether USER.md names its human (§2.3): what ends a
 * first boot, and what an audit asks for. A reading of prose: labels, headings, and sentences such as `You are Atlas, a
 * research assistant`. It leans towards "it is said", because a finding that is wrong costs more trust than one that
 * is missing. Placeholders say nothing.
 */
import { entriesOf } from './entries.ts';
import { NAME_LABELS, ROLE_LABELS, TITLE_WORDS } from '#lib/language/identity-words.ts';
import { speaksOfCapabilities, speaksOfValues } from '#lib/language/identity-words.ts';
import type { Aspect } from '#lib/language/identity-words.ts';
import { fieldFor, normalLabel, scopeOf } from '#lib/language/labels.ts';
import type { LabelScope } from '#lib/language/labels.ts';
import { isAscii } from '#lib/text/ascii.ts';
import { scanLines } from '#lib/text/lines.ts';
import { isPlaceholder } from '#lib/text/placeholder.ts';
import { aspectsSaidIn } from './self-description.ts';
import { readIdentity } from './read-identity.ts';

const NOTHING: ReadonlySet<Aspect> = new Set();
/** Who has said so many has said all. */
const ASPECTS = Object.keys({
  name: true,
  role: true,
  values: true,
  capabilities: true,
} satisfies Record<Aspect, true>).length;

/** What SOUL.md says of the agent; name and role may stand in IDENTITY.md beside it, as most workspaces have it. */
export const soulSays = (soul: string, beside: string | undefined): ReadonlySet<Aspect> => {
  const said = aspectsIn(soul);
  if (beside !== undefined && !isNamedWithRole(said)) {
    for (const aspect of aspectsIn(beside)) {
      if (aspect === 'name' || aspect === 'role') said.add(aspect);
    }
  }
  if (!isNamedWithRole(said) && beginsWithFrontMatter(soul)) {
    // The kernel knows which of its keys are the agent's, and which the file's.
    const { name, role } = readIdentity(soul);
    if (name !== undefined) said.add('name');
    if (role !== undefined) said.add('role');
  }
  return said;
};

const beginsWithFrontMatter = (soul: string): boolean => {
  for (const { kind } of scanLines(soul)) return kind === 'front matter';
  return false;
};

/** What §2.1 asks of SOUL.md, and §2.3 of USER.md. */
const OF_SOUL = ['name', 'role', 'values'] as const satisfies readonly Aspect[];

/** The files of an agent's identity, where they are there. */
export interface IdentityTexts {
  readonly soul: string | undefined;
  /** IDENTITY.md. */
  readonly beside: string | undefined;
  readonly user: string | undefined;
}

/** What SOUL.md does not say yet of what §2.1 asks for; empty where it is whole. */
export const missingInSoul = ({ soul = '', beside }: IdentityTexts): readonly Aspect[] => {
  const said = soul.trim() === '' ? NOTHING : soulSays(soul, beside);
  return OF_SOUL.filter((aspect) => !said.has(aspect));
};

const isNamedWithRole = (said: ReadonlySet<Aspect>): boolean =>
  said.has('name') && said.has('role');

/** Is there nothing left that a sentence could add? */
const isAllSaid = (said: ReadonlySet<Aspect>): boolean =>
  isNamedWithRole(said) && said.has('values') && said.has('capabilities');

/** Everything that one document says. */
const aspectsIn = (text: string): Set<Aspect> => {
  const said = new Set<Aspect>();
  const add = (aspects: ReadonlySet<Aspect>): void => {
    for (const aspect of aspects) said.add(aspect);
  };
  const headings = new Headings();
  /** What a label without a value announced. */
  let announced = NOTHING;
  for (const entry of entriesOf(text)) {
    if (said.size === ASPECTS) break;
    if (entry.kind === 'blank') continue;
    if (entry.kind === 'heading') {
      if (entry.level === 1 && headings.isFirst && isNameInTitle(entry.title)) said.add('name');
      headings.enter(entry.level, entry.title);
      announced = NOTHING;
      continue;
    }
    const pair = entry.kind === 'pair' ? entry : entry.kind === 'item' ? entry.pair : undefined;
    const content = entry.kind === 'pair' ? entry.value : entry.text;
    if (pair !== undefined) announced = NOTHING;
    if (pair?.value === '') announced = aspectsOf(pair.label, headings.scope);
    else if (headings.aspects.size + announced.size > 0 && !isPlaceholder(content)) {
      add(headings.aspects);
      add(announced);
    }
    if (pair !== undefined && !isPlaceholder(pair.value)) {
      add(aspectsOf(pair.label, headings.scope));
    }
    if (headings.scope !== 'user' && !isAllSaid(said)) add(aspectsSaidIn(entry.raw));
  }
  return said;
};

const SAYS_I = /\b(?:who i am|wer ich bin|quién soy|quem (?:eu )?sou|qui je suis)\b/i;

/** The headings above a line, and what they announce. */
class Headings {
  #open: { level: number; scope: LabelScope; aspects: ReadonlySet<Aspect> }[] = [];
  #seen = 0;

  get isFirst(): boolean {
    return this.#seen === 0;
  }

  get scope(): LabelScope {
    return this.#open.at(-1)?.scope ?? 'none';
  }

  /** What the innermost heading announces, or an outer one for it. */
  get aspects(): ReadonlySet<Aspect> {
    return this.#open.at(-1)?.aspects ?? NOTHING;
  }

  enter(level: number, title: string): void {
    this.#seen += 1;
    this.#open = this.#open.filter((outer) => outer.level < level);
    // In its own files the agent says "I"; in bootstrap instructions it is the human.
    const own = SAYS_I.test(title) ? 'agent' : scopeOf(title);
    const scope = own === 'none' ? this.scope : own;
    const aspects = new Set([...this.aspects, ...aspectsOf(title, scope)]);
    this.#open.push({ level, scope, aspects });
  }
}

/** What a heading or label announces about the agent. */
const aspectsOf = (label: string, scope: LabelScope): ReadonlySet<Aspect> => {
  if (scope === 'user') return NOTHING;
  const normal = normalLabel(label);
  const field = fieldFor(label, scope);
  const aspects = new Set<Aspect>();
  if (field === 'agent.name' || NAME_LABELS.has(normal)) aspects.add('name');
  if (field === 'agent.role' || ROLE_LABELS.has(normal)) aspects.add('role');
  if (field === 'agent.personality' || speaksOfValues(normal)) aspects.add('values');
  if (speaksOfCapabilities(normal)) aspects.add('capabilities');
  return aspects;
};

/** `# Atlas`, `# SOUL.md of Atlas`, `# Atlas's Soul`; not `# SOUL.md - Who You Are`. */
const isNameInTitle = (title: string): boolean => {
  if (isPlaceholder(title)) return false;
  const words = title.match(isAscii(title) ? /[A-Za-z0-9]+/g : /[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const others = words.filter((word) => !TITLE_WORDS.has(word.toLowerCase()));
  // Beside the name of the file only a capital makes a name.
  return /\.md\b|\bsoul\b/i.test(title)
    ? others.some((word) => /^[\p{Lu}\p{Lo}]/u.test(word))
    : others.length > 0;
};

/** Does a USER.md say what the human is called? */
export const namesHuman = (text: string): boolean => {
  let isFirst = true;
  let scope: LabelScope = 'user';
  let isAnnounced = false;
  for (const entry of entriesOf(text)) {
    if (entry.kind === 'blank') continue;
    if (entry.kind === 'heading') {
      if (entry.level === 1 && isFirst && isNameInTitle(entry.title)) return true;
      isFirst = false;
      const own = scopeOf(entry.title);
      scope = own === 'agent' ? 'agent' : 'user';
      isAnnounced = isHumanLabel(entry.title, scope);
      continue;
    }
    const pair = entry.kind === 'pair' ? entry : entry.kind === 'item' ? entry.pair : undefined;
    const content = entry.kind === 'pair' ? entry.value : entry.text;
    if (pair !== undefined && isHumanLabel(pair.label, scope)) {
      if (!isPlaceholder(pair.value)) return true;
      isAnnounced = pair.value === '';
      continue;
    }
    if (isAnnounced && pair === undefined && !isPlaceholder(content)) return true;
    if (HUMAN_SENTENCE.test(entry.raw)) return true;
    if (pair !== undefined) isAnnounced = false;
  }
  return false;
};

/** What a USER.md calls the human, where a label says it; `undefined` where none does. */
export const nameOfHuman = (text: string): string | undefined => {
  for (const entry of entriesOf(text)) {
    const pair = entry.kind === 'pair' ? entry : entry.kind === 'item' ? entry.pair : undefined;
    if (pair !== undefined && isHumanLabel(pair.label, 'user') && !isPlaceholder(pair.value))
      return pair.value;
  }
  return undefined;
};

const isHumanLabel = (label: string, scope: LabelScope): boolean =>
  scope === 'user' &&
  (fieldFor(label, 'user') === 'user.name' || NAME_LABELS.has(normalLabel(label)));

const HUMAN_SENTENCE =
  /(?:^|[\s*_>])(?:[Yy]our human|[Mm]y human|[Tt]he (?:user|human|owner))(?:['’]s name)? is (?:called |named )?[*_"“]*\p{Lu}|(?:人类|用户|主人)(?:的名字)?(?:是|叫)\S/u;
