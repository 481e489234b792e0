/**
 * What was read of the files of a workspace, for whoever looks at it again and again (an editor): a file that lstat says
 * was not touched is not read again, and what rules found in its text still holds, since its content is the same object.
 * The texts themselves are read again when they are asked for: all of them together may be larger than the memory.
 */
import { FILE_SETTLED_MS } from '#lib/spec/limits.ts';
import type { Item, ProviderKey } from '#lib/workspace/snapshot.ts';
import { readAll } from '#kernel/fs/bytes.ts';
import { closeQuietly, type Disk, OPEN } from '#kernel/fs/disk.ts';
import { decode, roomFor } from './contents.ts';
import { type ListingEntry, statLine } from './listing.ts';

/** An item, and the keys of providers in it. */
export interface Kept {
  readonly item: Item;
  readonly keys: readonly ProviderKey[];
}

/** So many texts, in UTF-16 units, are at hand without being read again. */
const AT_HAND_MAX_CHARS = 4 * 1024 * 1024;

export class KeptItems {
  readonly #disk: Disk;
  readonly #kept = new Map<string, Kept & { readonly sign: string }>();
  readonly #texts = new TextsAtHand();
  readonly #now: () => number;

  /** `now` is the time in milliseconds since 1970. */
  constructor(disk: Disk, now: () => number = Date.now) {
    this.#disk = disk;
    this.#now = now;
  }

  /** What was read under this path, unless it was touched since. */
  get(path: string, entry: ListingEntry): Kept | undefined {
    const kept = this.#kept.get(path);
    return kept?.sign === statLine(entry) ? kept : undefined;
  }

  /** Keeps what was just read; what was touched so lately may change again and look the same. Returns what to use in its place. */
  keep(path: string, entry: ListingEntry, { item, keys }: Kept): Item {
    const age = this.#now() - Number(entry.stat.ctimeNs / 1_000_000n);
    if (item.content.is !== 'text' || age < FILE_SETTLED_MS) return item;
    const content = new KeptText(item.content.text, () => this.#read(path), this.#texts);
    const kept = { sign: statLine(entry), item: { ...item, content }, keys };
    this.#kept.set(path, kept);
    return kept.item;
  }

  /** A file that is gone meanwhile holds nothing; the next look at the workspace says so. */
  #read(path: string): string {
    let fd: number | undefined;
    try {
      fd = this.#disk.open(path, OPEN.read);
      const size = Number(this.#disk.fstat(fd).size);
      return decode(readAll(this.#disk, fd, size, roomFor(size + 1))).text;
    } catch {
      return '';
    } finally {
      if (fd !== undefined) closeQuietly(this.#disk, fd);
    }
  }
}

/** The text of a file, read again when it is asked for after others were. */
class KeptText {
  readonly is = 'text';
  readonly #read: () => string;
  readonly #atHand: TextsAtHand;

  constructor(text: string, read: () => string, atHand: TextsAtHand) {
    this.#read = read;
    this.#atHand = atHand;
    atHand.put(this, text);
  }

  get text(): string {
    return this.#atHand.get(this) ?? this.#atHand.put(this, this.#read());
  }
}

/** The texts that were asked for last. */
class TextsAtHand {
  readonly #texts = new Map<object, string>();
  #chars = 0;

  get(owner: object): string | undefined {
    return this.#texts.get(owner);
  }

  put(owner: object, text: string): string {
    this.#texts.set(owner, text);
    this.#chars += text.length;
    for (const [first, { length }] of this.#texts) {
      if (this.#chars <= AT_HAND_MAX_CHARS || first === owner) break;
      this.#texts.delete(first);
      this.#chars -= length;
    }
    return text;
  }
}
