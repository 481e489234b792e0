/** The logs of a workspace as their owner sees them: those of `memory/` and those that were put away (RFC-0009 §5.2). */
import { MEMORY_DIR } from '#lib/spec/files.ts';
import { LOG_MAX_BYTES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { noteDayOf } from '#lib/memory/foreign-marks.ts';
import { archivedDayOf, dailyFile, dayOf, isDay } from '#lib/text/day.ts';
import { archivedFile } from '#lib/text/days.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import type { FileText } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { archiveOf, asText, readBytes } from './archive.ts';

/** A log, by its name. */
export interface LogName {
  readonly day: string;
  /** Relative to the workspace. */
  readonly file: string;
  readonly isArchived: boolean;
}

/** All logs, the oldest first. A day may have one of each kind. Throws MEMORY_DIR_UNUSABLE, FILE_UNREADABLE. */
export const logsOf = (workspace: Workspace): readonly LogName[] => {
  const daily = namesIn(workspace).flatMap((name): LogName[] => {
    const day = dayOf(`${MEMORY_DIR}/${name}`);
    return day === undefined ? [] : [{ day, file: dailyFile(day), isArchived: false }];
  });
  const archived = archiveOf(workspace)
    .names()
    .flatMap((file): LogName[] => {
      const day = archivedDayOf(file);
      return day === undefined ? [] : [{ day, file, isArchived: true }];
    });
  return [...archived, ...daily].toSorted((one, other) => (one.day < other.day ? -1 : 1));
};

/** Notes of a day under a longer name, the oldest first. Throws MEMORY_DIR_UNUSABLE. */
export const dayNotesOf = (workspace: Workspace): readonly LogName[] =>
  namesIn(workspace)
    .map((name) => `${MEMORY_DIR}/${name}`)
    .flatMap((file): LogName[] => {
      const day = noteDayOf(file);
      return day === undefined ? [] : [{ day, file, isArchived: false }];
    })
    .toSorted((one, other) => (one.file < other.file ? -1 : 1));

/**
 * What `about` names, a file or a day: of a day its log, or the one that was put away, and its other notes. Throws as
 * `readMemoryFile`.
 */
export const memoryAbout = (workspace: Workspace, about: string): readonly FileText[] => {
  const notes = dayNotesOf(workspace).filter(({ day }) => day === about);
  const found = isDay(about)
    ? [
        readMemoryFile(workspace, dailyFile(about)) ??
          readMemoryFile(workspace, archivedFile(about)),
        ...notes.map(({ file }) => readMemoryFile(workspace, file)),
      ]
    : [readMemoryFile(workspace, about)];
  return found.filter((file) => file !== undefined);
};

const namesIn = (workspace: Workspace): readonly string[] => {
  try {
    return workspace.memory()?.names() ?? [];
  } catch (error) {
    throw asRefusal(error, (reason) => new Refusal('MEMORY_DIR_UNUSABLE', { reason }));
  }
};

/**
 * MEMORY.md, a log, or one that was put away, unpacked; `undefined` if it is absent. Logs may be longer than an agent is
 * shown. Throws FILE_… refusals, FILE_NOT_GZIP, MEMORY_DIR_UNUSABLE.
 */
export const readMemoryFile = (workspace: Workspace, file: string): FileText | undefined => {
  if (archivedDayOf(file) !== undefined) return archiveOf(workspace, LOG_MAX_BYTES).read(file);
  const place = workspace.place(file);
  if (place === undefined) return undefined;
  try {
    const found = readBytes(place.directory, place.name, file);
    return found && asText(file, found.bytes, found.stat);
  } catch (error) {
    throw asRefusal(error, (errno) => new Refusal('FILE_UNREADABLE', { file, errno }));
  }
};
