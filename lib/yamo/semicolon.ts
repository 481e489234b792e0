/**
 * The semicolon protocol (RFC-0006 §2.2) as RFC-0009.md reads it: a line is a name and values, each of them
 * ended by a semicolon, and may carry a comment after the last one. The lines of RFC-0011 (`key: value;`, `key:` as the
 * head of a section) belong to it. Every character is looked at a fixed number of times, and no text makes it throw.
 */

/** One value of a line, without the blanks around it; `%3B` is a semicolon again. `column` counts from 1. */
export interface Field {
  readonly text: string;
  readonly column: number;
}

/** What keeps a line from being one of the protocol. */
export type LineFault =
  /** It begins with something that is no name. */
  | 'no name'
  /** It is words without any semicolon. */
  | 'no semicolon'
  /** The last value is not ended. */
  | 'no end'
  /** After the last semicolon there is text which is no comment. */
  | 'loose text'
  /** It has a character that only looks like a semicolon. */
  | 'look-alike'
  /** It is an item of a Markdown list. */
  | 'list item';

/** A line by what it is. Indents are in characters, columns count from 1, in UTF-16 units. */
export type SemicolonLine =
  /** Nothing, a comment alone, a `---` between blocks, or text that a section keeps as it is (RFC-0003 §6). */
  | { readonly kind: 'blank' | 'comment' | 'verbatim' }
  /** `name;value;` or `name: value;`. The name is the first field. */
  | { readonly kind: 'fields'; readonly indent: number; readonly fields: readonly Field[] }
  /** `name:`, with what belongs to it on the lines below. */
  | { readonly kind: 'section'; readonly indent: number; readonly name: string }
  | {
      readonly kind: 'fault';
      readonly fault: LineFault;
      readonly indent: number;
      /** Where it goes wrong; with `no end`, where the semicolon belongs. */
      readonly column: number;
      /** What could be read all the same: a line that only lacks its end still says what it is about. */
      readonly fields: readonly Field[];
    };

const NAME = /^[A-Za-z_][\w.-]*/u;
const COMMENT = /^(?:→|#|\/\/|<!--)/u;
/** Inside a line `#` and `//` may begin a value, so a blank must follow them. */
const COMMENT_INSIDE = /\s(?:→|<!--|#\s|\/\/\s)/u;
/** Full-width, small and vertical semicolon, and the Greek question mark. */
const LOOK_ALIKE = /[\uFF1B\uFE54\uFE14\u037E]/u;
const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/u;
const VERBATIM: ReadonlySet<string> = new Set(['preserve', 'procedure']);

/** Reads one line, without its line ending. */
export function parseLine(raw: string): SemicolonLine {
  const body = raw.trim();
  const indent = raw.length - raw.trimStart().length;
  if (body === '' || body === '---') return { kind: 'blank' };
  if (COMMENT.test(body)) return { kind: 'comment' };
  const name = NAME.exec(body)?.[0] ?? '';
  const mark = name.length + blanksAt(body, name.length);
  const first: Field = { text: name, column: indent + 1 };
  if (name !== '' && (body[mark] === ';' || body[mark] === ':')) {
    return read({ body, indent, hasColon: body[mark] === ':' }, mark, first);
  }
  return { kind: 'fault', indent, fields: [], ...noLine(body, name.length, indent) };
}

/**
 * Reads the lines of a block, one result for each. What a section keeps verbatim is not read, and its lines may be
 * items, as in `constraints:` with `- key;value;` below.
 */
export function parseBlock(lines: readonly string[]): readonly SemicolonLine[] {
  let section: number | undefined;
  let verbatim: number | undefined;
  return lines.map((raw) => {
    const indent = raw.length - raw.trimStart().length;
    if (raw.trim() === '') return { kind: 'blank' };
    if (verbatim !== undefined && indent > verbatim) return { kind: 'verbatim' };
    verbatim = undefined;
    if (section !== undefined && isLeft(raw, indent, section)) section = undefined;
    const line = section === undefined ? parseLine(raw) : parseItem(raw, indent);
    if (line.kind === 'section') section = line.indent;
    if (isVerbatim(line)) verbatim = section ?? indent;
    return line;
  });
}

function isLeft(raw: string, indent: number, section: number): boolean {
  return indent < section || (indent === section && !raw.startsWith('- ', indent));
}

/** A line of a section, which may begin with `- `. */
function parseItem(raw: string, indent: number): SemicolonLine {
  if (!raw.startsWith('- ', indent)) return parseLine(raw);
  const item = parseLine(`${raw.slice(0, indent)}  ${raw.slice(indent + 2)}`);
  return item.kind === 'fields' ? item : parseLine(raw);
}

/** Does the text below this line stand as it is? */
function isVerbatim(line: SemicolonLine): boolean {
  if (line.kind === 'section') return VERBATIM.has(line.name.toLowerCase());
  if (line.kind !== 'fields') return false;
  return line.fields.length > 1 && line.fields.at(-1)?.text === 'verbatim';
}

/** What is wrong with a line that does not begin as one of the protocol. */
function noLine(body: string, name: number, indent: number): { fault: LineFault; column: number } {
  if (LIST_ITEM.test(body)) return { fault: 'list item', column: indent + 1 };
  const alike = body.search(LOOK_ALIKE);
  if (alike >= 0) return { fault: 'look-alike', column: indent + alike + 1 };
  if (!body.includes(';')) return { fault: 'no semicolon', column: indent + 1 };
  return { fault: 'no name', column: indent + name + 1 };
}

interface Reading {
  readonly body: string;
  readonly indent: number;
  readonly hasColon: boolean;
}

/** Reads what follows the name: values up to the last semicolon, then a comment or nothing. */
function read(reading: Reading, mark: number, name: Field): SemicolonLine {
  const fields = [name];
  let from = mark + 1;
  while (!isOver(reading, from, fields.length)) {
    const to = reading.body.indexOf(';', from);
    if (to < 0) return unended(reading, from, fields);
    fields.push(fieldAt(reading, from, to));
    from = to + 1;
  }
  return ended(reading, fields);
}

function ended({ indent, hasColon }: Reading, fields: readonly Field[]): SemicolonLine {
  const [name] = fields;
  return hasColon && fields.length === 1 && name !== undefined
    ? { kind: 'section', indent, name: name.text }
    : { kind: 'fields', indent, fields };
}

/** Is there nothing but a comment from here on? A comment may hold semicolons, and a value may begin like one. */
function isOver({ body, hasColon }: Reading, from: number, known: number): boolean {
  const at = from + blanksAt(body, from);
  if (at === body.length) return true;
  const isLast = !body.includes(';', from);
  if (isLast && COMMENT.test(body.slice(at, at + 4))) return true;
  if (at === from) return false;
  // After a colon a blank is usual, so that only the arrow tells a comment from a value.
  const isFirst = hasColon && known === 1;
  return isFirst ? body[at] === '→' : COMMENT_INSIDE.test(body.slice(at - 1, at + 4));
}

/** A line whose last part is followed by no semicolon. */
function unended(reading: Reading, from: number, fields: readonly Field[]): SemicolonLine {
  const { body, indent } = reading;
  const arrow = fields.findIndex(({ text }) => text.startsWith('→'));
  if (arrow > 0) return ended(reading, fields.slice(0, arrow));
  const at = from + blanksAt(body, from);
  const tail = body.slice(at);
  const kind = 'fault';
  const alike = tail.search(LOOK_ALIKE);
  if (alike >= 0) {
    return { kind, fault: 'look-alike', indent, column: indent + at + alike + 1, fields };
  }
  const last = fields.length > 1 ? fields.at(-1) : undefined;
  const isTight = last !== undefined && body[last.column - indent - 2] === ';';
  if (isTight && at > from) {
    return { kind, fault: 'loose text', indent, column: indent + at + 1, fields };
  }
  const comment = tail.search(COMMENT_INSIDE);
  const end = at + (comment < 0 ? tail : tail.slice(0, comment)).trimEnd().length;
  const all = [...fields, fieldAt(reading, from, end)];
  return { kind, fault: 'no end', indent, column: indent + end + 1, fields: all };
}

function fieldAt({ body, indent }: Reading, from: number, to: number): Field {
  const written = body.slice(from, to).trim();
  const text = written.includes('%3B') ? written.replaceAll('%3B', ';') : written;
  return { text, column: indent + Math.min(from + blanksAt(body, from), to) + 1 };
}

function blanksAt(body: string, from: number): number {
  let at = from;
  while (isBlank(body[at])) at += 1;
  return at - from;
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || (char !== undefined && char.trim() === '');
}
