import { sectionTitle } from '#lib/layout/sections.ts';
import { splitLines } from '#lib/text/lines.ts';
import type { Document } from '#audit/workspace/document.ts';
import type { Finding } from '#audit/workspace/finding.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** The sections of its base, in order (O3). */
const OSA_SECTIONS: readonly string[] = [
  'SECURITY',
  'IDENTITY',
  'SIGNAL SYSTEM',
  'PERSONALITY',
  'TOOL USAGE POLICY',
  'TASK MANAGEMENT',
  'DOING TASKS',
  'GIT WORKFLOWS',
  'OUTPUT FORMATTING',
  'PROACTIVENESS',
];

const PLACEHOLDERS = ['TOOL_DEFINITIONS', 'RULES', 'USER_PROFILE'] as const;

/** The section in which a placeholder stands; the profile stands in the last one, or behind it. */
const PLACES: Readonly<Record<(typeof PLACEHOLDERS)[number], string>> = {
  TOOL_DEFINITIONS: 'TOOL USAGE POLICY',
  RULES: 'TOOL USAGE POLICY',
  USER_PROFILE: 'PROACTIVENESS',
};

const sectionsText = (names: readonly string[]): string =>
  names
    .map((name, index) => {
      const placeholders = PLACEHOLDERS.filter((one) => PLACES[one] === name);
      const words = ['Words.', ...placeholders.map((one) => `{{${one}}}`)].join('\n\n');
      return `## ${index + 1}. ${name}\n\n${words}\n`;
    })
    .join('\n');
const LAST = OSA_SECTIONS.at(-1) ?? '';
const WHOLE = sectionsText(OSA_SECTIONS);

export const rule = defineRule({
  id: 'layout/osa-system',
  title: 'SYSTEM.md of OSA has what its old blocks said',
  section: '§1',
  level: 'should',
  tier: 'none',
  layouts: ['osa'],
  why: 'Fifteen blocks were joined into one base. What stands neither in it nor in what is filled in for each request is lost, and what comes before SECURITY may override it.',
  remedy:
    'Add the section in its place, or the placeholder: tools and rules belong to TOOL USAGE POLICY, the profile to the end.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'ten sections in order, and the three placeholders',
        layout: 'osa',
        files: { 'prompts/SYSTEM.md': WHOLE },
      },
      {
        shows: 'a section that is divided, and a heading in a fence',
        layout: 'osa',
        files: {
          'prompts/SYSTEM.md': WHOLE.replace(
            '{{RULES}}',
            '### Rules\n\n{{RULES}}\n\n```md\n## 1. SECURITY\n```',
          ),
        },
      },
      {
        shows: 'the old files, which need no SYSTEM.md',
        layout: 'osa',
        files: { 'SOUL.md': '# Soul\n' },
      },
    ],
    bad: [
      {
        shows: 'a base that does not begin with SECURITY',
        layout: 'osa',
        files: {
          'prompts/SYSTEM.md': `## Hello\n\nHi.\n\n${WHOLE}`,
        },
        at: ['prompts/SYSTEM.md:1'],
      },
      {
        shows: 'one without its last section, and without the rules',
        layout: 'osa',
        files: {
          'priv/prompts/SYSTEM.md': sectionsText(
            OSA_SECTIONS.filter((name) => name !== LAST),
          ).replace('{{RULES}}', '{{USER_PROFILE}}'),
        },
        at: ['priv/prompts/SYSTEM.md', 'priv/prompts/SYSTEM.md'],
      },
      {
        shows: 'one with a section twice, and the profile twice, once under IDENTITY',
        layout: 'osa',
        files: {
          'prompts/SYSTEM.md': `${WHOLE.replace('## 2. IDENTITY\n', '## 2. IDENTITY\n\n{{USER_PROFILE}}\n')}\n## 1. SECURITY\n\nAgain.\n`,
        },
        at: ['prompts/SYSTEM.md:7', 'prompts/SYSTEM.md:47', 'prompts/SYSTEM.md:49'],
      },
      {
        shows:
          'one with a section twice in other letters, another one twice, and the rules twice in a line',
        layout: 'osa',
        files: {
          'prompts/SYSTEM.md': `${WHOLE.replace('{{RULES}}', '{{RULES}} {{RULES}}')}\n## Personality\n\n## 11. NOTES\n\n## Notes\n`,
        },
        at: ['prompts/SYSTEM.md:23', 'prompts/SYSTEM.md:47', 'prompts/SYSTEM.md:51'],
      },
    ],
  }),
  check: (workspace) => {
    const { layout } = workspace;
    const bases = layout.files.filter(({ role }) => role === 'system');
    const found = bases.flatMap(({ name }) => workspace.document(name) ?? []);
    return found.length === 0 ? NOT_APPLICABLE : found.flatMap(faultsOf);
  },
});

const faultsOf = (document: Document): readonly Finding[] => {
  const sections = document.headings.filter(({ level }) => level <= SECTION_LEVEL);
  return [
    ...sectionFaults(document.name, sections),
    ...PLACEHOLDERS.flatMap((name) => placeholderFaults(document, sections, name)),
  ];
};

/** Deeper headings divide a section. */
const SECTION_LEVEL = 2;

const sectionFaults = (file: string, sections: Document['headings']): readonly Finding[] => {
  const [first] = sections;
  const titles = sections.map(({ title }) => sectionTitle(title));
  const at = OSA_SECTIONS.map((name) => titles.indexOf(name));
  const missing = OSA_SECTIONS.filter((_, index) => (at[index] ?? -1) < 0);
  const there = at.filter((index) => index >= 0);
  const isOrdered = there.every((index, rank) => rank === 0 || (there[rank - 1] ?? 0) < index);
  const folded = titles.map((title) => title.toUpperCase());
  const again = sections.filter((_, index) => folded.indexOf(folded[index] ?? '') < index);
  return [
    ...(first !== undefined && titles[0] !== OSA_SECTIONS[0]
      ? [{ file, line: first.line, found: 'another first section', expected: 'SECURITY first' }]
      : []),
    ...(isOrdered ? [] : [{ file, found: 'sections in another order', expected: 'their order' }]),
    ...missing.map((name) => ({
      file,
      found: `no section ${name}`,
      expected: 'ten sections',
      anchor: name,
    })),
    ...again.map(({ line }) => ({
      file,
      line,
      found: 'a section for the second time',
      expected: 'each once',
    })),
  ];
};

/** Where it is missing, for the second time, or under another heading than its own; that is not asked where there is none. */
const placeholderFaults = (
  { name: file, text }: Document,
  sections: Document['headings'],
  name: (typeof PLACEHOLDERS)[number],
): readonly Finding[] => {
  const lines = [...splitLines(text)].flatMap((words, index) =>
    words
      .split(`{{${name}}}`)
      .slice(1)
      .map(() => index + 1),
  );
  const expected = `{{${name}}} once, under ${PLACES[name]}`;
  if (lines.length === 0) return [{ file, found: `no {{${name}}}`, expected, anchor: name }];
  const own = sections.findIndex(({ title }) => sectionTitle(title) === PLACES[name]);
  const from = sections[own]?.line ?? 0;
  const next = name === 'USER_PROFILE' || own < 0 ? undefined : sections[own + 1]?.line;
  const isInPlace = (line: number): boolean =>
    line > from && line < (next ?? Number.POSITIVE_INFINITY);
  return lines.flatMap((line, index) =>
    index > 0 || !isInPlace(line)
      ? [{ file, line, found: index > 0 ? `{{${name}}} again` : `{{${name}}} elsewhere`, expected }]
      : [],
  );
};
