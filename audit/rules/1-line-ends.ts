import { dayOf } from '#lib/text/day.ts';
import { type Document, once } from '#audit/workspace/document.ts';
import type { Finding, Fix } from '#audit/workspace/finding.ts';
import { layoutItems } from '#audit/facts/layout.ts';
import { defineRule } from '#audit/rule/rule.ts';

const BOM = '\uFEFF';
const NAMES = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' } as const;
type LineEnd = keyof typeof NAMES;

export const rule = defineRule({
  id: '1/line-ends',
  title: 'Lines end in one way, and the file begins with its text',
  section: '§1',
  level: 'advisory',
  tier: 'none',
  layouts: 'all',
  pedantic: true,
  why: 'Mixed line ends make every later change look like a change of the whole file, and a byte order mark is an invisible first character.',
  remedy: 'Save the file with one kind of line end and without a byte order mark.',
  fix: 'safe',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      { shows: 'CRLF throughout', files: { 'TOOLS.md': '# Tools\r\n\r\n- quay\r\n' } },
      { shows: 'no line end at all', files: { 'TOOLS.md': '# Tools' } },
      { shows: 'a file that is not of the layout', files: { 'mail.txt': 'a\r\nb\n' } },
    ],
    bad: [
      {
        shows: 'one CRLF among LF',
        files: { 'TOOLS.md': '# Tools\n\n- quay\r\n- radio\n' },
        at: ['TOOLS.md:3'],
      },
      {
        shows: 'a byte order mark, and one LF among CRLF',
        files: { 'USER.md': `${BOM}# User\r\n\r\n**Name:** Ada\n**Language:** German\r\n` },
        at: ['USER.md:1', 'USER.md:3'],
      },
    ],
  }),
  check: (workspace) =>
    layoutItems(workspace).flatMap(({ name }) => {
      const document = workspace.document(name);
      return document === undefined ? [] : findingsIn(document);
    }),
});

const findingsIn = once((document) => byteOrderMark(document).concat(mixedEnds(document)));

const byteOrderMark = ({ name, text }: Document): Finding[] => {
  if (!text.startsWith(BOM)) return [];
  const edits = [{ file: name, start: 0, end: BOM.length, text: '' }];
  const fix: Fix = { kind: 'safe', title: 'Remove the byte order mark', edits };
  return [
    {
      file: name,
      line: 1,
      found: 'a byte order mark',
      expected: 'text from the first byte on',
      ...(mayRewrite(name) && { fix }),
      anchor: 'byte order mark',
    },
  ];
};

const mixedEnds = (document: Document): readonly Finding[] => {
  const { name, text } = document;
  if (!text.includes('\r')) return [];
  const counts: Record<LineEnd, number> = { '\n': 0, '\r\n': 0, '\r': 0 };
  for (const [end] of text.matchAll(/\r\n|\n|\r/gu)) counts[asLineEnd(end)] += 1;
  const usual = (['\r\n', '\r'] as const).reduce<LineEnd>(
    (most, end) => (counts[end] > counts[most] ? end : most),
    '\n',
  );
  const lines = document.lines.filter((line) => {
    const end = endOf(text, line.at + line.text.length);
    return end !== undefined && end !== usual;
  });
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return [];
  const end = endOf(text, first.at + first.text.length) ?? usual;
  return [
    {
      file: name,
      line: first.line,
      found: `${NAMES[end]} at the end of the line, as on ${lines.length} of ${document.lines.length} lines`,
      expected: `${NAMES[usual]}, as on the others`,
      ...(mayRewrite(name) && {
        fix: unify(document, first.at + first.text.length, last.at + last.text.length, usual),
      }),
      anchor: 'line ends',
    },
  ];
};

/** A log is append-only (§2.5): not even its line ends are rewritten. */
const mayRewrite = (name: string): boolean => dayOf(name) === undefined;

/** One edit from the first odd line end to the last. */
const unify = ({ name, text }: Document, start: number, lastEnd: number, usual: LineEnd): Fix => {
  const end = lastEnd + (endOf(text, lastEnd)?.length ?? 0);
  const unified = text.slice(start, end).replaceAll(/\r\n|\n|\r/gu, usual);
  return {
    kind: 'safe',
    title: `End every line with ${NAMES[usual]}`,
    edits: [{ file: name, start, end, text: unified }],
  };
};

const endOf = (text: string, at: number): LineEnd | undefined => {
  const char = text[at];
  if (char === '\n') return char;
  if (char !== '\r') return undefined;
  return text[at + 1] === '\n' ? '\r\n' : '\r';
};

const asLineEnd = (end: string): LineEnd => (end === '\r\n' || end === '\r' ? end : '\n');
