/** What the kernel refuses beside ring 0. */
import { EXIT } from './exits.ts';
import { LAYOUT_NAMES } from './layouts.ts';
import type { RefusalRow } from './refusal-row.ts';

const rule = EXIT.refused;
const machine = EXIT.machine;

/** Its refusals: their sections, exit codes, words and remedies. */
export const KERNEL_REFUSALS = {
  // The workspace and the kernel's own state
  WORKSPACE_UNWRITABLE: {
    section: '§6.3',
    exit: machine,
    what: 'A test file could not be written to {path} ({errno}); nothing was deleted.',
    remedy: 'Free some space, or mount or chmod the workspace so that it can be written.',
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
  STATE_ROW_REFUSED: {
    section: '§6.3',
    exit: machine,
    what: 'The row {row} is not taken over into the state of a workspace: {reason}.',
    remedy:
      'Nothing was changed. Take it from where it is whole, with a yamo that is as new as the one that wrote it.',
  },
  LAYOUT_OTHER: {
    section: '§1',
    exit: rule,
    what: '{path} is a workspace of {layout}, by {evidence}. Nothing was changed.',
    remedy: '{advice}',
  },
  PERSONA_UNKNOWN: {
    section: '§1',
    exit: rule,
    what: 'There is no agent {name} here.',
    remedy:
      'yamo persona list DIR says who there is; yamo persona new DIR NAME begins another one.',
  },
  PERSONA_LAYOUT: {
    section: '§1',
    exit: rule,
    what: '{path} is no workspace of Nexus: it has one agent.',
    remedy: 'yamo init DIR --layout nexus lays out one that may have several.',
  },
  PERSONA_NAME: {
    section: '§1',
    exit: rule,
    what: '{name} is no name for an agent: small letters, digits and hyphens, {limit} at most, beginning with a letter.',
    remedy: 'Give it another one; how it is called is said in its onboarding.',
  },
  PERSONA_EXISTS: {
    section: '§1',
    exit: rule,
    what: 'There is no place for an agent {name}: {path} is there already.',
    remedy: 'Give another name; yamo persona list DIR says who there is.',
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
    remedy: 'Give a file outside of the workspace that fits schemas/prompt-facts.schema.json.',
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
  // Bootstrap instructions (§2.6, §4.3, §6)
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
  BOOTSTRAP_INVALID: {
    section: 'RFC-0006 §1',
    exit: rule,
    what: '{file}, line {line}: {reason}. It was not deleted.',
    remedy: 'Correct the document; RFC-0009.md shows a valid one.',
  },
  BOOTSTRAP_TRACKED: {
    section: '§2.6',
    exit: rule,
    what: '{file} is tracked by git, so its text stays in the history; --strict does not accept that.',
    remedy: 'git rm --cached {file}, and rewrite the history if it held secrets.',
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
  USER_MISSING: {
    section: '§3.1',
    exit: rule,
    what: 'USER.md is missing, and --strict does not let the kernel write a stub.',
    remedy: '`yamo init {path}` creates what is missing.',
  },
  FILE_NOT_GZIP: {
    section: '§5.2',
    exit: rule,
    what: '{file} is no log that was put away ({reason}). It was not changed.',
    remedy: 'Restore it from a backup, or move it out of memory/archive/.',
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
  FILE_UNSENT: {
    section: '§4.4',
    exit: rule,
    what: '{file} was not sent: {reason}.',
    remedy:
      'Ask for a file of a folder that the setting workFolders names, when its human is there to allow it.',
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
  TIMER_UNUSABLE: {
    section: '§2.7',
    exit: machine,
    what: 'The unit of systemd could not be changed ({reason}).',
    remedy:
      'Run `systemctl --user status` to see whether systemd answers you, or stay in the foreground: `yamo heartbeat --every 30m`, `yamo start`.',
  },
  CHECKS_INVALID: {
    section: '§2.9',
    exit: rule,
    what: 'Nothing was noted as checked ({reason}).',
    remedy: 'Name the checks as they stand in the list of what is due.',
  },
  MESH_UNAVAILABLE: {
    section: '§5.4',
    exit: machine,
    what: 'The index of memory cannot be used ({reason}). The files are as they were.',
    remedy: 'Try again; yamo mesh sync builds it anew.',
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
  SEARCH_DAY: {
    section: '§5.1',
    exit: rule,
    what: '{days} are no days from one to another.',
    remedy: 'Give days that the calendar has, as YYYY-MM-DD, the earlier one first.',
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
  HOOK_SETTINGS: {
    section: '§4.4',
    exit: EXIT.settings,
    what: '{path} could not be changed ({reason}); nothing was written.',
    remedy: '{advice}',
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
  OUTPUT_UNWRITABLE: {
    section: '§2.0',
    exit: machine,
    what: 'The report cannot be written to {path} ({errno}).',
    remedy: 'Give a path in a directory that you can write to.',
  },
  MANAGER_DELEGATES: {
    section: '§2.2',
    exit: rule,
    what: 'A manager has the tools agent_send, wait, read, write and edit, and nothing else.',
    remedy: 'Have a worker do it: agent_send with op dispatch.',
  },
  WORKER_REFUSED: {
    section: '§2.2',
    exit: rule,
    what: 'No worker was told that: {reason}.',
    remedy: 'agent_send with op list says which workers there are, and wait waits for them.',
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
} as const satisfies Record<string, RefusalRow>;
