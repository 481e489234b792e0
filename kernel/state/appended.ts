/** The journals of a workspace's state (chain, transcripts), for whoever copies what was added to them. */
import { join } from 'node:path';
import { Refusal } from '#lib/spec/refusals.ts';
import { readAll, sha256, writeAll } from '#kernel/fs/bytes.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { errnoOf, OPEN } from '#kernel/fs/disk.ts';
import { offsetDisk } from './chain.ts';
import { type StateHome, unusable } from './home.ts';
import { APART } from './kinds.ts';

/** Whole lines of a journal. */
export interface JournalLines {
  /** Its path in the state. */
  readonly journal: string;
  /** How many bytes stand before them. */
  readonly from: number;
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly version: string;
  readonly bytes: Uint8Array;
}

/** Where a journal lies; without a folder in the home itself. */
interface JournalFile {
  readonly folder?: string | undefined;
  readonly name: string;
}

const JOURNALS = APART.flatMap(({ journal }) => journal ?? []);
const LF = 0x0a;

/** The journals of all sessions of a workspace. */
export class AppendedJournals {
  readonly #home: StateHome;

  constructor(home: StateHome) {
    this.#home = home;
  }

  /** The lines behind each offset, one journal at a time. Throws STATE_DAMAGED where one is shorter, STATE_UNUSABLE. */
  *linesFrom(offsets: Readonly<Record<string, number>>): Generator<JournalLines> {
    for (const file of this.#files()) {
      const journal = pathOf(file);
      const from = offsets[journal] ?? 0;
      const read = this.#read(file, from);
      if (read === undefined) {
        const path = join(this.#home.path, journal);
        throw new Refusal('STATE_DAMAGED', { path, reason: `it is shorter than ${from} bytes` });
      }
      // What has no end yet was never acknowledged.
      const bytes = read.subarray(0, read.lastIndexOf(LF) + 1);
      if (bytes.byteLength > 0) yield { journal, from, version: sha256(bytes), bytes };
    }
  }

  /** Looks whether lines can be added; returns what adds those that are not there yet. Throws STATE_ROW_REFUSED, STATE_UNUSABLE. */
  adding({ journal, from, version, bytes }: JournalLines): () => void {
    const file = fileOf(journal);
    if (file === undefined) throw refusedRow(journal, 'it is no journal');
    if (sha256(bytes) !== version || bytes.at(-1) !== LF)
      throw refusedRow(journal, 'it is damaged');
    const there = this.#read(file, from);
    if (there === undefined) throw refusedRow(journal, `here it is shorter than ${from} bytes`);
    const isBegun = Buffer.from(bytes).subarray(0, there.byteLength).equals(there);
    if (!isBegun && there.includes(LF))
      throw refusedRow(journal, `other lines stand here from byte ${from} on`);
    const begun = isBegun ? there.byteLength : 0;
    return () => this.#add(file, from + begun, bytes.subarray(begun));
  }

  #files(): readonly JournalFile[] {
    return JOURNALS.flatMap(({ folder, files }) => {
      const names = this.#within(folder, (directory) => directory.names()) ?? [];
      return names
        .filter((name) => files.test(name))
        .toSorted()
        .map((name) => ({ folder, name }));
    });
  }

  /** From a byte to its end, nothing where it is not there yet; `undefined` where it is shorter. */
  #read({ folder, name }: JournalFile, from: number): Buffer | undefined {
    const read = this.#within(folder, (directory) => {
      const { disk } = directory;
      if (disk.lstat(directory.at(name)) === undefined) return undefined;
      const fd = disk.open(directory.at(name), OPEN.read);
      try {
        const size = Number(disk.fstat(fd).size);
        return size < from ? 'shorter' : readAll(offsetDisk(disk, from), fd, size - from);
      } finally {
        disk.close(fd);
      }
    });
    const nothing = from === 0 ? Buffer.alloc(0) : undefined;
    return read === 'shorter' ? undefined : (read ?? nothing);
  }

  #add({ folder, name }: JournalFile, length: number, bytes: Uint8Array): void {
    if (folder !== undefined) this.#within(undefined, (home) => makeFolder(home, folder));
    this.#within(folder, (directory) => {
      const { disk } = directory;
      const fd = disk.open(directory.at(name), OPEN.append | OPEN.ifMissing, 0o600);
      try {
        disk.ftruncate(fd, length);
        writeAll(disk, fd, bytes);
        disk.fsync(fd);
      } finally {
        disk.close(fd);
      }
      directory.sync();
    });
  }

  /** `undefined` where the folder is not there. Throws STATE_UNUSABLE. */
  #within<Value>(
    folder: string | undefined,
    work: (directory: Directory) => Value,
  ): Value | undefined {
    const { directory } = this.#home;
    try {
      if (folder === undefined) return work(directory);
      const below = directory.directory(folder);
      try {
        return below && work(below);
      } finally {
        below?.close();
      }
    } catch (error) {
      throw unusable(error, join(this.#home.path, folder ?? ''));
    }
  }
}

const pathOf = ({ folder, name }: JournalFile): string =>
  folder === undefined ? name : `${folder}/${name}`;

const fileOf = (path: string): JournalFile | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return JOURNALS.flatMap(({ folder, files }) => (files.test(name) ? { folder, name } : [])).find(
    (file) => pathOf(file) === path,
  );
};

const makeFolder = (home: Directory, folder: string): void => {
  try {
    home.disk.mkdir(home.at(folder), 0o700);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
};

/** What is not taken over, and why. */
export const refusedRow = (row: string, reason: string): Refusal =>
  new Refusal('STATE_ROW_REFUSED', { row, reason });
