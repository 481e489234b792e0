import type { Document } from '#audit/workspace/document.ts';
import { withoutDocument } from '#audit/facts/presence.ts';
import { defineRule } from '#audit/rule/rule.ts';
import { wordPattern } from '#lib/text/word-pattern.ts';
import {
  instructionWords,
  LIMIT,
  NEGATION,
  SHARED_WORDS,
  speaksOfMain,
} from '#lib/language/instructions.ts';

export const rule = defineRule({
  id: '3.2/shared-rules',
  title: 'AGENTS.md says how to behave where others take part',
  section: '§3.2',
  level: 'must',
  tier: 'lite',
  heuristic: true,
  why: 'In a group an agent is one participant among others. One that was never told so speaks for its human and passes on what USER.md and MEMORY.md say.',
  remedy:
    'Say what holds in shared sessions: disclose nothing from USER.md, MEMORY.md or the logs, do not speak for your human, stay silent unless addressed.',
  fix: 'none',
  requirements: ['Y93'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'a section about groups',
        files: {
          'AGENTS.md':
            "# Rules\n\n## Group Chats\n\nKeep private information private. Participate as yourself, not as your human's voice.\n",
        },
      },
      {
        shows: 'a line about shared sessions',
        files: {
          'AGENTS.md':
            '# Rules\n\n- In shared sessions never tell what USER.md or MEMORY.md says.\n',
        },
      },
      {
        shows: 'MEMORY.md kept out of groups',
        files: {
          'AGENTS.md': '# Rules\n\nDo not load MEMORY.md in Discord or other group chats.\n',
        },
      },
      {
        shows: 'Chinese',
        files: { 'AGENTS.md': '# 规则\n\n在群聊中不要透露 MEMORY.md 的内容。\n' },
      },
    ],
    bad: [
      {
        shows: 'not a word about others',
        files: { 'AGENTS.md': '# Rules\n\nBe kind, and never lie.\n' },
        at: ['AGENTS.md'],
      },
      {
        shows: 'groups, and nothing about what stays private',
        files: { 'AGENTS.md': '# Rules\n\nIn Discord use short lines.\n' },
        at: ['AGENTS.md'],
      },
    ],
  }),
  check: (workspace) => {
    const document = workspace.agents?.document;
    if (document === undefined) return withoutDocument(workspace, 'AGENTS.md');
    if (document.isEmpty || speaksOfOthers(document)) return [];
    return [
      {
        file: 'AGENTS.md',
        found: 'no rule for sessions with others',
        expected: 'what stays private there, and when to speak',
        anchor: 'shared',
      },
    ];
  },
});

/** Is there a place, between two headings, that names others and what is kept from them? */
const speaksOfOthers = ({ lines }: Document): boolean => {
  let isOfShared = false;
  let isKept = false;
  for (const { kind, text } of lines) {
    if (kind !== 'text' && kind !== 'code' && kind !== 'heading') continue;
    if (kind === 'heading') isOfShared = isKept = false;
    const lower = text.toLowerCase();
    isOfShared ||= SHARED_WORDS.test(lower);
    isKept ||= isPrivacy(lower);
    if (isOfShared && isKept) return true;
  }
  return false;
};

const isPrivacy = (lower: string): boolean =>
  PRIVACY.test(lower) ||
  (/(?:memory|user)\.md/u.test(lower) &&
    (NEGATION.test(lower) || LIMIT.test(lower) || speaksOfMain(lower)));

const PRIVACY = wordPattern(instructionWords('private'));
