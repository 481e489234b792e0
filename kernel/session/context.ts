/** What an agent has been shown of the workspace: the whole of it first, and later what has changed since (RFC-0009 §2.2). */
import { type Context, fenceSegment, groupOf, type SessionContext } from '#lib/prompt/assemble.ts';
import { wordsOfNote } from '#lib/memory/note-words.ts';
import { fenceBriefing } from '#lib/prompt/fence.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { PromptPart } from '#kernel/host/agent-answers.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import type { InjectionWatch } from '#kernel/redact/injection.ts';

export interface ShownParts {
  readonly context: Context;
  /** Files as they were shown, by name. */
  readonly files: readonly { readonly file: string; readonly text: string }[];
  /** Of the turn that begins: midnight brings another log. */
  readonly session: () => SessionContext;
  readonly broker: Broker;
  /** Looks through what is shown beside the context. */
  readonly watch: InjectionWatch;
  /** Names that may come up: the log of today, MEMORY.md in main sessions. */
  readonly mayAppear: () => readonly string[];
  /** Puts the context together anew, from the files as they are: of another layout, which is not looked through each turn. */
  readonly replan?: (() => Promise<Context>) | undefined;
  /** The same for what is asked now, where that changes what stands from the first dynamic part on. */
  readonly renew?: ((asks: string | undefined) => Promise<Context | undefined>) | undefined;
  /** That was for another agent: the next turn brings what is for this one. */
  readonly isStale?: (() => boolean) | undefined;
  /** The agent has its rules in its system prompt. */
  readonly hasRules: boolean;
}

/** What the kernel says, and the agent's own rules. */
const RULES: ReadonlySet<string> = new Set(['AGENTS.md', 'SOUL.md', 'layout/1']);

/** What goes into the system prompt of an agent that takes something there. */
export const rulesOf = ({ briefing, segments }: Context): readonly string[] => [
  briefing,
  ...segments.filter(({ file }) => RULES.has(file)).map(({ text }) => text),
];

/** A part of the context. */
type Document = Extract<PromptPart, { readonly uri: string }>;

export class ShownContext {
  readonly #parts: ShownParts;
  /** Nothing for a file that is gone, where that was told. */
  readonly #shown: Map<string, string | undefined>;
  /** Of files as they were looked at last. */
  readonly #versions = new Map<string, string>();
  #context: Context;
  /** The context as the agent was told it last. */
  #told: readonly Document[] | undefined;

  constructor(parts: ShownParts) {
    this.#parts = parts;
    this.#context = parts.context;
    this.#shown = new Map(parts.files.map(({ file, text }) => [file, text]));
  }

  get context(): Context {
    return this.#context;
  }

  /**
   * Takes the files as they are now (`/reload`): what became another block goes with the next turn. Returns how many did;
   * `undefined` where every turn brings what changed. Throws what loading throws.
   */
  async reload(): Promise<number | undefined> {
    const { replan } = this.#parts;
    if (replan === undefined) return undefined;
    this.#context = await replan();
    return this.#told === undefined ? this.#context.segments.length : this.#owed(this.#told).length;
  }

  /** What became another part since `before` was told. */
  #owed(before: readonly Document[]): readonly Document[] {
    const now = this.#whole();
    const gone = before.filter(({ uri }) => !now.some((one) => one.uri === uri));
    return [
      ...now.filter((part) => !isAmong(part, before)),
      ...gone.map(({ uri }) => ({
        uri,
        group: 'dynamic' as const,
        document: goneBlock(this.session),
      })),
    ];
  }

  /** Does it stay as it is until the human asks for it? */
  get isReloaded(): boolean {
    return this.#parts.replan !== undefined;
  }

  /** As it is at this moment. */
  get session(): SessionContext {
    return this.#parts.session();
  }

  /** Does the agent have the whole file? */
  has(file: string): boolean {
    return this.#shown.get(file) !== undefined;
  }

  /** Does what a note says stand in what the agent was shown? */
  says(note: string): boolean {
    const shown = [...this.#shown.values()];
    return note
      .split('\n')
      .map(wordsOfNote)
      .every((words) => shown.some((text) => text?.includes(words) === true));
  }

  /** What goes with the next turn; with `refreshes` also what has changed, for agents that know what to do with it. */
  async next(refreshes: boolean, asks?: string): Promise<readonly PromptPart[]> {
    const told = this.#told;
    if (told !== undefined && this.#parts.isStale?.() === true) await this.reload();
    const renewed = await this.#parts.renew?.(asks);
    if (renewed !== undefined) this.#context = renewedFrom(this.#context, renewed);
    const whole = this.#whole();
    if (told === undefined) {
      this.#told = whole;
      return whole;
    }
    if (this.#parts.replan === undefined) return refreshes ? this.#changed() : [];
    const owed = this.#owed(told);
    this.#told = whole;
    // An agent that makes its system prompt of it has all of it.
    return refreshes && owed.length > 0 ? whole : owed;
  }

  /** A file that goes with one turn and is no part of what stays. Throws GATE_… and FILE_… refusals. */
  async beside(file: string): Promise<PromptPart> {
    const { broker, watch, session } = this.#parts;
    const text = await broker.read(file);
    watch.look(file, text);
    const { text: document } = fenceSegment({ file, text }, session());
    return { uri: `yamo:///${file}`, document, group: 'dynamic' };
  }

  /** The number of this session's marks. */
  get nonce(): string {
    return this.#parts.session().nonce;
  }

  #whole(): readonly Document[] {
    const { briefing, segments } = this.#context;
    const documents = segments.map(({ file, text, group, continues }) => ({
      file,
      uri: `yamo:///${file}`,
      document: text,
      group,
      system: continues === true ? ('continued' as const) : ('part' as const),
    }));
    if (this.#parts.hasRules) return documents.filter(({ file }) => !RULES.has(file));
    return [
      { uri: 'yamo:///briefing', document: briefing, group: 'static', system: 'part' },
      ...documents,
    ];
  }

  async #changed(): Promise<readonly PromptPart[]> {
    const session = this.#parts.session();
    const names = new Set([...this.#shown.keys(), ...this.#parts.mayAppear()]);
    const parts: PromptPart[] = [];
    for (const file of names) {
      const change = await this.#changeOf(file);
      if (change === undefined) continue;
      const { text } = change;
      this.#shown.set(file, text);
      const document =
        text === undefined ? gone(file, session) : fenceSegment({ file, text }, session).text;
      parts.push({ uri: `yamo:///${file}`, document, group: groupOf(file, session) });
    }
    return parts;
  }

  /**
   * What a file became since it was shown: its text, or none where it is gone; `undefined` if it is as it was. Read
   * through the gate, so that the agent has seen it. What cannot be read now is not shown: the agent hears why when it
   * asks.
   */
  async #changeOf(file: string): Promise<{ readonly text: string | undefined } | undefined> {
    const { broker } = this.#parts;
    try {
      const version = broker.versionOf(file);
      if (version === this.#versions.get(file)) return undefined;
      const isSame = broker.readForSearch(file)?.text === this.#shown.get(file);
      const change = isSame ? undefined : { text: await readIfThere(broker, file) };
      // Of before the reading: what comes later is noticed the next time.
      this.#versions.set(file, version);
      return change;
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }
}

/** Throws GATE_… and FILE_… refusals. */
const readIfThere = async (broker: Broker, file: string): Promise<string | undefined> => {
  try {
    return await broker.read(file);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'GATE_ABSENT') return undefined;
    throw error;
  }
};

/** What stands before the first dynamic part stays, and what is given once. */
const renewedFrom = (before: Context, now: Context): Context => {
  const kept = before.segments.slice(0, dynamicFrom(before));
  const given = before.segments.filter(({ file }) => !file.startsWith(LAYOUT));
  const fresh = now.segments.slice(dynamicFrom(now)).map(({ text, group, continues }, at) => ({
    file: `${LAYOUT}${kept.length + at + 1}`,
    text,
    group,
    continues: continues === true,
  }));
  return { ...before, segments: [...kept, ...fresh, ...given] };
};

const LAYOUT = 'layout/';

const dynamicFrom = ({ segments }: Context): number => {
  const at = segments.findIndex(({ group }) => group === 'dynamic');
  return at < 0 ? segments.length : at;
};

const isAmong = ({ uri, document }: Document, among: readonly Document[]): boolean =>
  among.some((one) => one.uri === uri && one.document === document);

const goneBlock = ({ nonce }: SessionContext): string =>
  fenceBriefing('This part of your context is gone: no file shows it any more.', nonce);

const gone = (file: string, { nonce }: SessionContext): string =>
  fenceBriefing(`${file} is gone: it was deleted after you were shown it.`, nonce);
