import { AGENTS_SECTIONS } from '#lib/spec/files.ts';
import { isContent } from '#audit/workspace/document.ts';
import type { Document, HeadingLine } from '#audit/workspace/document.ts';
import type { Finding } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '1/heading-twice',
  title: 'No heading stands twice in one place with other text below it',
  section: '§1',
  level: 'advisory',
  tier: 'none',
  pedantic: true,
  layouts: ['rfc-0009', 'openclaw'],
  why: 'Of two rules under one name an agent follows the one that it met last, and whoever edits the file changes the one that they meet first. Of the required sections the rule 2.2/duplicate-section speaks.',
  remedy: 'Make one section of the two, or give them names that tell them apart.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'one name under two others, and a section that was pasted twice as it is',
        files: {
          'TOOLS.md':
            '# Tools\n\n## Lock\n\n### Hours\n\nNine to five.\n\n## Crane\n\n### Hours\n\nTen to four.\n\n## Ice\n\nNone.\n\n## Ice\n\nNone.\n',
        },
      },
    ],
    bad: [
      {
        shows: 'two hours of one lock',
        files: {
          'TOOLS.md':
            '# Tools\n\n## Lock hours\n\nNine to five.\n\n## Lock Hours\n\nTen to four.\n',
        },
        at: ['TOOLS.md:7'],
      },
    ],
  }),
  check: (workspace) => workspace.rootDocuments.flatMap(twice),
});

const REQUIRED: ReadonlySet<string> = new Set(
  AGENTS_SECTIONS.map((section) => section.toLowerCase()),
);

const twice = (document: Document): readonly Finding[] => {
  const above: string[] = [];
  const known = new Map<string, string>();
  return document.headings.flatMap((heading) => {
    const title = heading.title.trim().toLowerCase();
    above.length = heading.level - 1;
    const place = [...above, title].join('\0');
    above[heading.level - 1] = title;
    if (title === '' || (document.name === 'AGENTS.md' && REQUIRED.has(title))) return [];
    const text = textBelow(document, heading);
    const before = known.get(place);
    if (before === undefined) known.set(place, text);
    if (before === undefined || before === text || text === '' || before === '') return [];
    const { line } = heading;
    const found = 'a heading that stood before, with other text below it';
    return [{ file: document.name, line, found, expected: 'one section, or two names' }];
  });
};

const textBelow = (document: Document, heading: HeadingLine): string =>
  document
    .sectionAt(heading)
    .lines.filter(isContent)
    .map(({ text }) => text.trim())
    .join('\n');
