/**
 * What bootstrap instructions written by people say about agent and user (§2.6, §6.2), read without a model, and the files
 * that are composed of it (§2.1, §2.3). Only what is labelled, listed or said as `You are X, a Y.` is read: prose is
 * left to whoever understands it. A credential is never read (§2.4), whatever it is labelled with.
 */
import {
  containsPasswordWord,
  isCredentialLabel,
  labelledCredentials,
} from '#lib/secrets/credential.ts';
import { headingLabel } from '#lib/secrets/credential-headings.ts';
import { entriesOf } from './entries.ts';
import type { Entry } from './entries.ts';
import { fieldFor, listFor, normalLabel, scopeOf } from '#lib/language/labels.ts';
import type { FieldName, ListName, Scope } from '#lib/language/labels.ts';
import { scanLines } from '#lib/text/lines.ts';
import { isPlaceholder, stripEmphasis } from '#lib/text/placeholder.ts';
import { zoneAtStart } from '#lib/text/zones.ts';

/** The facts of a first boot; what is absent or empty was not said. */
export interface BootstrapFields {
  readonly agent: {
    readonly name?: string;
    readonly role?: string;
    readonly personality?: string;
    readonly values: readonly string[];
    readonly capabilities: readonly string[];
  };
  readonly user: {
    readonly name?: string;
    readonly timezone?: string;
    readonly communicationStyle?: string;
    readonly language?: string;
    readonly projects: readonly string[];
    readonly preferences: readonly string[];
    readonly notes: readonly string[];
  };
}

/** More than this is a paragraph and no name, and no field. */
const NAME_MAX_CHARS = 80;
const FIELD_MAX_CHARS = 300;
const ITEM_MAX_CHARS = 500;
const LIST_MAX_ITEMS = 100;

/** Whose fact a text is; `none`: it says nothing, or is to be kept nowhere. */
type Whose = 'agent' | 'user' | 'none';

/** Hears what becomes of a text while it is read. */
export interface Follower {
  /** `count` lines are read next, from `line` on. */
  readonly place: (line: number, count: number) => void;
  /** This part of them is a fact now, or is left out on purpose. */
  readonly settled: (whose: Whose, part: string) => void;
}

/** The facts in bootstrap instructions. The first occurrence of a field wins; lists add up. Never throws. */
export function readBootstrapFields(orders: string, follower?: Follower): BootstrapFields {
  const reader = new Reader(follower?.settled);
  for (const entry of entriesOf(orders, follower?.place)) reader.take(entry);
  const fields = reader.fields();
  return isUnfilled(orders, fields) ? NOBODY : fields;
}

/** Nothing was said. */
export const NOBODY: BootstrapFields = {
  agent: { values: [], capabilities: [] },
  user: { projects: [], preferences: [], notes: [] },
};

/** A template in which nobody has put a name: its values are those of no agent. */
function isUnfilled(orders: string, { agent, user }: BootstrapFields): boolean {
  const names = [agent.name, agent.role, user.name];
  return /\{\{[\w ]{1,40}\}\}/u.test(orders) && names.every((name) => name === undefined);
}

/** Name and role of an agent as its SOUL.md tells them (R-21); placeholders do not count. */
export function readIdentity(soul: string): { name?: string; role?: string } {
  const { agent } = readBootstrapFields(soul);
  const name = agent.name ?? frontMatterOf(soul, 'name') ?? titleName(soul);
  const role = agent.role ?? frontMatterOf(soul, 'role');
  return { ...(name !== undefined && { name }), ...(role !== undefined && { role }) };
}

/** A SOUL.md after the example of §2.1; what is not known is said to be unknown. */
export function soulText(
  { agent, user }: BootstrapFields,
  given: { readonly name: string; readonly role: string },
): string {
  const name = oneLine(given.name);
  const role = oneLine(given.role).replace(/\.$/u, '');
  const identity = [
    `**Name:** ${name}\n**Role:** ${role}`,
    ...(agent.personality === undefined ? [] : [agent.personality]),
  ];
  const whom = user.name === undefined ? '' : ` for ${user.name}`;
  return sections(`# Soul\n\nYou are ${name}, ${withArticle(role)}${whom}.`, [
    ['Identity', identity.join('\n\n')],
    ['Values', bullets(agent.values)],
    ['Capabilities', bullets(agent.capabilities)],
  ]);
}

/** A USER.md after the example of §2.3; what is not known is said to be unknown. */
export function userText({ user }: BootstrapFields): string {
  const fields = [
    `**Name:** ${user.name ?? UNKNOWN}`,
    `**Communication style:** ${user.communicationStyle ?? UNKNOWN}`,
    `**Timezone:** ${user.timezone ?? UNKNOWN}`,
    ...(user.language === undefined ? [] : [`**Language:** ${user.language}`]),
  ];
  return sections(`# User Profile\n\n${fields.join('\n')}`, [
    ['Projects', bullets(user.projects)],
    ['Preferences', bullets(user.preferences)],
    ['Notes', bullets(user.notes)],
  ]);
}

const UNKNOWN = 'not known yet';

function sections(head: string, parts: readonly (readonly [string, string])[]): string {
  return `${[head, ...parts.map(([title, body]) => `## ${title}\n\n${body}`)].join('\n\n')}\n`;
}

function bullets(items: readonly string[]): string {
  return items.length === 0 ? 'None known yet.' : items.map((item) => `- ${item}`).join('\n');
}

function withArticle(role: string): string {
  if (/^the /i.test(role)) return role;
  const bare = role.replace(/^an? /i, '');
  return `${startsWithVowelSound(bare) ? 'an' : 'a'} ${bare}`;
}

function startsWithVowelSound(phrase: string): boolean {
  // An abbreviation is spelled out: an SRE, a UX writer.
  if (/^[A-Z](?:[A-Z]|[^\p{L}]|$)/u.test(phrase)) return /^[AEFHILMNORSX]/u.test(phrase);
  if (/^(?:hour|honest|honou?r|heir|8|11|18)/i.test(phrase)) return true;
  if (/^(?:uni(?!n|m)|use|usu|uti|uto|ubi|eu|ewe|one|once)/i.test(phrase)) return false;
  return /^[aeiouäöüáéíóú]/i.test(phrase);
}

/** Collects what entries say, under the heading they stand below. */
class Reader {
  readonly #settled: Follower['settled'];
  readonly #fields = new Map<FieldName, string>();
  readonly #lists = new Map<ListName, string[]>();
  #headings: { level: number; scope: Scope; list: ListName | undefined; isClosed: boolean }[] = [];
  /** What a label without a value announces: the items below it. */
  #opened: Opened | undefined;
  #itemIndent: number | undefined;
  #judged = { raw: '', isSecretive: false };

  constructor(settled: Follower['settled'] = () => undefined) {
    this.#settled = settled;
  }

  take(entry: Entry): void {
    if (entry.kind === 'heading') return this.#enter(entry.level, entry.title);
    if (entry.kind === 'blank') return;
    if (this.#isClosed())
      return this.#leaveOut(entry.kind === 'pair' ? entry.value : entry.text, entry.raw);
    if (entry.kind === 'item') return this.#takeItem(entry);
    this.#opened = undefined;
    this.#itemIndent = undefined;
    if (entry.kind === 'pair') this.#takePair(entry.label, entry.value, entry.raw, undefined);
    else this.#takeSentence(entry.text, entry.raw);
  }

  fields(): BootstrapFields {
    const list = (name: ListName): readonly string[] => this.#lists.get(name) ?? [];
    const name = this.#fields.get('agent.name');
    const role = this.#fields.get('agent.role');
    const personality = this.#fields.get('agent.personality');
    const user = this.#fields.get('user.name');
    const timezone = this.#fields.get('user.timezone');
    const communicationStyle = this.#fields.get('user.communicationStyle');
    const language = this.#fields.get('user.language');
    return {
      agent: {
        ...(name !== undefined && { name }),
        ...(role !== undefined && { role }),
        ...(personality !== undefined && { personality }),
        values: list('agent.values'),
        capabilities: list('agent.capabilities'),
      },
      user: {
        ...(user !== undefined && { name: user }),
        ...(timezone !== undefined && { timezone }),
        ...(communicationStyle !== undefined && { communicationStyle }),
        ...(language !== undefined && { language }),
        projects: list('user.projects'),
        preferences: list('user.preferences'),
        notes: list('user.notes'),
      },
    };
  }

  #enter(level: number, title: string): void {
    this.#headings = this.#headings.filter((heading) => heading.level < level);
    const outer = this.#scope();
    const own = scopeOf(title);
    const scope = own === 'none' ? outer : own;
    // Whatever stands below `## Passwords` is none of ours.
    const isClosed = isCredentialLabel(title);
    this.#headings.push({ level, scope, list: listFor(title, scope), isClosed });
    this.#opened = undefined;
    this.#itemIndent = undefined;
  }

  #scope(): Scope {
    return this.#headings.at(-1)?.scope ?? 'none';
  }

  #isClosed(): boolean {
    return this.#headings.some(({ isClosed }) => isClosed);
  }

  #takeItem({ text, indent, raw, pair }: Entry & { kind: 'item' }): void {
    const list = this.#opened === undefined ? this.#headings.at(-1)?.list : this.#opened.list;
    if (this.#opened !== undefined) {
      this.#opened.indent ??= indent;
      if (indent >= this.#opened.indent) {
        return this.#opened.isSecret ? this.#leaveOut(text, raw) : this.#add(list, text, raw);
      }
      this.#opened = undefined;
      return this.#takeItem({ kind: 'item', text, indent, raw, pair });
    }
    this.#itemIndent ??= indent;
    const isNested = indent > this.#itemIndent + 1;
    if (list !== undefined) {
      if (isNested) return;
      const isFact = pair !== undefined && this.#isOwnFact(pair.label, list);
      if (isFact && this.#takePair(pair.label, pair.value, raw, indent)) return;
      if (pair !== undefined && pair.value === '') return this.#open(undefined, indent);
      return this.#add(list, text, raw);
    }
    if (pair !== undefined) this.#takePair(pair.label, pair.value, raw, indent);
    else this.#takeSentence(text, raw);
  }

  /** `- Language: German` among preferences is the language; `- Name: Apollo` among projects is no name. */
  #isOwnFact(label: string, list: ListName): boolean {
    const field = fieldFor(label, 'user');
    return list !== 'user.projects' && field !== undefined && field !== 'user.name';
  }

  /** Whether the pair was a field or a list. `indent` is that of the list item it stands in. */
  #takePair(label: string, value: string, raw: string, indent: number | undefined): boolean {
    if (this.#isSecretive(label, raw)) {
      // The value may stand below: nothing is read from there.
      const isSecret = isCredentialLabel(label);
      this.#opened = { ...openedAt(indent), list: undefined, isSecret };
      if (isSecret) this.#leaveOut(value, raw);
      return false;
    }
    // `agent: …;` names a block of YAMO (RFC-0011 §3.1), which carries the first boot out.
    if (normalLabel(label) === 'agent' && raw.trimEnd().endsWith(';')) return false;
    const list = listFor(label, this.#scope());
    if (list !== undefined) {
      this.#settled(whoseIs(list), label);
      if (value === '') this.#open(list, indent);
      else if (list === 'user.notes') this.#add(list, value, raw);
      else for (const part of partsOf(value)) this.#add(list, part, raw);
      return true;
    }
    const field = fieldFor(label, this.#scope());
    if (field === undefined) return false;
    this.#settled(whoseIs(field), label);
    return this.#set(field, value, raw);
  }

  #open(list: ListName | undefined, indent: number | undefined): void {
    this.#opened = { ...openedAt(indent), list, isSecret: false };
  }

  /** What a label says is a credential is to be kept nowhere; a sentence beside it may be an order. */
  #leaveOut(value: string, raw: string): void {
    if (!isProse(value)) this.#settled('none', raw);
  }

  #takeSentence(text: string, raw: string): void {
    if (headingLabel(raw) !== undefined) {
      // In bold, `Wi-Fi password` is about the items below: none of them is read.
      this.#opened = { list: undefined, indent: undefined, isSecret: true };
      this.#leaveOut(text, raw);
      return;
    }
    const self = sentenceOf(text);
    if (self === undefined || this.#isSecretive('', raw)) return;
    const isNamed = this.#set('agent.name', self.name, raw);
    const hasRole = this.#set('agent.role', self.role, raw);
    if (isNamed || hasRole) this.#settled('agent', 'you are a an the for');
    if (self.user !== undefined) this.#set('user.name', self.user, raw);
    else if (self.rest !== undefined) this.#settled('none', self.rest);
  }

  #set(name: FieldName, value: string, raw: string): boolean {
    if (isPlaceholder(oneLine(value))) this.#settled('none', value);
    const clean = this.#isSecretive('', raw) ? undefined : valueFor(name, value);
    const known = this.#fields.get(name);
    if (clean === undefined || (known !== undefined && known !== clean)) return false;
    this.#settled(whoseIs(name), name === 'user.timezone' ? withRemark(clean, value) : clean);
    this.#fields.set(name, clean);
    return known === undefined;
  }

  #isSecretive(label: string, raw: string): boolean {
    // One line may hold hundreds of pairs; it is judged once.
    if (this.#judged.raw !== raw) this.#judged = { raw, isSecretive: isSecretive(raw) };
    return this.#judged.isSecretive || isCredentialLabel(label);
  }

  #add(name: ListName | undefined, text: string, raw: string): void {
    const label = /^[^:：]{0,80}(?=[:：])/u.exec(text)?.[0] ?? '';
    if (name === undefined || this.#isSecretive(label, raw)) return;
    const item = oneLine(text);
    const items = this.#lists.get(name) ?? [];
    if (isPlaceholder(item)) return this.#settled('none', item);
    if (item.length > ITEM_MAX_CHARS) return;
    if (!items.includes(item)) {
      if (items.length >= LIST_MAX_ITEMS) return;
      this.#lists.set(name, [...items, item]);
    }
    this.#settled(whoseIs(name), item);
  }
}

/** What a label without a value announced. */
interface Opened {
  readonly list: ListName | undefined;
  indent: number | undefined;
  /** What stands below is a credential by its label. */
  readonly isSecret: boolean;
}

function openedAt(indent: number | undefined): Pick<Opened, 'indent'> {
  return { indent: indent === undefined ? undefined : indent + 1 };
}

function whoseIs(name: FieldName | ListName): Whose {
  return name.startsWith('agent.') ? 'agent' : 'user';
}

/** `Europe/Berlin (CET)`: the remark says the same again. */
function withRemark(zone: string, value: string): string {
  const rest = value.trim().slice(zone.length);
  return /^\s*\([^()]*\)$/u.test(rest) ? value : zone;
}

/** Does a text go on after the end of a sentence? */
function isProse(value: string): boolean {
  return /[.!?]\s+\S/u.test(value);
}

/**
 * Whether a line may hold a credential. Stricter than the detector: a sentence about passwords that is left out can
 * be written again, a password in USER.md is read to a model every day.
 */
function isSecretive(raw: string): boolean {
  if (containsPasswordWord(raw)) return true;
  const labels = raw
    .split(/[:：=;|]/u)
    .slice(0, -1)
    .map((part) => part.split(',').at(-1) ?? '');
  return labels.some(isCredentialLabel) || labelledCredentials(raw).length > 0;
}

function valueFor(name: FieldName, value: string): string | undefined {
  const clean = stripEmphasis(oneLine(value));
  if (isPlaceholder(clean)) return undefined;
  if (name === 'user.timezone') return zoneAtStart(clean);
  const max = name.endsWith('.name') ? NAME_MAX_CHARS : FIELD_MAX_CHARS;
  return clean.length > max ? undefined : clean;
}

/** `You are X, a Y for Z.` The user is taken only where Z is a name. */
function sentenceOf(text: string): SelfSentence | undefined {
  const [sentence = ''] = text.replaceAll(/[*_`]{1,3}/gu, '').split(/[.!](?:\s|$)/u, 1);
  const match = /^You are ([^,]{1,80}),\s+(?:an?|the)\s+(.+)$/u.exec(sentence.trim());
  const [, name = '', said = ''] = match ?? [];
  if (!/^["“]?[\p{Lu}\p{Lo}\p{N}[<{]/u.test(name)) return undefined;
  const at = said.lastIndexOf(' for ');
  const whom = at < 0 ? '' : said.slice(at + ' for '.length).trim();
  const isName = /^\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,3}$/u.test(whom);
  if (isName) return { name, role: said.slice(0, at), user: whom };
  if (!isPlaceholder(whom) || at < 0) return { name, role: said };
  return { name, role: said.slice(0, at), rest: whom };
}

interface SelfSentence {
  readonly name: string;
  readonly role: string;
  readonly user?: string;
  /** Where a name is to be filled in. */
  readonly rest?: string;
}

/** The parts of a list on one line; commas in brackets do not divide. Whole sentences are no list. */
function partsOf(value: string): readonly string[] {
  const clean = stripEmphasis(oneLine(value)).replace(/\.$/u, '');
  if (isProse(clean)) return [];
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < clean.length; at += 1) {
    const char = clean.charAt(at);
    if ('([{'.includes(char)) depth += 1;
    if (')]}'.includes(char)) depth = Math.max(0, depth - 1);
    if (depth > 0 || !',;、，；'.includes(char)) continue;
    parts.push(clean.slice(from, at).trim());
    from = at + 1;
  }
  return [...parts, clean.slice(from).trim()];
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** A key of YAML front matter; a `name` beside a `version` is still the agent's in a SOUL.md. */
function frontMatterOf(soul: string, key: 'name' | 'role'): string | undefined {
  for (const { kind, text } of scanLines(soul)) {
    if (kind !== 'front matter') return undefined;
    const [, found, value = ''] = /^([A-Za-z]+):(.*)$/u.exec(text) ?? [];
    if (found?.toLowerCase() === key) return valueFor(`agent.${key}`, value);
  }
  return undefined;
}

/** A title that names somebody, and not the file: `# Atlas`, `# Atlas — keeper of the log`. */
function titleName(soul: string): string | undefined {
  for (const line of scanLines(soul)) {
    if (line.kind !== 'heading' || line.level !== 1) continue;
    const [name = ''] = line.title.split(/\s[—–-]\s|:\s/u, 1);
    const isGeneric = /\.(?:md|yamo)\b|\bsoul\b/i.test(name) || scopeOf(name) !== 'none';
    return isGeneric || TITLES.has(normalLabel(name)) ? undefined : valueFor('agent.name', name);
  }
  return undefined;
}

const TITLES: ReadonlySet<string> = new Set(['values', 'capabilities', 'bootstrap', 'readme']);
