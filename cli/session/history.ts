/**
 * What was said before, for the arrow keys: one file for all sessions of a user, a JSON string a line, mode 0600. Only
 * main sessions use it: in a shared one others may type, and look. What looks like a credential is not kept.
 */
import { isUtf8 } from 'node:buffer';
import { readAll, writeAll } from '#kernel/fs/bytes.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { closeQuietly, type Disk, errnoOf, OPEN } from '#kernel/fs/disk.ts';
import { replaceFile } from '#kernel/fs/replace.ts';
import { credentialFinder } from '#kernel/redact/credentials.ts';
import { isString, jsonAs } from '#lib/guard.ts';

const FILE = 'history';

/** So many lines are remembered for the arrow keys. */
export const HISTORY_MAX_LINES = 1000;
/** A longer text was pasted, and nobody looks for it by an arrow key. */
const LINE_MAX_CHARS = 10_000;

/** A walk through what was said, from the newest back. */
export class InputHistory {
  readonly #lines: string[];
  /** How far back the walk is; 0 is the draft. */
  #back = 0;
  #draft = '';

  constructor(lines: readonly string[]) {
    this.#lines = [...lines];
  }

  /** The one before; `undefined` at the oldest. `draft` is what is being typed. */
  older(draft: string): string | undefined {
    if (this.#back >= this.#lines.length) return undefined;
    if (this.#back === 0) this.#draft = draft;
    this.#back += 1;
    return this.#lines.at(-this.#back);
  }

  /** The one after, at last the draft; `undefined` if that is what is shown. */
  newer(): string | undefined {
    if (this.#back === 0) return undefined;
    this.#back -= 1;
    return this.#back === 0 ? this.#draft : this.#lines.at(-this.#back);
  }

  /** Something was said: the walk begins anew. Returns whether it is another than the last. */
  add(line: string): boolean {
    this.#back = 0;
    const isNew = line.trim() !== '' && line !== this.#lines.at(-1);
    if (isNew) this.#lines.push(line);
    return isNew;
  }
}

/** The history on disk, in yamo's folder of state. */
export class HistoryFile {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #find = credentialFinder();

  constructor(disk: Disk, folder: string) {
    this.#disk = disk;
    this.#folder = folder;
  }

  /** What was kept; a file that grew to twice its size is cut. Throws the error of the call that failed. */
  read(): readonly string[] {
    const text = this.#text();
    if (text === undefined) return [];
    // A line that is no JSON string was cut short, or is none of ours.
    const lines = text.split('\n').flatMap((line) => jsonAs(line, isString) ?? []);
    const kept = lines.slice(-HISTORY_MAX_LINES);
    if (lines.length > 2 * HISTORY_MAX_LINES) this.#rewrite(kept);
    return kept;
  }

  /** Keeps one more. Rejects with the error of the call that failed. */
  async add(line: string): Promise<void> {
    if (line.length > LINE_MAX_CHARS || (await this.#find(line)).length > 0) return;
    const fd = this.#disk.open(`${this.#folder}/${FILE}`, OPEN.append | OPEN.ifMissing, 0o600);
    try {
      writeAll(this.#disk, fd, Buffer.from(`${JSON.stringify(line)}\n`));
    } finally {
      closeQuietly(this.#disk, fd);
    }
  }

  #text(): string | undefined {
    try {
      const fd = this.#disk.open(`${this.#folder}/${FILE}`, OPEN.read);
      try {
        const bytes = readAll(this.#disk, fd, Number(this.#disk.fstat(fd).size));
        return isUtf8(bytes) ? bytes.toString('utf8') : '';
      } finally {
        closeQuietly(this.#disk, fd);
      }
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  #rewrite(lines: readonly string[]): void {
    const directory = Directory.open(this.#disk, this.#folder);
    try {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      replaceFile(directory, { name: FILE, bytes: Buffer.from(text) });
    } finally {
      directory.close();
    }
  }
}
