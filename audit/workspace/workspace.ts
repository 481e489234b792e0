/** The workspace under audit: a snapshot, and what several rules want to know of it, found once. */
import type { LayoutDocument } from '#lib/layout/document.ts';
import { RFC_0009 } from '#lib/layout/rfc-0009.ts';
import { AGENTS_SECTIONS, BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import type { AgentsSection } from '#lib/spec/files.ts';
import { dayOf } from '#lib/text/day.ts';
import { isMemoryStub } from '#lib/workspace/says-something.ts';
import { tracesOfLife } from '#lib/workspace/prior-use.ts';
import { labelledCredentials } from '#lib/secrets/credential.ts';
import type { LabelledCredential } from '#lib/secrets/credential.ts';
import { memberAt } from '#lib/text/json.ts';
import type { Item, Snapshot } from '#lib/workspace/snapshot.ts';
import type { Document, Section } from './document.ts';
import type { SecretFacts } from './finding.ts';
import { type AgentsFile, agentsFileOf, withAgents } from './agents-file.ts';
import { Documents } from './documents.ts';
import { layoutState, type State } from './state.ts';

/** What an audit is told by its caller: it has no clock and no key of its own. */
export interface AuditContext {
  /** `YYYY-MM-DD` where the human is. */
  readonly today: string;
  /** Seconds since 1970. */
  readonly now: number;
  /** A keyed hash, short, in hexadecimal digits. */
  readonly hash: (text: string) => string;
  /** What the workspaces are audited as; RFC-0009 where nothing is said. */
  readonly layout?: LayoutDocument;
}

/** A log of a day that the calendar has. */
export interface DatedLog {
  /** `memory/2026-03-10.md`. */
  readonly name: string;
  /** `2026-03-10`. */
  readonly day: string;
  readonly item: Item;
}

/** The workspace that rules are asked about. */
export class AuditedWorkspace {
  readonly context: AuditContext;
  /** All that was taken; the rules of the workspace are called AGENTS.md in it, whatever they are called. */
  readonly snapshot: Snapshot;
  /** What they are called. */
  readonly agentsFile: AgentsFile;
  readonly #seen: Documents;
  readonly #documents = new Map<string, Document | undefined>();
  readonly #credentials = new Map<string, readonly LabelledCredential[]>();
  #dailyLogs: readonly DatedLog[] | undefined;
  #state: State | undefined;

  constructor(snapshot: Snapshot, context: AuditContext, seen = new Documents()) {
    const isOwn = context.layout === undefined || context.layout === RFC_0009;
    this.agentsFile = isOwn ? agentsFileOf(snapshot) : 'AGENTS.md';
    this.snapshot = withAgents(snapshot, this.agentsFile);
    this.context = context;
    this.#seen = seen;
  }

  /** What stands under a name, of whatever type; `undefined` if nothing does. */
  item(name: string): Item | undefined {
    return this.snapshot.items.get(name);
  }

  /** Does anything stand under a name? */
  has(name: string): boolean {
    return this.snapshot.items.has(name);
  }

  /** A file that is text; `undefined` where it is absent, no regular file, unreadable or no text. */
  document(name: string): Document | undefined {
    const known = this.#documents.get(name);
    if (known !== undefined || this.#documents.has(name)) return known;
    const content = this.snapshot.items.get(name)?.content;
    const document = content?.is === 'text' ? this.#seen.of(name, content) : undefined;
    this.#documents.set(name, document);
    return document;
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
      case 'settings':
      case 'not read':
        return `${name} is no regular file`;
    }
  }

  /** All names, in the order of the snapshot. */
  get names(): readonly string[] {
    return [...this.snapshot.items.keys()];
  }

  /** The logs of days that the calendar has, oldest first. */
  get dailyLogs(): readonly DatedLog[] {
    this.#dailyLogs ??= [...this.snapshot.items.values()]
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
    this.#state ??= this.#findState();
    return this.#state;
  }

  /** What the workspace is audited as. */
  get layout(): LayoutDocument {
    return this.context.layout ?? RFC_0009;
  }

  #findState(): State {
    const { items } = this.snapshot;
    if (this.layout !== RFC_0009) return layoutState(this.layout, items);
    if (!BOOTSTRAP_FILES.some((name) => items.has(name)))
      return items.has('SOUL.md') ? 'initialised' : 'uninitialised';
    return this.#wasBooted ? 'initialised' : 'bootstrap-pending';
  }

  /** Is there evidence that the first boot is over? */
  get #wasBooted(): boolean {
    const { history, records, items } = this.snapshot;
    const memory = items.get('MEMORY.md');
    const traces = tracesOfLife({
      names: items.keys(),
      memoryBytes: memory?.type === 'file' && !this.#isMemoryStub ? memory.bytes : undefined,
      ordersDeleted: history?.changes.some(
        ({ file, kind }) => kind === 'deleted' && file.toLowerCase().startsWith('bootstrap.'),
      ),
      wasBorn: records?.entries.some(
        ({ orders, ending }) => orders !== undefined && isClosed(ending),
      ),
    });
    return traces !== undefined;
  }

  /** A template may be long, and says nothing. */
  get #isMemoryStub(): boolean {
    const memory = this.document('MEMORY.md');
    return memory !== undefined && isMemoryStub(memory.text);
  }

  /** Missing, and git ignores it: in a checkout it cannot be there. */
  isIgnored(name: string): boolean {
    const { items, git } = this.snapshot;
    return !items.has(name) && git?.ignored.has(name) === true;
  }

  /** Markdown of the layout in the root, as documents, in the order of §1. */
  get rootDocuments(): readonly Document[] {
    const names = this.layout === RFC_0009 ? ROOT_FILES : this.layout.files.map(({ name }) => name);
    return names.flatMap((name) => this.document(name) ?? []);
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

const isClosed = (ending: unknown): boolean => memberAt(ending, 'end') === 'closed';

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
