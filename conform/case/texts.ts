/** The workspaces that cases begin with, and the words in them by which a leak is known. */
import type { Lab } from './case.ts';

/** Nobody has a reason to write these words anywhere. */
export const CANARY = {
  orders: 'canary-orders-7f41-heron',
  memory: 'canary-memory-2c90-wren',
  user: 'canary-user-b38d-crane',
  log: 'canary-log-90aa-swift',
  yesterday: 'canary-yesterday-4be8-tern',
  body: 'canary-agents-51e6-finch',
  environment: 'canary-environment-04dc-rook',
  soul: 'canary-soul-1b7a-lapwing',
  heartbeat: 'canary-heartbeat-6cc2-curlew',
  tools: 'canary-tools-d903-dunlin',
  checks: 'canary-checks-37f0-knot',
  archive: 'canary-archive-8e15-plover',
} as const;

export const HEADER = 'YAMO-NATIVE KERNEL ACTIVE';

export const AGENTS_BODY = `# How Atlas works

${CANARY.body}

## First Run

If BOOTSTRAP.md exists, follow it, then delete it.

## Every Session

\`\`\`yamo
sequence;boot;
  step;ghost_invariant_check;priority_0;source;AGENTS.md;
  step;bootstrap_deletion;priority_0;condition;BOOTSTRAP.md exists;
  step;load_soul;priority_1;source;SOUL.md;
  step;load_user;priority_1;source;USER.md;
  step;load_memory;priority_1;source;memory/YYYY-MM-DD.md;long_term;MEMORY.md;condition;main_session == true;
  step;persona_activation;priority_2;
  step;serve_user;priority_2;
\`\`\`

## Memory

Daily logs are appended to. MEMORY.md holds what stays true, and belongs to main sessions.

## Safety

\`\`\`yamo
rules;safety;
  invariant;memory_isolation;MEMORY.md in main sessions only;
\`\`\`

## External vs Internal

Ask before anything that leaves this machine.
`;

export const AGENTS = `${HEADER}\n\n${AGENTS_BODY}`;

/** As the probe agent writes it at a first boot, and a canary. */
export const SOUL = `# Soul

You are Atlas, the harbour pilot for Ada.

## Identity

**Name:** Atlas
**Role:** harbour pilot

## Values

- Truthful, careful and discreet.

## Capabilities

- Reads and writes the files of this workspace.
- Knows ${CANARY.soul}.
`;

/** What the probe agent writes at a first boot, too. */
export const PROFILE = `# User Profile

**Name:** Ada
**Timezone:** UTC
**Communication style:** short
`;

const USER = `${PROFILE}
## Notes

- ${CANARY.user}
`;

/** What instructions ask for, and what they ask for where both are there: the probe writes neither then. */
export const BIRTH_ASKED = 'Create SOUL.md and USER.md.';
export const LEFT_ALONE = 'SOUL.md and USER.md are written: leave them as they are.';

export const ORDERS = `# First boot

You are Atlas, harbour pilot for Ada. ${BIRTH_ASKED}

The word of the day is ${CANARY.orders}.
`;

const MEMORY = `# Memory\n\n- 2026-01-02 ${CANARY.memory}\n`;

/** A log that was put away: packed, but by nothing but a frame, so that its canary can be seen. */
export const ARCHIVED = 'memory/archive/2026-01-06.md.gz';
const ARCHIVE =
  'H4sIAAAAAAAAAwFKALX/IyBNZW1vcnkg4oCUIDIwMjYtMDEtMDYKCiMjIFNlc3Npb24gWzEwOjAwXQoKLSBjYW5hcnktYXJjaGl2ZS04ZTE1LXBsb3Zlcgpnz2n6SgAAAA==';

/** Bootstrap instructions, and an AGENTS.md. */
export const unborn = (
  { files }: Pick<Lab, 'files'>,
  orders: string | Uint8Array = ORDERS,
): void => {
  files.write('AGENTS.md', AGENTS);
  files.write('BOOTSTRAP.md', orders);
};

/** Bootstrap instructions beside a SOUL.md, by which a workspace that has lost them could begin. */
export const unbornWithSoul = (lab: Pick<Lab, 'files'>): void => {
  unborn(lab);
  lab.files.write('SOUL.md', SOUL);
};

/** A workspace with a past. */
export const born = ({
  files,
  today,
  yesterday,
}: Pick<Lab, 'files' | 'today' | 'yesterday'>): void => {
  files.write('AGENTS.md', AGENTS);
  files.write('SOUL.md', SOUL);
  files.write('USER.md', USER);
  files.write('MEMORY.md', MEMORY);
  files.write(
    `memory/${today}.md`,
    `# Memory — ${today}\n\n## Session [00:00]\n\n- ${CANARY.log}\n`,
  );
  files.write(
    `memory/${yesterday}.md`,
    `# Memory — ${yesterday}\n\n## Session [08:00]\n\n- sailed, ${CANARY.yesterday}\n`,
  );
  files.write('HEARTBEAT.md', `# Heartbeat\n\n- [ ] look at the tide, ${CANARY.heartbeat}\n`);
  files.write('TOOLS.md', `# Tools\n\nA brass barometer, ${CANARY.tools}.\n`);
  files.write(
    'memory/heartbeat-state.json',
    `${JSON.stringify({ lastChecks: { [CANARY.checks]: null } })}\n`,
  );
  files.write(ARCHIVED, Buffer.from(ARCHIVE, 'base64'));
};

/** A log in which nothing but its title stands. */
export const titled = (log: string): string =>
  `# Memory — ${log.slice('memory/'.length, -'.md'.length)}\n`;

/** The same instructions as a YAMO document. */
export const DOCUMENT = `agent: Midwife;
intent: be_born;
context:
  word_of_the_day;${CANARY.orders};
  create;SOUL.md;
handoff: SOUL.md;
`;

/** Shaped as a provider's key; it opens nothing. */
export const KEY = ['sk-ant-api03', `${'Qm7xLp2R'.repeat(11)}tG3vBn`, 'AA']
  .join('-')
  .replace(/-AA$/, 'AA');
