/** What only the daemon, and what asks for it, refuses. */
import { EXIT } from './exits.ts';
import type { RefusalRow } from './refusal-row.ts';

const rule = EXIT.refused;
const machine = EXIT.machine;

/** Their refusals: sections, exit codes, words and remedies. */
export const DAEMON_REFUSALS = {
  // Databases of the daemon
  DATABASE_UNUSABLE: {
    section: '§6.3',
    exit: machine,
    what: 'The database {file} cannot be used: {reason}.',
    remedy:
      'Make it a file of yours on a disk with free space, or put it back from a copy of yours. A missing one is made anew, and is empty.',
  },
  DATABASE_FOREIGN: {
    section: '§6.3',
    exit: machine,
    what: '{file} is a database of another program, or an empty file.',
    remedy: 'Move it away if nobody needs it there: yamo then makes its own.',
  },
  DATABASE_NEWER: {
    section: '§6.3',
    exit: machine,
    what: 'The database {file} is of version {version}, and this yamo knows versions up to {known}.',
    remedy: 'Install the version of yamo that wrote it, or a newer one.',
  },
  SQLITE_OLD: {
    section: '§6.3',
    exit: machine,
    what: 'The SQLite of this Node is {version}; one before {least} can damage a database that two connections use.',
    remedy: 'Install a newer Node.',
  },

  // Knowledge
  KNOWLEDGE_INVALID: {
    section: '§4.2',
    exit: rule,
    what: 'This cannot be proposed: {reason}.',
    remedy:
      'Propose an entity (type, name, isOwner, attributes), a fact (text, about) or an episode (summary); where it was learnt and who it comes from is for the kernel to say.',
  },
  QUERY_REFUSED: {
    section: '§4.1',
    exit: rule,
    what: 'The databases were not asked: {reason}.',
    remedy:
      'Ask one SELECT of the tables in SCHEMA.md, with a LIMIT; other statements, pragmas and files are never reached.',
  },
  PROPOSAL_UNKNOWN: {
    section: '§5.3',
    exit: rule,
    what: 'There is no proposal {id}.',
    remedy: 'Look which ones wait.',
  },

  // Backups
  BACKUP_PLACE: {
    section: '§6.3',
    exit: machine,
    what: 'No backup is put at {path}: {reason}.',
    remedy: 'Name a file that is not there yet, in a folder of yours outside the workspace.',
  },
  BACKUP_FAILED: {
    section: '§6.3',
    exit: machine,
    what: 'The backup {path} cannot be written ({errno}).',
    remedy: 'Name a file in a folder that you can write to, on a disk with free space.',
  },
  RESTORE_PLACE: {
    section: '§6.3',
    exit: machine,
    what: 'Nothing is restored into {path}: {reason}.',
    remedy: 'Name a folder that is empty or not there yet, in one that is there.',
  },
  RESTORE_FOREIGN: {
    section: '§6.3',
    exit: machine,
    what: '{file} is no backup that yamo wrote.',
    remedy: 'Name a file that yamo backup has written.',
  },
  RESTORE_NEWER: {
    section: '§6.3',
    exit: machine,
    what: '{file} is a backup of format {version}, and this yamo knows formats up to {known}.',
    remedy: 'Install the version of yamo that wrote it, or a newer one.',
  },
  RESTORE_DAMAGED: {
    section: '§6.3',
    exit: machine,
    what: '{file} is not as yamo backup wrote it: {reason}. Nothing was restored.',
    remedy: 'Take another backup, or another copy of this one.',
  },
  RESTORE_FAILED: {
    section: '§6.3',
    exit: machine,
    what: '{path} cannot be restored ({errno}).',
    remedy: 'Name a folder on a disk of yours with free space.',
  },

  // Adapters
  ADAPTER_FAILED: {
    section: '§4.4',
    exit: machine,
    what: 'The adapter of a chat cannot run: {reason}.',
    remedy: 'yamo doctor looks at what holds processes here. It is started again by itself.',
  },

  // Chats
  CHAT_KNOWN: {
    section: '§3.2',
    exit: rule,
    what: 'There is a chat {name} already.',
    remedy:
      'Give this one another name (--name NAME), or remove that one: yamo chat remove --name {name}',
  },
  CHAT_UNKNOWN: {
    section: '§3.2',
    exit: rule,
    what: 'There is no chat {name}.',
    remedy: 'Add one, or name one of those that there are (--name): yamo chat list',
  },

  CHAT_OF_PROGRAMS: {
    section: '§3.2',
    exit: rule,
    what: 'Programs speak in {name}, and a signature proves no person: nobody can be paired there.',
    remedy: 'It stays a session with others. Pair yourself in Telegram, Slack or Discord.',
  },

  CHAT_PLACE_UNKNOWN: {
    section: '§3.2',
    exit: rule,
    what: 'Nobody has spoken to the agent in {place} of {name}; in these somebody has: {known}.',
    remedy: 'Mention it there once, and look how the chat is called: yamo chat list',
  },

  CHAT_NOT_OWNERS: {
    section: '§3.2',
    exit: rule,
    what: '{name} is no direct chat of an account that is paired with you.',
    remedy:
      'Pair the account there (yamo chat pair), or name one that is: heartbeat.tell.chat of the settings. yamo chat list shows them.',
  },

  SERVE_CONFIG_INVALID: {
    section: '§1',
    exit: EXIT.settings,
    what: '{file} does not say how the workspace is served: {reason}.',
    remedy: 'Mend it, or move it away and have it made anew: yamo init --layout nexus',
  },
  WORKSPACE_SERVED: {
    section: '§6.3',
    exit: machine,
    what: '{path} is served already, by process {pid}.',
    remedy: 'yamo status says how; yamo stop ends it.',
  },
  PHONE_UNREACHABLE: {
    section: '§6.3',
    exit: rule,
    what: 'A phone does not reach the page of this daemon: {reason}.',
    remedy: 'Do what is missing, and ask again; docs/page.md shows both ways step by step.',
  },
  DEVICE_UNKNOWN: {
    section: '§6.3',
    exit: rule,
    what: 'No browser called {device} has logged in.',
    remedy: 'Look which ones have: yamo devices.',
  },
  WORKSPACE_NOT_SERVED: {
    section: '§6.3',
    exit: rule,
    what: '{path} is not served.',
    remedy: 'yamo status says which workspaces are; yamo start serves one.',
  },
  DAEMON_NONE: {
    section: '§6.3',
    exit: rule,
    what: 'No daemon of yours runs.',
    remedy: 'yamo start serves a workspace.',
  },
  DAEMON_SAYS: {
    section: '§6.3',
    exit: machine,
    what: 'The daemon (process {pid}) does not do it: {said}',
    remedy: 'yamo status says how it is.',
  },
  DAEMON_BY_HAND: {
    section: '§6.3',
    exit: machine,
    what: 'A daemon of yours runs, which systemd did not start (process {pid}); one more would not come up beside it.',
    remedy: 'End it, and install again: yamo stop',
  },
  DAEMON_RUNS: {
    section: '§6.3',
    exit: machine,
    what: 'A daemon of yours is starting at this moment.',
    remedy: 'Try again in a moment: yamo start then hands the workspace to it.',
  },
  BIND_UNSAFE: {
    section: '§4.4',
    exit: rule,
    what: 'Whoever can listen in between would read the token of a workspace that is reached at {address} without encryption.',
    remedy:
      'Give it a certificate (--tls-cert FILE --tls-key FILE), or say that a proxy of yours encrypts (--behind-proxy); without --bind, and with runtime.bind "loopback", this machine alone reaches it.',
  },
  TLS_UNUSABLE: {
    section: '§6.3',
    exit: machine,
    what: 'The certificate and its key cannot be used: {reason}.',
    remedy: 'Name two PEM files that belong together: --tls-cert FILE --tls-key FILE',
  },
  ADDRESS_UNUSABLE: {
    section: '§6.3',
    exit: machine,
    what: 'The address {address} cannot be used ({errno}).',
    remedy:
      'Name an IP address of this machine, or 0.0.0.0 for all of them: yamo start --bind ADDRESS',
  },
  PORT_TAKEN: {
    section: '§6.3',
    exit: machine,
    what: 'The port {port} is taken, perhaps by OpenClaw, which has the same one by default, or by another user of this machine.',
    remedy: 'Name another one: yamo start --port 0 takes any that is free.',
  },
  PORT_UNUSABLE: {
    section: '§6.3',
    exit: machine,
    what: 'The port {port} cannot be used ({errno}).',
    remedy: 'Name another one: yamo start --port 0 takes any that is free.',
  },
  COMMAND_UNFINISHED: {
    section: '§6.3',
    exit: machine,
    what: 'yamo {command}, which the daemon runs beside itself, came to no end: {reason}.',
    remedy: 'Try again later, or run the command yourself: it says more.',
  },
  SESSION_OVER: {
    section: '§3',
    exit: rule,
    what: 'The session {session} has ended.',
    remedy: 'Leave the session out to begin a new one.',
  },
  SESSION_OF_WORKER: {
    section: '§3',
    exit: rule,
    what: 'The session {session} is one of a worker, whose manager alone talks to it.',
    remedy: 'Talk to its manager; chat.cancel with this session ends what it does.',
  },
  REQUEST_LOST: {
    section: '§6.3',
    exit: machine,
    what: 'The daemon was killed before it had answered this.',
    remedy: 'Look at what was done of it, yamo log and yamo sessions say it, and ask again.',
  },
  DAEMON_DRAINING: {
    section: '§6.3',
    exit: machine,
    what: 'The daemon is ending, and begins nothing new.',
    remedy: 'Try again when it has started: yamo start',
  },
} as const satisfies Record<string, RefusalRow>;
