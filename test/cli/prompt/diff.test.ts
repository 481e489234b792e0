/** What changed since the last boot, file by file: the change log of Aletheia. */
import { expect, it } from 'vitest';

import { LAYOUTS } from '#lib/layout/bundled.ts';
import { sinceLastBoot } from '#cli/prompt/diff.ts';
import { plan, TODAY, YESTERDAY } from '#test/support/prompt.ts';

const section = (name: string): string => `## ${name}\n\n${'word '.repeat(700)}\n`;
const FILES = {
  'SOUL.md': 'soul',
  'IDENTITY.md': 'name: Syn',
  'USER.md': 'Ada',
  'GOALS.md': section('Goals'),
  'CONTEXT.md': 'now',
};

const before = (file: string, is = 'now') => ({ file, sha256: `${is} ${file}` });

it('tells what changed, came and went, and takes what was dropped for none of them [A27]', () => {
  const made = plan({ layout: 'aletheia', files: FILES, budget: 100 });
  expect(made.files.find(({ file }) => file === 'CONTEXT.md')?.fate).toBe('dropped');
  const files = new Map(
    Object.entries(FILES).map(([file, text]) => [file, { text, sha256: `now ${file}` }]),
  );
  const said = sinceLastBoot(
    {
      workspace: '/ws',
      document: LAYOUTS.aletheia,
      context: {
        audience: 'main',
        heartbeat: false,
        order: 'normal',
        dailyInShared: false,
        variables: { today: TODAY, yesterday: YESTERDAY },
      },
      facts: {},
      plan: made,
      files,
      notes: [],
      zone: 'UTC',
      createsFiles: false,
    },
    {
      at: '2026-03-13T09:00:00Z',
      files: [
        before('SOUL.md'),
        before('IDENTITY.md', 'then'),
        before('CONTEXT.md'),
        before('TOOLS.md'),
      ],
    },
  );
  expect(said.split('\n').slice(1, -1)).toEqual([
    '+ USER.md (whole)',
    '~ IDENTITY.md has changed',
    '+ GOALS.md (dropped)',
    '! CONTEXT.md is there and dropped',
    '- TOOLS.md',
  ]);
});
