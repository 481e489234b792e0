/**
 * The line scanner beneath every verdict on Markdown. It knows as much of CommonMark as decides whether
 * a line is read or shown: fences, HTML comments, front matter, ATX headings. Each character is looked at a fixed
 * number of times, so that a hostile file costs what an honest one of its size costs.
 */

/** One line with what it is; `line` counts from 1, `at` is where it begins in the text, `text` has no line ending. */
export type Line =
  | {
      readonly kind: 'heading';
      readonly line: number;
      readonly at: number;
      readonly text: string;
      readonly level: number;
      readonly title: string;
    }
  | {
      readonly kind: 'text' | 'front matter' | 'comment';
      readonly line: number;
      readonly at: number;
      readonly text: string;
    }
  | {
      /** `fence` is the opening or closing line, `code` what stands between; `info` is the info string. */
      readonly kind: 'fence' | 'code';
      readonly line: number;
      readonly at: number;
      readonly text: string;
      readonly info: string;
    };

interface Fence {
  readonly mark: string;
  readonly length: number;
  readonly info: string;
  /** Column of the list item that the fence stands in; a line left of it ends item and fence. */
  readonly column: number;
}

/** The lines of a text. LF, CRLF and a lone CR end a line; a byte order mark at the start is dropped. */
export function* splitLines(text: string): Generator<string> {
  for (const { from, to } of extents(text)) yield text.slice(from, to);
}

/** Where each line begins and ends, without its line ending. */
export function* extents(text: string): Generator<{ readonly from: number; readonly to: number }> {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let lf = -1;
  let cr = -1;
  while (at < text.length) {
    // Each mark is searched again only when it was passed: else a text without one is read once per line.
    if (lf < at) lf = found(text, '\n', at);
    if (cr < at) cr = found(text, '\r', at);
    const end = Math.min(lf, cr);
    yield { from: at, to: end };
    at = end + (cr === end && lf === end + 1 ? 2 : 1);
  }
}

/** Every line of a Markdown text with its kind, in order. */
export function* scanLines(text: string): Generator<Line> {
  const frontMatterEnd = endOfFrontMatter(text);
  // Most texts hold no fence at all, and then no line needs to be tried for one.
  const mayFence = text.includes('```') || text.includes('~~~');
  let fence: Fence | undefined;
  let inComment = false;
  let line = 0;
  for (const { from: at, to } of extents(text)) {
    const raw = text.slice(at, to);
    line += 1;
    if (line <= frontMatterEnd) {
      yield { kind: 'front matter', line, at, text: raw };
      continue;
    }
    if (fence !== undefined && leavesItem(raw, fence)) fence = undefined;
    if (fence !== undefined) {
      const closed = closes(raw, fence);
      yield { kind: closed ? 'fence' : 'code', line, at, text: raw, info: fence.info };
      if (closed) fence = undefined;
      continue;
    }
    if (inComment) {
      inComment = !raw.includes('-->');
      yield { kind: 'comment', line, at, text: raw };
      continue;
    }
    if (mayFence) fence = opens(raw);
    if (fence !== undefined) {
      yield { kind: 'fence', line, at, text: raw, info: fence.info };
      continue;
    }
    const comment = commentStart(raw);
    if (comment >= 0) {
      // `<!-->` is a whole comment, hence two characters and not four.
      inComment = !raw.includes('-->', comment + 2);
      yield { kind: 'comment', line, at, text: raw };
      continue;
    }
    const heading = headingOf(raw);
    yield heading === undefined
      ? { kind: 'text', line, at, text: raw }
      : { kind: 'heading', line, at, text: raw, ...heading };
  }
}

function found(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at;
}

/** The number of the line that closes front matter, 0 where there is none. Not closed means a thematic break. */
function endOfFrontMatter(text: string): number {
  if (!text.startsWith('---', text.startsWith('\uFEFF') ? 1 : 0)) return 0;
  let line = 0;
  for (const raw of splitLines(text)) {
    line += 1;
    const isRule = raw.startsWith('---') && isBlank(raw, 3);
    if (line === 1 && !isRule) return 0;
    if (line > 1 && isRule) return line;
  }
  return 0;
}

function opens(raw: string): Fence | undefined {
  const column = listContentColumn(raw);
  const at = column + indentOf(raw, column);
  if (at - column > 3) return undefined;
  const mark = raw[at];
  if (mark !== '`' && mark !== '~') return undefined;
  const length = runLength(raw, at, mark);
  if (length < 3) return undefined;
  const info = raw.slice(at + length).trim();
  // A backtick in the info string makes it inline code.
  if (mark === '`' && info.includes('`')) return undefined;
  return { mark, length, info, column };
}

function closes(raw: string, fence: Fence): boolean {
  const indent = indentOf(raw, 0);
  if (indent > fence.column + 3) return false;
  const length = runLength(raw, indent, fence.mark);
  return length >= fence.length && isBlank(raw, indent + length);
}

function leavesItem(raw: string, fence: Fence): boolean {
  if (fence.column === 0 || isBlank(raw, 0)) return false;
  return raw[0] !== '\t' && indentOf(raw, 0) < fence.column;
}

/** Where the content of a list item begins, 0 for a line that opens none. */
function listContentColumn(raw: string): number {
  const marker = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) {1,4}(?=[`~])/.exec(raw);
  return marker === null ? 0 : marker[0].length;
}

function commentStart(raw: string): number {
  const indent = indentOf(raw, 0);
  return indent <= 3 && raw.startsWith('<!--', indent) ? indent : -1;
}

function headingOf(raw: string): { level: number; title: string } | undefined {
  const indent = indentOf(raw, 0);
  if (indent > 3 || raw[indent] !== '#') return undefined;
  const level = runLength(raw, indent, '#');
  if (level > 6) return undefined;
  const start = indent + level;
  if (start < raw.length && !isSpace(raw[start])) return undefined;
  return { level, title: titleOf(raw, start) };
}

function titleOf(raw: string, from: number): string {
  let start = from;
  while (start < raw.length && isSpace(raw[start])) start += 1;
  const end = trimEnd(raw, start, raw.length);
  let hashes = end;
  while (hashes > start && raw[hashes - 1] === '#') hashes -= 1;
  // Closing hashes count only after a space, or where nothing else is left.
  const isClosing = hashes === start || isSpace(raw[hashes - 1]);
  return raw.slice(start, isClosing ? trimEnd(raw, start, hashes) : end);
}

function trimEnd(raw: string, start: number, from: number): number {
  let end = from;
  while (end > start && isSpace(raw[end - 1])) end -= 1;
  return end;
}

function indentOf(raw: string, from: number): number {
  return runLength(raw, from, ' ');
}

function runLength(raw: string, from: number, mark: string): number {
  let at = from;
  while (raw[at] === mark) at += 1;
  return at - from;
}

function isBlank(raw: string, from: number): boolean {
  let at = from;
  while (isSpace(raw[at])) at += 1;
  return at === raw.length;
}

function isSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\t';
}
