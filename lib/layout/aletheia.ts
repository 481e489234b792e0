/** Aletheia: nine files, in the order of their priorities, within a budget. */
import type { CacheGroup } from '#lib/protocol/protocol.ts';
import type { LayoutDocument, LayoutFile, LayoutRole, Section } from './document.ts';

const file = (
  name: string,
  role: LayoutRole,
  priority: number,
  group: CacheGroup,
  more: Partial<LayoutFile> = {},
): LayoutFile => ({ name, role, priority, group, ...more });

const FILES = [
  file('SOUL.md', 'soul', 1, 'static', { required: true }),
  file('USER.md', 'user', 2, 'static'),
  // Here it lists the other agents; it gives no rules, and no header is looked for in it.
  file('AGENTS.md', 'knowledge', 3, 'static'),
  file('IDENTITY.md', 'identity', 4, 'static', { required: true }),
  file('GOALS.md', 'goals', 4.5, 'semi-static'),
  file('TOOLS.md', 'tools', 5, 'semi-static', { readOnly: true, border: 'tools' }),
  file('MEMORY.md', 'memory', 6, 'semi-static', { for: ['main'] }),
  file('PROSOCHE.md', 'attention', 7, 'dynamic'),
  file('CONTEXT.md', 'context', 8, 'dynamic', { border: 'clear' }),
] as const;

const [SOUL, USER, AGENTS, IDENTITY, GOALS, TOOLS, MEMORY, PROSOCHE, CONTEXT] = FILES;

const section = ({ name }: LayoutFile): Section => ({ file: name, heading: `## ${name}` });

export const ALETHEIA: LayoutDocument = {
  layout: 'aletheia',
  title: 'Aletheia',
  markers: [
    { paths: [PROSOCHE.name] },
    { paths: [IDENTITY.name, GOALS.name] },
    { paths: [IDENTITY.name, CONTEXT.name] },
  ],
  speech: [{ file: 'AGENTS.md', headings: ['other nous'] }],
  files: FILES,
  runtime: ['aletheia.json'],
  order: [
    ...[SOUL, USER, AGENTS, IDENTITY, GOALS, TOOLS, MEMORY].map(section),
    { fact: 'skillsSection', group: 'semi-static' },
    { fact: 'degradedServices', heading: '## Infrastructure Status', group: 'dynamic' },
    ...[PROSOCHE, CONTEXT].map(section),
  ],
  separator: '\n\n---\n\n',
  headingEnd: '\n\n',
  estimator: 'aletheia',
  budget: 40_000,
  budgetSetting: { file: 'aletheia.json', key: 'bootstrapMaxTokens' },
  cut: { by: 'order', floor: 500, marker: '... [truncated for token budget] ...' },
  bootstrap: 'none',
  separateDynamic: true,
};
