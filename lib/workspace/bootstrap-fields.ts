/**
 * What bootstrap instructions written by people say about agent and user (§2.6, §6.2), read without a model. Only what
 * is labelled, listed or said as `You are X, a Y.` is read: prose is left to whoever understands it. A credential is
 * never read (§2.4), whatever it is labelled with.
 */
import { isCredentialLabel } from '#lib/secrets/credential.ts';
import { headingLabel } from '#lib/secrets/credential-headings.ts';
import { entriesOf } from './entries.ts';
import type { InstructionEntry } from './entries.ts';
import { fieldFor, listFor, normalLabel, scopeOf } from '#lib/language/labels.ts';
import type { FieldName, ListName, LabelScope } from '#lib/language/labels.ts';
import { isPlaceholder } from '#lib/text/placeholder.ts';
import {
  isProse,
  isSecretive,
  onOneLine,
  listItems,
  selfSentenceIn,
  valueFor,
} from './bootstrap-values.ts';

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

/** Collects what entries say, under the heading they stand below. */
class Reader {
  readonly #settled: Follower['settled'];
  readonly #fields = new Map<FieldName, string>();
  readonly #lists = new Map<ListName, string[]>();
  #headings: { level: number; scope: LabelScope; list: ListName | undefined; isClosed: boolean }[] =
    [];
  /** What a label without a value announces: the items below it. */
  #opened: Opened | undefined;
  #itemIndent: number | undefined;
  #judged = { raw: '', isSecretive: false };

  constructor(settled: Follower['settled'] = () => undefined) {
    this.#settled = settled;
  }

  take(entry: InstructionEntry): void {
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

  #scope(): LabelScope {
    return this.#headings.at(-1)?.scope ?? 'none';
  }

  #isClosed(): boolean {
    return this.#headings.some(({ isClosed }) => isClosed);
  }

  #takeItem({ text, indent, raw, pair }: InstructionEntry & { kind: 'item' }): void {
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
      else for (const part of listItems(value)) this.#add(list, part, raw);
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
    const self = selfSentenceIn(text);
    if (self === undefined || this.#isSecretive('', raw)) return;
    const isNamed = this.#set('agent.name', self.name, raw);
    const hasRole = this.#set('agent.role', self.role, raw);
    if (isNamed || hasRole) this.#settled('agent', 'you are a an the for');
    if (self.user !== undefined) this.#set('user.name', self.user, raw);
    else if (self.rest !== undefined) this.#settled('none', self.rest);
  }

  #set(name: FieldName, value: string, raw: string): boolean {
    if (isPlaceholder(onOneLine(value))) this.#settled('none', value);
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
    const item = onOneLine(text);
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
