/** Nexus: the manager agent, its persona once it has one, and the prompt of an automation. */
import { CREDENTIAL_REMINDER, CREDENTIALS } from './credential-scan.ts';
import type { LayoutDocument, LayoutFile, LayoutRole, Section } from './document.ts';

const PERSONAS = 'state/agents';
const BOOTSTRAP = `${PERSONAS}/BOOTSTRAP.md`;
const IDENTITY = `${PERSONAS}/{agent}/IDENTITY.md`;
const SOUL = `${PERSONAS}/{agent}/SOUL.md`;
const ROLE = 'state/workspace/{automation}/ROLE.md';
const SKILLS = 'state/workspace/{automation}/SKILLS.md';

const file = (
  name: string,
  role: LayoutRole,
  priority: number,
  more: Partial<LayoutFile> = {},
): LayoutFile => ({ name, role, priority, group: 'static', ...more });

const PERSONA: readonly Section[] = [
  { file: IDENTITY, heading: '## Agent Identity' },
  { file: SOUL, heading: '## Agent Soul' },
];

/** It works without a persona; then it has no identity and no soul. */
const MANAGER: readonly Section[] = [
  { file: 'AGENTS.md' },
  {
    id: 'Broker role',
    text: 'You are the user-facing manager agent. You talk to the user, and dispatch workers for what has to be done.',
    group: 'static',
  },
  { fact: 'tools', heading: '## Tools', form: 'list', group: 'static' },
];

export const NEXUS: LayoutDocument = {
  layout: 'nexus',
  title: 'Nexus',
  markers: [
    { paths: ['state/agents/', 'state/config.json'] },
    // A clone may lack settings and empty folders.
    { paths: [BOOTSTRAP] },
    { paths: ['BOOTSTRAP.md'], within: ['agents', 'state'] },
    // Its folders of agents and of automations, and the one in which its bootstrap instructions stay for good.
    { paths: ['../config.json'], within: ['agents', 'state'] },
    { paths: ['../../config.json'], within: ['*', 'agents', 'state'] },
    { paths: ['../../config.json'], within: ['*', 'workspace', 'state'] },
  ],
  speech: [{ file: 'BOOTSTRAP.md', words: ['nexus credential scan', `${PERSONAS}/`] }],
  files: [
    file('AGENTS.md', 'agents', 1),
    file(IDENTITY, 'identity', 2),
    file(SOUL, 'soul', 3),
    file(BOOTSTRAP, 'bootstrap', 4),
    file('state/user/IDENTITY.md', 'user', 5, { when: 'on demand' }),
    file(ROLE, 'knowledge', 6),
    file(SKILLS, 'knowledge', 7, { group: 'semi-static' }),
  ],
  runtime: ['state/config.json', 'state/data/', `${CREDENTIALS}/`],
  order: [
    ...MANAGER,
    ...PERSONA,
    {
      id: 'Credential scan',
      text: CREDENTIAL_REMINDER,
      whileEmpty: CREDENTIALS,
      group: 'dynamic',
    },
  ],
  firstRun: [...MANAGER, { file: BOOTSTRAP, heading: '## Onboarding' }],
  firstRunBy: { personas: PERSONAS },
  automation: [{ file: IDENTITY }, { file: SOUL }, { file: ROLE }, { file: SKILLS }],
  variables: { agent: { folder: PERSONAS, holds: 'IDENTITY.md' } },
  separator: '\n\n',
  headingEnd: '\n',
  estimator: 'claude',
  cut: { by: 'sections' },
  bootstrap: 'permanent',
};
