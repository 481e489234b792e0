/**
 * Ring 0. The one place that allows: who may do what to which file (RFC-0009 §3; for single files §2.1, §2.2, §2.3,
 * §2.4). Pure and total; what the table does not name is denied.
 */
import { ATTENDED_WRITES, type Operation, type AccessRight } from '#lib/spec/access.ts';
import { MEMORY_DIR, type OtherRole, type Role } from '#lib/spec/files.ts';
import type { LiveContext, SessionPolicy } from '#lib/spec/session-policy.ts';
import { dayOf } from '#lib/text/day.ts';
import { OWN_NAMES } from '#lib/workspace/role.ts';
import { isInWorkFolder, isWorkName } from './work-name.ts';

/** What the request comes from. */
export interface AccessContext extends SessionPolicy, LiveContext {}

/** Whether an operation is allowed, and by which section it is not. */
export type Decision =
  | { readonly allowed: true; readonly role: Role | OtherRole | 'work'; readonly creates: boolean }
  | Denied;

interface Denied {
  readonly allowed: false;
  readonly section: string;
  readonly advice: string;
  /** Why, where it is no cell of the table: it would be allowed if a human attended, or is no file for an agent. */
  readonly as?: 'unattended' | 'outside';
}

const ATTENDED: ReadonlySet<string> = new Set(ATTENDED_WRITES);

/** What a first boot may create (§6.2). */
const BIRTH_CREATES: ReadonlySet<Role | OtherRole> = new Set([
  'soul',
  'user',
  'agents',
  'identity',
]);

/**
 * Where a path that an agent gave lies below `root`, both absolute: the rest after `root/`, taken
 * literally. Nothing is normalised: `..`, doubled slashes and other spellings match no name.
 */
export const relativeTo = (root: string, path: string): string | undefined =>
  path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;

/** Decides one operation on one file. Pure and total: what no row allows is denied. */
export const decide = (context: AccessContext, operation: Operation, file: string): Decision => {
  if (operation === 'list') return decideList(context, file);
  const role = context.names.roleOf(file);
  const rights = context.names.rightsTo(context.kind, file);
  if (role === undefined || rights === undefined) return decideWork(context, operation, file);
  if (context.firstBoot) return decideFirstBoot(context, operation, file, role);
  if (!permits(rights[operation], context, file))
    return deny(rights.section, adviceFor(role, operation, context, rights[operation]));
  if (operation === 'write' && isForHuman(context, file) && !mayChangeAlone(context, file))
    return { ...deny('§3.1', 'A human has to attend.'), as: 'unattended' };
  return { allowed: true, role, creates: rights[operation] === 'create' };
};

/** What is changed in another system's files, its human should know. */
const isForHuman = ({ names }: AccessContext, file: string): boolean =>
  names !== OWN_NAMES || ATTENDED.has(file);

const mayChangeAlone = ({ attended, unattendedWrites }: AccessContext, file: string): boolean =>
  attended || unattendedWrites.includes(file);

/** The root and `memory/` may be listed, and in main sessions other folders; of what is there, what may be read. */
const decideList = (context: AccessContext, file: string): Decision =>
  file === '' || file === MEMORY_DIR || workSeenIn(context)?.(file) === true
    ? { allowed: true, role: 'daily', creates: false }
    : deny('§4.4', 'Only the workspace itself and memory/ can be listed.');

/**
 * Which other files and folders of the workspace are seen: none but where nobody but the human is there; booted as another
 * layout, those that it shows.
 */
export const workSeenIn = (context: AccessContext): ((path: string) => boolean) | undefined => {
  const { kind, firstBoot, names } = context;
  if (kind.permissions.workFiles === 'none' || firstBoot) return undefined;
  const { work = names === OWN_NAMES } = names;
  if (typeof work === 'boolean') return work ? isWorkName : undefined;
  return (path) => isWorkName(path) && work(path);
};

/** Files that RFC-0009 §1 does not name exist in main sessions alone. */
const decideWork = (context: AccessContext, operation: Operation, file: string): Decision => {
  if (workSeenIn(context)?.(file) !== true)
    return { ...deny('§4.4', 'Use the files that RFC-0009 §1 names.'), as: 'outside' };
  if (operation === 'read') return { allowed: true, role: 'work', creates: false };
  if (operation === 'append') return deny('§2.5', 'Only the log of today is appended to.');
  return context.kind.permissions.workFiles === 'write' && isInWorkFolder(file, context.workFolders)
    ? { allowed: true, role: 'work', creates: false }
    : deny('§4.4', 'Your human can name its folder in the setting workFolders.');
};

const decideFirstBoot = (
  context: AccessContext,
  operation: Operation,
  file: string,
  role: Role | OtherRole,
): Decision => {
  if (role === 'bootstrap') return deny('§2.6', 'Bootstrap instructions are never created again.');
  if (operation === 'read') return { allowed: true, role, creates: false };
  if (operation === 'write' && BIRTH_CREATES.has(role))
    return { allowed: true, role, creates: true };
  if (operation === 'append' && permits('today', context, file))
    return { allowed: true, role, creates: false };
  return deny(
    '§6.2',
    'A first boot creates SOUL.md, USER.md and AGENTS.md, and notes itself in the log of today.',
  );
};

const permits = (verdict: AccessRight, context: AccessContext, file: string): boolean => {
  switch (verdict) {
    case 'required':
    case 'allowed':
    case 'context':
    case 'create':
      return true;
    case 'opt-in':
      return context.seesLogs;
    case 'today':
      return dayOf(file) === context.today;
    case 'reconfigure':
      return context.reconfigure(file);
    case 'never':
      return false;
  }
};

const deny = (section: string, advice: string): Denied => ({
  allowed: false,
  section,
  advice,
});

const adviceFor = (
  role: Role | OtherRole,
  operation: Operation,
  { kind, today }: AccessContext,
  right: AccessRight,
): string => {
  if (role === 'bootstrap') return 'Bootstrap instructions are never created again.';
  if (role === 'daily' && operation !== 'read') return `Append to memory/${today}.md.`;
  const { logs, advice } = kind.permissions;
  if (role === 'daily' && logs === 'opt-in')
    return 'Ask your human: the setting dailyLogsInShared opens the logs to shared sessions.';
  if (advice !== undefined) return advice;
  if (right === 'reconfigure') return 'Ask your human to start `yamo boot --reconfigure`.';
  return 'Leave it to the kernel.';
};
