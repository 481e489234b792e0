/**
 * Old logs, as their owner wishes (RFC-0009 §5.2): put away, compressed, or removed. The age of a log is that of its name
 * . Nothing else in yamo removes one. What is done is in the journal, and can be undone.
 */
import { JOURNAL_ENTRY_MAX_BYTES, LOG_KEEP_DAYS, LOGS_AT_ONCE } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { dailyFile } from '#lib/text/day.ts';
import { archivedFile, daysFrom } from '#lib/text/days.ts';
import { textFault } from '#kernel/fs/bytes.ts';
import { pack, unpack } from '#kernel/memory/archive.ts';
import { bytesOf, type Changing, changeMemory, ChangeBatch } from '#kernel/memory/change.ts';
import type { ChangeEntry, MemoryChange } from '#kernel/memory/journal.ts';
import { type LogName, logsOf } from '#kernel/memory/logs.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { Day } from './memory.ts';

/** What is done with old logs. */
export type Disposal = 'archive' | 'retain';

/** How old a log must be. */
export interface Age extends Day {
  /** Older than so many days. */
  readonly days: number;
  /** The owner says that young logs are meant, too. */
  readonly consent: boolean;
}

/** A log that could not be dealt with, and is as it was. */
export interface UntouchedLog {
  readonly file: string;
  readonly code: string;
  readonly what: string;
}

/** What came of it. */
export interface Disposed {
  readonly entries: readonly ChangeEntry[];
  readonly files: readonly string[];
  readonly kept: readonly UntouchedLog[];
}

const DONE: Readonly<Record<Disposal, string>> = { archive: 'put away', retain: 'removed' };

/**
 * The logs that are old enough, the oldest first: to be put away those of `memory/`, to be removed also those that were
 * put away. The log of today, and those of days to come, are never among them. A day to come that was told makes none older. Throws LOG_YOUNG, MEMORY_DIR_UNUSABLE.
 */
export const oldLogs = (
  workspace: Workspace,
  disposal: Disposal,
  { today, machineDay, days, consent }: Age,
): readonly LogName[] => {
  if (days < LOG_KEEP_DAYS && !consent)
    throw new Refusal('LOG_YOUNG', { keep: LOG_KEEP_DAYS, days, done: DONE[disposal] });
  const from = today < machineDay ? today : machineDay;
  return logsOf(workspace).filter(
    ({ day, isArchived }) =>
      daysFrom(day, from) > Math.max(0, days) && (disposal === 'retain' || !isArchived),
  );
};

/**
 * Puts logs away, or removes them; `tell` hears how many are done. A log that cannot be read is left and named. Throws
 * FILE_MOVED, MEMORY_UNWRITABLE, STATE_… refusals, WORKSPACE_WRITING: what was done until then stays, in the journal.
 */
export const dispose = (
  changing: Changing,
  disposal: Disposal,
  logs: readonly LogName[],
  tell: (done: number) => void,
): Disposed => {
  const entries: ChangeEntry[] = [];
  const files: string[] = [];
  const kept: UntouchedLog[] = [];
  let batch: MemoryChange[] = [];
  let [bytes, count] = [0, 0];
  // Those of one run are taken back together.
  const note = { kind: disposal, at: new Date().toISOString() };
  const run = new ChangeBatch();
  const flush = (): void => {
    if (batch.length === 0) return;
    entries.push(changeMemory({ ...changing, run }, note, batch));
    files.push(...batch.flatMap(({ file, after }) => (after === undefined ? [file] : [])));
    [batch, bytes, count] = [[], 0, 0];
  };
  for (const [index, log] of logs.entries()) {
    const changes = attempt(changing.workspace, disposal, log);
    if ('code' in changes) kept.push(changes);
    else {
      batch.push(...changes);
      bytes += changes.reduce((sum, { before }) => sum + (before?.byteLength ?? 0), 0);
      count += 1;
      if (count >= LOGS_AT_ONCE || bytes >= JOURNAL_ENTRY_MAX_BYTES) flush();
    }
    tell(index + 1);
  }
  flush();
  return { entries, files, kept };
};

/** What is to be changed for one log, or why it is left. */
const attempt = (
  workspace: Workspace,
  disposal: Disposal,
  { file, day }: LogName,
): readonly MemoryChange[] | UntouchedLog => {
  try {
    const before = bytesOf(workspace, file);
    if (before === undefined) return [];
    const removal: MemoryChange = { file, before, after: undefined };
    return disposal === 'retain' ? [removal] : [...putAway(workspace, day, before), removal];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { file, code: error.code, what: error.message };
  }
};

/** The archive of a log; nothing to do where it is there already, as after a kill. Throws FILE_… refusals, ARCHIVE_EXISTS. */
const putAway = (workspace: Workspace, day: string, log: Buffer): readonly MemoryChange[] => {
  const file = archivedFile(day);
  const there = bytesOf(workspace, file);
  if (there !== undefined) {
    if (unpack(file, there).equals(log)) return [];
    throw new Refusal('ARCHIVE_EXISTS', { file });
  }
  const reason = textFault(log);
  if (reason !== undefined) throw new Refusal('FILE_NOT_TEXT', { file: dailyFile(day), reason });
  const after = pack(log);
  // What cannot be unpacked is no archive, whatever went wrong.
  if (!unpack(file, after).equals(log))
    throw new Refusal('FILE_NOT_GZIP', { file, reason: 'test' });
  return [{ file, before: undefined, after }];
};
