/**
 * Everything the kernel can refuse: one closed table. A refusal says what happened, which rule
 * asks for it and what to do; `{names}` are filled in where it is made and are checked by the
 * compiler. `exit` is the exit code: 1 refused by a rule, 3 settings, 4 workspace or machine.
 */
import { LAYOUT_NAMES } from './layouts.ts';
import { cureOf, errnoInWords, type Where } from './causes.ts';
import { EXIT } from './exits.ts';
import { shellWord } from './shell-word.ts';

interface RefusalRow {
  readonly section: string;
  readonly exit: 1 | 3 | 4;
  readonly what: string;
  readonly remedy: string;
  /** Holds whatever the cause is, whose own cure stands before it; any other gives way to that. */
  readonly stays?: true;
}

const rule = EXIT.refused;
const machine = EXIT.machine;

/** Every refusal: its section, exit code, words and remedy. A row here and a throw make one. */
export const REFUSALS = {
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
  WORKSPACE_UNWRITABLE: {
    section: '§6.3',
    exit: machine,
    what: 'A test file could not be written to {path} ({errno}); nothing was deleted.',
    remedy: 'Free some space, or mount or chmod the workspace so that it can be written.',
  },
  WORKSPACE_SWAPPED: {
    section: '§6.3',
    exit: rule,
    what: '{path} no longer names the directory that was opened at the start of the boot.',
    remedy: 'Find out who moved the workspace during the boot, then boot again.',
  },
  WORKSPACE_BUSY: {
    section: '§6.3',
    exit: machine,
    what: 'Another yamo (pid {pid}) is booting this workspace.',
    remedy: 'Wait until its boot has finished, or end that process.',
  },
  WORKSPACE_WRITING: {
    section: '§2.5',
    exit: machine,
    what: 'Another session has been writing to this workspace for more than {seconds} s; nothing was changed.',
    remedy: 'Try again; if it stays so, end the other yamo.',
  },
  STATE_UNUSABLE: {
    section: '§6.3',
    exit: machine,
    what: "The kernel's own state at {path} cannot be used ({reason}).",
    remedy:
      'Make it a directory of yours with mode 0700, on a disk with free space; or, where your home cannot be written, name another place: XDG_STATE_HOME=/a/folder/of/yours',
  },
  FOLDER_GONE: {
    section: '§1',
    exit: machine,
    what: 'The folder in which yamo was started is not there any more ({errno}).',
    remedy: 'cd to a folder that is there, and try again.',
    stays: true,
  },
  MACHINE_FAILED: {
    section: '§1',
    exit: machine,
    what: 'The machine did not let yamo go on: {call} failed ({errno}).',
    remedy:
      'Put that right, and try again. If nothing is wrong there, report it: it is a bug of yamo.',
  },
  STATE_IN_WORKSPACE: {
    section: '§1',
    exit: rule,
    what: "The kernel's own state ({state}) would lie inside the workspace, where the agent can reach it.",
    remedy: 'Set XDG_STATE_HOME to a directory outside the workspace.',
  },
  STATE_DAMAGED: {
    section: '§6.3',
    exit: machine,
    what: '{path} does not hold what this kernel wrote there ({reason}).',
    remedy:
      'Restore the file from a backup, or go on without what it knew: mv {path} {path}.damaged',
  },

  LAYOUT_OTHER: {
    section: '§1',
    exit: rule,
    what: '{path} is a workspace of {layout}, by {evidence}. Nothing was changed.',
    remedy: '{advice}',
  },
  LAYOUT_UNCLEAR: {
    section: '§1',
    exit: rule,
    what: '{path} could be {evidence}. Nothing was changed.',
    remedy: '{advice}',
  },
  LAYOUT_CHANGED: {
    section: '§1',
    exit: rule,
    what: '{path} was laid out or first booted as a workspace of {layout}, and not of {said}. Nothing was changed.',
    remedy: 'If it is one of {said} now, say so: {command}',
  },
  LAYOUT_INVALID: {
    section: '§1',
    exit: EXIT.settings,
    what: '{path} is no layout: {reason}.',
    remedy: `Name a layout (${LAYOUT_NAMES.join(', ')}), or a file that fits schemas/layout.schema.json.`,
  },
  LAYOUT_WEAKENS: {
    section: '§4.1',
    exit: rule,
    what: '{path} would weaken the rules of the kernel: {pointer} {reason}.',
    remedy: 'Change that place of the document; no layout may allow it.',
  },
  STORE_INVALID: {
    section: '§1',
    exit: EXIT.settings,
    what: 'The bucket cannot be read: {reason}.',
    remedy:
      'Give s3://BUCKET/PREFIX; endpoint, region and the places of keys stand in the settings (store) or in AWS_ENDPOINT_URL_S3, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  },
  STORE_FAILED: {
    section: '§1',
    exit: EXIT.machine,
    what: 'The bucket {bucket} did not give {key}: {reason}.',
    remedy: '{advice}',
  },
  STORE_TOO_LARGE: {
    section: '§1',
    exit: EXIT.machine,
    what: '{key} of the bucket {bucket} is too large: {reason}.',
    remedy: 'Name the folder of one workspace: s3://BUCKET/PREFIX.',
  },
  PLACE_ADDRESS: {
    section: '§1',
    exit: rule,
    what: '{address} is an address, and no folder of this machine. Nothing was written.',
    remedy:
      'Give a folder. What lies in a bucket (s3://BUCKET/PREFIX) is only read, by yamo audit and yamo prompt.',
  },
  CONVERT_PLACE: {
    section: '§1',
    exit: rule,
    what: '{path} cannot become the converted workspace: {reason}. Nothing was written.',
    remedy: 'Give --out a new folder, outside of every workspace.',
  },
  CONVERT_FAILED: {
    section: '§1',
    exit: machine,
    what: '{path} could not be written ({errno}), and what was written before it is removed.',
    remedy: 'Check that you may write there and that the disk has room, then convert again.',
  },
  CONVERT_FILES: {
    section: '§1',
    exit: rule,
    what: '{path} has more than {limit} files. Nothing was written.',
    remedy: "Move away what is not the agent's, and convert again.",
  },
  CONVERT_UNKNOWN: {
    section: '§1',
    exit: rule,
    what: 'Names of more than one system are in {path}, so it is not known what it is.',
    remedy: 'Say what it is: --layout NAME.',
  },
  CONVERT_CREDENTIAL: {
    section: '§4.2',
    exit: rule,
    what: '{file} holds a credential in line {line} ({kind}), which would be copied. Nothing was written.',
    remedy: 'Take it out of the file, change it where it is used, and convert again.',
  },
  FACTS_INVALID: {
    section: '§1',
    exit: EXIT.settings,
    what: '{path} holds no facts for a prompt: {reason}.',
    remedy: 'Give a file that fits schemas/prompt-facts.schema.json.',
  },
  PROMPT_FILES: {
    section: '§1',
    exit: machine,
    what: 'More than {limit} files fit {pattern}.',
    remedy: 'Move away those that are not meant, or name them one by one in a layout of your own.',
  },
  PROMPT_FAULTY: {
    section: '§2.1',
    exit: rule,
    what: 'A session with this prompt would be refused: {faults}.',
    remedy:
      'Provide what is missing, as yamo init does, shorten what is too long, or give a larger --budget.',
  },

  INIT_IN_PROJECT: {
    section: '§4.4',
    exit: rule,
    what: '{path} is a project ({evidence}): USER.md, MEMORY.md and memory/ would lie in it, and may be committed. Nothing was changed.',
    remedy:
      '`{command}` lays the workspace out beside it; --here lays it out in the project all the same.',
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
  BIRTH_PENDING: {
    section: '§6.1',
    exit: rule,
    what: 'Bootstrap instructions are in the workspace, and carrying them out takes an agent. They were not deleted.',
    remedy: 'Boot it once: `yamo boot {path}`.',
  },
  BOOTSTRAP_LATE: {
    section: '§6.3',
    exit: rule,
    what: '{file} appeared while the workspace was booted, before the agent was tried. It was not touched.',
    remedy: 'Boot again.',
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
  BOOTSTRAP_INVALID: {
    section: 'RFC-0006 §1',
    exit: rule,
    what: '{file}, line {line}: {reason}. It was not deleted.',
    remedy: 'Correct the document; RFC-0009.md shows a valid one.',
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
  BOOTSTRAP_TRACKED: {
    section: '§2.6',
    exit: rule,
    what: '{file} is tracked by git, so its text stays in the history; --strict does not accept that.',
    remedy: 'git rm --cached {file}, and rewrite the history if it held secrets.',
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
  ORDERS_UNREAD: {
    section: '§6.2',
    exit: rule,
    what: '{unread} of {lines} lines of the bootstrap instructions would be lost: the scribe reads fields such as Name and Role, and carries out nothing else. Nothing was deleted.',
    remedy:
      'Boot with a model (--model PROVIDER/MODEL) or an agent (--agent NAME), or give these lines up knowingly: yamo boot --drop-unread.',
  },
  BIRTH_LEFT: {
    section: '§6.2',
    exit: rule,
    what: 'The first boot was broken off: still missing are {missing}. What was written stays; the instructions are gone: {orders}. The kernel keeps no copy.',
    remedy:
      'Boot again and continue with what is there, or provide BOOTSTRAP.md again to begin a first boot anew.',
  },
  BIRTH_FAILED: {
    section: '§6.2',
    exit: rule,
    what: 'The agent did not carry out its bootstrap instructions ({reason}). What was written stays; the instructions are gone: {orders}. The kernel keeps no copy.',
    remedy: 'Provide BOOTSTRAP.md again, with another agent or with a human at the terminal.',
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
  USER_MISSING: {
    section: '§3.1',
    exit: rule,
    what: 'USER.md is missing, and --strict does not let the kernel write a stub.',
    remedy: '`yamo init {path}` creates what is missing.',
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
  FILE_NOT_GZIP: {
    section: '§5.2',
    exit: rule,
    what: '{file} is no log that was put away ({reason}). It was not changed.',
    remedy: 'Restore it from a backup, or move it out of memory/archive/.',
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
    remedy: 'Make it readable for you.',
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
  INTEGRITY_CHANGED: {
    section: '§2.1',
    exit: rule,
    what: '{file} was changed outside yamo: sha256 {before} is now {after}.',
    remedy: 'Look with `{diff}`; if it is right, `yamo accept {path}`.',
  },
  DAILY_LOG_UNWRITABLE: {
    section: '§2.5',
    exit: machine,
    what: 'The daily log {file} cannot be written ({errno}); nothing half-written was left.',
    remedy: 'Free some space or make it writable, then boot again.',
  },

  MEMORY_ABSENT: {
    section: '§2.4',
    exit: rule,
    what: 'There is no {file}.',
    remedy: '`yamo memory timeline` shows the days of which there is a log.',
  },
  ARCHIVE_EXISTS: {
    section: '§5.2',
    exit: rule,
    what: '{file} is there already and holds another log of that day. Nothing was changed.',
    remedy: 'Look at both (`yamo memory show`), and move one of them out of the way.',
  },
  LOG_YOUNG: {
    section: '§5.2',
    exit: rule,
    what: 'Logs younger than {keep} days are not {done} without your explicit consent, and {days} days were given.',
    remedy: 'Give {keep} days or more; or say that you mean it: --consent.',
  },
  MEMORY_LOSS: {
    section: '§5.3',
    exit: rule,
    what: 'This would take {lost} of {lines} lines out of MEMORY.md, which is most of it. Nothing was changed.',
    remedy:
      'If that is meant, an agent writes it again, and a command of the owner says --consent; it can be undone (`yamo memory undo`). Otherwise read MEMORY.md and change only what must change.',
  },
  PROPOSAL_INVALID: {
    section: '§5.3',
    exit: rule,
    what: 'The proposal for MEMORY.md cannot be taken: {reason}. Nothing was changed.',
    remedy: 'Read MEMORY.md and the logs as they are now, and propose again.',
  },
  JOURNAL_UNKNOWN: {
    section: '§5.3',
    exit: rule,
    what: 'There is nothing to undo: {reason}.',
    remedy: '`yamo memory undo --list` shows what can.',
  },
  JOURNAL_PURGED: {
    section: '§5.3',
    exit: rule,
    what: 'The texts of entry {id} of the journal (of {at}) are no longer kept.',
    remedy: 'Look for them in a backup, or in the history of git.',
  },
  UNDO_CHANGED: {
    section: '§5.3',
    exit: rule,
    what: '{file} was changed since entry {id} in the same lines, so undoing it would lose that. Nothing was changed.',
    remedy:
      '`yamo memory undo {id} --dry-run` shows what it would take back; change {file} yourself.',
  },
  MEMORY_UNWRITABLE: {
    section: '§5.2',
    exit: machine,
    what: '{file} cannot be changed ({errno}); nothing was changed.',
    remedy: 'Free some space or make it writable, then try again.',
  },

  // Sessions and agents
  RECONFIGURE_IN_SHARED: {
    section: '§2.1',
    exit: rule,
    what: 'SOUL.md can be reconfigured in a main session only.',
    remedy: 'Start `yamo boot --reconfigure` yourself, without participants.',
  },
  AGENT_UNAVAILABLE: {
    section: '§6.3',
    exit: machine,
    what: 'The agent program {command} cannot be started ({reason}).',
    remedy: 'Install it, correct the --agent command, or leave --agent out.',
  },
  SHARED_UNENFORCED: {
    section: '§4.1',
    exit: rule,
    what: 'Nothing on this machine can keep MEMORY.md from an agent ({reason}), so no shared session is started.',
    remedy: '{advice} (one of them is enough; `yamo doctor` tries them again)',
  },
  MAIN_UNENFORCED: {
    section: '§4.1',
    exit: rule,
    what: 'No sandbox works on this machine ({reason}): an agent could write SOUL.md and BOOTSTRAP.md past the gate, and read what you can read.',
    remedy:
      '{advice} (one of them is enough; `yamo doctor` tries them again). Or accept it once for this machine with --unsandboxed.',
  },
  VIEW_EXPOSES: {
    section: '§4.1',
    exit: rule,
    what: 'The agent would see {path}, and with it {hidden}, which it must not.',
    remedy:
      'Move one of the two, or name less in `agentPaths` of the settings; an agent is not installed in a workspace.',
  },
  SCRATCH_UNUSABLE: {
    section: '§4.1',
    exit: machine,
    what: 'No folder for the session of the agent can be made in {path} ({errno}).',
    remedy: 'Free some space there, or name another folder in TMPDIR.',
  },
  NETWORK_UNFILTERED: {
    section: '§4.4',
    exit: EXIT.settings,
    what: 'The agent may reach some hosts only, which {sandbox} cannot enforce.',
    remedy:
      'Install bubblewrap, or set `network` to "all"; or to "none", for an agent that needs no hosts.',
  },
  LEAK_GUARD_STALE: {
    section: '§3.2',
    exit: rule,
    what: 'What MEMORY.md holds is not known to the leak guard ({reason}), so copies of its lines may go unnoticed in this shared session.',
    remedy: 'Open a main session once: yamo boot {path}',
  },
  AGENT_FAILED: {
    section: '§6.3',
    exit: machine,
    what: 'The agent {command} {reason}.{said}',
    remedy: '{advice}',
  },
  AGENT_NOT_INSTALLED: {
    section: '§6.3',
    exit: machine,
    what: 'The agent {agent} is not installed: PATH has no {program}.',
    remedy: 'Install it: {install}. Or name another agent with --agent.',
  },
  AGENT_NEEDS_LOGIN: {
    section: '§6.3',
    exit: machine,
    what: 'The agent {command} cannot ask its provider: it wants a login or a key.',
    remedy: '{advice} (docs/agents.md: what each agent needs).',
  },
  INTERRUPTED: {
    section: '§6.2',
    exit: rule,
    what: 'The boot was interrupted. Bootstrap instructions that were already deleted are gone; no copy is kept.',
    remedy: 'Boot again; if the first boot had begun, provide BOOTSTRAP.md again.',
  },
  MODEL_INVALID: {
    section: '§4.4',
    exit: rule,
    what: 'The model {name} cannot be used: {reason}.',
    remedy: 'Give --model PROVIDER/MODEL, such as anthropic/claude-sonnet-5-5, or ollama/NAME.',
  },
  MODEL_SILENT: {
    section: '§6.3',
    exit: machine,
    what: 'The model {model} does not answer, so the bootstrap instructions were not touched ({reason}).',
    remedy:
      'Fix that (keys: yamo credentials scan; a local model: start its server), then boot again. Or name another: --model, --agent.',
  },
  MODEL_UNFIT: {
    section: '§6.3',
    exit: machine,
    what: 'The model {model} cannot carry out bootstrap instructions, which were not touched: asked to call one tool, {reason}.',
    remedy:
      'Boot again with a model that calls tools (--model); a local one may need a larger context or a template with tools. Without any: --agent scribe.',
  },
  PROGRAM_INCOMPLETE: {
    section: '§6.3',
    exit: machine,
    what: 'A part of yamo cannot be loaded ({reason}).',
    remedy: 'Install yamo again, the way you installed it, then boot again.',
  },
  MODEL_KEY_MISSING: {
    section: '§4.2',
    exit: rule,
    what: 'There is no key for {provider}.',
    remedy:
      'Set the variable of its key (ANTHROPIC_API_KEY, OPENAI_API_KEY, …), or see what is there: yamo credentials scan. Without a model: --agent scribe.',
  },
  CREDENTIAL_MISSING: {
    section: '§4.2',
    exit: rule,
    what: 'There is no credential for {provider} at {place}.',
    remedy:
      'Put it there, or name another place: yamo credentials scan says what there is, yamo credentials import takes it.',
  },
  CREDENTIAL_UNUSABLE: {
    section: '§4.2',
    exit: rule,
    what: 'The credential at {place} is not used: {reason}.',
    remedy: 'Put that right, or see what else there is: yamo credentials scan',
  },
  CREDENTIAL_EXPIRED: {
    section: '§4.2',
    exit: rule,
    what: 'The login for {provider} at {place} expired at {at}. yamo renews no logins of other programs.',
    remedy: 'Log in again ({login}), or use an API key.',
  },
  CREDENTIAL_SUBSCRIPTION: {
    section: '§4.2',
    exit: rule,
    what: 'At {place} is the token of a subscription, which is not used unasked: {terms}.',
    remedy:
      'Use an API key of {provider}. If its terms allow you this: yamo credentials import "{place}" --allow-subscription-tokens',
  },
  KEYCHAIN_UNUSABLE: {
    section: '§4.2',
    exit: machine,
    what: 'No keychain answers here (asked for {service}).',
    remedy:
      'Unlock it, or install one and the optional package @napi-rs/keyring; or keep the key in a file with mode 0600, or in a variable.',
  },
  SESSION_UNKNOWN: {
    section: '§5',
    exit: rule,
    what: 'There is no session {id} to resume.',
    remedy: 'yamo boot --resume last resumes the last one that is kept.',
  },
  SESSION_KIND: {
    section: '§4.1',
    exit: rule,
    what: 'The session {id} was a {was} session, and this one is {kind}.',
    remedy: 'Resume it with the same people, or begin a new one.',
  },
  SESSION_OPEN: {
    section: '§5',
    exit: rule,
    what: 'The session {id} is open in another kernel.',
    remedy: 'End it there, or begin a new one.',
  },
  AGENT_LOST: {
    section: '§5.1',
    exit: machine,
    what: 'The agent ended during the session ({reason}); the session was closed in the daily log.',
    remedy: 'Look at the messages above, then boot again.',
  },
  AGENT_FLOODS: {
    section: '§5.1',
    exit: machine,
    what: 'The agent flooded the kernel ({what}) and was ended.',
    remedy:
      'Boot again. If it comes back, tell those who make the agent; what it has done so far is in the daily log and in `yamo log`.',
  },

  // Texts that speak to the agent in place of its human
  UNTRUSTED_TEXT: {
    section: '§4',
    exit: rule,
    what: '{file}, line {line}, holds {kind}; --strict does not accept that.',
    remedy:
      'Look at the line in an editor that shows what is invisible. Take it out if it is not yours; put it in a code block or a quote if it only shows what others say; or boot without --strict.',
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
  TIMER_UNUSABLE: {
    section: '§2.7',
    exit: machine,
    what: 'The timer of systemd could not be changed ({reason}).',
    remedy:
      'Run `systemctl --user status` to see whether systemd answers you, or stay with `yamo heartbeat --every 30m`.',
  },
  CHECKS_INVALID: {
    section: '§2.9',
    exit: rule,
    what: 'Nothing was noted as checked ({reason}).',
    remedy: 'Name the checks as they stand in the list of what is due.',
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
  EXPORT_NOT_ALLOWED: {
    section: '§4.4',
    exit: rule,
    what: '{client} asks for text of the workspace, and what it is given may leave this machine, for example to the provider of its model. The owner has not allowed that.',
    remedy: 'Only the owner may allow it, at a terminal: {advice}. Then ask again.',
  },
  AUDIT_IN_SHARED: {
    section: '§4.1',
    exit: rule,
    what: 'An audit reads every file of the workspace, MEMORY.md among them, and this is a shared session.',
    remedy: 'Ask the owner to run yamo audit, or use a main session.',
  },
  AUDIT_FAILED: {
    section: '§2.0',
    exit: machine,
    what: 'The workspace could not be audited ({reason}).',
    remedy: 'Run yamo audit by hand: it says more.',
  },
  MESH_UNAVAILABLE: {
    section: '§5.4',
    exit: machine,
    what: 'The index of memory cannot be used ({reason}). The files are as they were.',
    remedy: 'Try again; yamo mesh sync builds it anew.',
  },
  MESH_ID_UNKNOWN: {
    section: '§5.4',
    exit: machine,
    what: 'No place of memory has the id {id}.',
    remedy: 'Take the id that yamo mesh search shows.',
  },
  MESH_STORE_MISSING: {
    section: '§5.4',
    exit: machine,
    what: 'LanceDB is to keep the index, and it is not installed.',
    remedy: 'yamo mesh install, or: yamo mesh sync --store sqlite',
  },
  MESH_INSTALL_FAILED: {
    section: '§5.4',
    exit: machine,
    what: '{what} was not installed or removed ({reason}). What was there before is there.',
    remedy: 'Try again; the index works without it.',
  },
  MESH_FILE_UNREADABLE: {
    section: '§5.4',
    exit: machine,
    what: '{path} cannot be read ({reason}).',
    remedy: 'Name a text file that you can read.',
  },
  MESH_NO_EXPORT: {
    section: '§5.4',
    exit: rule,
    what: '{path} has no format-1 header in its first line, so it is no export of memories. Nothing was taken over.',
    remedy: 'Name a file that yamo mesh export wrote, or the export of a MemoryMesh.',
  },
  MESH_NO_INSIGHT: {
    section: '§5.4',
    exit: rule,
    what: 'The insight was not kept ({reason}).',
    remedy: 'Search for what it rests on, and write it without secrets.',
  },
  MESH_NO_LESSON: {
    section: '§5.4',
    exit: rule,
    what: '{path} is no lesson that may be kept ({reason}). Nothing was kept.',
    remedy: 'Write it as docs/recall.md shows, without secrets.',
  },
  SEARCH_EMPTY: {
    section: '§5.1',
    exit: rule,
    what: 'The search holds no word.',
    remedy: 'Give words that the line holds, or a phrase between quotation marks.',
  },
  HOOK_INPUT: {
    section: '§4.4',
    exit: rule,
    what: 'The event could not be read ({reason}), so what it asks for is denied.',
    remedy:
      'Give one event as the host sends it, on standard input; `yamo hook status` says what is installed.',
  },
  HOOK_UNTOLD: {
    section: '§3',
    exit: rule,
    what: 'yamo cannot tell which files `{call}` would change{named}.',
    remedy: '{advice}',
  },
  HOOK_OWN: {
    section: '§4.4',
    exit: rule,
    what: '{path} is what the hook of yamo rests on: its state, its settings, or those by which a program asks it.',
    remedy: 'Let your human change it, outside of an agent.',
  },
  HOOK_JOINED: {
    section: '§3.2',
    exit: rule,
    what: 'This session began with the primary human alone, and somebody else writes in it now.',
    remedy: 'Give each a session of their own (OpenClaw: session.dmScope), or end this one.',
  },
  HOOK_FAILED: {
    section: '§4.4',
    exit: machine,
    what: 'yamo could not answer ({reason}), so what was asked for is denied.',
    remedy: 'Tell your human: what went wrong stands on the standard error of the hook.',
  },
  HOOK_SETTINGS: {
    section: '§4.4',
    exit: EXIT.settings,
    what: '{path} could not be changed ({reason}); nothing was written.',
    remedy: '{advice}',
  },
  GATE_EXISTS: {
    section: '§6.2',
    exit: rule,
    what: '{path} is filled in, and a first boot never overwrites that.',
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
  WRITE_FAILED: {
    section: '§1',
    exit: machine,
    what: 'yamo could not {operation} {path} ({errno}).',
    remedy:
      'Check that you may write there and that the disk has room, then try again: what was done before stays, and is not done twice.',
  },

  // The shell tool
  SHELL_OFF: {
    section: '§4.4',
    exit: rule,
    what: 'There is no shell in this session ({reason}).',
    remedy: '{advice}',
  },
  SHELL_UNENFORCED: {
    section: '§4.4',
    exit: rule,
    what: 'There is no shell in this session: {reason}.',
    remedy:
      'Your human can install bubblewrap and allow user namespaces; `yamo doctor` says what is missing.',
  },
  SHELL_INVALID: {
    section: '§4.4',
    exit: rule,
    what: 'The command cannot be run ({reason}).',
    remedy: '{advice}',
  },
  SHELL_BUSY: {
    section: '§4.4',
    exit: rule,
    what: 'The session has {limit} terminals, or is closing.',
    remedy: 'Release a terminal first.',
  },
  SHELL_UNKNOWN: {
    section: '§4.4',
    exit: rule,
    what: 'There is no such terminal in this session.',
    remedy: 'Use the name that terminal/create gave; a released terminal is gone.',
  },

  // Settings and records
  FIX_FAILED: {
    section: '§2.2',
    exit: machine,
    what: '{file} could not be written ({errno}). Files written before it, each whole: {written}.',
    remedy: 'Put right what the code names, then run --fix again: it continues with what is left.',
  },
  BASELINE_INVALID: {
    section: '§2.0',
    exit: EXIT.settings,
    what: 'The baseline {path} cannot be used ({reason}).',
    remedy:
      'Fix it, or write a new one: yamo audit DIR --baseline {path} --update-baseline --accept-new',
  },
  CONFIG_INVALID: {
    section: '§2.0',
    exit: EXIT.settings,
    what: 'The configuration {path} cannot be used ({reason}).',
    remedy: 'Fix it: schemas/audit-config.schema.json says what it may hold.',
  },
  OUTPUT_UNWRITABLE: {
    section: '§2.0',
    exit: machine,
    what: 'The report cannot be written to {path} ({errno}).',
    remedy: 'Give a path in a directory that you can write to.',
  },
  GIT_UNAVAILABLE: {
    section: '§1',
    exit: machine,
    what: 'Git could not be asked about {path} ({reason}).',
    remedy: 'Put right what the reason names, or audit the files as they are on disk.',
  },
  REVISION_UNKNOWN: {
    section: '§1',
    exit: machine,
    what: 'Git knows no commit {revision} in the repository of {path}.',
    remedy:
      'Look with `git log`; a shallow clone has only the newest commits (`git fetch --unshallow`).',
  },
  EDITOR_NO_WORKSPACE: {
    section: '§1',
    exit: machine,
    what: '{path}, where the editor works, is no workspace, and no other was named.',
    remedy:
      'Name one in the settings of the editor (yamo acp DIR), or lay one out there: yamo init {path}',
  },
  EDITOR_CONTENT: {
    section: '§4',
    exit: rule,
    what: 'The editor sent {what}, which cannot go to the agent; nothing of the message did.',
    remedy: 'Send text, and attach files that are text, or less of them.',
  },
  BIRTH_UNANSWERED: {
    section: '§6.2',
    exit: rule,
    what: '{path} waits for its first boot, and nobody at this editor agreed to begin it. Nothing was touched.',
    remedy: 'Boot it once at a terminal (yamo boot {path}), then open a new thread.',
  },
  SETTINGS_INVALID: {
    section: '§4.4',
    exit: EXIT.settings,
    what: 'The settings {path} cannot be used ({reason}).',
    remedy:
      'Fix the file, as with yamo config edit, or name another (--settings); schemas/settings.schema.json says what it may hold.',
  },
  SETTING_UNFIT: {
    section: '§4.4',
    exit: EXIT.settings,
    what: 'Nothing was changed in {path} ({reason}).',
    remedy:
      'Give a value that is allowed, as JSON or as a text; schemas/settings.schema.json describes each, and yamo config get shows what holds.',
  },
  RECORD_BROKEN: {
    section: '§6.3',
    exit: rule,
    what: 'The boot record is broken at entry {entry}: {reason}.',
    remedy:
      'Someone or something changed it: compare with a backup. New boots go on from the last entry.',
  },
} as const satisfies Record<string, RefusalRow>;

/** The code of a refusal, which never changes. */
export type RefusalCode = keyof typeof REFUSALS;

/** The `{names}` in a text. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** The facts that a refusal must be given: one for each name in its texts. */
export type Facts<Code extends RefusalCode> = Readonly<
  Record<
    Names<(typeof REFUSALS)[Code]['what'] | (typeof REFUSALS)[Code]['remedy']>,
    string | number
  >
>;

const fill = (text: string, facts: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (name, key: string) => String(facts[key] ?? name));

/** Codes of the operating system say what they mean. */
const explained = (
  facts: Readonly<Record<string, string | number>>,
  at: Where,
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      typeof fact === 'string' && CODES.has(name) ? errnoInWords(fact, at) : fact,
    ]),
  );

const CODES: ReadonlySet<string> = new Set(['errno', 'reason']);

const whereOf = (code: string): Where => {
  if (code.startsWith('STATE_')) return 'state';
  return code === 'SCRATCH_UNUSABLE' ? 'scratch' : 'workspace';
};

/** Paths stand in commands that are pasted: one with a blank in it, or worse, is one word all the same. */
const wordsOf = (
  facts: Readonly<Record<string, string | number>>,
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      PATHS.has(name) ? shellWord(String(fact)) : fact,
    ]),
  );

const PATHS: ReadonlySet<string> = new Set(['path', 'file', 'gone']);

/**
 * An expected end: the kernel will not go on, and says why. Thrown by kernel steps, shown by the
 * command line, written to the boot record. Never carries the text of a workspace file.
 */
export class Refusal<Code extends RefusalCode = RefusalCode> extends Error {
  override readonly name = 'Refusal';
  readonly code: Code;
  readonly facts: Readonly<Record<string, string | number>>;

  constructor(code: Code, facts: Facts<Code>) {
    super(fill(REFUSALS[code].what, explained(facts, whereOf(code))));
    this.code = code;
    this.facts = facts;
  }

  /** The same, with its facts in the words of `named`. */
  renamed(named: (text: string) => string): Refusal {
    const facts = Object.entries(this.facts).map(([name, fact]) => [
      name,
      typeof fact === 'string' ? named(fact) : fact,
    ]);
    return new Refusal(this.code, Object.fromEntries(facts));
  }

  get section(): string {
    return REFUSALS[this.code].section;
  }

  /** What to do: the cure of a cause that the table of causes knows, or what the refusal itself advises. */
  get remedy(): string {
    const row: RefusalRow = REFUSALS[this.code];
    const words = wordsOf(this.facts);
    const own = fill(row.remedy, words);
    const { errno, reason, path = words['file'] ?? '.' } = words;
    const cure = cureOf(String(errno ?? reason), whereOf(this.code));
    if (cure === undefined) return own;
    return [fill(cure, { path }), ...(row.stays === true ? [own] : [])].join(' ');
  }

  get exit(): 1 | 3 | 4 {
    return REFUSALS[this.code].exit;
  }
}
