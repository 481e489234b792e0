/** What the files of a workspace hold now, beside what git remembers of them. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Change } from '#lib/workspace/snapshot.ts';
import { readAll } from '#kernel/fs/bytes.ts';
import { closeQuietly, type Disk, OPEN } from '#kernel/fs/disk.ts';
import { decode } from './contents.ts';
import { WHOLE_MAX_BYTES } from './selection.ts';

const SHA1_DIGITS = 40;
/** A chain of renames that is longer goes in a circle. */
const RENAMES_MAX = 16;
/** The files as they are now, each read when it is asked for. */
export class FilesOnDisk {
  readonly #disk: Disk;
  readonly #path: string;
  /** Where a file went, by its old name; the newest rename wins. */
  readonly #renames: ReadonlyMap<string, string>;
  readonly #files = new Map<string, Buffer | undefined>();
  readonly #texts = new Map<string, string>();
  readonly #objects = new Map<string, string>();

  constructor(disk: Disk, path: string, changes: readonly Change[]) {
    this.#disk = disk;
    this.#path = path;
    const oldestFirst = changes.toReversed();
    this.#renames = new Map(
      oldestFirst.flatMap(({ from, file }) => (from === undefined ? [] : [[from, file]])),
    );
  }

  /** Does the file, or what it was renamed to, hold this text? */
  holds(file: string, value: string): boolean {
    let name: string | undefined = file;
    for (let hops = 0; name !== undefined && hops < RENAMES_MAX; hops += 1) {
      if (this.#text(name).includes(value)) return true;
      name = this.#renames.get(name);
    }
    return false;
  }

  /** Is the file byte for byte this object of git's? */
  isVersion(file: string, object: string): boolean {
    const known = this.#objects.get(file) ?? this.#objectOf(file, object.length);
    this.#objects.set(file, known);
    return known === object;
  }

  /** The name that git gives these bytes (gitformat-pack: of a header and the bytes); empty without a file. */
  #objectOf(file: string, digits: number): string {
    const bytes = this.#bytes(file);
    if (bytes === undefined) return '';
    const hash = createHash(digits === SHA1_DIGITS ? 'sha1' : 'sha256');
    return hash.update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex');
  }

  #text(file: string): string {
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    const bytes = this.#bytes(file);
    const text = bytes === undefined ? '' : decode(bytes).text;
    this.#texts.set(file, text);
    return text;
  }

  #bytes(file: string): Buffer | undefined {
    if (!this.#files.has(file)) this.#files.set(file, this.#read(file));
    return this.#files.get(file);
  }

  #read(file: string): Buffer | undefined {
    let fd: number;
    try {
      fd = this.#disk.open(join(this.#path, file), OPEN.read);
    } catch {
      return undefined;
    }
    try {
      const stat = this.#disk.fstat(fd);
      if (!stat.isFile() || stat.size > BigInt(WHOLE_MAX_BYTES)) return undefined;
      return readAll(this.#disk, fd, Number(stat.size));
    } catch {
      return undefined;
    } finally {
      closeQuietly(this.#disk, fd);
    }
  }
}
