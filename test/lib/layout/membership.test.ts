/** Which files and folders an audit reads: those that a layout speaks of, and no more. */
import { expect, it } from 'vitest';

import { LAYOUTS } from '#lib/layout/bundled.ts';
import { isInstructionFile } from '#lib/layout/instructions.ts';
import { leadsToLayout } from '#lib/layout/membership.ts';

const DEEP = {
  ...LAYOUTS.gsv,
  files: [{ name: '**/SKILL.md', role: 'context', priority: 1, group: 'static' }],
} as const;

it.each(['a', 'a/b', 'a/b/c'])('a layout of files in any folder leads to %s', (folder) => {
  expect(leadsToLayout(DEEP, folder)).toBe(true);
});

it.each([
  ['.claude/agents/a.md', true],
  ['.claude/projects/a/CLAUDE.md', false],
  ['.claude/worktrees/a/CLAUDE.md', false],
  ['.claude/skills/a/node_modules/b/README.md', false],
])(
  'instructions are what the user wrote, and nothing of the host or a package: %s: %s',
  (name, isOne) => {
    expect(isInstructionFile(name)).toBe(isOne);
  },
);
