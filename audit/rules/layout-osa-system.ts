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

const sectionsText = (names: readonly string[]): string =>
  names.map((name, index) => `## ${index + 1}. ${name}\n\nWords.\n`).join('\n');
const FILLED = PLACEHOLDERS.map((name) => `\n{{${name}}}\n`).join('');
const LAST = OSA_SECTIONS.at(-1) ?? '';

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
        files: { 'prompts/SYSTEM.md': `${sectionsText(OSA_SECTIONS)}${FILLED}` },
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
          'prompts/SYSTEM.md': `## Hello\n\nHi.\n\n${sectionsText(OSA_SECTIONS)}${FILLED}`,
        },
        at: ['prompts/SYSTEM.md:1'],
      },
      {
        shows: 'one without its last section, and without the rules',
        layout: 'osa',
        files: {
          'priv/prompts/SYSTEM.md': `${sectionsText(OSA_SECTIONS.filter((name) => name !== LAST))}${FILLED.replace('{{RULES}}', '')}`,
        },
        at: ['priv/prompts/SYSTEM.md', 'priv/prompts/SYSTEM.md'],
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

const faultsOf = ({ name: file, text, headings }: Document): readonly Finding[] => {
  const [first] = headings;
  const titles = headings.map(({ title }) => bare(title));
  const at = OSA_SECTIONS.map((name) => titles.indexOf(name));
  const missing = OSA_SECTIONS.filter((_, index) => (at[index] ?? -1) < 0);
  const there = at.filter((index) => index >= 0);
  const isOrdered = there.every((index, rank) => rank === 0 || (there[rank - 1] ?? 0) < index);
  const open = PLACEHOLDERS.filter((name) => !text.includes(`{{${name}}}`));
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
    ...open.map((name) => ({
      file,
      found: `no {{${name}}}`,
      expected: 'a place where it is filled in',
      anchor: name,
    })),
  ];
};

/** `1. SECURITY` is SECURITY. */
const bare = (title: string): string => title.replace(/^\d{1,2}[.)]?\s+/u, '').trim();
