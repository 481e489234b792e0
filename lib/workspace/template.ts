/** Text from templates: placeholders filled in, sections that a file lacks taken over. */
import { AGENTS_SECTIONS } from '#lib/spec/files.ts';
import { missingSections, outline } from './outline.ts';

export interface Names {
  readonly name: string;
  readonly role: string;
  readonly user: string;
  readonly timezone: string;
}

/** `{{name}}` and its like; line ends and `;` are taken out of values, since orders are semicolon lines. */
export const fillTemplate = (template: string, names: Names): string =>
  template.replaceAll(/\{\{(name|role|user|timezone)\}\}/g, (_, key: keyof Names) =>
    names[key].replaceAll(/[\r\n;]+/g, ' ').trim(),
  );

export interface Completed {
  readonly text: string;
  /** The headings that were added. */
  readonly added: readonly string[];
}

/**
 * AGENTS.md with the required sections that it lacks, taken from `template` and put at its end;
 * what is there stays as it is, to the byte.
 */
export const withMissingSections = (agents: string, template: string): Completed => {
  const { missing } = missingSections(agents);
  const added = AGENTS_SECTIONS.filter((section) => missing.includes(section));
  if (added.length === 0) return { text: agents, added };
  const end = agents.includes('\r\n') ? '\r\n' : '\n';
  const sections = added.map((section) => sectionOf(template, section).trimEnd());
  const tail = `${sections.join('\n\n')}\n`.replaceAll('\n', end);
  return {
    text: `${agents.trimEnd() === '' ? '' : agents.replace(/[\r\n]*$/, `${end}${end}`)}${tail}`,
    added,
  };
};

/** A level-two section, heading and all. */
const sectionOf = (text: string, title: string): string => {
  const headings = outline(text).filter(({ level }) => level <= 2);
  const index = headings.findIndex((heading) => heading.level === 2 && heading.title === title);
  const lines = text.split('\n');
  const from = (headings[index]?.line ?? lines.length + 1) - 1;
  const to = (headings[index + 1]?.line ?? lines.length + 1) - 1;
  return lines.slice(from, to).join('\n');
};
