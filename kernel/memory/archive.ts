/**
 * Logs that were put away (RFC-0009 §5.2, R-93): `memory/archive/YYYY-MM-DD.md.gz`, each a log compressed byte for byte. They
 * are read where somebody asks for them, and never loaded at a start.
 */
import process from 'node:process';
import { ARCHIVE_DIR, MEMORY_DIR } from '#lib/spec/files.ts';
import { FILE_MAX_BYTES, LOG_MAX_BYTES } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { archivedDayOf } from '#lib/text/day.ts';
import { sha256, stripBom, textFault } from '#kernel/fs/bytes.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal, closeQuietly, type Stat } from '#kernel/fs/disk.ts';
import { openExamined, readOpened } from '#kernel/fs/examine.ts';
import { type FileText, lookAt } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';

/** The logs of a workspace that were put away. */
export interface Archive {
  /** Relative to the workspace, in the order of their days. Throws FILE_UNREADABLE. */
  readonly names: () => readonly string[];
  /** One of them, unpacked; `undefined` if there is none. Throws FILE_… refusals, FILE_NOT_GZIP. */
  readonly read: (file: string) => FileText | undefined;
}

/** The archive of `workspace`; a log of which more than `maxBytes` would come is refused. */
export const archiveOf = (workspace: Workspace, maxBytes = FILE_MAX_BYTES): Archive => ({
  names: () =>
    readable(ARCHIVE_DIR, () =>
      inArchive(workspace, (directory) =>
        directory
          .names()
          .map((name) => `${ARCHIVE_DIR}/${name}`)
          .filter((file) => archivedDayOf(file) !== undefined)
          .toSorted(),
      ),
    ) ?? [],
  read: (file) =>
    readable(file, () =>
      inArchive(workspace, (directory) => {
        const packed = readBytes(directory, file.slice(ARCHIVE_DIR.length + 1), file);
        return packed && asText(file, unpack(file, packed.bytes, maxBytes), packed.stat);
      }),
    ),
});

const readable = <Value>(file: string, work: () => Value): Value => {
  try {
    return work();
  } catch (error) {
    throw asRefusal(error, (errno) => new Refusal('FILE_UNREADABLE', { file, errno }));
  }
};

/**
 * Runs `work` on the folder of the archive; `undefined` if there is none. `make`: it is made then. Throws MEMORY_DIR_UNUSABLE,
 * errors of calls, and what `work` throws.
 */
export const inArchive = <Value>(
  workspace: Workspace,
  work: (directory: Directory) => Value,
  make = false,
): Value | undefined => {
  const memory = make ? workspace.ensureMemory() : workspace.memory();
  const name = ARCHIVE_DIR.slice(MEMORY_DIR.length + 1);
  if (make && memory !== undefined && memory.disk.lstat(memory.at(name)) === undefined) {
    memory.disk.mkdir(memory.at(name), 0o700);
    memory.sync();
  }
  const directory = memory?.directory(name);
  if (directory === undefined) return undefined;
  try {
    return work(directory);
  } finally {
    directory.close();
  }
};

/** A file as it lies there, whatever it holds; `undefined` if it is absent. Throws FILE_… refusals, and errors of calls. */
export const readBytes = (
  directory: Directory,
  name: string,
  file: string,
  maxBytes = LOG_MAX_BYTES,
): { readonly bytes: Buffer; readonly stat: Stat } | undefined => {
  const seen = lookAt(directory, name, file);
  if (seen === undefined) return undefined;
  if (seen.size > BigInt(maxBytes))
    throw new Refusal('FILE_TOO_LARGE', { file, bytes: Number(seen.size), limit: maxBytes });
  const opened = openExamined(directory, name, seen);
  if ('moved' in opened)
    throw opened.moved
      ? new Refusal('FILE_MOVED', { file })
      : new Refusal('FILE_UNREADABLE', { file, errno: opened.errno });
  try {
    const bytes = readOpened(directory, opened);
    if (bytes === 'changed') throw new Refusal('FILE_MOVED', { file });
    return { bytes, stat: opened.stat };
  } finally {
    closeQuietly(directory.disk, opened.fd);
  }
};

/** Not loaded until something is packed or unpacked: no start does. */
const zlib = () => process.getBuiltinModule('node:zlib');

/** A log as it is put away. The same bytes give the same archive: there is no time in it. */
export const pack = (bytes: Uint8Array): Buffer => zlib().gzipSync(bytes);

/** The bytes of a log that was put away. Throws FILE_NOT_GZIP, FILE_TOO_LARGE. */
export const unpack = (file: string, bytes: Uint8Array, maxBytes = LOG_MAX_BYTES): Buffer => {
  try {
    return zlib().gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw new Refusal('FILE_TOO_LARGE', {
        file,
        bytes: `more than ${maxBytes}`,
        limit: maxBytes,
      });
    if (!code.startsWith('Z_')) throw error;
    throw new Refusal('FILE_NOT_GZIP', { file, reason: code });
  }
};

/** Bytes of a log as its text. Throws FILE_NOT_TEXT. */
export const asText = (file: string, bytes: Buffer, stat: Stat): FileText => {
  const reason = textFault(bytes);
  if (reason !== undefined) throw new Refusal('FILE_NOT_TEXT', { file, reason });
  return { file, text: stripBom(bytes.toString('utf8')), bytes, sha256: sha256(bytes), stat };
};
