/** GSV: sixteen sections, and another order while BOOTSTRAP.md is there. Words that only its code has are ours. */
import type { LayoutDocument, LayoutFile, Section, TextSection } from './document.ts';

const CORE = [
  { name: 'SOUL.md', role: 'soul' },
  { name: 'IDENTITY.md', role: 'identity' },
  { name: 'USER.md', role: 'user' },
  { name: 'AGENTS.md', role: 'agents' },
  { name: 'MEMORY.md', role: 'memory', for: ['main'] },
  { name: 'memory/{yesterday}.md', role: 'daily', group: 'semi-static' },
  { name: 'memory/{today}.md', role: 'daily', group: 'dynamic' },
  { name: 'TOOLS.md', role: 'tools' },
  { name: 'HEARTBEAT.md', role: 'heartbeat', empty: 'heartbeat' },
  { name: 'BOOTSTRAP.md', role: 'bootstrap' },
] as const satisfies readonly (Partial<LayoutFile> & Pick<LayoutFile, 'name' | 'role'>)[];

const FILES: readonly LayoutFile[] = [
  ...CORE.map((row, index) => ({
    group: row.name === 'MEMORY.md' ? ('semi-static' as const) : ('static' as const),
    empty: 'keep' as const,
    ...row,
    priority: index + 1,
  })),
  {
    name: 'skills/*/SKILL.md',
    role: 'skill',
    when: 'on demand',
    priority: CORE.length + 1,
    group: 'semi-static',
  },
];

const words = (id: string, text: string): TextSection => ({
  id,
  text: `## ${id}\n\n${text}`,
  group: 'static',
});

/** What both orders begin with. */
const OPENING: readonly Section[] = [
  {
    fact: 'systemPrompt',
    group: 'static',
    default: 'You are a helpful AI assistant running inside GSV.',
  },
  { fact: 'tools', heading: '## Tooling', form: 'counts', group: 'static' },
  words(
    'Tool Call Style',
    'Call routine tools without announcing them. Say what you are about to do where a step is long, sensitive or hard to undo.',
  ),
  words(
    'Safety',
    'You have no goals of your own beyond the task: do not try to keep yourself running or to gain access. Do not work around a safeguard, and stop when you are asked to.',
  ),
  words(
    'Workspace',
    'Your files are in your agent workspace; paths are relative to it. A skill is read at skills/{skillName}/SKILL.md.',
  ),
  words(
    'Workspace Files (Injected)',
    'The sections below are the files of your workspace as they were when this session began.',
  ),
];

const HEARTBEATS: Section = {
  heading: '## Heartbeats',
  lead: 'When you receive a heartbeat poll and nothing needs attention, reply exactly: HEARTBEAT_OK.',
  parts: [
    { fact: 'heartbeatPrompt', group: 'static' },
    { file: 'HEARTBEAT.md', heading: '### HEARTBEAT.md' },
  ],
  group: 'static',
};

const RUNTIME: Section = { fact: 'runtime', heading: '## Runtime', group: 'dynamic' };
const HUMAN: Section = { file: 'USER.md', heading: '## About Your Human' };

export const GSV: LayoutDocument = {
  layout: 'gsv',
  title: 'GSV',
  // OpenClaw has the same names; the place tells, where the files do not.
  markers: [
    { paths: ['IDENTITY.md', 'skills/'], within: ['*', 'agents'] },
    { paths: ['IDENTITY.md', 'HEARTBEAT.md'], within: ['*', 'agents'] },
  ],
  speech: [
    {
      file: 'AGENTS.md',
      headings: ['platform formatting', 'tool namespacing'],
      words: ['gsv__', 'commissioning ceremony'],
    },
    { file: 'IDENTITY.md', labels: ['class'], words: ['commissioning ceremony', 'Culture ship'] },
    { file: 'BOOTSTRAP.md', headings: ['commissioning'], words: ['gsv__'] },
  ],
  files: FILES,
  order: [
    ...OPENING,
    { file: 'SOUL.md', heading: '## Your Soul' },
    { file: 'IDENTITY.md', heading: '## Your Identity' },
    HUMAN,
    { file: 'AGENTS.md', heading: '## Operating Instructions' },
    { file: 'MEMORY.md', heading: '## Long-Term Memory' },
    {
      heading: '## Recent Context',
      parts: [
        { file: 'memory/{yesterday}.md', heading: '### Yesterday' },
        { file: 'memory/{today}.md', heading: '### Today' },
      ],
      group: 'dynamic',
    },
    { file: 'TOOLS.md', heading: '## Tool Notes' },
    HEARTBEATS,
    { file: 'skills/*/SKILL.md', heading: '## Skills (Mandatory Scan)', listed: true },
    RUNTIME,
  ],
  firstRun: [
    ...OPENING,
    {
      heading: '## COMMISSIONING CEREMONY (First Run)',
      lead: '**IMPORTANT: BOOTSTRAP.md exists. This is your first activation. Follow the commissioning ceremony below before doing anything else.**',
      parts: [{ file: 'BOOTSTRAP.md' }],
      group: 'static',
    },
    { file: 'SOUL.md', heading: '## Current Soul (update during commissioning)' },
    { file: 'IDENTITY.md', heading: '## Current Identity (fill in during commissioning)' },
    HUMAN,
    HEARTBEATS,
    RUNTIME,
  ],
  firstRunBy: { file: 'BOOTSTRAP.md' },
  separator: '\n\n---\n\n',
  headingEnd: '\n\n',
  estimator: 'gsv',
  cut: { by: 'sections' },
  bootstrap: 'agent',
  utcDays: true,
};
