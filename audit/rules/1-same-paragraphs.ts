import type { Document } from '#audit/workspace/document.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** Shorter ones are sayings, and everybody has them. */
const PARAGRAPH_MIN_CHARS = 120;

export const rule = defineRule({
  id: '1/same-paragraphs',
  title: 'No two files of the workspace hold the same paragraphs',
  section: '§1',
  level: 'advisory',
  tier: 'none',
  pedantic: true,
  layouts: ['rfc-0009', 'openclaw'],
  why: 'Both are in every prompt and are paid for twice, and one of the two will be forgotten when the other one is changed.',
  remedy: 'Keep the paragraph where it belongs, and name that file in the other.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a short saying in two files',
        files: {
          'USER.md': '# User\n\n**Name:** Ada\n\nAsk before you sail.\n',
          'TOOLS.md': '# Tools\n\nAsk before you sail.\n',
        },
      },
    ],
    bad: [
      {
        shows: 'one paragraph in two files: a finding in the second',
        files: {
          'USER.md': `# User\n\n**Name:** Ada\n\n${'The lock keeper wants a call an hour before. '.repeat(3)}\n`,
          'TOOLS.md': `# Tools\n\n${'The lock keeper wants a call an hour before. '.repeat(3)}\n`,
        },
        at: ['TOOLS.md:3'],
      },
    ],
  }),
  check: (workspace) => {
    const known = new Map<string, string>();
    return workspace.rootDocuments.flatMap((document) => {
      const twins = paragraphsOf(document).flatMap((one) => {
        const other = known.get(one.text);
        if (other === undefined) known.set(one.text, document.name);
        return other === undefined || other === document.name ? [] : [{ ...one, other }];
      });
      return [...Map.groupBy(twins, ({ other }) => other)].flatMap(([other, same]) => {
        const [first] = same;
        if (first === undefined) return [];
        const found =
          same.length === 1
            ? `a paragraph that stands in ${other} as well`
            : `${same.length} paragraphs that stand in ${other} as well, the first here`;
        return [
          { file: document.name, line: first.line, found, expected: 'each once', anchor: other },
        ];
      });
    });
  },
});

interface Paragraph {
  /** Of its first line. */
  readonly line: number;
  /** With one blank wherever there are some. */
  readonly text: string;
}

const paragraphsOf = ({ lines }: Document): readonly Paragraph[] => {
  const all: { line: number; words: string[] }[] = [];
  let isOpen = false;
  for (const { kind, line, text } of lines) {
    const isText = kind === 'text' && text.trim() !== '';
    if (isText && !isOpen) all.push({ line, words: [] });
    if (isText) all.at(-1)?.words.push(...text.trim().split(/\s+/u));
    isOpen = isText;
  }
  return all
    .map(({ line, words }) => ({ line, text: words.join(' ') }))
    .filter(({ text }) => text.length >= PARAGRAPH_MIN_CHARS);
};
