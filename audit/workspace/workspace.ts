/**
 * The workspace under audit: a snapshot, and what several rules want to know of it, found once. It notes what a rule
 * asks of it, so what a rule keeps beside it must not spare the next rule a question.
 */
import { AGENTS_SECTIONS, BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import type { AgentsSection } from '#lib/spec/files.ts';
import { dayOf } from '#lib/text/day.ts';
import { tracesOfLife } from '#lib/workspace/lived.ts';
import { labelledCredentials } from '#lib/secrets/credential.ts';
import type { LabelledCredential } from '#lib/secrets/credential.ts';
import type { Item, Snapshot } from '#lib/workspace/snapshot.ts';
import type { Document, Section } from './document.ts';
import type { SecretFacts } from './finding.ts';
import { type Answer, type Asked, Memo, type Question } from './memo.ts';

/** RFC-0009 §6.1, R-84. */
export type State = 'uninitialised' | 'bootstrap-pending' | 'initialised';

/** What an audit is told by its caller: it has no clock and no key of its own. */
export interface AuditContext {
  /** `YYYY-MM-DD` where the human is. */
  readonly today: string;
  /** Seconds since 1970. */
  readonly now: number;
  /** A keyed hash, short, in hexadecimal digits. */
  readonly hash: (text: string) => string;
}

export interface DailyLog {
  /** `memory/2026-03-10.md`. */
  readonly name: string;
  /** `2026-03-10`. */
  readonly day: string;
  readonly item: Item;
}

interface Known {
  readonly document: Document | undefined;
  readonly isShared: boolean;
}

const YES: Answer = {};
const NO: Answer = {};
const STATES: Readonly<Record<State, Answer>> = {
  uninitialised: {},
  'bootstrap-pending': {},
  initialised: {},
};

export class AuditedWorkspace {
  readonly context: AuditContext;
  readonly #snapshot: Snapshot;
  readonly #memo: Memo;
  readonly #documents = new Map<string, Known>();
  readonly #credentials = new Map<string, readonly LabelledCredential[]>();
  #dailyLogs: readonly DailyLog[] | undefined;
  #state: State | undefined;
  #asked: Asked[] | undefined;

  constructor(snapshot: Snapshot, context: AuditContext, memo = new Memo()) {
    this.#snapshot = snapshot;
    this.context = context;
    this.#memo = memo;
  }

  /** All that was taken. */
  get snapshot(): Snapshot {
    this.#asked = undefined;
    return this.#snapshot;
  }

  /** From here on it is noted what is asked of the workspace. */
  watch(): void {
    this.#asked = [];
  }

  /** What was asked since `watch`, in order; `undefined` where something was that no other one answers the same. */
  get asked(): readonly Asked[] | undefined {
    return this.#asked;
  }

  /** The answer to a question, by which what a rule said elsewhere is found again. */
  answerTo(question: Question): Answer {
    switch (question.about) {
      case 'document':
        return this.#document(question.name).document ?? NO;
      case 'presence':
        return this.#snapshot.items.has(question.name) ? YES : NO;
      case 'ignored':
        return this.#isIgnored(question.name) ? YES : NO;
      case 'state':
        return STATES[this.#theState];
    }
  }

  #note(question: Question): void {
    this.#asked?.push({ question, answer: this.answerTo(question) });
  }

  /** What stands under a name, of whatever type; `undefined` if nothing does. */
  item(name: string): Item | undefined {
    const item = this.#snapshot.items.get(name);
    if (item === undefined) this.#note({ about: 'presence', name });
    else this.#asked = undefined;
    return item;
  }

  /** Does anything stand under a name? */
  has(name: string): boolean {
    this.#note({ about: 'presence', name });
    return this.#snapshot.items.has(name);
  }

  /** A file that is text; `undefined` where it is absent, no regular file, unreadable or no text. */
  document(name: string): Document | undefined {
    const { document, isShared } = this.#document(name);
    if (document === undefined || isShared) this.#note({ about: 'document', name });
    else this.#asked = undefined;
    return document;
  }

  #document(name: string): Known {
    const known = this.#documents.get(name);
    if (known !== undefined) return known;
    const content = this.#snapshot.items.get(name)?.content;
    const found =
      content?.is === 'text'
        ? this.#memo.document(name, content)
        : { document: undefined, isShared: false };
    this.#documents.set(name, found);
    return found;
  }

  /** Why a file that is there is no document; `undefined` if it is one, or is absent. For `notAuditable`. */
  whyNoDocument(name: string): string | undefined {
    if (this.document(name) !== undefined) return undefined;
    const item = this.item(name);
    if (item === undefined || item.content.is === 'text') return undefined;
    switch (item.content.is) {
      case 'not text':
        return `${name} is no text (${item.content.fault})`;
      case 'unreadable':
        return `${name} cannot be read (${item.content.errno})`;
      case 'too large':
        return `${name} is too large to be read whole`;
      case 'not read':
        return `${name} is no regular file`;
    }
  }

  /** All names, in the order of the snapshot. */
  get names(): readonly string[] {
    return [...this.snapshot.items.keys()];
  }

  /** The logs of days that the calendar has, oldest first. */
  get dailyLogs(): readonly DailyLog[] {
    this.#asked = undefined;
    this.#dailyLogs ??= [...this.#snapshot.items.values()]
      .flatMap((item) => {
        const day = dayOf(item.name);
        return day === undefined || item.type !== 'file' ? [] : [{ name: item.name, day, item }];
      })
      .toSorted((a, b) => (a.day < b.day ? -1 : 1));
    return this.#dailyLogs;
  }

  /** AGENTS.md by its required sections; `undefined` where AGENTS.md is no document. */
  get agents(): AgentsSections | undefined {
    const document = this.document('AGENTS.md');
    if (document === undefined) return undefined;
    const known = SECTIONS.get(document) ?? new AgentsSections(document);
    SECTIONS.set(document, known);
    return known;
  }

  get state(): State {
    this.#note({ about: 'state' });
    return this.#theState;
  }

  get #theState(): State {
    this.#state ??= this.#findState();
    return this.#state;
  }

  #findState(): State {
    const { items } = this.#snapshot;
    if (!BOOTSTRAP_FILES.some((name) => items.has(name)))
      return items.has('SOUL.md') ? 'initialised' : 'uninitialised';
    return this.#wasBooted ? 'initialised' : 'bootstrap-pending';
  }

  /** Is there evidence that the first boot is over? */
  get #wasBooted(): boolean {
    const { history, records, items } = this.#snapshot;
    const memory = items.get('MEMORY.md');
    const traces = tracesOfLife({
      names: items.keys(),
      memoryBytes: memory?.type === 'file' ? memory.bytes : undefined,
      ordersDeleted: history?.changes.some(
        ({ file, kind }) => kind === 'deleted' && file.toLowerCase().startsWith('bootstrap.'),
      ),
      wasBorn: records?.entries.some(
        ({ orders, ending }) => orders !== undefined && isClosed(ending),
      ),
    });
    return traces !== undefined;
  }

  /** Missing, and git ignores it: in a checkout it cannot be there. */
  isIgnored(name: string): boolean {
    this.#note({ about: 'ignored', name });
    return this.#isIgnored(name);
  }

  #isIgnored(name: string): boolean {
    const { items, git } = this.#snapshot;
    return !items.has(name) && git?.ignored.has(name) === true;
  }

  /** Markdown of the layout in the root, as documents, in the order of §1. */
  get rootDocuments(): readonly Document[] {
    return ROOT_FILES.flatMap((name) => this.document(name) ?? []);
  }

  /** Every text that was read, whatever it is for; what is no text in its lossy reading. */
  get texts(): readonly { readonly name: string; readonly text: string }[] {
    return [...this.snapshot.items.values()].flatMap(({ name, content }) =>
      content.is === 'text' || content.is === 'not text' ? [{ name, text: content.text }] : [],
    );
  }

  /** Credentials that people labelled in a text that was read. */
  labelled(name: string): readonly LabelledCredential[] {
    const document = this.document(name);
    if (document !== undefined) return document.labelled;
    const content = this.item(name)?.content;
    if (content?.is === 'too large') return content.labelled;
    if (content?.is !== 'not text') return [];
    const found = this.#credentials.get(name) ?? labelledCredentials(content.text);
    this.#credentials.set(name, found);
    return found;
  }

  /** How a report may speak of a credential. */
  secretFacts(kind: string, value: string): SecretFacts {
    return { kind, length: value.length, hash: this.context.hash(value) };
  }
}

const ROOT_FILES = [
  'SOUL.md',
  'AGENTS.md',
  'USER.md',
  'MEMORY.md',
  'BOOTSTRAP.md',
  'HEARTBEAT.md',
  'TOOLS.md',
] as const;

const isClosed = (ending: unknown): boolean =>
  typeof ending === 'object' && ending !== null && 'end' in ending && ending.end === 'closed';

const SECTIONS = new WeakMap<Document, AgentsSections>();

/** AGENTS.md and its required sections (§2.2). */
export class AgentsSections {
  readonly document: Document;
  readonly #sections: ReadonlyMap<AgentsSection, readonly Section[]>;

  constructor(document: Document) {
    this.document = document;
    this.#sections = new Map(AGENTS_SECTIONS.map((title) => [title, document.sections(title)]));
  }

  /** The first section of this name; `undefined` where there is none spelled so. */
  section(title: AgentsSection): Section | undefined {
    return this.#sections.get(title)?.[0];
  }

  all(title: AgentsSection): readonly Section[] {
    return this.#sections.get(title) ?? [];
  }
}
