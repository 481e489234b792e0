/**
 * Files of a layout below the workspace, wherever they are nested: each folder on the way is opened by its name in the
 * one before and held, so that no link and no exchange of folders leads elsewhere.
 */
import { PATTERN_DEPTH, PATTERN_FILES } from '#lib/spec/limits.ts';
import { fitsPattern } from '#lib/layout/names.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Directory } from '#kernel/fs/directory.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { examine } from '#kernel/fs/examine.ts';
import { tryCall } from '#kernel/process/try-call.ts';

/** The folders of a workspace that were opened. */
export class Folders {
  readonly #root: Directory;
  readonly #open = new Map<string, Directory | undefined>();

  constructor(root: Directory) {
    this.#root = root;
  }

  /** Where a file lies; `undefined` if a folder on the way is missing. Throws FILE_UNREADABLE. */
  place(file: string): { readonly directory: Directory; readonly name: string } | undefined {
    const cut = file.lastIndexOf('/');
    const directory = cut < 0 ? this.#root : this.#folder(file.slice(0, cut));
    return directory && { directory, name: file.slice(cut + 1) };
  }

  #folder(path: string): Directory | undefined {
    if (this.#open.has(path)) return this.#open.get(path);
    // Nothing above, and nothing hidden, whoever asks.
    if (/(?:^|\/)(?:[./]|$)/u.test(path)) return undefined;
    const place = this.place(path);
    let opened: Directory | undefined;
    try {
      opened = place?.directory.directory(place.name);
    } catch (error) {
      throw asRefusal(error, (errno) => new Refusal('FILE_UNREADABLE', { file: path, errno }));
    }
    this.#open.set(path, opened);
    return opened;
  }

  /** The names in a folder, in order; none where it is missing. Throws FILE_UNREADABLE. */
  names(path: string): readonly string[] {
    const directory = path === '' ? this.#root : this.#folder(path);
    try {
      return directory?.names().toSorted() ?? [];
    } catch (error) {
      throw asRefusal(error, (errno) => new Refusal('FILE_UNREADABLE', { file: path, errno }));
    }
  }

  #isFile(path: string): boolean {
    const place = this.place(path);
    return place !== undefined && examine(place.directory, place.name).is === 'regular';
  }

  /** Is there a folder of this name, and no link to one? Throws FILE_UNREADABLE. */
  isFolder(path: string): boolean {
    const place = this.place(path);
    if (place === undefined) return false;
    const { directory, name } = place;
    return tryCall(() => directory.disk.lstat(directory.at(name))?.isDirectory()) === true;
  }

  /**
   * The files that fit a pattern, by name; `named`: also one in each folder that is a link or cannot be read, which is
   * found out when it is opened. Throws PROMPT_FILES, and FILE_UNREADABLE unless `named`.
   */
  fitting(pattern: string, named = false): readonly string[] {
    const parts = pattern.split('/');
    const fixed = parts.findIndex((part) => part.includes('*'));
    const isDeep = parts.includes('**');
    const found: string[] = [];
    const add = (file: string): void => {
      if (!fitsPattern(pattern, file)) return;
      if (found.length === PATTERN_FILES)
        throw new Refusal('PROMPT_FILES', { pattern, limit: PATTERN_FILES });
      found.push(file);
    };
    /** To be looked into: a folder, or what may be one behind a link, but for what itself has the place of a file. */
    const isBetween = (path: string): boolean =>
      named ? !fitsPattern(pattern, path) && !this.#isFile(path) : this.isFolder(path);
    const collect = (folder: string, depth: number): void => {
      const below = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
      let names: readonly string[];
      try {
        names = this.names(folder);
      } catch (error) {
        if (!named || !(error instanceof Refusal)) throw error;
        return add(below((isDeep ? parts.slice(-1) : parts.slice(-depth)).join('/')));
      }
      for (const path of names.map(below))
        if (depth > 1 && isBetween(path)) collect(path, depth - 1);
        else add(path);
    };
    collect(parts.slice(0, fixed).join('/'), isDeep ? PATTERN_DEPTH : parts.length - fixed);
    return found;
  }

  close(): void {
    for (const directory of this.#open.values()) directory?.close();
    this.#open.clear();
  }
}
