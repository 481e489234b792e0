/** Which files and folders an audit reads: those that a layout speaks of, and no more. */
import { describe, expect, it } from 'vitest';

import { LAYOUTS } from '#lib/layout/bundled.ts';
import { isInstructionFile } from '#lib/layout/instructions.ts';
import { leadsToLayout } from '#lib/layout/membership.ts';

const DEEP = {
  ...LAYOUTS.gsv,
  files: [{ name: '**/SKILL.md', role: 'context', priority: 1, group: 'static' }],
} as const;

describe('a layout', () => {
  it.each(['a', 'a/b', 'a/b/c'])('of files in any folder leads to %s', (folder) => {
    expect(leadsToLayout(DEEP, folder)).toBe(true);
  });
});

describe('instructions', () => {
  it.each([
    ['.claude/agents/a.md', true],
    ['.claude/projects/a/CLAUDE.md', false],
    ['.claude/worktrees/a/CLAUDE.md', false],
    ['.claude/skills/a/node_modules/b/README.md', false],
  ])('are what the user wrote, and nothing of the host or a package: %s: %s', (name, isOne) => {
    expect(isInstructionFile(name)).toBe(isOne);
  });
});
