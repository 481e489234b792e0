/**
 * The operational sections of AGENTS.md (RFC-0006 §2.2, R-26): those whose instructions must be lines of the semicolon
 * protocol. What stands in them is found in one pass and kept: lines of the protocol, right or wrong, and Markdown
 * lists in their place. Prose is allowed, and so are lists that only explain (K12).
 */
import type { AgentsSection } from '#lib/spec/files.ts';
import type { Line } from '#lib/text/lines.ts';
import { normalLabel } from '#lib/language/labels.ts';
import { parseBlock, parseLine } from '#lib/yamo/semicolon.ts';
import type { SemicolonLine } from '#lib/yamo/semicolon.ts';
import { isContent } from '#audit/workspace/document.ts';
import type { Document, HeadingLine } from '#audit/workspace/document.ts';
import { NOT_APPLICABLE, notAuditable } from '#audit/workspace/finding.ts';
import type { RuleOutcome } from '#audit/workspace/finding.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

/** A line that is one of the protocol, or was meant as one. */
export interface ProtocolLine {
  readonly line: Line;
  readonly read: SemicolonLine;
}

/** A section whose orders must be lines of the semicolon protocol, and what stands in it. */
export interface OperationalSection {
  readonly heading: HeadingLine;
  /** `other` for a heading that only speaks of start-up, sequences, hand-offs or priorities. */
  readonly title: AgentsSection | 'other';
  readonly protocol: readonly ProtocolLine[];
  /** The first line of each Markdown list that gives instructions. */
  readonly lists: readonly Line[];
  /** Everything outside of fences that is not of the protocol: prose, explanations, lists. */
  readonly prose: readonly Line[];
  /** Nothing but blank lines, deeper headings and comments. */
  readonly isEmpty: boolean;
}

/** The sections whose content is operational by their name alone. */
const OPERATIONAL: ReadonlySet<string> = new Set<AgentsSection>([
  'First Run',
  'Every Session',
  'Safety',
]);
const isOperational = (title: string): title is AgentsSection => OPERATIONAL.has(title);

/** Words of a heading that speak of what RFC-0006 §2.2 lists. */
const OPERATIONAL_WORD =
  /(?:^| )(?:startup|start up|sequences?|hand ?offs?|priority|priorities|state machines?)(?: |$)|启动|起動|优先|優先|交接|引き継ぎ/u;

/** Words of a heading, or of the line that leads to a list, that announce reasons or examples. */
const EXPLAINING_WORD =
  /^(?:rationale|reasons?|why|examples?|for example|background|explanations?|history)(?: |$)/u;
const NOTES = /^(?:notes?|comments?|remarks?|see also|references)$/u;

/** Longer headings and leading lines are not looked at for such words. */
const TITLE_MAX_CHARS = 200;

const known = new WeakMap<Document, readonly OperationalSection[]>();

/** The operational sections of a document, from top to bottom; found once. */
const operationalSections = (document: Document): readonly OperationalSection[] => {
  const found = known.get(document) ?? findSections(document);
  known.set(document, found);
  return found;
};

/** What a rule says of the operational sections of AGENTS.md. Their absence is reported by other rules. */
export const judgeSections = (
  workspace: AuditedWorkspace,
  judge: (sections: readonly OperationalSection[]) => RuleOutcome,
): RuleOutcome => {
  const reason = workspace.whyNoDocument('AGENTS.md');
  if (reason !== undefined) return notAuditable(reason);
  const document = workspace.document('AGENTS.md');
  const sections = document === undefined ? [] : operationalSections(document);
  return sections.length === 0 ? NOT_APPLICABLE : judge(sections);
};

/** The section as a finding may name it. */
export const sectionLabel = ({ title }: OperationalSection): string =>
  title === 'other' ? 'a section of start-up, sequence, hand-off or priority' : `"## ${title}"`;

function findSections(document: Document): readonly OperationalSection[] {
  const sections: OperationalSection[] = [];
  let reader: Reader | undefined;
  for (const line of document.lines) {
    if (line.kind === 'heading' && line.level <= 2) {
      if (reader !== undefined) sections.push(reader.end());
      const title = titleOf(line);
      reader = title === undefined ? undefined : new Reader(line, title);
    } else reader?.take(line);
  }
  if (reader !== undefined) sections.push(reader.end());
  return sections;
}

function titleOf({ level, title }: HeadingLine): AgentsSection | 'other' | undefined {
  if (level !== 2) return undefined;
  if (isOperational(title)) return title;
  if (title.length > TITLE_MAX_CHARS) return undefined;
  return OPERATIONAL_WORD.test(normalLabel(title)) ? 'other' : undefined;
}

/** Reads one section line by line. */
class Reader {
  readonly #heading: HeadingLine;
  readonly #title: OperationalSection['title'];
  readonly #protocol: ProtocolLine[] = [];
  readonly #lists: Line[] = [];
  readonly #prose: Line[] = [];
  #isEmpty = true;
  /** The level of a heading under which everything is explanation. */
  #explains: number | undefined;
  #fence: (Line & { readonly kind: 'code' | 'fence' })[] = [];
  /** A list goes on over blank lines as long as what follows is indented or an item. */
  #inList = false;
  #afterBlank = true;
  /** The line before was one of the protocol, with no blank line between. */
  #inRun = false;
  /** The last line of prose. */
  #lead = '';

  constructor(heading: HeadingLine, title: OperationalSection['title']) {
    this.#heading = heading;
    this.#title = title;
  }

  end(): OperationalSection {
    this.#endFence();
    return {
      heading: this.#heading,
      title: this.#title,
      protocol: this.#protocol,
      lists: this.#lists,
      prose: this.#prose,
      isEmpty: this.#isEmpty,
    };
  }

  take(line: Line): void {
    if (isContent(line)) this.#isEmpty = false;
    if (line.kind === 'code') {
      this.#fence.push(line);
      return;
    }
    this.#endFence();
    if (line.kind === 'heading') this.#takeHeading(line);
    else if (line.kind === 'text') this.#takeText(line);
    else this.#inRun = false;
  }

  #takeHeading({ level, title }: HeadingLine): void {
    if (this.#explains !== undefined && level <= this.#explains) this.#explains = undefined;
    if (this.#explains === undefined && isExplaining(title)) this.#explains = level;
    this.#inList = false;
    this.#inRun = false;
    this.#lead = '';
  }

  /** A block of the protocol, or an example: a fence without a tag is a block if one of its lines is of the protocol. */
  #endFence(): void {
    const lines = this.#fence;
    if (lines.length === 0) return;
    this.#fence = [];
    this.#inRun = false;
    const tag = /^[^\s]*/u.exec(lines[0]?.info ?? '')?.[0].toLowerCase();
    if (this.#explains !== undefined || (tag !== '' && tag !== 'yamo')) return;
    const reads = parseBlock(lines.map(({ text }) => text));
    const isBlock = tag === 'yamo' || lines.some(({ text }) => BLOCK_LINE.test(text));
    let inList = false;
    for (const [index, line] of lines.entries()) {
      const read = reads[index];
      if (read === undefined) continue;
      if (isListItem(read)) {
        if (!inList) this.#lists.push(line);
        inList = true;
      } else if (!inList || !isContinuation(read)) {
        inList = false;
        if (isBlock) this.#protocol.push({ line, read });
      }
    }
  }

  #takeText(line: Line): void {
    const { text } = line;
    if (text.trim() === '') {
      this.#afterBlank = true;
      this.#inRun = false;
      return;
    }
    const isAfterBlank = this.#afterBlank;
    this.#afterBlank = false;
    this.#prose.push(line);
    if (this.#explains !== undefined) return;
    if (isItem(text)) {
      this.#inRun = false;
      if (!this.#inList && !leadsToExamples(this.#lead)) this.#lists.push(line);
      this.#inList = true;
      return;
    }
    const read = parseLine(text);
    if (isMeant(text, read, this.#inRun)) {
      this.#prose.pop();
      this.#protocol.push({ line, read });
      this.#inList = false;
      this.#inRun = true;
      return;
    }
    this.#inRun = false;
    if (isAfterBlank && !/^(?: {2}|\t)/u.test(text)) this.#inList = false;
    if (!this.#inList) this.#lead = text;
  }
}

/** `name;value`, at the beginning of a line. */
const BLOCK_LINE = /^\s*[A-Za-z_][\w.-]*;\S/u;
const NAME_AND_SEMICOLON = /^\s*[A-Za-z_][\w.-]*\s*;/u;

/** Outside of a fence, only what looks like the protocol is held to it. `inRun`: directly below a line of it. */
function isMeant(text: string, read: SemicolonLine, inRun: boolean): boolean {
  switch (read.kind) {
    case 'blank':
    case 'comment':
    case 'verbatim':
    case 'section':
      return false;
    case 'fields':
      // `Note: take care;` is prose, and so is `Stop;`.
      if (NAME_AND_SEMICOLON.test(text) && read.fields.length > 1) return true;
      return /^[a-z_]/u.test(text.trimStart());
    case 'fault':
      if (BLOCK_LINE.test(text)) return true;
      if (read.fault === 'look-alike') return isFullWidth(text, read);
      return inRun && text.trimEnd().endsWith(';');
  }
}

/** A line written with full-width semicolons throughout. */
function isFullWidth(
  text: string,
  { indent, column }: { indent: number; column: number },
): boolean {
  const end = text.trimEnd().at(-1) ?? '';
  return /^[\w.;-]+$/u.test(text.slice(indent, column - 1)) && /[;\uFF1B\u037E]/u.test(end);
}

const ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]+\S/u;

/** An item of a list, also in a quote; a line of dashes alone is none. */
function isItem(text: string): boolean {
  const bare = text.slice(/^[ \t>]*/u.exec(text)?.[0].length ?? 0);
  return ITEM.test(bare) && !/^[-* \t]+$/u.test(bare);
}

function isListItem(read: SemicolonLine): boolean {
  return read.kind === 'fault' && read.fault === 'list item';
}

/** What may stand between the items of a list. */
function isContinuation(read: SemicolonLine): boolean {
  if (read.kind === 'blank') return true;
  return read.kind === 'fault' && read.fault === 'no semicolon' && read.indent > 1;
}

function isExplaining(title: string): boolean {
  if (title.length > TITLE_MAX_CHARS) return false;
  const label = normalLabel(title);
  return EXPLAINING_WORD.test(label) || NOTES.test(label);
}

function leadsToExamples(lead: string): boolean {
  if (lead.length > TITLE_MAX_CHARS || !/[:：][*_]*$/u.test(lead.trimEnd())) return false;
  return EXPLAINING_WORD.test(normalLabel(lead));
}
