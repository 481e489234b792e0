/** The words by which people label the facts of a birth. Compared after `normalLabel`, by equality. */
import { wordsOf } from '#lib/text/letters.ts';

/** Whom a heading speaks of; `none` where it says nothing about it. */
export type Scope = 'agent' | 'user' | 'none';

export type FieldName = keyof typeof FIELDS;
export type ListName = keyof typeof LISTS;

/** Labels that say whose field it is. */
const FIELDS = {
  'agent.name': [
    'agent',
    'agent name',
    'name of agent',
    'assistant',
    'assistant name',
    'your name',
  ],
  'agent.role': [
    'role',
    'agent role',
    'your role',
    'role description',
    'job',
    'your job',
    'function',
    'rolle',
    'what you are',
    'creature',
  ],
  'agent.personality': [
    'personality',
    'agent personality',
    'your personality',
    'persona',
    'character',
    'vibe',
    'temperament',
    'theme',
    'persönlichkeit',
  ],
  'user.name': [
    'user',
    'user name',
    'name of user',
    'human',
    'human name',
    'humans name',
    'your human',
    'human s name',
    'users name',
    'user s name',
    'owner',
    'owner name',
    'call me',
    'my name',
    'what to call them',
    'what to call me',
    'what to call him',
    'what to call her',
    'preferred name',
    'i am',
    'benutzer',
    'mensch',
  ],
  'user.timezone': [
    'timezone',
    'time zone',
    'tz',
    'user timezone',
    'user time zone',
    'my timezone',
    'my time zone',
    'zeitzone',
  ],
  'user.communicationStyle': [
    'communication style',
    'communication',
    'user communication style',
    'style of communication',
    'kommunikationsstil',
  ],
  'user.language': [
    'language',
    'languages',
    'user language',
    'preferred language',
    'my language',
    'sprache',
  ],
} as const satisfies Record<string, readonly string[]>;

/** Labels that mean the agent's field or the user's, by the heading they stand under. */
const SCOPED_FIELDS: Readonly<Record<string, { agent: FieldName; user: FieldName }>> = {
  name: { agent: 'agent.name', user: 'user.name' },
  tone: { agent: 'agent.personality', user: 'user.communicationStyle' },
  style: { agent: 'agent.personality', user: 'user.communicationStyle' },
};

/** Headings and labels of lists. */
const LISTS = {
  'agent.values': [
    'values',
    'core values',
    'your values',
    'principles',
    'core principles',
    'werte',
  ],
  'agent.capabilities': [
    'capabilities',
    'your capabilities',
    'abilities',
    'skills',
    'what you can do',
    'fähigkeiten',
  ],
  'user.projects': ['projects', 'user projects', 'current projects', 'my projects', 'projekte'],
  'user.preferences': ['preferences', 'user preferences', 'my preferences', 'vorlieben'],
  'user.notes': ['notes', 'user notes', 'notizen'],
} as const satisfies Record<string, readonly string[]>;

const AGENT_HEADINGS: ReadonlySet<string> = new Set([
  'agent',
  'the agent',
  'your agent',
  'identity',
  'your identity',
  'agent identity',
  'soul',
  'your soul',
  'agent soul',
  'you',
  'about you',
  'about yourself',
  'about the agent',
  'who you are',
  'who are you',
  'persona',
  'assistant',
  'about the assistant',
]);

const USER_HEADINGS: ReadonlySet<string> = new Set([
  'user',
  'the user',
  'user profile',
  'your user',
  'human',
  'the human',
  'your human',
  'me',
  'owner',
  'your owner',
  'who i am',
  'who you serve',
  'whom you serve',
  'benutzer',
  'mensch',
]);

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
export function scopeOf(heading: string): Scope {
  const label = normalLabel(heading);
  if (AGENT_HEADINGS.has(label)) return 'agent';
  if (USER_HEADINGS.has(label)) return 'user';
  return label.startsWith('about ') && !ABOUT_A_THING.test(label) ? 'user' : 'none';
}

/** The field that a label means under a scope. Without one, a bare `Name:` is the agent's: it is being born. */
export function fieldFor(label: string, scope: Scope): FieldName | undefined {
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
export function listFor(label: string, scope: Scope): ListName | undefined {
  const normal = normalLabel(label);
  const list = LIST_OF.get(normal);
  if (list === undefined) return undefined;
  if (list === 'user.notes' && !normal.startsWith('user'))
    return scope === 'user' ? list : undefined;
  const isOther = list.startsWith('agent.') ? scope === 'user' : scope === 'agent';
  return isOther ? undefined : list;
}

const FIELD_OF = inverse(FIELDS);
const LIST_OF = inverse(LISTS);

function inverse<K extends string>(
  table: Readonly<Record<K, readonly string[]>>,
): ReadonlyMap<string, K> {
  const labels = new Map<string, K>();
  for (const name in table) for (const label of table[name]) labels.set(label, name);
  return labels;
}
