/**
 * A section of AGENTS.md as an agent reads it: statements, and what each of them stands under. `MEMORY.md` below the
 * line `In main sessions:` is said under that condition.
 */
import type { Line } from '#lib/text/lines.ts';
import { parseLine } from '#lib/yamo/semicolon.ts';
import type { Document, Section } from '#audit/workspace/document.ts';
import { mentionsIn } from './mentions.ts';
import type { Mention } from './mentions.ts';

/** A sentence of instructions: a heading, an item or a paragraph, with what it stands under. */
export interface Statement {
  readonly line: number;
  /** In lower case: only ever compared. */
  readonly lower: string;
  readonly kind: 'heading' | 'text' | 'item' | 'order';
  /** The files of the start-up order that it names. */
  readonly mentions: readonly Mention[];
  /** A heading, the line that leads to a list, the item around this one, the step that a condition belongs to. */
  readonly parent: Statement | undefined;
  /** The ordered list or semicolon block that it is part of, counted from 1. */
  readonly block: number | undefined;
  /** A line of its own that only says more of the step above: `condition;main_session == true;`. */
  readonly isDetail: boolean;
}

interface Open {
  readonly indent: number;
  readonly statement: Statement;
}

/** Fences whose text is meant as it stands; a block in another language is an example. */
const PLAIN_FENCES: ReadonlySet<string> = new Set(['', 'yamo', 'text', 'txt', 'md', 'markdown']);
const SHELL_FENCES: ReadonlySet<string> = new Set(['sh', 'bash', 'shell', 'zsh', 'console']);

/** `1、` is how a numbered step looks in Chinese. */
const ITEM = /^(?:[-*+][ \t]|(\d{1,9})(?:[.)][ \t]|、))/u;
/** A line that leads to what follows it. */
const LEAD = /[:：][*_`]{0,3}$/u;
/** A whole line in bold: a heading without hashes. */
const BOLD_LINE = /^\*\*[^*]+\*\*[:：]?$/u;
/** Keys that say more of the step above them. */
const DETAILS: ReadonlySet<string> = new Set([
  'condition',
  'when',
  'if',
  'only_if',
  'requires',
  'source',
  'target',
  'days',
  'content',
  'order',
  'action',
  'log',
  'priority',
]);

/** A document never changes, so what was read stays true as long as it is there. */
const READ = new WeakMap<Document, readonly Statement[]>();

/** The statements of a whole document, read once. */
export const statementsIn = (document: Document): readonly Statement[] => {
  const statements = READ.get(document) ?? new Reader().read(document.lines);
  READ.set(document, statements);
  return statements;
};

/** The statements of one of its sections, the heading first. */
export const statementsOf = (document: Document, section: Section): readonly Statement[] => {
  const from = section.heading.line;
  const to = section.lines.at(-1)?.line ?? from;
  return statementsIn(document).filter(({ line }) => line >= from && line <= to);
};

class Reader {
  readonly #statements: Statement[] = [];
  #headings: { readonly level: number; readonly statement: Statement }[] = [];
  #bold: Statement | undefined;
  #lead: Statement | undefined;
  #items: Open[] = [];
  #orders: Open[] = [];
  #paragraph: Statement | undefined;
  #blocks = 0;
  #block: { readonly kind: 'ordered' | 'bullets' | 'orders'; readonly id: number } | undefined;
  #isAfterBlank = false;

  read(lines: readonly Line[]): readonly Statement[] {
    for (const line of lines) this.#take(line);
    return this.#statements;
  }

  #take(line: Line): void {
    if (line.kind === 'heading') return this.#takeHeading(line.level, line);
    if (line.kind === 'fence') return this.#leave();
    if (line.kind !== 'text' && line.kind !== 'code') return;
    if (line.kind === 'code' && !PLAIN_FENCES.has(line.info.toLowerCase())) {
      if (SHELL_FENCES.has(line.info.toLowerCase())) this.#add(line, 'text', this.#above);
      return;
    }
    const body = line.text.trim();
    if (body === '') {
      this.#isAfterBlank = true;
      this.#paragraph = undefined;
      return;
    }
    this.#takeBody(line, body);
    this.#isAfterBlank = false;
  }

  #takeBody(line: Line, body: string): void {
    const indent = indentOf(line.text);
    const item = ITEM.exec(body);
    if (item !== null) return this.#takeItem(line, indent, item[1] !== undefined);
    if (body.includes(';')) {
      const order = parseLine(line.text);
      const key = order.kind === 'fields' ? order.fields[0]?.text : undefined;
      if (key !== undefined) return this.#takeOrder(line, indent, key.toLowerCase());
    }
    this.#takeText(line, indent, body);
  }

  #takeHeading(level: number, line: Line): void {
    this.#leave();
    this.#bold = undefined;
    this.#lead = undefined;
    this.#headings = this.#headings.filter((heading) => heading.level < level);
    const statement = this.#add(line, 'heading', this.#headings.at(-1)?.statement);
    this.#headings.push({ level, statement });
  }

  #takeItem(line: Line, indent: number, isOrdered: boolean): void {
    this.#orders = [];
    this.#paragraph = undefined;
    while ((this.#items.at(-1)?.indent ?? -1) >= indent) this.#items.pop();
    const kind = isOrdered ? 'ordered' : 'bullets';
    if (this.#items.length === 0 && this.#block?.kind !== kind) this.#begin(kind);
    const statement = this.#add(line, 'item', this.#items.at(-1)?.statement ?? this.#above);
    this.#items.push({ indent, statement });
  }

  #takeOrder(line: Line, indent: number, key: string): void {
    this.#items = [];
    this.#paragraph = undefined;
    if (this.#block?.kind !== 'orders') {
      this.#orders = [];
      this.#begin('orders');
    }
    while ((this.#orders.at(-1)?.indent ?? -1) > indent) this.#orders.pop();
    const isDetail = DETAILS.has(key) && this.#orders.length > 0;
    if (!isDetail && this.#orders.at(-1)?.indent === indent) this.#orders.pop();
    const parent = this.#orders.at(-1)?.statement ?? this.#above;
    const statement = this.#add(line, 'order', parent, isDetail);
    if (!isDetail) this.#orders.push({ indent, statement });
  }

  #takeText(line: Line, indent: number, body: string): void {
    this.#orders = [];
    const base = this.#items[0]?.indent;
    // Text continues with the item above it: when it is indented more than the list, or follows without a blank line.
    if (base !== undefined && (indent > base || !this.#isAfterBlank)) {
      const around = this.#items.findLast((item) => item.indent < indent) ?? this.#items.at(-1);
      this.#add(line, 'text', around?.statement);
      return;
    }
    if (this.#paragraph === undefined) this.#leave();
    const isBold = this.#paragraph === undefined && BOLD_LINE.test(body);
    const parent =
      this.#paragraph ?? (isBold ? undefined : this.#bold) ?? this.#headings.at(-1)?.statement;
    const statement = this.#add(line, 'text', parent);
    if (isBold) this.#bold = statement;
    else this.#paragraph = statement;
    this.#lead = LEAD.test(body) ? statement : undefined;
  }

  /** What a list or a block stands under. */
  get #above(): Statement | undefined {
    return this.#lead ?? this.#bold ?? this.#headings.at(-1)?.statement;
  }

  #begin(kind: 'ordered' | 'bullets' | 'orders'): void {
    this.#blocks += 1;
    this.#block = { kind, id: this.#blocks };
  }

  #leave(): void {
    this.#items = [];
    this.#orders = [];
    this.#paragraph = undefined;
    this.#block = undefined;
  }

  #add(
    { line, text }: Line,
    kind: Statement['kind'],
    parent: Statement | undefined,
    isDetail = false,
  ): Statement {
    const isStep = this.#block !== undefined && this.#block.kind !== 'bullets';
    const block = isStep ? this.#block?.id : undefined;
    const lower = text.toLowerCase();
    const mentions = mentionsIn(lower);
    const statement = { line, lower, kind, mentions, parent, block, isDetail };
    this.#statements.push(statement);
    return statement;
  }
}

const TAB_COLUMNS = 4;

const indentOf = (text: string): number => {
  let columns = 0;
  for (const char of text) {
    if (char === ' ') columns += 1;
    else if (char === '\t') columns += TAB_COLUMNS;
    else break;
  }
  return columns;
};

/**
 * The statements for which something holds: it is said in them, in what they stand under, or in what stands under
 * them. Each statement is asked once.
 */
export const heldBy = (
  statements: readonly Statement[],
  holds: (statement: Statement) => boolean,
): ReadonlySet<Statement> => {
  const said = new Set(statements.filter(holds));
  for (const statement of statements) {
    if (statement.isDetail && statement.parent !== undefined && said.has(statement))
      said.add(statement.parent);
  }
  const under = new Set<Statement>();
  for (const statement of statements) {
    const { parent } = statement;
    if (said.has(statement) || (parent !== undefined && under.has(parent))) under.add(statement);
  }
  const above = new Set<Statement>();
  for (const statement of said) {
    for (let at = statement.parent; at !== undefined && !above.has(at); at = at.parent)
      above.add(at);
  }
  return new Set([...under, ...above]);
};
