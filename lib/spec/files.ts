/**
 * The closed set of files that a workspace consists of (RFC-0009 §1, §2).
 * What is not listed here is never opened on behalf of an agent.
 */

/** What a recognised file is for. */
export type Role =
  | 'soul'
  | 'agents'
  | 'user'
  | 'memory'
  | 'bootstrap'
  | 'heartbeat'
  | 'tools'
  | 'daily'
  | 'archive'
  | 'heartbeat-state';

/** What only other systems have. */
export type OtherRole =
  | 'identity'
  | 'goals'
  | 'attention'
  | 'context'
  | 'system'
  | 'rule'
  | 'skill'
  | 'knowledge';

/** One row of the layout. `name` is relative to the workspace; `YYYY-MM-DD` stands for a calendar date. */
export interface FileRole {
  readonly role: Role;
  readonly name: string;
  readonly section: string;
  readonly presence: 'required' | 'optional' | 'before first boot';
  readonly purpose: string;
}

/** The files of the layout, in the order of §1. */
export const FILES = [
  {
    role: 'soul',
    name: 'SOUL.md',
    section: '§2.1',
    presence: 'required',
    purpose: 'who the agent is',
  },
  {
    role: 'agents',
    name: 'AGENTS.md',
    section: '§2.2',
    presence: 'required',
    purpose: 'how the agent works',
  },
  {
    role: 'user',
    name: 'USER.md',
    section: '§2.3',
    presence: 'required',
    purpose: 'whom the agent serves',
  },
  {
    role: 'memory',
    name: 'MEMORY.md',
    section: '§2.4',
    presence: 'optional',
    purpose: 'what the agent keeps for good; main sessions only',
  },
  {
    role: 'daily',
    name: 'memory/YYYY-MM-DD.md',
    section: '§2.5',
    presence: 'optional',
    purpose: 'what happened on a day; append-only',
  },
  {
    role: 'archive',
    name: 'memory/archive/YYYY-MM-DD.md.gz',
    section: '§5.2',
    presence: 'optional',
    purpose: 'a log that was put away, compressed; main sessions only, never loaded',
  },
  {
    role: 'bootstrap',
    name: 'BOOTSTRAP.md',
    section: '§2.6',
    presence: 'before first boot',
    purpose: 'bootstrap instructions; deleted by the kernel',
  },
  {
    role: 'bootstrap',
    name: 'BOOTSTRAP.yamo',
    section: 'RFC-0006 §1',
    presence: 'before first boot',
    purpose: 'bootstrap instructions as YAMO blocks; deleted by the kernel',
  },
  {
    role: 'heartbeat',
    name: 'HEARTBEAT.md',
    section: '§2.7',
    presence: 'optional',
    purpose: 'what to check on a heartbeat',
  },
  {
    role: 'tools',
    name: 'TOOLS.md',
    section: '§2.8',
    presence: 'optional',
    purpose: 'notes on tools; read on demand',
  },
  {
    role: 'heartbeat-state',
    name: 'memory/heartbeat-state.json',
    section: '§2.9',
    presence: 'optional',
    purpose: 'when each check last ran',
  },
] as const satisfies readonly FileRole[];

/** The bootstrap instructions, in the order in which they are read (R-17: the block form first). */
export const BOOTSTRAP_FILES = ['BOOTSTRAP.yamo', 'BOOTSTRAP.md'] as const;

/** A name under which bootstrap instructions are looked for. */
export type BootstrapFile = (typeof BOOTSTRAP_FILES)[number];

/** The folder of daily logs. */
export const MEMORY_DIR = 'memory';

/** The folder of logs that were put away (§5.2, R-93). */
export const ARCHIVE_DIR = 'memory/archive';

/** The headings that AGENTS.md must have, at level two and spelled so (§2.2, R-85). */
export const AGENTS_SECTIONS = [
  'First Run',
  'Every Session',
  'Memory',
  'Safety',
  'External vs Internal',
] as const;

/** A heading that AGENTS.md must have. */
export type AgentsSection = (typeof AGENTS_SECTIONS)[number];

/** The ghost header (RFC-0006 §2.1). */
export const GHOST_HEADER = 'YAMO-NATIVE KERNEL ACTIVE';
