/** The text of a daily log (RFC-0009 §2.5): its title, the blocks of its sessions, their lines. */

/** The first lines of a new log. */
export const dailyTitle = (day: string): string => `# Memory — ${day}\n`;

/** The heading of a session's block; `time` is `HH:MM`. */
export const sessionHeading = (time: string): string => `\n## Session [${time}]\n\n`;

/** The events that the kernel writes to logs. */
export const LOG_EVENTS = [
  'bootstrap_completed',
  'ghost_repair_event',
  'session',
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
