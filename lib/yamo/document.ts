/**
 * The `.yamo` document, as far as BOOTSTRAP.yamo needs it (RFC-0015 A, RFC-0011 §3.1, RFC-0003 §6, RFC-0006 §1).
 *
 * Where the RFCs disagree both forms pass: `meta:` as a section or as `meta: key;value;` lines, body lines with or
 * without `- `, fields after a colon or after a semicolon. A single block without metadata is what RFC-0006 §1 shows;
 * it may also lack `meta` and `log`, and that is said as a warning.
 */
import { splitLines } from '#lib/text/lines.ts';

/** One fault. `line` counts from 1. Reasons name words of the format and never quote the document. */
export interface DocumentFault {
  readonly line: number;
  readonly reason: string;
  /** Only an error makes the document invalid. `form`: it can be read, and is not written as RFC-0011 §3.1 has it. */
  readonly level: 'error' | 'warning' | 'form';
}

/** Sections that a block has once; the short form of RFC-0006 §1 may leave out the second group. */
const REQUIRED = ['agent', 'intent', 'handoff'] as const;
const REQUIRED_IN_FULL = ['meta', 'log'] as const;
const OTHERS = ['context', 'constraints', 'priority', 'output', 'preserve', 'procedure'] as const;
const SECTIONS: ReadonlySet<string> = new Set([...REQUIRED, ...REQUIRED_IN_FULL, ...OTHERS]);
/** RFC-0011 §3.1. What is kept as it is may stand anywhere. */
const ORDER = [
  'agent',
  'intent',
  'context',
  'constraints',
  'priority',
  'output',
  'meta',
  'log',
  'handoff',
] as const;
const ORDER_TOLD = ORDER.join(', ');
/** It takes lessons over, in every kernel (RFC-0011 §3.5). */
const REFLECTOR = 'SubconsciousReflector';
const PRIORITIES: ReadonlySet<string> = new Set(['critical', 'high', 'medium', 'low']);
/** Their text is kept as it is (RFC-0003 §6). */
const VERBATIM: ReadonlySet<string> = new Set(['preserve', 'procedure']);
const NAME = /^[A-Za-z0-9_]+$/u;

/** Who has broken a document a hundred times needs no longer list. */
const MAX_FAULTS = 100;

interface Section {
  readonly line: number;
  readonly name: string;
  /** Fields on the line of the name. */
  readonly inline: readonly string[];
  readonly body: readonly string[];
}

type Part = readonly Section[];

interface Draft extends Section {
  /** The rest of its body is text of its own. */
  isVerbatim: boolean;
  readonly body: string[];
}

/** What is wrong with a document, by line; empty if nothing is. Linear in its length; never throws. */
export function checkDocument(text: string): readonly DocumentFault[] {
  const { parts, faults } = read(text);
  const hasMetadata = parts.length > 0 && !parts[0]?.some(({ name }) => name === 'agent');
  const blocks = (hasMetadata ? parts.slice(1) : parts).flatMap(splitBlocks);
  const isShort = !hasMetadata && blocks.length === 1;
  const agents = new Set(blocks.flat().filter(isAgent).map(valueOf));
  const found = [
    ...faults,
    ...(hasMetadata ? metadataFaults(parts[0] ?? []) : missingMetadata(isShort)),
    ...(blocks.length === 0 ? [error(1, 'the document has no agent block')] : []),
    ...blocks.flatMap((block) => blockFaults(block, isShort, agents)),
  ];
  return found.toSorted((a, b) => a.line - b.line).slice(0, MAX_FAULTS);
}

function error(line: number, reason: string): DocumentFault {
  return { line, reason, level: 'error' };
}

function warning(line: number, reason: string): DocumentFault {
  return { line, reason, level: 'warning' };
}

function form(line: number, reason: string): DocumentFault {
  return { line, reason, level: 'form' };
}

/** The parts between `---` lines as sections, and what is wrong with single lines. */
function read(text: string): { parts: readonly Part[]; faults: readonly DocumentFault[] } {
  const faults: DocumentFault[] = [];
  const parts: Draft[][] = [[]];
  let line = 0;
  for (const raw of splitLines(text)) {
    line += 1;
    const trimmed = raw.trim();
    if (trimmed === '' || /^(?:#|\/\/)/u.test(trimmed)) continue;
    if (/^---\s*$/u.test(raw)) {
      parts.push([]);
      continue;
    }
    const part = parts.at(-1);
    const section = part?.at(-1);
    const isBody = /^\s/u.test(raw) && section !== undefined;
    if (!isBody || !section.isVerbatim) faults.push(...indentFaults(raw, line));
    if (isBody) {
      section.body.push(trimmed);
      section.isVerbatim ||= trimmed.endsWith(';verbatim;');
    } else {
      const opened = sectionIn(trimmed, line);
      if (opened === undefined) faults.push(error(line, 'a line that is no section of the format'));
      else part?.push(opened);
    }
  }
  return { parts: parts.filter((part) => part.length > 0), faults };
}

function indentFaults(raw: string, line: number): readonly DocumentFault[] {
  if (raw.includes('\t')) return [error(line, 'a tab; the format knows spaces only')];
  const indent = raw.length - raw.trimStart().length;
  return indent % 2 === 0 ? [] : [error(line, 'an odd indent; a level is two spaces')];
}

/** `name: field;field;`, `name;field;` or `name:`. */
function sectionIn(trimmed: string, line: number): Draft | undefined {
  const [, name, mark, rest = ''] = /^([A-Za-z_][\w.-]*)\s*([:;])(.*)$/u.exec(trimmed) ?? [];
  if (name === undefined || mark === undefined) return undefined;
  const inline = rest
    .split(';')
    .map((field) => field.trim())
    .filter((field) => field !== '');
  const isVerbatim = VERBATIM.has(name.toLowerCase()) || inline.includes('verbatim');
  return { line, name: name.toLowerCase(), inline, body: [], isVerbatim };
}

/** Blocks need no `---` between them: after its handoff a block is at its end. */
function splitBlocks(part: Part): readonly Part[] {
  const blocks: Section[][] = [[]];
  for (const section of part) {
    const block = blocks.at(-1) ?? [];
    const isNext = isAgent(section) && block.some(({ name }) => name === 'handoff');
    if (isNext) blocks.push([section]);
    else block.push(section);
  }
  return blocks;
}

function isAgent({ name }: Section): boolean {
  return name === 'agent';
}

function missingMetadata(isShort: boolean): readonly DocumentFault[] {
  const reason = 'there is no metadata with name and version before the first agent block';
  return [isShort ? warning(1, reason) : error(1, reason)];
}

function metadataFaults(metadata: Part): readonly DocumentFault[] {
  // `metadata:` may be a section whose body holds the fields, or a line may hold them all.
  const keys = new Set(metadata.flatMap(keysOf));
  const line = metadata[0]?.line ?? 1;
  return ['name', 'version']
    .filter((key) => !keys.has(key))
    .map((key) => error(line, `the metadata has no ${key}`));
}

function keysOf({ name, inline, body }: Section): readonly string[] {
  const own = inline.length > 0 ? [name] : [];
  const further = inline.filter((_, index) => index % 2 === 1 && index + 1 < inline.length);
  const inBody = body.map((text) => /^(?:- )?([\w.-]+)\s*[:;]\s*[^\s;]/u.exec(text)?.[1] ?? '');
  return [...own, ...further, ...inBody].map((key) => key.toLowerCase());
}

function blockFaults(
  block: Part,
  isShort: boolean,
  agents: ReadonlySet<string>,
): readonly DocumentFault[] {
  return [
    ...REQUIRED.flatMap((name) => countFaults(name, block, error)),
    ...REQUIRED_IN_FULL.flatMap((name) => countFaults(name, block, isShort ? warning : error)),
    ...OTHERS.flatMap((name) => repeated(name, block)),
    ...orderFaults(block),
    ...block.flatMap((section) => sectionFaults(section, agents)),
  ];
}

/** A section that stands behind one which it should stand before; the first such place of a block. */
function orderFaults(block: Part): readonly DocumentFault[] {
  let last = 0;
  for (const { name, line } of block) {
    const at = ORDER.findIndex((one) => one === name);
    if (at < 0) continue;
    if (at < last) return [form(line, `${name} stands too late; the order is ${ORDER_TOLD}`)];
    last = at;
  }
  return [];
}

function countFaults(name: string, block: Part, absent: typeof error): readonly DocumentFault[] {
  if (block.some((section) => section.name === name)) return repeated(name, block);
  return [absent(block[0]?.line ?? 1, `the block has no ${name}`)];
}

/** A second section of a name. Lines `meta: key;value;` in a row are one section. */
function repeated(name: string, block: Part): readonly DocumentFault[] {
  const mine = block.flatMap((section, index) => (section.name === name ? [index] : []));
  const starts = mine.filter((index) => name !== 'meta' || block[index - 1]?.name !== name);
  const second = block[starts[1] ?? -1];
  return second === undefined ? [] : [error(second.line, `the block has more than one ${name}`)];
}

function sectionFaults(section: Section, agents: ReadonlySet<string>): readonly DocumentFault[] {
  const { name, line, inline, body } = section;
  if (!SECTIONS.has(name)) return [form(line, 'a section that the format does not name')];
  if (inline.length === 0 && body.every(isEmpty)) return [error(line, `${name} is empty`)];
  const value = valueOf(section);
  if (name === 'agent' && !NAME.test(value)) {
    return [error(line, 'agent is no name of letters, digits and underscores')];
  }
  if (name === 'priority' && !PRIORITIES.has(value)) {
    return [error(line, 'priority is none of critical, high, medium, low')];
  }
  if (name === 'intent' && !NAME.test(value)) {
    return [form(line, 'intent is no name of letters, digits and underscores')];
  }
  const leads = [...inline, ...body.flatMap(fieldsOf)].some((to) => leadsSomewhere(to, agents));
  return name === 'handoff' && !leads
    ? [form(line, 'handoff names neither an agent of this document, nor End, nor a path')]
    : [];
}

function isEmpty(text: string): boolean {
  return fieldsOf(text).length === 0;
}

function fieldsOf(text: string): readonly string[] {
  return text
    .replace(/^-(?:\s+|$)/u, '')
    .split(/[;:]/u)
    .map((field) => field.trim())
    .filter((field) => field !== '');
}

function leadsSomewhere(target: string, agents: ReadonlySet<string>): boolean {
  return (
    target === 'End' ||
    target === REFLECTOR ||
    agents.has(target) ||
    /[/\\]|\.[A-Za-z]{1,8}$/u.test(target)
  );
}

/** The first field of a section. */
function valueOf({ inline, body }: Section): string {
  return inline[0] ?? fieldsOf(body[0] ?? '')[0] ?? '';
}
