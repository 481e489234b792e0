/** What only commands refuse. */
import { EXIT } from './exits.ts';
import type { RefusalRow } from './refusal-row.ts';

const rule = EXIT.refused;
const machine = EXIT.machine;

/** Their refusals: sections, exit codes, words and remedies. */
export const COMMAND_REFUSALS = {
  // The workspace and the kernel's own state
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
  PLACE_ADDRESS: {
    section: '§1',
    exit: rule,
    what: '{address} is an address, and no folder of this machine. Nothing was written.',
    remedy:
      'Give a folder. What lies in a bucket (s3://BUCKET/PREFIX) is only read, by yamo audit and yamo prompt.',
  },
  INIT_IN_PROJECT: {
    section: '§4.4',
    exit: rule,
    what: '{path} is a project ({evidence}): USER.md, MEMORY.md and memory/ would lie in it, and may be committed. Nothing was changed.',
    remedy:
      '`{command}` lays the workspace out beside it; --here lays it out in the project all the same.',
  },
  // Files of the workspace
  MEMORY_ABSENT: {
    section: '§2.4',
    exit: rule,
    what: 'There is no {file}.',
    remedy: '`yamo memory timeline` shows the days of which there is a log.',
  },
  // What the gate answers to an agent
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
  MESH_ID_UNKNOWN: {
    section: '§5.4',
    exit: machine,
    what: 'No place of memory has the id {id}.',
    remedy: 'Take the id that yamo mesh search shows.',
  },
  MESH_NO_INSIGHT: {
    section: '§5.4',
    exit: rule,
    what: 'The insight was not kept ({reason}).',
    remedy: 'Search for what it rests on, and write it without secrets.',
  },
  HOOK_FAILED: {
    section: '§4.4',
    exit: machine,
    what: 'yamo could not answer ({reason}), so what was asked for is denied.',
    remedy: 'Tell your human: what went wrong stands on the standard error of the hook.',
  },
  // Settings and records
  CONFIG_INVALID: {
    section: '§2.0',
    exit: EXIT.settings,
    what: 'The configuration {path} cannot be used ({reason}).',
    remedy: 'Fix it: schemas/audit-config.schema.json says what it may hold.',
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
  RECORD_BROKEN: {
    section: '§6.3',
    exit: rule,
    what: 'The boot record is broken at entry {entry}: {reason}.',
    remedy:
      'Someone or something changed it: compare with a backup. New boots go on from the last entry.',
  },
} as const satisfies Record<string, RefusalRow>;
