/** The text of a daily log (RFC-0009 §2.5): its title, the blocks of its sessions, their lines, and who reads which. */
import { type SessionKind, SHARED } from '#lib/spec/session-policy.ts';
import { dayOf } from '#lib/text/day.ts';
import { LIKE_A_BLOCK } from './agent-lines.ts';

/** The first lines of a new log. */
export const dailyTitle = (day: string): string => `# Memory — ${day}\n`;

/** The heading of a session's block; `time` is `HH:MM`. */
export const sessionHeading = (time: string): string => `\n## Session [${time}]\n\n`;

/** The events that the kernel writes to logs. */
export const LOG_EVENTS = [
  'bootstrap_completed',
  'ghost_repair_event',
  'session',
  'session_chat',
  'session_closed',
  'session_continues',
  'session_opened',
  'soul_reconfigured',
  'user_stub_created',
] as const;

/** What the kernel itself writes into a daily log. */
export type LogEvent = (typeof LOG_EVENTS)[number];

/** A semicolon line (RFC-0006 §2.2) as the kernel writes events; a `;` in a value becomes `%3B`. */
export const eventLine = (...fields: readonly string[]): string =>
  `- ${fields.map((field) => field.replaceAll(';', '%3B').replaceAll(/[\r\n]+/g, ' ')).join(';')};\n`;

/** Below the heading of a block that was said in a chat: which, and in a session of which kind. */
export const chatLine = (at: string, chat: string, kind: string): string =>
  eventLine('session_chat', at, 'chat', chat, 'kind', kind);

/** Whose block it is, by that line. */
const ownerIn = (line = ''): string | undefined => /^- session_chat;[^;]*;(.*)$/u.exec(line)?.[1];

const TITLE = /^# Memory — \d{4}-\d\d-\d\d$/u;
/** Lines of sessions that end are added wherever the log ends: what stands below them, somebody else has written. */
const ENDS = /^- session(?:_closed|_continues)?;/u;

/** Whose notes are read. */
interface NotesScope {
  /** Those of shared sessions of this chat. */
  readonly chat: string | undefined;
  /** Those that belong to no chat, of this day and of later ones; absent: none. */
  readonly since?: (() => string) | undefined;
}

/** What a session reads of a file: of a log its title and the lines that are in scope, as they are; `undefined`: all of any. */
export const notesFor = (
  kind: SessionKind,
  { chat, since }: NotesScope,
): ((file: string, text: string) => string) | undefined => {
  if (kind.permissions.logs === 'always') return undefined;
  const own = chat === undefined ? undefined : ownerOf(chat);
  return (file, log) => {
    const day = dayOf(file);
    if (day === undefined) return log;
    const isOpen = since !== undefined && since() <= day;
    const lines = log.split('\n');
    const owners = ownersOf(lines);
    const read = lines.filter((line, at) =>
      owners[at] === undefined ? isOpen || (at === 0 && TITLE.test(line)) : owners[at] === own,
    );
    return read.length === lines.length ? log : `${read.join('\n').trimEnd()}\n`;
  };
};

/** The lines of a log, counted from 1, that were noted in shared sessions of this chat. */
export const linesOfChat = (log: string, chat: string): readonly (readonly [number, string])[] => {
  const lines = log.split('\n');
  const owners = ownersOf(lines);
  return lines.flatMap((line, at) => (owners[at] === ownerOf(chat) ? [[at + 1, line]] : []));
};

/** As the line below a heading has it. */
const ownerOf = (chat: string): string | undefined =>
  ownerIn(chatLine('', chat, SHARED.name).trimEnd());

/** Whose each line is; `undefined` for what belongs to no chat. */
const ownersOf = (lines: readonly string[]): readonly (string | undefined)[] => {
  let owner: string | undefined;
  return lines.map((line, at) => {
    if (LIKE_A_BLOCK.test(line)) owner = ownerIn(lines[at + 2]);
    else if (ENDS.test(line)) owner = undefined;
    return owner;
  });
};
