import { AGENTS_SECTIONS } from '#lib/spec/files.ts';
import type { Document } from '#audit/workspace/document.ts';
import { isContent } from '#audit/workspace/document.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { nearMissHeadings } from '#audit/facts/instructions/near-miss-headings.ts';
import { withoutDocument } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

/** A file with less to say than this, and none of the sections, is a note about where the rules are. */
const STUB_MAX_CHARS = 600;

export const rule = defineRule({
  id: '2.2/stub',
  title: 'AGENTS.md holds the rules itself',
  section: '§2.2',
  level: 'advisory',
  tier: 'none',
  why: 'AGENTS.md is the one file that every host reads at the start. What it only points to is read late, or never.',
  remedy:
    'Move the rules into AGENTS.md, under the five required headings; keep long reference elsewhere.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'one of the sections',
        files: { 'AGENTS.md': '# Rules\n\n## Safety\n\nSee [the policy](POLICY.md).\n' },
      },
      {
        shows: 'short rules that point nowhere',
        files: { 'AGENTS.md': '# Rules\n\nAsk before you delete anything.\n' },
      },
      { shows: 'an empty file, of which another rule speaks', files: { 'AGENTS.md': '\n' } },
    ],
    bad: [
      {
        shows: 'a title and nothing else',
        files: { 'AGENTS.md': '# AGENTS.md - Your Workspace\n' },
        at: ['AGENTS.md'],
      },
      {
        shows: 'a reference to other files',
        files: {
          'AGENTS.md':
            '# Rules (On-Demand Reference)\n\nFull rules: AGENTS-FULL.md\nShort rules: AGENTS-CORE.md\n',
        },
        at: ['AGENTS.md:3'],
      },
      {
        shows: 'a link',
        files: { 'AGENTS.md': '# Rules\n\nSee [the rules](docs/rules.md).\n' },
        at: ['AGENTS.md:3'],
      },
      { shows: 'an import', files: { 'AGENTS.md': '@CLAUDE.md\n' }, at: ['AGENTS.md:1'] },
    ],
  }),
  check: (workspace) => {
    const document = workspace.agents?.document;
    if (document === undefined) return withoutDocument(workspace, 'AGENTS.md');
    if (document.isEmpty) return NOT_APPLICABLE;
    const hasSections = AGENTS_SECTIONS.some((name) => nearMissHeadings(document, name).length > 0);
    return hasSections ? [] : stub(document);
  },
});

const stub = ({ lines }: Document) => {
  const said = lines.filter(isContent);
  const place = { file: 'AGENTS.md', expected: 'the rules themselves', anchor: 'stub' };
  if (said.length === 0) return [{ ...place, found: 'headings and comments without a rule' }];
  const chars = said.reduce((sum, { text }) => sum + text.length, 0);
  const pointer = said.find(({ text }) => POINTER.test(text));
  if (chars > STUB_MAX_CHARS || pointer === undefined) return [];
  return [{ ...place, line: pointer.line, found: 'a few lines that point to another file' }];
};

/** The name of a Markdown file other than the workspace's own. */
const POINTER =
  /(?<![\w.-])(?!(?:agents|soul|user|memory|bootstrap|heartbeat|tools)\.md)[\w-]{1,80}\.md\b|https?:\/\//i;
