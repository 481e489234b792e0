/** What ring 0 refuses. */
import { EXIT } from './exits.ts';
import type { RefusalRow } from './refusal-row.ts';

const rule = EXIT.refused;
const machine = EXIT.machine;

/** Its refusals: their sections, exit codes, words and remedies. */
export const RING_0_REFUSALS = {
  // The workspace and the kernel's own state
  WORKSPACE_UNUSABLE: {
    section: '§1',
    exit: machine,
    what: '{path} cannot be opened as a workspace ({reason}).',
    remedy:
      'Check the path: a workspace is a folder that you can read, write and search. For a new one: yamo init PATH',
  },
  WORKSPACE_OWNER: {
    section: '§4.4',
    exit: rule,
    what: '{path} belongs to uid {owner}, and you are uid {uid}.',
    remedy: 'Run yamo as the owner of the workspace, or take it over with chown.',
  },
  WORKSPACE_WORLD_WRITABLE: {
    section: '§4.4',
    exit: rule,
    what: '{path} can be written by every user of this machine (mode {mode}).',
    remedy:
      'chmod o-w {path} (where that changes nothing, as on drives of Windows in WSL, SMB and exFAT: keep the workspace on a disk of this system, or mount the drive with modes; docs/sandbox.md says how)',
  },
  WORKSPACE_GROUP_WRITABLE: {
    section: '§4.4',
    exit: rule,
    what: '{path} can be written by its group (mode {mode}), which --strict does not accept.',
    remedy: 'chmod g-w {path}',
  },
  WORKSPACE_SWAPPED: {
    section: '§6.3',
    exit: rule,
    what: '{path} no longer names the directory that was opened at the start of the boot.',
    remedy: 'Find out who moved the workspace during the boot, then boot again.',
  },
  LAYOUT_WEAKENS: {
    section: '§4.1',
    exit: rule,
    what: '{path} would weaken the rules of the kernel: {pointer} {reason}.',
    remedy: 'Change that place; no layout and no facts may allow it.',
  },
  // Bootstrap instructions (§2.6, §4.3, §6)
  NOT_INITIALISED: {
    section: '§6.1',
    exit: rule,
    what: 'The workspace is neither bootstrapped nor initialised: it has no BOOTSTRAP.md and no SOUL.md.',
    remedy: 'Provide BOOTSTRAP.md or SOUL.md, or let `yamo init {path}` lay out a new workspace.',
  },
  BOOTSTRAP_CONSUMED: {
    section: '§6.3',
    exit: rule,
    what: '{file} (sha256 {sha256}) was taken on {at}, and the first boot did not finish. The kernel keeps no copy.',
    remedy: 'Provide BOOTSTRAP.md again, or write SOUL.md yourself.',
  },
  BOOTSTRAP_LEFT: {
    section: '§4.3',
    exit: rule,
    what: '{file} is left in a workspace that has been lived in ({evidence}). It was not read and not deleted.',
    remedy:
      'Delete it if its instructions were carried out before, or run them knowingly with `yamo boot --rebirth`.',
  },
  BOOTSTRAP_RETURNED: {
    section: '§2.6',
    exit: rule,
    what: '{file} has appeared in a workspace whose first boot was finished on {at}. It was not read and not deleted.',
    remedy: 'Delete it, or run its instructions knowingly with `yamo boot --rebirth`.',
  },
  BOOTSTRAP_IN_SHARED: {
    section: '§3.2',
    exit: rule,
    what: '{file} is present, and a shared session must not see bootstrap instructions. It was not read and not deleted.',
    remedy: 'Boot once in a main session: `yamo boot --session main`.',
  },
  BOOTSTRAP_SYMLINK: {
    section: '§6.3',
    exit: rule,
    what: '{file} is a symbolic link; deleting it would leave its target.',
    remedy: 'Replace the link by the file itself, or remove it.',
  },
  BOOTSTRAP_NOT_REGULAR: {
    section: '§6.3',
    exit: rule,
    what: '{file} is not a regular file but a {type}.',
    remedy: 'Remove it, or put the bootstrap instructions there as a plain file.',
  },
  BOOTSTRAP_HARDLINKED: {
    section: '§6.3',
    exit: rule,
    what: '{file} has {links} names (inode {inode}); deleting one would leave the instructions under another.',
    remedy:
      'Find the other names with `find / -xdev -inum {inode}` and delete them, then boot again.',
  },
  BOOTSTRAP_TOO_LARGE: {
    section: '§6.2',
    exit: rule,
    what: '{file} holds {bytes} bytes; bootstrap instructions are at most {limit}.',
    remedy: 'Shorten it.',
  },
  BOOTSTRAP_NOT_TEXT: {
    section: '§1',
    exit: rule,
    what: '{file} is not UTF-8 text ({reason}). It was not deleted.',
    remedy: 'Save it as UTF-8 Markdown.',
  },
  BOOTSTRAP_CASE: {
    section: '§1',
    exit: rule,
    what: '{file} differs from {expected} only in its spelling, so it is unclear whether it holds bootstrap instructions.',
    remedy: 'Rename it to {expected}, or remove it.',
  },
  BOOTSTRAP_COPIES: {
    section: '§2.6',
    exit: rule,
    what: '{file} looks like a copy of the bootstrap instructions, which would outlive them in the workspace.',
    remedy: 'Delete it, or move it out of the workspace, then boot again.',
  },
  BOOTSTRAP_COPIED: {
    section: '§2.6',
    exit: rule,
    what: '{file} appeared while the bootstrap instructions were deleted, and looks like a copy of them.',
    remedy:
      'Move it out of the workspace. It may be the last copy: if its instructions are still to be carried out, provide it again as BOOTSTRAP.md.',
  },
  BOOTSTRAP_HALF_TAKEN: {
    section: '§6.3',
    exit: rule,
    what: '{file} is one of two files of bootstrap instructions. The other one, {gone} (sha256 {sha256}), was deleted on {at} by a boot that went no further; its instructions were not carried out, and the kernel keeps no copy.',
    remedy:
      'Provide {gone} again beside {file}, or go on without it knowingly: `yamo boot --rebirth`.',
  },
  BOOTSTRAP_UNREADABLE: {
    section: '§6.3',
    exit: machine,
    what: '{file} cannot be examined or read ({errno}), so nothing can be said about it.',
    remedy: 'Make it readable for you, or remove it.',
  },
  BOOTSTRAP_UNDELETABLE: {
    section: '§6.3',
    exit: machine,
    what: '{file} cannot be deleted ({errno}).',
    remedy: 'Make it possible to delete the file, then boot again.',
  },
  BOOTSTRAP_VANISHED: {
    section: '§6.3',
    exit: rule,
    what: '{file} was moved or deleted by someone else during the boot.',
    remedy: 'Find out who, make sure no copy is left, then provide it again.',
  },
  BOOTSTRAP_CHANGED: {
    section: '§6.3',
    exit: rule,
    what: '{file} changed while it was read.',
    remedy: 'Stop whatever writes to it, then provide it again.',
  },
  BOOTSTRAP_SURVIVES: {
    section: '§6.3',
    exit: rule,
    what: 'The text of {file} still exists after its deletion ({reason}).',
    remedy:
      'The other name or layer may hold the last copy: save it outside the workspace if its instructions are still to be carried out, then remove it there. Keep the workspace on a local disk.',
  },
  BOOTSTRAP_REAPPEARED: {
    section: '§6.3',
    exit: rule,
    what: '{file} exists again right after its deletion.',
    remedy: 'Stop whatever creates it, then boot again: what is there now are its instructions.',
  },
  BOOTSTRAP_UNPROVEN: {
    section: '§6.3',
    exit: machine,
    what: 'The deletion of {file} could not be proved ({errno}).',
    remedy: 'Look whether the file is gone, repair the file system, then boot again.',
    stays: true,
  },
  BOOTSTRAP_NOT_DURABLE: {
    section: '§6.3',
    exit: machine,
    what: 'The deletion of {file} could not be made durable ({errno}); it might come back after a power cut.',
    remedy: 'Repair the disk, look whether the file is gone, then provide it again.',
    stays: true,
  },
  // Files of the workspace
  AGENTS_MISSING: {
    section: '§2.2',
    exit: rule,
    what: 'AGENTS.md is missing, so there is nothing the ghost check could vouch for.',
    remedy: '`yamo init {path}` creates what is missing and touches nothing else.',
  },
  AGENTS_SECTIONS: {
    section: '§2.2',
    exit: rule,
    what: 'AGENTS.md has no section {missing}.{near}',
    remedy:
      '`yamo init {path}` renames headings that mean these sections and adds the others; with --dry-run it shows that first.',
  },
  SOUL_EMPTY: {
    section: '§2.1',
    exit: rule,
    what: 'SOUL.md holds no text, so the agent has no identity.',
    remedy: 'Write SOUL.md, or delete it and provide BOOTSTRAP.md.',
  },
  FILE_SYMLINK: {
    section: '§4.4',
    exit: rule,
    what: '{file} is a symbolic link, and the kernel follows none: what it leads to can change under the eyes of whoever looks.',
    remedy:
      'Put the file itself there. Whoever keeps such files elsewhere (stow, chezmoi, ConfigMaps) links the whole folder, or names the one that holds the files (..data of Kubernetes): a workspace may be a link.',
  },
  FILE_NOT_REGULAR: {
    section: '§1',
    exit: rule,
    what: '{file} is not a regular file but a {type}.',
    remedy: 'Remove it, or put a Markdown file in its place.',
  },
  FILE_HARDLINKED: {
    section: '§4.1',
    exit: rule,
    what: '{file} has {links} names, so a shared session cannot know what it would read or disclose.',
    remedy: 'Make it a file of its own: cp -p {file} {file}.new && mv {file}.new {file}',
  },
  FILE_OWNER: {
    section: '§4.4',
    exit: rule,
    what: '{file} belongs to uid {owner}, and you are uid {uid}: whoever owns it can change what the agent is told.',
    remedy: 'Look at what it says, then take it over: chown {uid} {path}',
  },
  FILE_WORLD_WRITABLE: {
    section: '§4.4',
    exit: rule,
    what: '{file} can be written by every user of this machine (mode {mode}).',
    remedy:
      'Look at what it says, then: chmod o-w {path} (where that changes nothing, as on drives of Windows in WSL, SMB and exFAT: keep the workspace on a disk of this system, or mount the drive with modes; docs/sandbox.md says how)',
  },
  FILE_GROUP_WRITABLE: {
    section: '§4.4',
    exit: rule,
    what: '{file} can be written by its group (mode {mode}), which --strict does not accept.',
    remedy: 'chmod g-w {path}',
  },
  FILE_NOT_TEXT: {
    section: '§1',
    exit: rule,
    what: '{file} is not UTF-8 text ({reason}). It was not changed.',
    remedy: 'Save it as UTF-8.',
  },
  FILE_TOO_LARGE: {
    section: '§1',
    exit: rule,
    what: '{file} holds {bytes} bytes; at most {limit} can be loaded, and nothing is cut silently.',
    remedy: 'Move what is old to memory/archive/, or shorten the file.',
  },
  FILE_UNREADABLE: {
    section: '§2.2',
    exit: machine,
    what: '{file} cannot be read ({errno}).',
    remedy: 'Make it readable for you, and let a folder on its way be one: no link is followed.',
  },
  FILE_MOVED: {
    section: '§2.2',
    exit: rule,
    what: '{file} was replaced while the kernel was looking at it.',
    remedy: 'Let the other program finish, then try again.',
  },
  GHOST_HEADER_MISSING: {
    section: 'RFC-0006 §2.1',
    exit: rule,
    what: 'AGENTS.md does not begin with the ghost header{near}.',
    remedy:
      'Put the line "YAMO-NATIVE KERNEL ACTIVE" first, or boot without --strict and let the kernel do it.',
  },
  GHOST_HEAL_FAILED: {
    section: 'RFC-0006 §2.1',
    exit: machine,
    what: 'The ghost header could not be written to AGENTS.md ({errno}); the file is unchanged or whole.',
    remedy: 'Make the workspace writable, then boot again.',
  },
  MEMORY_ALIASED: {
    section: '§4.1',
    exit: rule,
    what: 'MEMORY.md {reason}, so a shared session cannot be kept from it.',
    remedy: 'Make MEMORY.md a regular file with one name.',
  },
  MEMORY_DIR_UNUSABLE: {
    section: '§1',
    exit: rule,
    what: 'memory/ is not a directory of its own ({reason}).',
    remedy: 'Make memory/ a plain directory inside the workspace.',
  },
  // What the gate answers to an agent
  GATE_OUTSIDE: {
    section: '§4.4',
    exit: rule,
    what: '{path} is not a file of this workspace.',
    remedy:
      'Use the files that the layout of the workspace names (RFC-0009 §1) and, in main sessions, the other text files of the workspace that are not hidden.',
  },
  GATE_DENIED: {
    section: '§3',
    exit: rule,
    what: 'To {operation} {path} is not allowed in a {kind} session ({rule}).',
    remedy: '{advice}',
  },
  GATE_UNATTENDED: {
    section: '§3.1',
    exit: rule,
    what: '{path} is not changed in a session that no human attends.',
    remedy:
      'Append what should be kept to {file}. Your human can name the file in the setting unattendedWrites, or start with --attended.',
  },
  GATE_ABSENT: {
    section: '§1',
    exit: rule,
    what: '{path} does not exist.',
    remedy: 'Create it first, if you may.',
  },
  GATE_EXISTS: {
    section: '§6.2',
    exit: rule,
    what: '{path} is filled in: it is created once, and belongs to its human then.',
    remedy: 'Leave it as it is.',
  },
  GATE_CHANGED: {
    section: '§5.1',
    exit: rule,
    what: '{path} has changed since you read it, or you have not read it; it was not overwritten.',
    remedy: 'Take in the current text that comes with this answer, and write again.',
  },
  GATE_INVARIANT: {
    section: '§2.2',
    exit: rule,
    what: 'The text for AGENTS.md would lose {missing}.',
    remedy: 'Write it again with the ghost header first and all required sections.',
  },
  GATE_APPEND_ONLY: {
    section: '§2.5',
    exit: rule,
    what: '{path} is append-only: what is written must begin with what is there.',
    remedy: 'Read it, and write it back with your lines at the end, or use the append request.',
  },
  GATE_CREDENTIAL: {
    section: '§4.2',
    exit: rule,
    what: 'The text for {path} holds a credential ({kind}, line {line}); it was not written.',
    remedy:
      'Keep it in a secret store (the keychain, a password manager, an environment variable of the tool) and write down only its name. Your human can hand it to yamo instead: `yamo credentials import`.',
  },
  GATE_TOO_LARGE: {
    section: '§1',
    exit: rule,
    what: 'The text for {path} has {bytes} bytes; at most {limit} are accepted.',
    remedy: 'Write less.',
  },
  GATE_NOT_TEXT: {
    section: '§1',
    exit: rule,
    what: 'The text for {path} cannot be stored as UTF-8 Markdown ({reason}).',
    remedy: 'Remove the characters that no Markdown viewer can show.',
  },
  GATE_FAILED: {
    section: '§1',
    exit: machine,
    what: 'To {operation} {path} failed ({errno}); nothing was changed.',
    remedy: 'Tell your human.',
    stays: true,
  },
} as const satisfies Record<string, RefusalRow>;
