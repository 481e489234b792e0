/** The words by which people label the facts of a first boot. Compared after `normalLabel`, by equality. */
import { wordsOf } from '#lib/text/ascii.ts';
import { inAllLanguages, type WordLists } from '#lib/text/word-lists.ts';
import en from './birth/en.json' with { type: 'json' };
import de from './birth/de.json' with { type: 'json' };
import es from './birth/es.json' with { type: 'json' };
import fr from './birth/fr.json' with { type: 'json' };
import ja from './birth/ja.json' with { type: 'json' };
import pt from './birth/pt.json' with { type: 'json' };
import ru from './birth/ru.json' with { type: 'json' };
import zh from './birth/zh.json' with { type: 'json' };

/** Whom a heading speaks of; `none` where it says nothing about it. */
export type LabelScope = 'agent' | 'user' | 'none';

/** A fact of bootstrap instructions that has one value. */
export type FieldName = keyof typeof en.fields;

/** A fact of bootstrap instructions that is a list. */
export type ListName = keyof typeof en.lists;

/** Labels that mean the agent's field or the user's, by the heading they stand under. */
const SCOPED_FIELDS: Readonly<Record<string, { agent: FieldName; user: FieldName }>> = {
  name: { agent: 'agent.name', user: 'user.name' },
  tone: { agent: 'agent.personality', user: 'user.communicationStyle' },
  style: { agent: 'agent.personality', user: 'user.communicationStyle' },
};

const HEADINGS: readonly WordLists<keyof typeof en.headings>[] = [en.headings, de.headings];
const AGENT_HEADINGS: ReadonlySet<string> = new Set(inAllLanguages(HEADINGS, 'agent'));
const USER_HEADINGS: ReadonlySet<string> = new Set(inAllLanguages(HEADINGS, 'user'));

/** `About …` is about a person, unless it is about a thing. */
const ABOUT_A_THING =
  /^about (?:this|these|the (?!user|human|owner)|our|your (?!user|human|owner))/u;

/** Case, emphasis, emoji, brackets and runs of blanks do not make a different label. */
export function normalLabel(label: string): string {
  return wordsOf(
    label
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/\([^()]*\)/gu, ' ')
      .replaceAll(/['’](?=s\b)/gu, ''),
  );
}

/** The scope that a heading opens. */
export function scopeOf(heading: string): LabelScope {
  const label = normalLabel(heading);
  if (AGENT_HEADINGS.has(label)) return 'agent';
  if (USER_HEADINGS.has(label)) return 'user';
  return label.startsWith('about ') && !ABOUT_A_THING.test(label) ? 'user' : 'none';
}

/** The field that a label means under a scope. Without one, a bare `Name:` is the agent's: it is being born. */
export function fieldFor(label: string, scope: LabelScope): FieldName | undefined {
  const normal = normalLabel(label);
  if (Object.hasOwn(SCOPED_FIELDS, normal)) {
    return SCOPED_FIELDS[normal]?.[scope === 'user' ? 'user' : 'agent'];
  }
  const field = FIELD_OF.get(normal);
  // A user's role or character is no part of the agent's.
  return scope === 'user' && field?.startsWith('agent.') === true ? undefined : field;
}

/** Whether a label names a list, whatever it stands under. */
export function isListLabel(label: string): boolean {
  return LIST_OF.has(normalLabel(label));
}

/** The list that a heading or label means under a scope. Notes may be about anything, so they need a user. */
export function listFor(label: string, scope: LabelScope): ListName | undefined {
  const normal = normalLabel(label);
  const list = LIST_OF.get(normal);
  if (list === undefined) return undefined;
  if (list === 'user.notes' && !normal.startsWith('user'))
    return scope === 'user' ? list : undefined;
  const isOther = list.startsWith('agent.') ? scope === 'user' : scope === 'agent';
  return isOther ? undefined : list;
}

const FIELD_OF = inverse<FieldName>([en, de, es, fr, ja, pt, ru, zh].map(({ fields }) => fields));
const LIST_OF = inverse<ListName>([en.lists, de.lists]);

function inverse<Name extends string>(
  languages: readonly WordLists<Name>[],
): ReadonlyMap<string, Name> {
  const names = new Map<string, Name>();
  for (const lists of languages)
    for (const name in lists) for (const label of lists[name] ?? []) names.set(label, name);
  return names;
}
