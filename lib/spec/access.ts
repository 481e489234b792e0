/**
 * The access matrix of RFC-0009 §3.1 and §3.2, cell for cell, with what §2 adds for the files
 * that §3 does not name. What is not here is denied.
 */
import type { OtherRole, Role } from './files.ts';

/** What begins a session: a human, the clock, or a script that nobody attends. Its kind is decided by who takes part. */
export type Trigger = 'human' | 'heartbeat' | 'job';

/** `append` adds to the end of a daily log; `write` creates or replaces a whole file. */
export type Operation = 'read' | 'write' | 'append' | 'list';

/**
 * - `required`: read at every start; may be read again.
 * - `allowed`: the agent may.
 * - `context`: may be read to work with, must not be passed on (§3.2).
 * - `opt-in`: as `context`, and only where the owner's settings allow it.
 * - `today`: only the file of the current day.
 * - `create`: only where there is none yet.
 * - `reconfigure`: only in a session that a human opened for it (§2.1).
 * - `never`: refused.
 */
export type AccessRight =
  | 'required'
  | 'allowed'
  | 'context'
  | 'opt-in'
  | 'today'
  | 'create'
  | 'reconfigure'
  | 'never';

/** A row of the table of access: what a session may do with a file. */
export interface Rights {
  readonly read: AccessRight;
  readonly write: AccessRight;
  readonly append: AccessRight;
  readonly section: string;
}

const never = (section: string): Rights => ({
  read: 'never',
  write: 'never',
  append: 'never',
  section,
});

/**
 * Who may read, write and append what, by kind of session (§3); the gate reads nothing else. Total over the roles of all
 * layouts: another layout than RFC-0009 can only take away from it.
 */
export const ACCESS = {
  main: {
    soul: { read: 'required', write: 'reconfigure', append: 'never', section: '§3.1' },
    agents: { read: 'required', write: 'allowed', append: 'never', section: '§3.1' },
    user: { read: 'required', write: 'allowed', append: 'never', section: '§3.1' },
    memory: { read: 'required', write: 'allowed', append: 'never', section: '§3.1' },
    daily: { read: 'required', write: 'never', append: 'today', section: '§3.1' },
    archive: { read: 'allowed', write: 'never', append: 'never', section: '§5.2' },
    heartbeat: { read: 'allowed', write: 'allowed', append: 'never', section: '§3.1' },
    tools: { read: 'allowed', write: 'allowed', append: 'never', section: '§2.8' },
    'heartbeat-state': { read: 'allowed', write: 'never', append: 'never', section: '§2.9' },
    bootstrap: never('§2.6'),
    identity: { read: 'required', write: 'reconfigure', append: 'never', section: '§2.1' },
    goals: { read: 'required', write: 'allowed', append: 'never', section: '§3.1' },
    attention: { read: 'required', write: 'never', append: 'never', section: '§3.1' },
    context: { read: 'required', write: 'allowed', append: 'never', section: '§3.1' },
    system: { read: 'required', write: 'never', append: 'never', section: '§2.1' },
    rule: { read: 'required', write: 'never', append: 'never', section: '§2.2' },
    skill: { read: 'allowed', write: 'never', append: 'never', section: '§2.8' },
    knowledge: { read: 'required', write: 'never', append: 'never', section: '§3.1' },
  },
  shared: {
    soul: { read: 'required', write: 'never', append: 'never', section: '§3.2' },
    agents: { read: 'required', write: 'never', append: 'never', section: '§3.2' },
    user: { read: 'context', write: 'never', append: 'never', section: '§3.2' },
    memory: never('§3.2'),
    daily: { read: 'opt-in', write: 'never', append: 'today', section: '§3.2' },
    archive: never('§3.2'),
    heartbeat: never('§3.2'),
    tools: never('§3.2'),
    'heartbeat-state': never('§3.2'),
    bootstrap: never('§2.6'),
    identity: { read: 'required', write: 'never', append: 'never', section: '§3.2' },
    goals: never('§3.2'),
    attention: never('§3.2'),
    context: never('§3.2'),
    system: { read: 'required', write: 'never', append: 'never', section: '§3.2' },
    rule: { read: 'required', write: 'never', append: 'never', section: '§3.2' },
    skill: { read: 'allowed', write: 'never', append: 'never', section: '§3.2' },
    knowledge: { read: 'context', write: 'never', append: 'never', section: '§3.2' },
  },
} as const satisfies Record<string, Record<Role | OtherRole, Rights>>;

/** A column of that table. Everybody else has a `SessionKind` (session-policy.ts). */
export type KindName = keyof typeof ACCESS;

/** Files that say how the agent works and for whom: a human should know before they change. */
export const STANDING_FILES = ['AGENTS.md', 'USER.md', 'TOOLS.md', 'HEARTBEAT.md'] as const;

/**
 * What a main session that no human attends does not change. MEMORY.md is among them until there are proposals
 * that a human can take over (§5.3).
 */
export const ATTENDED_WRITES = [...STANDING_FILES, 'MEMORY.md'] as const;

/** The four rules of conduct that go with every shared session (§3.2). */
export const SHARED_CONDUCT = [
  'You are a participant in a shared conversation, not the proxy of your human.',
  'Do not disclose anything private from USER.md or MEMORY.md to the other participants.',
  'Do not speak for your human in ways that they have not authorised.',
  'Answer when you are addressed or can add something of value; otherwise stay silent.',
] as const;
