import { isContent } from '#audit/workspace/document.ts';
import { withoutDocument } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';

export const rule = defineRule({
  id: '5.1/write-discipline',
  title: 'AGENTS.md says that what is not written is forgotten',
  section: '§5.1',
  level: 'advisory',
  tier: 'none',
  pedantic: true,
  why: 'An agent that makes a mental note believes that it will remember. It will not: the next session has the files and nothing else.',
  remedy:
    'Say under "## Memory" that there are no mental notes: what is to be kept is written to a file before the session ends.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'no mental notes',
        files: { 'AGENTS.md': '## Memory\n\nMental notes do not survive a restart.\n' },
      },
      { shows: 'a heading that says it', files: { 'AGENTS.md': '### Write It Down\n\nAlways.\n' } },
      { shows: 'Chinese', files: { 'AGENTS.md': '## 记忆\n\n不要依赖“脑内笔记”，要写下来。\n' } },
    ],
    bad: [
      {
        shows: 'nothing of the kind',
        files: { 'AGENTS.md': '## Memory\n\nThe logs lie in memory/.\n' },
        at: ['AGENTS.md'],
      },
    ],
  }),
  check: (workspace) => {
    const document = workspace.agents?.document;
    if (document === undefined) return withoutDocument(workspace, 'AGENTS.md');
    const isSaid = document.lines.some(
      (line) => (isContent(line) || line.kind === 'heading') && SAID.test(line.text.toLowerCase()),
    );
    if (isSaid) return [];
    return [
      {
        file: 'AGENTS.md',
        found: 'no word on mental notes',
        expected: 'the rule that what is not written does not exist',
        anchor: 'write discipline',
      },
    ];
  },
});

const SAID =
  /mental note|write (?:it|things|this|everything|that) down|written down|(?:not|n['’]t) (?:be )?(?:written|write)|text > brain|脑内|腦內|心里记|写下来|寫下來|写下|書き留め|書き残|頭の中|メンタルノート|mentale notiz|gedankliche notiz|aufschreib|schreib(?:e)? (?:es|alles) auf|notas? menta|anote|anota|escreva|escríbelo|note mentale|notes mentales|écris|мысленн|запиши/u;
