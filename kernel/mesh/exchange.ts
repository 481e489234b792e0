/** Memories and lessons taken over from another kernel (RFC-0009 §5.4, RFC-0011). */
import { MESH_IMPORT_MAX_BYTES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { readFormat1 } from '#lib/yamo/format1.ts';
import { readLessonBlock } from '#lib/yamo/lesson-block.ts';
import type { Distilled } from '#lib/yamo/lessons.ts';
import { readAll } from '#kernel/fs/bytes.ts';
import { type Disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import type { MemoryLedger, LedgerImport } from './ledger.ts';

/** What became of the lines of a file that was imported. */
export interface ImportedFile extends LedgerImport {
  readonly faults: readonly { readonly line: number; readonly reason: string }[];
}

/** Takes over the export at `path`. Throws MESH_FILE_UNREADABLE, MESH_NO_EXPORT, STATE_DAMAGED, STATE_UNUSABLE. */
export const importMemory = (disk: Disk, path: string, ledger: MemoryLedger): ImportedFile => {
  const read = readFormat1(textAt(disk, path));
  if (read === undefined) throw new Refusal('MESH_NO_EXPORT', { path });
  return { ...ledger.take(read, Date.now()), faults: read.faults };
};

/** Keeps the lesson at `path`. Throws MESH_FILE_UNREADABLE, MESH_NO_LESSON, STATE_DAMAGED, STATE_UNUSABLE. */
export const learnLesson = (
  disk: Disk,
  path: string,
  ledger: MemoryLedger,
): Exclude<Distilled, { kind: 'refused' }> => {
  const read = readLessonBlock(textAt(disk, path));
  if ('fault' in read) throw new Refusal('MESH_NO_LESSON', { path, reason: read.fault });
  const distilled = ledger.learn(read.context, Date.now());
  if (distilled.kind === 'refused')
    throw new Refusal('MESH_NO_LESSON', { path, reason: distilled.part });
  return distilled;
};

const textAt = (disk: Disk, path: string): string => {
  const unreadable = (reason: string): Refusal =>
    new Refusal('MESH_FILE_UNREADABLE', { path, reason });
  try {
    const fd = disk.open(path, OPEN.follow);
    try {
      const stat = disk.fstat(fd);
      if (!stat.isFile()) throw unreadable('it is no file');
      if (stat.size > BigInt(MESH_IMPORT_MAX_BYTES)) throw unreadable('it is too large');
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(
        readAll(disk, fd, Number(stat.size)),
      );
    } finally {
      disk.close(fd);
    }
  } catch (error) {
    if (error instanceof TypeError) throw unreadable('it is not UTF-8');
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    throw unreadable(errno);
  }
};
