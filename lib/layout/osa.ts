/** OSA: one static base, interpolated once, and a dynamic context within what is left of the window. */
import type { CacheGroup } from '#lib/protocol/protocol.ts';
import type {
  FactName,
  FactSection,
  FileSection,
  LayoutDocument,
  LayoutFile,
  LayoutRole,
  Section,
} from './document.ts';

/** The sections of its base, in order (O3). */
export const OSA_SECTIONS: readonly string[] = [
  'SECURITY',
  'IDENTITY',
  'SIGNAL SYSTEM',
  'PERSONALITY',
  'TOOL USAGE POLICY',
  'TASK MANAGEMENT',
  'DOING TASKS',
  'GIT WORKFLOWS',
  'OUTPUT FORMATTING',
  'PROACTIVENESS',
];

const OWN = 'prompts/SYSTEM.md';
const BUNDLED = 'priv/prompts/SYSTEM.md';
const RULES = 'priv/rules/**/*.md';

const file = (
  name: string,
  role: LayoutRole,
  priority: number,
  group: CacheGroup = 'static',
  more: Partial<LayoutFile> = {},
): LayoutFile => ({ name, role, priority, group, ...more });

const base = (name: string): FileSection => ({
  file: name,
  fill: {
    TOOL_DEFINITIONS: [
      { fact: 'tools', heading: '## Available Tools', form: 'list', group: 'static' },
    ],
    RULES: [{ file: RULES, heading: '# Active Rules', each: '## Rule: {name}' }],
    USER_PROFILE: [{ file: 'USER.md' }],
  },
});

/** One file of an agent of its own, with the common one where it has none. */
const forAgent = (name: string): Section => ({
  oneOf: [{ sections: [{ file: `agents/{agent}/${name}` }] }, { sections: [{ file: name }] }],
});

const fact = (name: FactName, tier: 1 | 2 | 3 | 4, heading?: string): FactSection => ({
  fact: name,
  tier,
  group: 'dynamic',
  ...(heading === undefined ? {} : { heading }),
});

export const OSA: LayoutDocument = {
  layout: 'osa',
  title: 'OSA',
  markers: [
    { paths: [OWN] },
    { paths: ['priv/prompts/'] },
    { paths: ['SOUL.md'], within: ['.osa'] },
  ],
  files: [
    file(OWN, 'system', 1),
    file('agents/{agent}/IDENTITY.md', 'identity', 1),
    file('agents/{agent}/SOUL.md', 'soul', 1),
    file('IDENTITY.md', 'identity', 1),
    file('SOUL.md', 'soul', 1),
    file(BUNDLED, 'system', 1),
    file('USER.md', 'user', 1),
    file(RULES, 'rule', 1),
    file('MEMORY.md', 'memory', 2, 'dynamic', { for: ['main'] }),
    file('HEARTBEAT.md', 'heartbeat', 5, 'dynamic', { when: 'on demand' }),
  ],
  order: [
    {
      oneOf: [
        { sections: [base(OWN)] },
        {
          sections: [forAgent('IDENTITY.md'), forAgent('SOUL.md')],
          warning:
            '[Soul] Using legacy IDENTITY.md + SOUL.md format. Consider migrating to ~/.osa/prompts/SYSTEM.md',
        },
        { sections: [base(BUNDLED)] },
      ],
    },
    fact('signal', 1),
    fact('environment', 1, '## Environment'),
    fact('runtime', 1, '## Runtime'),
    fact('planMode', 1, '## Plan Mode'),
    { file: 'MEMORY.md', heading: '## Long-term Memory', filtered: true, tier: 2 },
    fact('tasks', 2, '## Tasks'),
    fact('workflow', 2, '## Workflow'),
    fact('communication', 3, '## Communication'),
    fact('cortex', 3, '## Memory Bulletin'),
    fact('osTemplates', 4),
    fact('machines', 4),
  ],
  separator: '\n\n---\n\n',
  headingEnd: '\n\n',
  estimator: 'osa',
  budget: 128_000,
  cut: {
    by: 'tiers',
    shares: { 2: 0.4, 3: 0.3 },
    reserve: 4096,
    least: 1000,
    marker: '[...truncated...]',
  },
  bootstrap: 'none',
};
