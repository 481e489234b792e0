import { repurposed } from '#audit/facts/bootstrap.ts';
import { NOT_APPLICABLE, notAuditable } from '#audit/workspace/finding.ts';
import { defineRule } from '#audit/rule/rule.ts';

const STEPS = '1. Read SOUL.md.\n2. Read USER.md.\n3. Read the log of the day.\n';

export const rule = defineRule({
  id: '4.3/bootstrap-repurposed',
  title: 'BOOTSTRAP.md is not a start-up file for every session',
  section: '§4.3',
  level: 'must',
  tier: 'lite',
  why: 'A kernel carries BOOTSTRAP.md out once and deletes it, so a start-up file under that name is lost at the next boot. What holds for every session belongs into AGENTS.md, which is read first in each.',
  remedy:
    'Move what holds for every session under "## Every Session" of AGENTS.md, then delete BOOTSTRAP.md.',
  fix: 'none',
  requirements: ['Y66', 'Y97'],
  since: '0.2.0',
  examples: () => ({
    good: [
      {
        shows: 'bootstrap instructions that were left over: 4.3/bootstrap-left speaks of them',
        files: {
          'BOOTSTRAP.md':
            '# Hello\n\n## First session\n\nFind out who you are. When you are done, delete this file.\n',
        },
      },
      {
        shows:
          'bootstrap instructions with such a heading that ask for their deletion, over the end of a line',
        files: {
          'BOOTSTRAP.md': `# Birth\n\n## Session\n\n${STEPS}\nOnce all is done, remove\nthis page. You do not need it again.\n`,
        },
      },
      {
        shows: 'short instructions for a first session, which forget to ask for it',
        files: { 'BOOTSTRAP.md': '# Hello\n\n## Your First Session\n\nFind out who you are.\n' },
      },
      { shows: 'short instructions without such headings', files: { 'BOOTSTRAP.md': '# Hello\n' } },
      {
        shows: 'such instructions in a workspace that waits for its first boot',
        files: {
          'BOOTSTRAP.md': `# Session Startup\n\n${STEPS}`,
          'MEMORY.md': null,
          'memory/2026-03-09.md': null,
          'memory/2026-03-10.md': null,
        },
      },
    ],
    bad: [
      {
        shows: 'a complete start-up file for every session',
        files: {
          'BOOTSTRAP.md': `# BOOTSTRAP.md\n\n## Complete Agent Session Startup\n\n${STEPS}`,
        },
        at: ['BOOTSTRAP.md:3'],
      },
      {
        shows: 'a file to be read at each start',
        files: { 'BOOTSTRAP.md': '# Bootstrap: startup\n\nRead this first.\n' },
        at: ['BOOTSTRAP.md:1'],
      },
      {
        shows: 'a hook before each answer',
        files: { 'BOOTSTRAP.md': '# Pre-Generation Hook\n\nThink before you speak.\n' },
        at: ['BOOTSTRAP.md:1'],
      },
      {
        shows: 'a file that forbids its deletion',
        files: { 'BOOTSTRAP.md': '# 启动流程\n\n不要删除此文件。\n' },
        at: ['BOOTSTRAP.md:1'],
      },
      {
        shows: 'more than a first boot needs, without a heading',
        files: { 'BOOTSTRAP.md': STEPS.repeat(40) },
        at: ['BOOTSTRAP.md'],
      },
    ],
  }),
  check: (workspace) => {
    const item = workspace.item('BOOTSTRAP.md');
    if (item === undefined || workspace.state !== 'initialised') return NOT_APPLICABLE;
    const document = workspace.document(item.name);
    if (document === undefined) {
      return notAuditable(workspace.whyNoDocument(item.name) ?? 'BOOTSTRAP.md is no text');
    }
    const reading = repurposed(document, item.bytes);
    if (reading === undefined) return [];
    const { heading } = reading;
    const expected = 'what holds for every session in AGENTS.md, and no BOOTSTRAP.md';
    const found =
      heading === undefined
        ? `a permanent start-up file of ${item.bytes} bytes, which asks nowhere to be deleted`
        : 'a permanent start-up file: a heading about sessions, and no request to delete it';
    const line = heading === undefined ? {} : { line: heading.line };
    return [{ file: item.name, ...line, found, expected }];
  },
});
