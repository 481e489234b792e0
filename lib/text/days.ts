/** Old logs by their names: how old they are, and where they are put away (RFC-0009 §5.2, R-33, R-93). */

const DAY_MS = 86_400_000;

/** Days from one day to a later one; negative if it is earlier. */
export const daysFrom = (day: string, later: string): number =>
  (Date.parse(`${later}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / DAY_MS;

/** So many days before `day`. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

/** The log of a day that was put away, as a name in the workspace. */
export const archivedFile = (day: string): string => `memory/archive/${day}.md.gz`;
