/**
 * The `.yamo` document, as BOOTSTRAP.yamo needs it (RFC-0015 §A, RFC-0011 §3.1, RFC-0003 §6): a
 * metadata section, `---`, and blocks of one agent each. Faults point at lines and never quote.
 */

export interface DocumentFault {
  /** 1-based. */
  readonly line: number;
  readonly reason: string;
  /** A warning does not make the document invalid. */
  readonly level: 'error' | 'warning';
}

const ONCE = ['agent', 'intent', 'meta', 'log', 'handoff'] as const;
const OPTIONAL = ['context', 'constraints', 'priority', 'output', 'preserve', 'procedure'] as const;
const PRIORITIES: ReadonlySet<string> = new Set(['critical', 'high', 'medium', 'low']);
const SECTIONS: ReadonlySet<string> = new Set([...ONCE, ...OPTIONAL]);

interface Line {
  readonly number: number;
  readonly indent: number;
  readonly text: string;
}

interface Section extends Line {
  readonly name: string;
  /** What stands on the line of the name. */
  readonly inline: string;
  readonly body: readonly Line[];
}

/** What is wrong with a document; empty if nothing is. Never throws. */
export const checkDocument = (text: string): readonly DocumentFault[] => {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((raw, index): Line => ({
      number: index + 1,
      indent: raw.length - raw.trimStart().length,
      text: raw.trimEnd(),
    }));
  const separator = lines.findIndex((line) => line.text === '---');
  const body = lines.slice(separator + 1);
  const blocks = blocksOf(body);
  const agents = blocks.flatMap(({ sections }) =>
    sections.filter(({ name }) => name === 'agent').map(valueOf),
  );
  return [
    ...lines.flatMap(indentFaults),
    ...(separator === -1
      ? [warning(1, 'there is no metadata section with name and version before "---"')]
      : metadataFaults(lines.slice(0, separator))),
    ...(blocks.length === 0 ? [error(lines.length, 'there is no agent block')] : []),
    ...blocks.flatMap((block) => blockFaults(block, agents)),
  ];
};

const error = (line: number, reason: string): DocumentFault => ({ line, reason, level: 'error' });
const warning = (line: number, reason: string): DocumentFault => ({
  line,
  reason,
  level: 'warning',
});

const indentFaults = ({ number, indent, text }: Line): readonly DocumentFault[] => {
  if (text.slice(0, indent).includes('\t'))
    return [error(number, 'a tab; indentation is by two spaces')];
  return indent % 2 === 1 && text !== ''
    ? [error(number, 'an odd indentation; each level is two spaces')]
    : [];
};

const metadataFaults = (lines: readonly Line[]): readonly DocumentFault[] => {
  const keys = new Set(
    lines.map(({ text }) => /^\s*(?:- )?([A-Za-z_][\w.-]*)\s*[:;]\s*\S/.exec(text)?.[1]),
  );
  return ['name', 'version']
    .filter((key) => !keys.has(key))
    .map((key) => error(1, `the metadata section has no ${key}`));
};

interface Block {
  readonly line: number;
  readonly sections: readonly Section[];
  readonly strays: readonly Line[];
}

/** A block begins with `agent:`; `---` or the next `agent:` ends it. */
const blocksOf = (lines: readonly Line[]): readonly Block[] => {
  const blocks: { line: number; sections: (Section & { body: Line[] })[]; strays: Line[] }[] = [];
  for (const line of lines) {
    if (line.text === '' || line.text === '---' || /^\s*(#|\/\/)/.test(line.text)) continue;
    const [, name, inline = ''] =
      line.indent === 0 ? (/^([A-Za-z_][\w.-]*)\s*:\s*(.*)$/.exec(line.text) ?? []) : [];
    if (name === 'agent' || blocks.length === 0)
      blocks.push({ line: line.number, sections: [], strays: [] });
    const block = blocks.at(-1);
    const section = block?.sections.at(-1);
    if (name !== undefined) block?.sections.push({ ...line, name, inline, body: [] });
    else if (line.indent > 0 && section !== undefined) section.body.push(line);
    else block?.strays.push(line);
  }
  return blocks;
};

const blockFaults = (
  { line, sections, strays }: Block,
  agents: readonly string[],
): readonly DocumentFault[] => [
  ...ONCE.flatMap((name) => countFaults(name, sections, line)),
  ...sections.flatMap((section) => sectionFaults(section, agents)),
  ...strays.map(({ number }) => error(number, 'a line that belongs to no section')),
];

const countFaults = (
  name: string,
  sections: readonly Section[],
  line: number,
): readonly DocumentFault[] => {
  const [first, second] = sections.filter((section) => section.name === name);
  if (first === undefined) return [error(line, `the block has no ${name}`)];
  return second === undefined ? [] : [error(second.number, `the block has more than one ${name}`)];
};

const sectionFaults = (section: Section, agents: readonly string[]): readonly DocumentFault[] => {
  const { name, number, body } = section;
  if (!SECTIONS.has(name)) return [warning(number, 'a section that the format does not name')];
  const value = valueOf(section);
  if (value === '' && body.length === 0) return [error(number, `${name} is empty`)];
  if (name === 'priority' && !PRIORITIES.has(value))
    return [error(number, 'priority is not one of critical, high, medium, low')];
  const leadsSomewhere = value === 'End' || agents.includes(value) || /[/.]/.test(value);
  if (name === 'handoff' && !leadsSomewhere)
    return [warning(number, 'handoff names no agent of this document, nor End')];
  return [];
};

const valueOf = ({ inline, body }: Section): string =>
  (inline === '' ? (body[0]?.text.trim() ?? '') : inline).replace(/;.*$/, '').trim();
