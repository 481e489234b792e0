/** Who besides the owner may open the private files of a workspace, by their permission bits (§4.4). */
import { MEMORY_DIR } from '#lib/spec/files.ts';
import type { Item, Snapshot } from '#lib/workspace/snapshot.ts';
import type { Finding, RuleOutcome } from '#audit/workspace/finding.ts';
import { NOT_APPLICABLE } from '#audit/workspace/finding.ts';
import type { AuditedWorkspace } from '#audit/workspace/workspace.ts';

const EVERYONE_WRITES = 0o002;
const GROUP_WRITES = 0o020;
const EVERYONE_READS = 0o004;
const GROUP_READS = 0o040;
/** To reach what lies in a folder, one must be let through it. */
const EVERYONE_ENTERS = 0o001;
const GROUP_ENTERS = 0o010;

/** Can every user of the machine write it? Some disks and umasks set the other bits on everything. */
export const everyoneWrites = ({ mode }: Item): boolean => (mode & EVERYONE_WRITES) !== 0;

/** Can every user of the machine write the folder itself, as a disk says? The kernel refuses it then. */
export const isOpenToAll = ({ source, rootMode = 0 }: Snapshot): boolean =>
  source === 'disk' && (rootMode & EVERYONE_WRITES) !== 0;

/** Can the group write it, or anybody but the owner read it? */
export const othersRead = ({ mode }: Item): boolean =>
  (mode & (GROUP_WRITES | EVERYONE_READS | GROUP_READS)) !== 0;

/**
 * One finding for all private files of which `isOpen` says yes: MEMORY.md, USER.md, `memory/` and the daily logs, if
 * others get as far as to them. A checkout of a revision has no permissions of its own.
 */
export const judgePermissions = (
  workspace: AuditedWorkspace,
  isOpen: (item: Item) => boolean,
  words: Pick<Finding, 'found' | 'expected'>,
): RuleOutcome => {
  if (workspace.snapshot.source !== 'disk') return NOT_APPLICABLE;
  const folder = workspace.item(MEMORY_DIR);
  const logs = isReachable(folder) ? workspace.dailyLogs.map(({ item }) => item) : [];
  const files = [workspace.item('MEMORY.md'), workspace.item('USER.md'), folder, ...logs];
  const open = files.filter((item) => item !== undefined && hasMode(item) && isOpen(item));
  const [first] = open;
  if (first === undefined) return [];
  const others = open.length === 1 ? '' : ` and ${open.length - 1} more of the private files`;
  return [{ file: '', found: `${first.name}${others}${words.found}`, expected: words.expected }];
};

/** The bits of a link say nothing: those of its target count. */
const hasMode = ({ type }: Item): boolean => type === 'file' || type === 'directory';

const isReachable = (folder: Item | undefined): boolean =>
  folder?.type === 'directory' && (folder.mode & (EVERYONE_ENTERS | GROUP_ENTERS)) !== 0;
