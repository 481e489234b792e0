import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

const IDENTITY = /^state\/workspace\/(?:[^/]+\/)*(?:IDENTITY|SOUL|USER)\.md$/iu;
const KNOWLEDGE =
  /^state\/agents\/(?:[^/]+\/)+(?:ROLE|SKILLS|PATTERNS|ERRORS|NOTES_FOR_(?:READER|WRITER))\.md$/u;

export const rule = defineRule({
  id: 'layout/nexus-identity',
  title: 'In Nexus agents have identities, and automations have knowledge',
  section: '§1',
  level: 'must',
  tier: 'lite',
  layouts: ['nexus'],
  why: 'An automation runs as a persona with what it has learned. An identity among its notes makes another agent of it, and notes beside an identity are read as part of who the agent is.',
  remedy:
    'Move IDENTITY.md, SOUL.md and USER.md to state/agents/NAME/ or state/user/, and notes to state/workspace/NAME/.',
  fix: 'none',
  requirements: [],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'each in its place',
        layout: 'nexus',
        files: {
          'AGENTS.md': '# Rules\n',
          'state/agents/zim/IDENTITY.md': 'name: Zim\n',
          'state/workspace/memory-reader/ROLE.md': 'Read.\n',
        },
      },
    ],
    bad: [
      {
        shows: 'an identity among the notes of an automation, and notes beside an identity',
        layout: 'nexus',
        files: {
          'AGENTS.md': '# Rules\n',
          'state/agents/zim/IDENTITY.md': 'name: Zim\n',
          'state/agents/zim/SKILLS.md': '# Skills\n',
          'state/workspace/memory-reader/SOUL.md': '# Soul\n',
          'state/workspace/memory-reader/notes/identity.md': 'name: Gir\n',
        },
        at: [
          'state/agents/zim/SKILLS.md',
          'state/workspace/memory-reader/SOUL.md',
          'state/workspace/memory-reader/notes/identity.md',
        ],
      },
    ],
  }),
  check: (workspace) => {
    if (workspace.state === 'uninitialised') return NOT_APPLICABLE;
    return workspace.names.flatMap((file) => {
      if (IDENTITY.test(file))
        return { file, found: 'a file of an identity', expected: 'knowledge of an automation' };
      if (KNOWLEDGE.test(file))
        return { file, found: 'knowledge of an automation', expected: 'files of an identity' };
      return [];
    });
  },
});
