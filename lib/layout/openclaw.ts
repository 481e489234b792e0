/** OpenClaw: what it puts into the prompt of each kind of session, and how it cuts. */
import type { LayoutDocument, LayoutFile, LayoutRole } from './document.ts';

const file = (
  name: string,
  role: LayoutRole,
  priority: number,
  more: Partial<LayoutFile> = {},
): LayoutFile => ({ name, role, priority, group: 'static', empty: 'keep', ...more });

const missing = (name: string): Partial<LayoutFile> => ({
  missing: `[MISSING] Expected at: ${name}`,
});

const FILES = [
  file('AGENTS.md', 'agents', 1, { policy: true, ...missing('AGENTS.md') }),
  file('SOUL.md', 'soul', 2, { for: ['main', 'shared', 'cron'], ...missing('SOUL.md') }),
  file('IDENTITY.md', 'identity', 3, {
    for: ['main', 'shared', 'cron'],
    ...missing('IDENTITY.md'),
  }),
  file('USER.md', 'user', 4, { for: ['main', 'shared', 'cron'], cap: 4000 }),
  file('BOOTSTRAP.md', 'bootstrap', 5, { for: ['main', 'shared'] }),
  file('MEMORY.md', 'memory', 6, { for: ['main'], group: 'semi-static' }),
];

export const OPENCLAW: LayoutDocument = {
  layout: 'openclaw',
  title: 'OpenClaw',
  // What its set-up leaves beside the files that RFC-0009 has as well.
  markers: [{ paths: ['IDENTITY.md'] }, { paths: ['DREAMS.md'] }, { paths: ['BOOT.md'] }],
  speech: [
    {
      file: 'AGENTS.md',
      headings: ['session startup', 'red lines', 'existing solutions preflight'],
    },
    { file: 'IDENTITY.md', labels: ['creature', 'theme'] },
    {
      file: 'BOOTSTRAP.md',
      headings: ['bootstrap md birth sequence', 'bootstrap md hello world', 'first conversation'],
    },
  ],
  files: [
    ...FILES,
    file('memory/{today}.md', 'daily', 7, { when: 'on demand', group: 'dynamic' }),
    file('memory/{yesterday}.md', 'daily', 7, { when: 'on demand', group: 'semi-static' }),
    file('DREAMS.md', 'context', 8, { when: 'on demand' }),
    file('BOOT.md', 'context', 8, { when: 'on demand' }),
    file('skills/*/SKILL.md', 'skill', 9, { when: 'on demand', group: 'semi-static' }),
  ],
  order: FILES.map(({ name }) => ({ file: name, heading: `## ${name}` })),
  separator: '\n\n',
  headingEnd: '\n\n',
  estimator: 'openclaw',
  cut: { by: 'head and tail', cap: 20_000, total: 60_000 },
  bootstrap: 'agent',
};
