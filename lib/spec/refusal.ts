/**
 * What a refusal is: a row of one of the tables of refusals, and the facts of the case. It says what happened, which rule asks
 * for it and what to do; `{names}` are filled in where it is made and are checked by the compiler.
 */
import { cureOf, errnoInWords, type Where } from './causes.ts';
import type { COMMAND_REFUSALS } from './refusals-commands.ts';
import type { DAEMON_REFUSALS } from './refusals-daemon.ts';
import type { KERNEL_REFUSALS } from './refusals-kernel.ts';
import type { RefusalRow } from './refusal-row.ts';
import { RING_0_REFUSALS } from './refusals-ring-0.ts';
import { shellWord } from './shell-word.ts';

type Rows = typeof RING_0_REFUSALS &
  typeof KERNEL_REFUSALS &
  typeof COMMAND_REFUSALS &
  typeof DAEMON_REFUSALS;

/** The code of a refusal, which never changes. */
export type RefusalCode = keyof Rows;

/** The `{names}` in a text. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** The facts that a refusal must be given: one for each name in its texts. */
export type RefusalFacts<Code extends RefusalCode> = Readonly<
  Record<Names<Rows[Code]['what'] | Rows[Code]['remedy']>, string | number>
>;

const fill = (text: string, facts: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (name, key: string) => String(facts[key] ?? name));

/** Codes of the operating system say what they mean. */
const explained = (
  facts: Readonly<Record<string, string | number>>,
  at: Where,
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      typeof fact === 'string' && CODES.has(name) ? errnoInWords(fact, at) : fact,
    ]),
  );

const CODES: ReadonlySet<string> = new Set(['errno', 'reason']);

const whereOf = (code: string): Where => {
  if (code.startsWith('STATE_')) return 'state';
  return code === 'SCRATCH_UNUSABLE' ? 'scratch' : 'workspace';
};

/** Paths stand in commands that are pasted: one with a blank in it, or worse, is one word all the same. */
const wordsOf = (
  facts: Readonly<Record<string, string | number>>,
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      PATHS.has(name) ? shellWord(String(fact)) : fact,
    ]),
  );

const PATHS: ReadonlySet<string> = new Set(['path', 'file', 'gone']);

/**
 * An expected end: the kernel will not go on, and says why. Thrown by kernel steps, shown by the
 * command line, written to the boot record. Never carries the text of a workspace file.
 */
export class AnyRefusal<Code extends RefusalCode = RefusalCode> extends Error {
  override readonly name = 'Refusal';
  readonly code: Code;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly #row: RefusalRow;

  constructor(code: Code, row: RefusalRow, facts: Readonly<Record<string, string | number>>) {
    super(fill(row.what, explained(facts, whereOf(code))));
    this.code = code;
    this.facts = facts;
    this.#row = row;
  }

  /** The same, with its facts in the words of `named`. */
  renamed(named: (text: string) => string): AnyRefusal {
    const facts = Object.entries(this.facts).map(([name, fact]) => [
      name,
      typeof fact === 'string' ? named(fact) : fact,
    ]);
    return new AnyRefusal(this.code, this.#row, Object.fromEntries(facts));
  }

  get section(): string {
    return this.#row.section;
  }

  /** What to do: the cure of a cause that the table of causes knows, or what the refusal itself advises. */
  get remedy(): string {
    const words = wordsOf(this.facts);
    const own = fill(this.#row.remedy, words);
    const { errno, reason, path = words['file'] ?? '.' } = words;
    const cure = cureOf(String(errno ?? reason), whereOf(this.code));
    if (cure === undefined) return own;
    return [fill(cure, { path }), ...(this.#row.stays === true ? [own] : [])].join(' ');
  }

  get exit(): 1 | 3 | 4 {
    return this.#row.exit;
  }
}

type Ring0Code = keyof typeof RING_0_REFUSALS;

/** A refusal of ring 0, which has no other rows; what ring 0 catches may be of any. */
export class Ring0Refusal<Code extends Ring0Code = Ring0Code> extends AnyRefusal<Code> {
  constructor(code: Code, facts: RefusalFacts<Code>) {
    super(code, RING_0_REFUSALS[code], facts);
  }
}
