/**
 * Memories that stand in no file, as texts for the index of main sessions (RFC-0009 §5.4): each is a source by itself,
 * `ledger:ID`, and what is shown of it is compared with the ledger of now as a file is.
 */
import { join } from 'node:path';
import { ledgerIdOf, ledgerPlace } from '#lib/text/place.ts';
import { activeLessons, type Lesson, lessonsIn } from '#lib/yamo/lessons.ts';
import { LESSONS_ACTIVE } from '#lib/spec/limits.ts';
import type { MemoryRecord } from '#lib/yamo/records.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import { LEDGER_FILE } from './ledger-file.ts';
import { MemoryLedger } from './ledger.ts';

interface Kept {
  readonly version: number;
  readonly records: ReadonlyMap<string, MemoryRecord>;
  readonly stamps: ReadonlyMap<string, string>;
}

const STAMP_CHARS = 16;
const NOTHING: Kept = { version: -1, records: new Map(), stamps: new Map() };

/** The ledger of a workspace as it is read; one that is not there is not made. */
export class LedgerTexts {
  readonly #folder: () => string;
  readonly #disk: Disk;
  #ledger: MemoryLedger | undefined;
  #kept = NOTHING;

  constructor(folder: () => string, disk: Disk) {
    this.#folder = folder;
    this.#disk = disk;
  }

  /** What there is, as sources are called. Throws STATE_DAMAGED, STATE_UNUSABLE. */
  names(): readonly string[] {
    return [...this.#now().records.keys()].map(ledgerPlace);
  }

  /** Another one for another text; `undefined` where there is none. Throws as `names`. */
  stampOf(name: string): string | undefined {
    return this.#now().stamps.get(ledgerIdOf(name) ?? '');
  }

  /** Throws as `names`. */
  textOf(name: string): string | undefined {
    return this.#now().records.get(ledgerIdOf(name) ?? '')?.content;
  }

  /** What tells an agent what to do; nothing where the record of blocks is not what was written. Throws as `names`. */
  lessons(at: number): readonly Lesson[] {
    const lessons = lessonsIn([...this.#now().records.values()]);
    if (lessons.length === 0 || this.#ledger?.verify().isWhole !== true) return [];
    return activeLessons(lessons, at, LESSONS_ACTIVE);
  }

  close(): void {
    this.#ledger?.close();
    this.#ledger = undefined;
    this.#kept = NOTHING;
  }

  #now(): Kept {
    if (this.#ledger === undefined) {
      const folder = this.#folder();
      if (this.#disk.lstat(join(folder, LEDGER_FILE)) === undefined) return NOTHING;
      this.#ledger = MemoryLedger.open(folder);
    }
    const version = this.#ledger.version();
    if (version === this.#kept.version) return this.#kept;
    const records = new Map(this.#ledger.records().map((record) => [record.id, record]));
    const stamps = new Map([...records].map(([id, { content }]) => [id, stampOfText(content)]));
    this.#kept = { version, records, stamps };
    return this.#kept;
  }
}

const stampOfText = (text: string): string => sha256(Buffer.from(text)).slice(0, STAMP_CHARS);
