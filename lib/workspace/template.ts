/** Text from templates: placeholders filled in, sections that a file lacks taken over. */
import { scanLines, splitLines } from '#lib/text/lines.ts';
import { missingSections, outline } from '#lib/text/outline.ts';

/** What fills the gaps of a template. */
export interface TemplateValues {
  readonly name: string;
  readonly role: string;
  readonly user: string;
  readonly timezone: string;
}

/** Who it is for a first try, of what its owner has not said: the agent is called as its folder is. */
export const namesFor = (folder: string, given: Partial<TemplateValues>): TemplateValues => ({
  name: given.name ?? titleCase(folder),
  role: given.role ?? 'personal assistant',
  user: given.user ?? 'your human',
  timezone: given.timezone ?? 'not known yet',
});

const titleCase = (text: string): string => {
  const words = text.replaceAll(/[^\p{L}\p{N}'’]+/gu, ' ').trim();
  return words === ''
    ? 'Agent'
    : words.replaceAll(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());
};

/** `{{name}}` and its like; line ends and `;` are taken out of values, since instructions are semicolon lines. */
export const fillTemplate = (template: string, names: TemplateValues): string =>
  template.replaceAll(/\{\{(name|role|user|timezone)\}\}/g, (_, key: keyof TemplateValues) =>
    names[key].replaceAll(/[\r\n;]+/g, ' ').trim(),
  );

/** A text whose missing sections were added. */
export interface Completed {
  readonly text: string;
  /** The headings that were added. */
  readonly added: readonly string[];
}

/**
 * AGENTS.md with the required sections that it lacks, taken from `template` and put at its end;
 * what is there stays as it is, to the byte. An open fence or comment is closed first: in it a
 * heading would be none.
 */
export const withMissingSections = (agents: string, template: string): Completed => {
  const { missing } = missingSections(agents);
  if (missing.length === 0) return { text: agents, added: missing };
  const end = agents.includes('\r\n') ? '\r\n' : '\n';
  const sections = missing.map((section) => sectionOf(template, section).trimEnd());
  const tail = [...closerOf(agents), ...sections].map((part) => `${part}\n`).join('\n');
  return {
    text: `${agents}${gapAfter(agents, end)}${tail.replaceAll('\n', end)}`,
    added: missing,
  };
};

/** A blank line between what is there and what is added. */
const gapAfter = (agents: string, end: string): string => {
  if (agents === '') return '';
  const [last = ''] = /(?:\r\n|\n|\r){0,2}$/.exec(agents.slice(-4)) ?? [];
  const ends = last.replaceAll('\r\n', '\n').length;
  return end.repeat(Math.max(0, 2 - ends));
};

/** The line that closes what the text leaves open. */
const closerOf = (text: string): readonly string[] => {
  const lines = [...scanLines(text)];
  // A heading after it is the probe: if it is read, nothing is open.
  const isOpen = (closer: string): boolean =>
    outline(`${text}\n${closer}\n# x`).at(-1)?.title !== 'x';
  const marks = lines.flatMap((line) =>
    line.kind === 'fence' ? [/`{3,}|~{3,}/.exec(line.text)?.[0] ?? ''] : [],
  );
  return isOpen('')
    ? [marks.at(-1) ?? '', '-->'].filter((closer) => !isOpen(closer)).slice(0, 1)
    : [];
};

/** A level-two section, heading and all. */
const sectionOf = (text: string, title: string): string => {
  const headings = outline(text).filter(({ level }) => level <= 2);
  const index = headings.findIndex((heading) => heading.level === 2 && heading.title === title);
  const lines = [...splitLines(text)];
  const from = (headings[index]?.line ?? lines.length + 1) - 1;
  const to = (headings[index + 1]?.line ?? lines.length + 1) - 1;
  return lines.slice(from, to).join('\n');
};

const OF_TEMPLATES: ReadonlySet<string> = new Set([
  'SOUL.md',
  'AGENTS.md',
  'USER.md',
  'IDENTITY.md',
  'HEARTBEAT.md',
  'BOOTSTRAP.md',
  'BOOTSTRAP.yamo',
  'memory/heartbeat-state.json',
]);
/** In bytes or UTF-16 units. */
const TEMPLATE_MAX_LENGTH = 32 * 1024;

/** Is a file of this name made from a template in many workspaces? */
export const isOfTemplates = (name: string): boolean => OF_TEMPLATES.has(name);

/**
 * May a file of this name and length be to the letter one of many other workspaces? What an agent remembers and writes
 * down is its own.
 */
export const mayBeOfTemplate = (name: string, length: number): boolean =>
  isOfTemplates(name) && length <= TEMPLATE_MAX_LENGTH;
